"""Public names of things."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.identifiers import RANDOM_BYTES, new_id


@given(st.binary(min_size=RANDOM_BYTES, max_size=RANDOM_BYTES))
def test_an_id_is_its_prefix_and_all_of_its_chance(chance: bytes) -> None:
    """The 26 lower-case base32 characters after the prefix are the 16 random bytes, none lost."""
    prefix, _, characters = new_id("key", chance).partition("_")
    assert prefix == "key"
    assert len(characters) == 26 and characters == characters.lower()
    assert base64.b32decode(characters.upper() + "======") == chance


@pytest.mark.parametrize("count", [0, 15, 17])
def test_an_id_needs_sixteen_bytes(count: int) -> None:
    """Fewer or more random bytes are a mistake of ours, and say so."""
    with pytest.raises(ValueError, match="16 random bytes"):
        new_id("key", bytes(count))
