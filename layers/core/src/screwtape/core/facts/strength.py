"""How much a sentence says: all is more than some, always than often, is than may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.language.tokens import Kind, Token

_SCALES: Final = (
    # amounts
    {
        **dict.fromkeys(
            (
                "all",
                "every",
                "each",
                "entire",
                "everyone",
                "everybody",
                "alle",
                "todos",
                "todas",
                "tous",
                "toutes",
                "все",
                "كل",
            ),
            5,
        ),
        **dict.fromkeys(("most", "majority", "mayoría", "plupart", "meisten", "большинство"), 4),
        **dict.fromkeys(("many", "numerous", "muchos", "viele", "beaucoup", "многие"), 3),
        **dict.fromkeys(
            (
                "some",
                "several",
                "few",
                "certain",
                "algunos",
                "algunas",
                "einige",
                "certains",
                "quelques",
                "некоторые",
                "بعض",
            ),
            2,
        ),
        **dict.fromkeys(("none", "nobody"), 0),
    },
    # times
    {
        **dict.fromkeys(("always", "immer", "siempre", "toujours", "всегда", "invariably"), 5),
        **dict.fromkeys(
            ("usually", "generally", "typically", "mostly", "normally", "often", "frequently", "oft", "souvent"), 4
        ),
        **dict.fromkeys(("sometimes", "occasionally", "manchmal", "parfois", "иногда"), 2),
        **dict.fromkeys(("rarely", "seldom"), 1),
        **dict.fromkeys(("never",), 0),
    },
    # duties
    {
        **dict.fromkeys(
            "must shall müssen muss debe deben doit doivent должен должна должны πρέπει يجب 必须".split(), 5
        ),
        **dict.fromkeys("should ought sollte sollten debería devrait следует".split(), 4),
        **dict.fromkeys(
            "may can could might kann können darf dürfen puede pueden peut peuvent может могут μπορεί يمكن".split(), 2
        ),
    },
)
_NONE: Final = 0
_MODALS: Final = frozenset(
    """may might could possibly perhaps probably potentially maybe allegedly reportedly alleged suspected unconfirmed
    rumoured rumored speculated unclear likely
    puede podría kann könnte vielleicht peut pourrait peut-être может возможно
    proposed considering preliminary""".split()
)
_INTENTS: Final = frozenset(
    """plan plans planned intends intend hopes hope aims
    aim expects expected scheduled wants proposes proposed considering""".split()
)
"""Words that make what follows them a plan when "to" comes next."""
_MODAL_PIECES: Final = ("可能", "也许", "或许", "かもしれ", "수도 있", "อาจ")
_ALSO_MODAL: Final = frozenset(
    """can should would must will suggests suggest seems appears
    expected plans planned plan intends hopes aims scheduled if""".split()
)
"""Words that soften a claim enough to answer a "may", though they are not doubts themselves."""
_EXCLUSIVES: Final = frozenset(
    "only solely exclusively nur solo solamente sólo seulement uniquement только 仅 只有 のみ".split()
)


class Strength(NamedTuple):
    """A quantifier: the scale it stands on (0 amounts, 1 times), its level there (0 none to 5 all), and its token."""

    scale: int
    level: int
    at: int


def quantifiers(tokens: Sequence[Token]) -> tuple[Strength, ...]:
    """Give the quantifiers of a sentence in order."""
    found: list[Strength] = []
    for at, token in enumerate(tokens):
        if token.kind is not Kind.WORD:
            continue
        for scale, levels in enumerate(_SCALES):
            level = levels.get(token.word)
            if level is None or (token.word in {"few", "most", "some"} and at and tokens[at - 1].word == "at"):
                continue
            if _is_month(tokens, at):
                continue
            denied = level == max(levels.values()) and at > 0 and tokens[at - 1].word == "not"
            found.append(Strength(scale, 2 if denied else level, at))
    return tuple(found)


def doubts(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Give the tokens that make what follows them possible and not certain. May is a month before or after a day."""
    return tuple(
        at
        for at, token in enumerate(tokens)
        if (token.word in _MODALS and not _is_month(tokens, at))
        or (token.word in _INTENTS and at + 1 < len(tokens) and tokens[at + 1].word == "to")
    )


def _is_month(tokens: Sequence[Token], at: int) -> bool:
    dated = at + 1 < len(tokens) and tokens[at + 1].kind is Kind.NUMBER
    return tokens[at].word == "may" and tokens[at].is_capital and (at > 0 or dated)


def is_doubtful(tokens: Sequence[Token], text: str) -> bool:
    """Whether a sentence holds something possible and not certain."""
    return bool(doubts(tokens)) or is_doubtful_unspaced(text)


def is_doubtful_unspaced(text: str) -> bool:
    """Whether a sentence in a script without spaces does."""
    return not text.isascii() and any(piece in text for piece in _MODAL_PIECES)


def is_softened(tokens: Sequence[Token], text: str) -> bool:
    """Whether a claim leaves room: doubtful, or stated as a rule, a plan or a condition."""
    return is_doubtful(tokens, text) or any(token.word in _ALSO_MODAL for token in tokens)


def exclusives(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Give the tokens that shut everything else out: only, solely."""
    return tuple(
        at
        for at, token in enumerate(tokens)
        if token.word in _EXCLUSIVES and not (at and tokens[at - 1].word in {"not", "if", "nicht", "no"})
    )


def overstates(claimed: Strength, known: Strength) -> bool:
    """Whether a quantifier says more than its source: all for some, none for some, some for none."""
    if claimed.scale != known.scale:
        return False
    return claimed.level > known.level if claimed.level else known.level != _NONE
