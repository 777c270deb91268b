"""Two spellings of one word: a letter more or less, a transliteration, an ending that no stem took."""

from __future__ import annotations

from typing import Final

_SHORTEST: Final = 5
_LONG: Final = 8
"""Letters from which two may differ, and not just one."""
_LEAST_SAME: Final = 3


def near_spelling(word: str, other: str) -> bool:
    """Whether two words differ in one short stretch only, with the same letters before and after it."""
    longer = max(len(word), len(other))
    allowed = 1 if longer < _LONG else 2
    if len(word) < _SHORTEST or abs(len(word) - len(other)) > allowed:
        return False
    if word[0] != other[0] and word[-1] != other[-1]:
        return False
    before = 0
    while before < min(len(word), len(other)) and word[before] == other[before]:
        before += 1
    after = 0
    while after < min(len(word), len(other)) - before and word[-1 - after] == other[-1 - after]:
        after += 1
    return longer - before - after <= allowed and before + after >= _LEAST_SAME
