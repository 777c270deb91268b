"""The quality page tells of the judge that stands, and of nothing that was not measured."""

import copy
import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

from screwtape.core.judge import RULES_VERSION
from screwtape.site import pages
from screwtape.site.quality import limits, quality

LARGEST = 80_000


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """Give the committed result."""
    return json.loads((files("screwtape.site") / "content/quality.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def page() -> str:
    """Give the page as it is served."""
    reply = pages.quality_page("https://example.com", "")
    assert isinstance(reply.body, str)
    return reply.body


def test_the_result_is_of_the_rules_that_stand(report: dict[str, Any]) -> None:
    """Whoever changes what the judge answers raises RULES_VERSION and measures anew (make quality-report DATA=…)."""
    parts = report.keys() - {"measured"}
    assert {name: report["measured"][name]["rules_version"] for name in parts} == dict.fromkeys(parts, RULES_VERSION)


def test_every_kind_of_row_was_measured(report: dict[str, Any]) -> None:
    """Figures, their means, calibration, cases, speed, and each set without its own rows."""
    assert {"grounded", "reference", "consensus", "leave_one_out", "adversarial", "speed", "sources"} <= report.keys()
    assert report["leave_one_out"].keys() - {"mean"} == report["grounded"]["sets"].keys()
    assert sum(count for count, _, _ in report["grounded"]["calibration"]) == sum(
        row["rows"] for row in report["grounded"]["sets"].values()
    )


def test_the_page_shows_each_mean_as_it_was_measured(page: str, report: dict[str, Any]) -> None:
    """The numbers of the page are those of the result, in per cent."""
    for kind in ("grounded", "reference", "consensus"):
        for value in report[kind]["mean"].values():
            assert f"<td>{100 * value:.1f}" in page
    for row in report["adversarial"]:
        assert f'<th scope="row">{row["name"]}<td>{row["cases"]}<td>' in page
    assert f"Rules version {RULES_VERSION}" in page


def test_the_page_is_small_whole_and_without_script(page: str) -> None:
    """It loads fast, closes what it opens, and asks nobody else for anything."""
    assert len(page.encode()) < LARGEST
    assert not re.search(r"\{\w+\}", page)
    parser = _Balance()
    parser.feed(page)
    assert parser.open == []
    assert "script" not in parser.seen
    assert {"table", "svg", "ul"} <= parser.seen


def test_a_wide_table_scrolls_by_itself(page: str) -> None:
    """On a narrow screen the page stays as wide as the screen, and keys reach what is hidden."""
    assert page.count("<table>") == page.count('<div class="wide" role="region" tabindex="0" aria-label="')
    assert ".wide { overflow-x: auto; }" in page


def test_what_is_hardly_better_than_chance_is_said(report: dict[str, Any]) -> None:
    """The list of what it cannot do follows the figures, and a figure that is none is shown as none."""
    told = copy.deepcopy(report)
    row = told["grounded"]["sets"]["fever"]
    for name in ("fever", "wice"):
        told["grounded"]["sets"][name]["balanced_accuracy"] = 0.7
    assert "FEVER" not in limits(told)
    row["balanced_accuracy"] = 0.55
    row["right_among_pass"] = None
    assert "FEVER" in limits(told)
    assert "WiCE" not in limits(told)
    assert "<td>–" in quality(told)


class _Balance(HTMLParser):
    """Remembers what is opened and not closed, but for what HTML closes by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember a tag."""
        del attrs
        self.seen.add(tag)
        if tag not in {"meta", "td", "th", "tr", "li", "p", "path", "circle", "polyline"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Forget a tag that is closed."""
        if self.open and self.open[-1] == tag:
            self.open.pop()
