"""One spelling for all spellings of a mailbox."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.core.errors import InvalidBody
from screwtape.core.mailbox import normal_form


@pytest.mark.parametrize(
    ("address", "normal"),
    [
        ("name@example.com", "name@example.com"),
        ("Name@EXAMPLE.com", "name@example.com"),
        ("name+anything@example.com", "name@example.com"),
        ("name+a+b@example.com", "name@example.com"),
        ("first.last@example.com", "first.last@example.com"),
        ("name@BÜCHER.example.com", "name@xn--bcher-kva.example.com"),
        ("name@xn--bcher-kva.example.com", "name@xn--bcher-kva.example.com"),
    ],
    ids=["plain", "upper case", "tag", "two tags", "dot kept", "Unicode domain", "the same in ASCII"],
)
def test_spellings_of_one_mailbox_are_one(address: str, normal: str) -> None:
    """Case, tag and the spelling of the domain do not count."""
    assert normal_form(address) == normal


@pytest.mark.parametrize(
    "address",
    ["", "name", "@example.com", "name@", "+tag@example.com", "näme@example.com", "a b@example.com", '"a"@example.com',
     "name@localhost", "name@[127.0.0.1]", "name@example..com", "Name <name@example.com>", "name@example.com\n",
     "name\0@example.com", "name@exa\ud800mple.com", "a" * 65 + "@example.com"],
    ids=["empty", "no domain", "no name", "empty domain", "only a tag", "name not ASCII", "space", "quoted", "no dot",
         "address literal", "two dots", "display name", "newline", "NUL", "lone surrogate", "name too long"],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_the_fix(address: str) -> None:
    """The refusal points at /email, says what to give, and does not repeat what came."""
    with pytest.raises(InvalidBody) as refusal:
        normal_form(address)
    (fault,) = refusal.value.faults
    assert fault.pointer == "/email"
    assert "name@example.com" in fault.message
    assert not address or address == "name" or address not in fault.message.replace("name@example.com", "")


@given(st.text(max_size=40).map(lambda text: f"{text}@example.com") | st.text(max_size=80))
def test_any_text_is_an_address_or_refused(address: str) -> None:
    """No text makes the check fail otherwise, and the normal form of a normal form is itself."""
    try:
        normal = normal_form(address)
    except InvalidBody:
        return
    assert normal_form(normal) == normal
    assert normal.isascii()
