"""The quality page: how right the deterministic judge is, from the committed result of the benchmarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

_KINDS: Final = {
    "grounded": "Output against evidence",
    "reference": "Output against gold answers or a worked solution",
    "consensus": "Assessment of several answers",
}
_COLUMNS: Final = {
    "balanced_accuracy": "balanced accuracy",
    "auroc": "AUROC",
    "false_pass": "wrong outputs that pass",
    "pass_recall": "right outputs that pass",
    "right_among_pass": "right among passed",
    "picked_right": "first group right",
    "accepted": "accepted",
    "wrong_among_accepted": "wrong among accepted",
}
_SIDE: Final = 260
_MARGIN: Final = 36
_TEXT: Final = 'font-size="11" fill="currentColor"'
_STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def quality(report: Mapping[str, Any]) -> str:
    """Give the page's inner HTML for a result of ``bench.quality`` and its siblings."""
    parts = [
        (
            f"<p>Rules version {escape(report['rules_version'])}, measured on {escape(report['date'])} "
            f"({escape(report['machine'])}). All figures are per cent.</p>"
        )
    ]
    parts += [_kind(kind, title, report) for kind, title in _KINDS.items() if kind in report]
    parts += [_calibration(report["grounded"]), _cases(report.get("adversarial", ())), _speed(report.get("speed"))]
    return "\n".join(filter(None, parts))


def _kind(kind: str, title: str, report: Mapping[str, Any]) -> str:
    told = report[kind]
    columns = [name for name in _COLUMNS if name in told["mean"]]
    alone = report.get("leave_one_out", {}) if kind == "grounded" else {}
    head = ["set", "licence", "rows", *(_COLUMNS[name] for name in columns)]
    head += ["balanced accuracy, AUROC: weights of other sets"] if alone else []
    rows = [_set_row(name, row, columns, alone, report["sources"]) for name, row in told["sets"].items()]
    mean = ["<strong>mean over sets</strong>", "", "", *(_percent(told["mean"][name]) for name in columns)]
    mean += [_pair(alone["mean"])] if alone else []
    return f'<h2 id="{kind}">{title}</h2>\n{_table(head, [*rows, mean])}'


def _set_row(
    name: str,
    row: Mapping[str, float],
    columns: Sequence[str],
    alone: Mapping[str, Sequence[float]],
    sources: Mapping[str, Sequence[str]],
) -> list[str]:
    title, licence = sources.get(name, (name, ""))
    cells = [escape(title), escape(licence), f"{row['rows']:,.0f}", *(_percent(row[column]) for column in columns)]
    return [*cells, _pair(alone[name])] if name in alone else cells


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = ["<table><thead><tr>" + "".join(f"<th>{cell}" for cell in head) + "</tr></thead><tbody>"]
    lines += ["<tr>" + "".join(f"<td>{cell}" for cell in row) + "</tr>" for row in rows]
    return "\n".join([*lines, "</tbody></table>"])


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _pair(figures: Sequence[float]) -> str:
    return f"{_percent(figures[0])}, {_percent(figures[1])}"


def _calibration(told: Mapping[str, Any]) -> str:
    """Draw and list the share of right outputs among those of about one score."""
    rows = [[f"{score:.2f}", f"{right:.2f}", f"{count:,}"] for count, score, right in told["calibration"]]
    meaning = (
        "<p>Of outputs scored about as the first column says, the share in the second was right. "
        f"The mean distance of the two is {_percent(told['calibration_error'])} points.</p>"
    )
    parts = ['<h2 id="calibration">What a score means</h2>', meaning, _drawing(told["calibration"])]
    return "\n".join([*parts, _table(["score", "share right", "outputs"], rows)])


def _drawing(table: Sequence[Sequence[float]]) -> str:
    side = _SIDE + 2 * _MARGIN
    label = "Share of right outputs by score; the diagonal is perfect calibration"
    lines = [
        f'<svg viewBox="0 0 {side} {side}" width="{side}" role="img" aria-label="{label}">',
        f'<path d="M{_MARGIN} {_MARGIN}V{_MARGIN + _SIDE}H{_MARGIN + _SIDE}" fill="none" stroke="currentColor"/>',
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="currentColor" stroke-dasharray="4 4" opacity="0.5"/>',
    ]
    for step in _STEPS:
        lines.append(f'<text x="{_x(step)}" y="{_y(0) + 16}" text-anchor="middle" {_TEXT}>{step:g}</text>')
        lines.append(f'<text x="{_x(0) - 6}" y="{_y(step) + 4}" text-anchor="end" {_TEXT}>{step:g}</text>')
    points = " ".join(f"{_x(score)},{_y(right)}" for _, score, right in table)
    lines.append(f'<polyline points="{points}" fill="none" stroke="#2563eb" stroke-width="2"/>')
    lines += [f'<circle cx="{_x(score)}" cy="{_y(right)}" r="4" fill="#2563eb"/>' for _, score, right in table]
    return "\n".join([*lines, "</svg>"])


def _x(share: float) -> float:
    return round(_MARGIN + _SIDE * share, 1)


def _y(share: float) -> float:
    return round(_MARGIN + _SIDE * (1 - share), 1)


_FIRST_CONTACT: Final = (
    "<p>A round of probes is written before anything is changed for it: its first contact is the honest figure.</p>"
)


def _cases(told: Sequence[Mapping[str, Any]]) -> str:
    if not told:
        return ""
    rows = [[escape(str(each[name])) for name in ("name", "cases", "right", "first_contact")] for each in told]
    table = _table(["file", "cases", "right now", "right at first contact"], rows)
    return f'<h2 id="cases">Hand-written cases</h2>\n{_FIRST_CONTACT}\n{table}'


def _speed(told: Mapping[str, Any] | None) -> str:
    if not told:
        return ""
    names = list(next(iter(told["milliseconds"].values())))
    rows = [
        [escape(case), *(f"{row[name]:.2f} ({row[name] / row['judge']:.2f})" for name in names)]
        for case, row in told["milliseconds"].items()
    ]
    lead = (
        "<p>Milliseconds of one processor, and in brackets how many times the judge's, on a shared machine in one run. "
        f"The first call after import took {told['first_call']:.1f} ms.</p>"
    )
    table = _table(["output against evidence", *map(escape, names)], rows)
    return f'<h2 id="speed">Speed</h2>\n{lead}\n{table}'
