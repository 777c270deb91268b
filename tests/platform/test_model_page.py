"""docs/model.md says what the code does: every variable, parameter, default and reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from local.scripted_model import NAME
from screwtape.core import terms
from screwtape.core.opinion import FAILED, NOT_FOR_FREE, SPENT, UNUSABLE
from screwtape.core.opinion.weighing import SCORED
from screwtape.settings import Settings


@pytest.fixture
def page(root: Path) -> str:
    """Give the page."""
    return (root / "docs" / "model.md").read_text(encoding="utf-8")


def test_every_variable_stands_there_with_its_parameter_and_default(page: str, template: dict[str, Any]) -> None:
    """One row each, in the order of the settings."""
    rows = re.findall(r"^\| `(MODEL_\w+)` \| `(\w+)` \| (.*?) \|", page, re.MULTILINE)
    fields = {name: field for name, field in Settings.model_fields.items() if name.startswith("model_")}
    shown = {None: "no limit", "": "none", True: "`true`", terms.MODEL_SECONDS: str(terms.MODEL_SECONDS)}
    assert rows == [
        (
            name.upper(),
            "".join(word.capitalize() for word in name.split("_")),
            shown.get(field.default, f"`{field.default}`"),
        )
        for name, field in fields.items()
    ]
    assert {parameter for _, parameter, _ in rows} <= template["Parameters"].keys()


@pytest.mark.parametrize("reason", [SCORED, FAILED, UNUSABLE, SPENT, NOT_FOR_FREE])
def test_every_reason_stands_there_word_for_word(page: str, reason: str) -> None:
    """Whoever finds one in a reply finds it here."""
    assert f"`{reason}`" in page


def test_its_numbers_are_the_terms(page: str) -> None:
    """Seconds and bytes come from one place."""
    assert f"at most {terms.FUNCTION_SECONDS - terms.MODEL_SECONDS_KEPT};" in page
    assert f"gives them {terms.MODEL_SECONDS_OF_PAYMENT} " in page
    assert f"{terms.MODEL_REPLY_BYTES // 1024} KiB" in page
    assert f"make run MODEL={NAME}" in page
