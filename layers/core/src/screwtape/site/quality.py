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
_RIGHT: Final = (
    "Of right outputs {} in a hundred pass. For most others it asks for another attempt: a retry means that an output "
    "was not shown to be right, not that it is wrong."
)
_WRONG: Final = "Of wrong outputs {} in a hundred pass."
_WEAK: Final = "It is little better than chance, which is 50, on: {}."
_LEFT_OUT: Final = ("balanced accuracy, left out", "AUROC, left out")
_NEAR_CHANCE: Final = 0.6
_SIDE: Final = 260
_MARGIN: Final = 36
_TEXT: Final = 'font-size="11" fill="currentColor"'
_STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def quality(report: Mapping[str, Any]) -> str:
    """Give the page's figures as HTML, from a result of ``bench.quality`` and its siblings."""
    parts = [_measured(report)]
    parts += [_kind(kind, title, report) for kind, title in _KINDS.items()]
    parts += [_calibration(report["grounded"]), _cases(report["adversarial"])]
    return "\n".join([*parts, _speed(report["speed"], report["microseconds_a_row"])])


def limits(report: Mapping[str, Any]) -> str:
    """Give, as items of a list, what the figures themselves say that the judge cannot do."""
    told = report["grounded"]
    weak = [name for name, row in told["sets"].items() if row["balanced_accuracy"] < _NEAR_CHANCE]
    items = [_RIGHT.format(_percent(told["mean"]["pass_recall"])), _WRONG.format(_percent(told["mean"]["false_pass"]))]
    if weak:
        items.append(_WEAK.format("; ".join(_title(name, report["sources"]) for name in weak)))
    return "\n".join(f"<li>{item}</li>" for item in items)


def _measured(report: Mapping[str, Any]) -> str:
    told = report["measured"]["grounded"]
    means = report["grounded"]["mean"], report["leave_one_out"]["mean"]
    lower = 100 * (means[0]["balanced_accuracy"] - means[1][0])
    return (
        f"<p>Rules version {escape(told['rules_version'])}, measured on {escape(told['date'])} "
        f"({escape(told['machine'])}). Figures are per cent; each mean counts every set the same.</p>\n"
        "<p>Its weights were learned from the rows of the first table, and its rules were made while reading them. "
        "The columns <em>left out</em> have each set judged by weights and a threshold that were learned from the "
        f"other sets only. That takes {lower:.1f} points of balanced accuracy, and is what to expect of other data at "
        "best.</p>"
    )


def _kind(kind: str, title: str, report: Mapping[str, Any]) -> str:
    told = report[kind]
    columns = [name for name in _COLUMNS if name in told["mean"]]
    left_out = report["leave_one_out"] if kind == "grounded" else {}
    head = ["set", "rows", *(_COLUMNS[name] for name in columns), *(_LEFT_OUT if left_out else ())]
    rows = [
        [
            f"{_title(name, report['sources'])} <small>{_licence(name, report['sources'])}</small>",
            f"{row['rows']:,.0f}",
            *(_percent(row[column]) for column in columns),
            *map(_percent, left_out.get(name, ())),
        ]
        for name, row in told["sets"].items()
    ]
    mean = [_percent(told["mean"][name]) for name in columns] + [*map(_percent, left_out.get("mean", ()))]
    count = f"{sum(row['rows'] for row in told['sets'].values()):,}"
    table = _table(title, head, [*rows, ["<strong>mean over sets</strong>", count, *mean]])
    one = f"<p>One threshold for all sets: {told['threshold']:.2f}.</p>\n" if "threshold" in told else ""
    return f'<h2 id="{kind}">{title}</h2>\n{one}{table}'


def _title(name: str, sources: Mapping[str, Sequence[str]]) -> str:
    return escape(sources[name][0] if name in sources else name)


def _licence(name: str, sources: Mapping[str, Sequence[str]]) -> str:
    return escape(sources[name][1] if name in sources else "")


