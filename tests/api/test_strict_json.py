"""Strict JSON: every lenient guess is a fault with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from screwtape.api.strict_json import decode_object, pointer
from screwtape.core.errors import Fault, InvalidBody
from screwtape.core.terms import JSON_DEPTH


def faults_of(body: bytes) -> tuple[Fault, ...]:
    """Decode a body that must be refused."""
    with pytest.raises(InvalidBody) as refusal:
        decode_object(body)
    return refusal.value.faults


@pytest.mark.parametrize(
    ("body", "place", "words"),
    [
        pytest.param(b"\xff\xfe", "", "not UTF-8", id="not-utf-8"),
        pytest.param('{"a":1}'.encode("utf-16"), "", "not UTF-8", id="utf-16"),
        pytest.param(b"\xef\xbb\xbf{}", "", "BOM", id="byte-order-mark"),
        pytest.param(b"", "", "empty", id="empty"),
        pytest.param(b" \r\n\t", "", "empty", id="blank"),
        pytest.param(b"[]", "", "object", id="array"),
        pytest.param(b'"text"', "", "object", id="string"),
        pytest.param(b"null", "", "object", id="null"),
        pytest.param(b'{"a":1,"a":2}', "/a", "more than once", id="duplicate"),
        pytest.param(b'{"a":{"b":1,"b":1}}', "/a/b", "more than once", id="duplicate-inside"),
        pytest.param(b'{"a":1,"\\u0061":2}', "/a", "more than once", id="duplicate-by-escape"),
        pytest.param(b'{"a":[1,NaN]}', "/a/1", "NaN", id="nan"),
        pytest.param(b'{"a":-Infinity}', "/a", "Infinity", id="infinity"),
        pytest.param(b'{"a":1e999}', "/a", "beyond a double", id="beyond-a-double"),
        pytest.param(b'{"a":"\\ud800"}', "/a", "surrogate", id="lone-surrogate"),
        pytest.param(b'{"a":"x\\u0000"}', "/a", "NUL", id="nul"),
        pytest.param(b'{"a":{"x\\u0000":1}}', "/a", "NUL", id="nul-in-a-name"),
        pytest.param(b'{"a":18446744073709551616}', "/a", "64 bits", id="integer-over-64-bits"),
        pytest.param(b'{"a":-9223372036854775809}', "/a", "64 bits", id="integer-under-64-bits"),
        pytest.param(b'{"a":' + b"9" * 5_000 + b"}", "/a", "64 bits", id="five-thousand-digits"),
        pytest.param(b'{"a":[1,{"b":tru}]}', "/a/1/b", "not JSON", id="broken-inside"),
        pytest.param(b'{"a":1}x', "", "not JSON", id="something-after"),
        pytest.param(b'{"a":1,}', "", "not JSON", id="trailing-comma"),
        pytest.param(b"{'a':1}", "", "not JSON", id="single-quotes"),
        pytest.param(b'{"a":"\x01"}', "/a", "not JSON", id="control-character"),
        pytest.param(b'{"a"' + b" " * 50 + b":tru}", "/a", "not JSON", id="blanks-before-the-colon"),
        pytest.param(b'{"a/b":{"c~d":x}}', "/a~1b/c~0d", "not JSON", id="escaped-pointer"),
    ],
)
def test_a_fault_names_its_place(body: bytes, place: str, words: str) -> None:
    """Each kind of fault is refused with the pointer of its place and a sentence that names it."""
    (fault,) = faults_of(body)
    assert fault.pointer == place
    assert words in fault.message


@pytest.mark.parametrize("opening", [b"[", b'{"a":'], ids=["arrays", "objects"])
@pytest.mark.parametrize("depth", [JSON_DEPTH + 1, 100_000])
def test_deep_nesting_is_refused_before_it_is_followed(opening: bytes, depth: int) -> None:
    """However deep a body is, it is refused at the first level over the limit."""
    (fault,) = faults_of(b'{"top":' + opening * depth)
    assert fault.pointer.count("/") == JSON_DEPTH
    assert str(JSON_DEPTH) in fault.message


def test_the_deepest_allowed_nesting_is_read() -> None:
    """The limit itself is allowed, and brackets inside a string do not count."""
    body = b'{"a":' + b"[" * (JSON_DEPTH - 1) + b'"[[[[{{{{\\"[["' + b"]" * (JSON_DEPTH - 1) + b"}"
    value: Any = decode_object(body)["a"]
    for _ in range(JSON_DEPTH - 1):
        (value,) = value
    assert value == '[[[[{{{{"[['


def test_all_faults_are_named_up_to_a_bound() -> None:
    """Several faults come back together, but never without end."""
    assert [fault.pointer for fault in faults_of(b'{"a":NaN,"b":["\\u0000",1e999]}')] == ["/a", "/b/0", "/b/1"]
    assert len(faults_of(b'{"a":[' + b"NaN," * 500 + b"1]}")) == 20


def test_what_others_define_is_not_looked_at() -> None:
    """Inside a foreign member nothing is refused, beside it everything is."""
    body = b'{"theirs":{"a":1,"a":"\\u0000"},"ours":1,"ours":2}'
    with pytest.raises(InvalidBody) as refusal:
        decode_object(body, foreign=frozenset({"theirs"}))
    assert [fault.pointer for fault in refusal.value.faults] == ["/ours"]


def test_a_pointer_does_not_repeat_overlong_names() -> None:
    """A place under a name of any length is named by its parent, so that a reply stays small."""
    long = "n" * 5_000
    (fault,) = faults_of(json.dumps({"a": {long: 1}}).replace("1}", "NaN}").encode())
    assert fault.pointer == "/a"
    assert pointer("a", 0, "b~/c") == "/a/0/b~0~1c"


CHARACTERS = st.characters(codec="utf-8", exclude_characters="\x00")
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(CHARACTERS, max_size=8),
    lambda inside: (
        st.lists(inside, max_size=4)
        | st.dictionaries(
            st.text(CHARACTERS, max_size=4),
            inside,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text(CHARACTERS, max_size=4), JSON_VALUES))
def test_good_json_is_read_as_the_standard_library_reads_it(value: dict[str, Any]) -> None:
    """Strictness changes nothing about JSON that everybody reads alike."""
    body = json.dumps(value).encode()
    assert decode_object(body) == json.loads(body)


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    """No bytes raise anything but InvalidBody, and every fault can be printed."""
    try:
        read: object = decode_object(body)
    except InvalidBody as refusal:
        read = {fault.pointer: fault.message for fault in refusal.faults}
    assert isinstance(read, dict)
    assert all(name.encode() is not None for name in read)
