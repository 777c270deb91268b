"""JSON read strictly: what a lenient reader would guess at becomes a fault with its place.

Refused: bytes that are not UTF-8, anything but an object at the top, duplicate members, NaN and Infinity, numbers
beyond a double or 64 bits, lone surrogates, NUL in a string, nesting over the limit. Places are RFC 6901 JSON
pointers. The sources are RFC 8259 (grammar) and RFC 7493 (I-JSON), which forbids what readers disagree about.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from screwtape.core.errors import Fault, InvalidBody
from screwtape.core.terms import JSON_DEPTH

FAULTS_SHOWN: Final = 20
"""Most faults that one reply names."""
_INTEGER_DIGITS: Final = 20
_NAME_SHOWN: Final = 64
_COLON: Final = re.compile(r"[ \t\r\n]*:")
_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{},]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Refused:
    """Stands in the decoded value where a number cannot be taken; the walk gives it its pointer."""

    message: str


class _Object(dict[str, Any]):
    """A decoded object that remembers which of its members came more than once."""

    repeated: tuple[str, ...] = ()


def decode_object(body: bytes, *, foreign: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Decode a request body. Raises InvalidBody, which names every faulty place up to a bound.

    ``foreign`` names top members that others define and we do not read: inside them anything may stand that is no
    deeper than elsewhere.
    """
    try:
        text = body.decode("utf-8", errors="strict")
    except UnicodeDecodeError:
        _refuse("", "The body is not UTF-8. Encode it as UTF-8.")
    if not text.strip(" \t\r\n"):
        _refuse("", "The body is empty. Send a JSON object.")
    _refuse_deep(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=lambda _: _Refused("NaN and Infinity are not JSON. Send a finite number."),
        )
    except json.JSONDecodeError as error:
        # Python 3.13 puts a trailing comma at the comma, before it was found at what follows.
        position = error.pos + error.msg.startswith("Illegal trailing comma")
        _refuse(
            _pointer_at(text, position),
            f"This is not JSON: {_named(error)} at line {error.lineno}, column {error.colno}.",
        )
    if isinstance(value, _Object):
        for name in foreign & value.keys():
            value[name] = None
    faults = list(itertools.islice(_faults(value, ""), FAULTS_SHOWN))
    if faults:
        raise InvalidBody(faults) from None
    if not isinstance(value, dict):
        _refuse("", "The body must be a JSON object.")
    return value


def pointer(*steps: str | int) -> str:
    """Give the RFC 6901 pointer of a place from its member names and indexes.

    It ends above a name that is overlong or cannot be printed: a reply does not repeat those.
    """
    place = ""
    for step in steps:
        name = str(step)
        if len(name) > _NAME_SHOWN or "\x00" in name or _has_surrogate(name):
            break
        place += "/" + name.replace("~", "~0").replace("/", "~1")
    return place


def _refuse(place: str, message: str) -> NoReturn:
    raise InvalidBody([Fault(place, message)]) from None


def _named(error: json.JSONDecodeError) -> str:
    """Give the decoder's own words for the fault, which never quote the text."""
    return error.msg[:1].lower() + error.msg[1:].removesuffix(" starting at").removesuffix(" at")


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    result = _Object(pairs)
    if len(result) < len(pairs):
        times = Counter(name for name, _ in pairs)
        result.repeated = tuple(name for name in result if times[name] > 1)
    return result


def _integer(digits: str) -> int | _Refused:
    if len(digits) <= _INTEGER_DIGITS and -(2**63) <= int(digits) < 2**64:
        return int(digits)
    return _Refused("This integer does not fit 64 bits. Send a smaller one.")


def _float(digits: str) -> float | _Refused:
    number = float(digits)
    return number if math.isfinite(number) else _Refused("This number is beyond a double. Send a smaller one.")


def _faults(value: Any, place: str) -> Iterator[Fault]:
    """Walk a decoded value; its depth is bounded before."""
    if isinstance(value, str):
        yield from _string_faults(value, place)
    elif isinstance(value, _Object):
        yield from _object_faults(value, place)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _faults(item, _below(place, index))
    elif isinstance(value, _Refused):
        yield Fault(place, value.message)


def _string_faults(value: str, place: str) -> Iterator[Fault]:
    if "\x00" in value:
        yield Fault(place, "This string holds a NUL character. Remove it.")
    if _has_surrogate(value):
        yield Fault(place, "This string holds half of a surrogate pair. Send whole characters.")


def _object_faults(value: _Object, place: str) -> Iterator[Fault]:
    for name in value.repeated:
        yield Fault(_below(place, name), "This member comes more than once. Keep one.")
    for name, member in value.items():
        if "\x00" in name or _has_surrogate(name):
            yield Fault(place, "A member's name holds a NUL or half of a surrogate pair. Rename it.")
        yield from _faults(member, _below(place, name))


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _below(place: str, step: str | int) -> str:
    return place + pointer(step)


def _refuse_deep(text: str) -> None:
    """Refuse nesting over the limit before the decoder recurses into it."""
    if text.count("{") + text.count("[") <= JSON_DEPTH:
        return
    depth = 0
    for match in _TOKEN.finditer(text):
        piece = match[0]
        if piece in "[{":
            depth += 1
            if depth > JSON_DEPTH:
                _refuse(_pointer_at(text, match.start()), f"Nesting over {JSON_DEPTH} levels. Flatten the value.")
        elif piece in "]}":
            depth -= 1


def _pointer_at(text: str, position: int) -> str:
    """Give the pointer of the value that stands at, or is being read at, a position of possibly broken JSON."""
    steps: list[str | int] = []
    for match in _TOKEN.finditer(text, 0, position):
        piece = match[0]
        if piece == "{":
            steps.append("")
        elif piece == "[":
            steps.append(0)
        elif piece in "]}":
            if steps:
                steps.pop()
        elif piece == ",":
            if steps:
                steps[-1] = steps[-1] + 1 if isinstance(steps[-1], int) else ""
        elif steps and isinstance(steps[-1], str) and _COLON.match(text, match.end()):
            steps[-1] = _member_name(piece)
    while steps and steps[-1] == "":
        steps.pop()
    return pointer(*steps)


def _member_name(literal: str) -> str:
    try:
        return str(json.loads(literal))
    except json.JSONDecodeError:
        return ""
