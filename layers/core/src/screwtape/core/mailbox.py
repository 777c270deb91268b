"""E-mail addresses: one spelling for all spellings of a mailbox, so that a person has one count of keys."""

from __future__ import annotations

from email_validator import EmailNotValidError, validate_email

from screwtape.core.errors import Fault, InvalidBody

_FIX = "Give one e-mail address such as name@example.com, with ASCII characters before the @."


def normal_form(address: str) -> str:
    """Give the normal form of an address: lower case, without ``+tag``, the domain in its ASCII (IDNA) spelling.

    Nothing is looked up. Raises InvalidBody at ``/email``; its sentence names the fix and never the address.
    """
    try:
        parts = validate_email(address, check_deliverability=False, allow_smtputf8=False, strict=True)
    except EmailNotValidError:
        raise InvalidBody([Fault("/email", _FIX)]) from None
    name = parts.local_part.split("+", 1)[0].lower()
    domain = parts.ascii_domain
    if not name or domain is None:
        raise InvalidBody([Fault("/email", _FIX)])
    return f"{name}@{domain.lower()}"