def _table(label: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Give a table that scrolls by itself where it is wider than the screen."""
    lines = [f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><table>']
    lines.append("<thead><tr>" + "".join(f'<th scope="col">{cell}' for cell in head) + "</tr></thead><tbody>")
    lines += [
        f'<tr><th scope="row">{first}' + "".join(f"<td>{cell}" for cell in cells) + "</tr>" for first, *cells in rows
    ]
    return "\n".join([*lines, "</tbody></table></div>"])


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _calibration(told: Mapping[str, Any]) -> str:
    """Draw and list the share of right outputs among those of about one score."""
    rows = [[f"{score:.2f}", f"{right:.2f}", f"{count:,}"] for count, score, right in told["calibration"]]
    meaning = (
        "<p>Of outputs against evidence scored about as the first column says, the share in the second was right. "
        f"The mean distance of the two is {_percent(told['calibration_error'])} points. Where more or fewer outputs "
        "are right than in these sets, the shares move with them.</p>"
    )
    parts = ['<h2 id="calibration">What a score means</h2>', meaning, _drawing(told["calibration"])]
    return "\n".join([*parts, _table("What a score means", ["score", "share right", "outputs"], rows)])


def _drawing(table: Sequence[Sequence[float]]) -> str:
    side = _SIDE + 2 * _MARGIN
    label = "Share of right outputs by score; the diagonal is perfect calibration"
    lines = [
        f'<svg viewBox="0 0 {side} {side}" width="{side}" role="img" aria-label="{label}">',
        f'<path d="M{_MARGIN} {_MARGIN}V{_MARGIN + _SIDE}H{_MARGIN + _SIDE}" fill="none" stroke="currentColor"/>',
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="currentColor" stroke-dasharray="4 4" opacity="0.5"/>',
        f'<text x="{_x(0.5)}" y="{_y(0) + 32}" text-anchor="middle" {_TEXT}>score</text>',
        f'<text x="{_x(0)}" y="{_y(1) - 10}" text-anchor="middle" {_TEXT}>share right</text>',
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
    "<p>Each round of probes was judged before anything was changed for it: its first contact is the honest figure. "
    "What is right now shows that what was learned stays learned.</p>"
)


def _cases(told: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        [
            escape(each["name"]),
            str(each["cases"]),
            escape(each["first_contact"].split("/")[0]) or "–",
            str(each["right"]),
        ]
        for each in told
    ]
    table = _table("Hand-written cases", ["file", "cases", "right at first contact", "right now"], rows)
    return f'<h2 id="cases">Hand-written cases</h2>\n{_FIRST_CONTACT}\n{table}'


def _speed(told: Mapping[str, Any], microseconds: Mapping[str, int]) -> str:
    names = list(next(iter(told["milliseconds"].values())))
    rows = [
        [escape(case), *(f"{row[name]:.2f}" + _faster(row["judge"], row[name]) for name in names)]
        for case, row in told["milliseconds"].items()
    ]
    lead = (
        "<p>Milliseconds of one processor on a shared machine, all in one run, and in brackets how many times faster "
        "than the judge: the others measure overlap of words, and know nothing of numbers, names or denials.</p>"
    )
    sizes = ", ".join(f"{escape(size)} {spent:.0f} ms" for size, spent in told["growth"].items())
    rest = (
        f"<p>A row of the labelled sets takes {microseconds['judge'] / 1000:.1f} ms on average, an assessment "
        f"{microseconds['assessment'] / 1000:.1f} ms. By size of all text: {sizes}. A new process spends "
        f"{told['import']:.0f} ms on reading rules and lexicon, and {told['first_call']:.1f} ms on its first call.</p>"
    )
    table = _table("Speed", ["output against evidence", *map(escape, names)], rows)
    return f'<h2 id="speed">Speed</h2>\n{lead}\n{table}\n{rest}'


def _faster(ours: float, theirs: float) -> str:
    return "" if ours == theirs else f" ({ours / theirs:,.0f}×)"
