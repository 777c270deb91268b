"""The vocabulary and the other word lists: nothing stands twice, and opposites stay apart."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import screwtape.core
from screwtape.core.language import vocabulary
from screwtape.core.language.vocabulary import concept

_ROOM = Path(screwtape.core.__file__).parent
_MODULES = sorted(_ROOM.rglob("*.py"))


def word_lists(module: Path) -> Iterator[list[str]]:
    """Give the lists that a module spells out as one text and splits."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "split"
            and isinstance(node.func.value, ast.Constant)
        ):
            yield str(node.func.value.value).split()


@pytest.mark.parametrize("module", _MODULES, ids=lambda module: str(module.relative_to(_ROOM)))
def test_no_word_list_names_a_word_twice(module: Path) -> None:
    """A second entry binds nothing and hides that a table was not read."""
    doubled = [word for words in word_lists(module) for word, count in Counter(words).items() if count > 1]
    assert not doubled


@pytest.mark.parametrize(
    ("left", "right"),
    [("found", "founded"), ("found", "create"), ("deliver", "vessel"), ("series", "demonstrate"), ("ship", "delivery")],
)
def test_a_word_with_two_meanings_joins_no_two_lines(left: str, right: str) -> None:
    """Words that only share a spelling with a third one are different concepts."""
    assert concept(left).key != concept(right).key


@pytest.mark.parametrize(
    ("left", "right"),
    [("won", "lost"), ("gained", "lost"), ("late", "early"), ("upper", "lower"), ("required", "optional")],
)
def test_an_opposite_turns_the_sign_of_one_concept(left: str, right: str) -> None:
    """Both words have one key and different signs."""
    assert concept(left).key == concept(right).key
    assert concept(left).sign == -concept(right).sign


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("_SAME", "find discover\nboat found"),
        ("_OPPOSITE", "boat | ship"),
        ("_OPPOSITE", "rises | calm"),
    ],
    ids=["irregular_form", "in_the_other_table", "changed_sign"],
)
def test_a_stem_in_two_places_is_refused(monkeypatch: pytest.MonkeyPatch, table: str, line: str) -> None:
    """The tables cannot be read when one stem stands in two lines or under both signs."""
    monkeypatch.setattr(vocabulary, table, f"{getattr(vocabulary, table)}{line}\n")
    with pytest.raises(ValueError, match="stands in two places"):
        vocabulary._concepts()
