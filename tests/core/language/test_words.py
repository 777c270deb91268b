"""Tokens, and the quicker reading of them that the index takes."""

from hypothesis import example, given
from hypothesis import strategies as st

from screwtape.core.language.tokens import Kind, Token
from screwtape.core.language.words import keys_of, tokens

_PIECES = st.sampled_from(
    "Paris the plan B a.m. P.M 5 5pm 1,250.50 17:30 ORD-4821 Q3 A-1 v1.2.3 it's don't O'Hare https://a.example/b?c=1). "
    "x_y __ 3.5x -7 \" ' ( . , ; e.g. l'eau 'tis rock'n'roll non-stop unsafe fell 12th 0x1F".split(" ")
)
_ASCII = st.text(st.characters(max_codepoint=127), max_size=60) | st.lists(_PIECES, max_size=12).map(" ".join)
_JOINED = st.lists(_PIECES, max_size=6).map("".join)


def is_indexed(token: Token, at: int, read: list[Token]) -> bool:
    """Whether an index holds a token: numbers, and what carries content by itself and not by its place."""
    if token.kind is not Kind.WORD:
        return token.weight > 0 or token.kind is Kind.NUMBER
    alone = tokens(token.text)
    return len(alone) == 1 and alone[0].weight > 0 and read[at].weight > 0


@given(_ASCII | _JOINED)
@example("It began at 5 a.m. on plan B.")
@example("P.M-0")
def test_the_index_of_an_ascii_text_holds_the_keys_of_its_tokens(text: str) -> None:
    """The quick reader and the tokenizer cut one text alike; a capital may be the name of something or not."""
    read = tokens(text)
    held = {token.key for at, token in enumerate(read) if is_indexed(token, at, read)}
    assert held <= keys_of(text) <= held | {f"letter {letter.lower()}" for letter in text if letter.isupper()}


@given(st.text(max_size=60) | _JOINED)
def test_every_token_slices_the_text_it_was_read_from(text: str) -> None:
    """Places are those of the text, and tokens follow one another."""
    read = tokens(text)
    assert all(text[token.start : token.end] == token.text for token in read)
    assert [token.start for token in read] == sorted(token.start for token in read)
