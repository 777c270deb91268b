"""How much a sentence says: all is more than some, always than often, is than may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from screwtape.core.language.lexicon import is_class
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
_DUTIES: Final = 2
_DENIALS: Final = frozenset("not never no nicht pas jamais ne не δεν لا".split())
_MODALS: Final = frozenset(
    """may might could possibly perhaps probably potentially maybe allegedly reportedly alleged suspected unconfirmed
    rumoured rumored speculated unclear likely
    supposedly purportedly presumably ostensibly seemingly apparently theoretically hopefully presumed feared accused
    puede podría podrían quizás quizá probablemente posiblemente presuntamente supuestamente presunto presunta habría
    kann könnte könnten vielleicht möglicherweise vermutlich angeblich mutmaßlich wahrscheinlich voraussichtlich
    anscheinend dürfte
    peut pourrait pourraient probablement prétendument aurait auraient serait seraient
    может возможно якобы вероятно наверное предположительно ίσως πιθανώς πιθανόν φέρεται δήθεν
    ربما يزعم يُزعم शायद संभवतः कथित
    whether ob ли proposed considering preliminary""".split()
)
_WEAK: Final = frozenset(
    """should soon soll sollen sollte sollten debería deberían devrait devraient скоро
    должен должна должно должны""".split()
)
"""Words that tell what ought to be or soon will be, which is no certainty either, but seldom a falsehood."""
_ASKING: Final = frozenset("?\uff1f\u061f\u037e")
_ASKED_IF: Final = frozenset("asked asks ask wonder wonders wondered wondering know unsure determine".split())
_BELIEFS: Final = frozenset("hope hopes hoped doubt doubts doubted".split())
_OF_BELIEF: Final = frozenset("that the this these a an it he she they we".split())
_BEING: Final = frozenset({"is", "are", "was", "were"})
_SURE: Final = frozenset("no without beyond or".split())
"""Before "doubt" and "whether" they take the doubt away: no doubt, or whether."""
_INTENTS: Final = frozenset(
    """plan plans planned intends intend hopes hope aims
    aim expects expected scheduled wants wanted want proposes proposed considering supposed meant intended believed
    thought said rumoured rumored threatens threatened threaten asked urged vows vowed pledged pledges promised promises
    offered offers tries tried try attempts attempted seeks sought hoped poised pretended pretends""".split()
)
"""Words that make what follows them a plan, an attempt or a report when "to" comes next."""
_OF_PEOPLE: Final = frozenset("said offered offers promised promises thought pledged".split())
"""Those after which "to" may name a person: said to reporters."""
_CONSIDERED: Final = frozenset("considered considers considering discussed".split())
"""The same with a form in "-ing" next."""
_MODAL_PIECES: Final = (
    *"可能 也许 或许 据称 据说 疑似 涉嫌 是否 有望 かもしれ とされる とみられ かどうか อาจ".split(),
    *"恐れがあ 見込み 予定だ 予定で 预计 預計".split(),
    "수도 있",
)
_ALSO_MODAL: Final = frozenset(
    """can should would must will suggests suggest seems appears
    expected plans planned intends hopes aims scheduled if need needs required recommend recommended advised
    important soll sollte muss debe doit unless falls wenn sofern si если unknown unclear""".split()
)
"""Words that soften a claim enough to answer a "may", though they are not doubts themselves."""
_ANEW: Final = frozenset(", ; : and but".split())
"""Where another clause may begin."""
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
            if _is_month(tokens, at) or (scale == _DUTIES and _is_denied_duty(tokens, at)):
                continue
            denied = level == max(levels.values()) and at > 0 and tokens[at - 1].word == "not"
            found.append(Strength(scale, 2 if denied else level, at))
    return tuple(found)


def _is_denied_duty(tokens: Sequence[Token], at: int) -> bool:
    """Whether a duty is denied: "must not" and "may not" forbid alike, and the denial is compared by itself."""
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    return after in _DENIALS or bool(at and tokens[at - 1].word in _DENIALS)


def doubts(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Give the tokens that make what follows them possible and not certain. May is a month before or after a day."""
    return tuple(
        at
        for at, token in enumerate(tokens)
        if (token.word in _MODALS and not _is_month(tokens, at) and not _is_certain(tokens, at))
        or _is_unreal_with(tokens, at)
    )


def weak_doubts(tokens: Sequence[Token]) -> tuple[int, ...]:
    """Give the tokens that tell what ought to be or is soon to be, and for a question all of its words."""
    if tokens and any(token.text in _ASKING for token in tokens[-2:]):
        return tuple(range(len(tokens)))
    return tuple(at for at, token in enumerate(tokens) if token.word in _WEAK)


def _is_certain(tokens: Sequence[Token], at: int) -> bool:
    """Whether a doubt is taken away: regardless of whether, whether or not."""
    if tokens[at].word not in {"whether", "ob"}:
        return False
    return tokens[at - 1].word == "of" if at else at + 1 < len(tokens) and tokens[at + 1].word == "or"


def _is_unreal_with(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word makes what follows a wish, an attempt or a report together with the next word."""
    word = tokens[at].word
    if at + 1 >= len(tokens):
        return False
    following = tokens[at + 1].word
    if word in _INTENTS and following == "to":
        return at + 2 == len(tokens) or word not in _OF_PEOPLE or is_class(tokens[at + 2].word, "v")
    if word in _BELIEFS:
        return following in _OF_BELIEF and not (at and tokens[at - 1].word in _SURE)
    return (
        (word in _CONSIDERED and following.endswith("ing"))
        or (word in _ASKED_IF and following == "if")
        or (word == "in" and following == "theory")
        or (word == "would" and following == "have")
        or (word in _BEING and following == "to" and at + 2 < len(tokens) and tokens[at + 2].word == "be")
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


def is_modal(token: Token) -> bool:
    """Whether a word of doubt is one by itself: may, perhaps. What is planned is a doubt of another kind."""
    return token.word in _MODALS


def promises(tokens: Sequence[Token]) -> bool:
    """Whether a sentence says of something that it will be, without a doubt in what leads up to it or right after."""
    begun = 0
    for at, token in enumerate(tokens):
        if token.word in _ANEW or token.text in _ANEW:
            begun = at + 1
        elif token.word == "will" and not any(is_modal(beside) for beside in tokens[begun : at + 3]):
            return True
    return False


def is_promised(tokens: Sequence[Token], text: str) -> bool:
    """Whether a claim says that something will be and leaves no room beside that."""
    soft = {token.word for token in tokens} & _ALSO_MODAL
    return soft == {"will"} and not is_doubtful(tokens, text)


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
