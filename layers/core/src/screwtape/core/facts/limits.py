"""How the words around a value limit it: at least, up to, over, about, exactly; by, before, until, from a date on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from screwtape.core.facts.numerals import word_at
from screwtape.core.facts.values import Bound, Value
from screwtape.core.language.tokens import Kind, Token


def _phrases(*listed: tuple[Bound, str]) -> dict[str, Bound]:
    return {" ".join(phrase.split()): bound for bound, phrases in listed for phrase in phrases.split(",")}


_BEFORE: Final = _phrases(
    (
        "at_least",
        ("""at least, no less than, not less than, no fewer than, not fewer than, minimum of, minimum, a minimum
            of, starting at,mindestens, wenigstens, au moins, al menos, como mínimo, minimum de, mínimo de, не
            менее, минимум, по меньшей мере,τουλάχιστον, على الأقل, لا يقل عن, कम से कम, 至少, 不少于,
            最低, 少なくとも"""),
    ),
    ("above", ("""more than, over, above, exceeding, exceeds, exceed, greater than, longer than, older than,
        larger than, bigger than, higher than, mehr als, über, größer als, höher als, plus de, más de,
        mayor que, superior a, supérieur à, supérieure à, более, больше, свыше, старше, πάνω από,
        περισσότερα από, أكثر من, 超过, 超過""")),
    (
        "at_most",
        ("""at most, no more than, not more than, no longer than, not exceed, not exceeding, maximum of, a
            maximum of, maximum, up to,within, not exceed, höchstens, maximal, bis zu, innerhalb von, binnen, au
            plus, jusqu'à, maximum de, como máximo, hasta, a lo sumo,máximo de, не более, не больше, максимум,
            до, το πολύ, έως, لا يزيد عن, 最多, 不超过, 最大"""),
    ),
    ("below", ("""less than, under, below, fewer than, smaller than, shorter than, younger than, lower than,
        weniger als, unter, kleiner als,
        niedriger als, menor que, inferior a, inférieur à, inférieure à,
        moins de, menos de, менее, меньше,младше, λιγότερα από, κάτω από, أقل من, 低于, 少于""")),
    ("about", ("""about, around, nearly, almost, approximately, roughly, circa, ca, some, approx, etwa, rund, environ,
        près de, unos, unas,aproximadamente, alrededor de, cerca de, ungefähr, около, примерно, περίπου, حوالي,
        लगभग, 约, 大约, 約""")),
    ("exact", "exactly, precisely, genau, exactamente, exactement, ровно, точно, ακριβώς, بالضبط, ठीक"),
)  # fmt: skip
_AFTER: Final = _phrases(
    (
        "at_least",
        ("""or more, or above, or older, or over, or newer, or later, or higher, or greater, or longer, and
            above, and over, and older,and up, and newer, and later, and higher, minimum, +, oder mehr, oder
            neuer, oder älter, ou plus, o más, и более, и выше, и старше,及以上, 以上, 或以上, या अधिक"""),
    ),
    ("at_most", ("""or less, or fewer, or under, or below, or younger, or earlier, or older versions, and below,
        maximum, max, oder weniger, ou moins,o menos, и менее, 以下, 以内""")),
)  # fmt: skip
_OF_DATES: Final = _phrases(
    (
        "at_most",
        """by, until, till, no later than, up to, through, bis, spätestens am, bis zum, hasta, hasta el,
            jusqu'au, до, не позднее, προθεσμία""",
    ),
    ("below", "before, vor, vor dem, antes de, antes del, avant, avant le, перед, πριν από, قبل"),
    (
        "at_least",
        """from, since, starting, effective, as of, ab, ab dem, seit, seit dem, desde, desde el, depuis, dès
            le, à partir du, с, от, από, من""",
    ),
    ("above", "after, nach, nach dem, después de, después del, après, après le, после, μετά από, بعد"),
)
_OPERATORS: Final[dict[str, Bound]] = {
    "<": "below", ">": "above", "<=": "at_most", ">=": "at_least", "\u2264": "at_most", "\u2265": "at_least",
    "\u2a7d": "at_most", "\u2a7e": "at_least", "=<": "at_most", "=": "exact", "==": "exact",
}  # fmt: skip
_OPERATOR_MARKS: Final = frozenset("".join(_OPERATORS))
_TAG: Final = 3
"""Tokens before the end of a tag in which it begins."""
_TURNED: Final[dict[Bound, Bound]] = {"above": "at_most", "below": "at_least"}
_DENIED_REACH: Final = 9
_REACH: Final = 4
_UNSPACED_AFTER: Final[tuple[tuple[str, Bound], ...]] = (
    ("以上", "at_least"),
    ("以下", "at_most"),
    ("以内", "at_most"),
    ("未満", "below"),
    ("以前", "at_most"),
    ("まで", "at_most"),
)
_UNSPACED_BEFORE: Final[tuple[tuple[str, Bound], ...]] = (
    ("至少", "at_least"),
    ("最多", "at_most"),
    ("超过", "above"),
    ("不到", "below"),
    ("约", "about"),
    ("約", "about"),
)


def with_bound(tokens: Sequence[Token], value: Value) -> Value:
    """Read the limit that the words beside a value set, if they set one."""
    dated = value.kind in {"date", "time"}
    bound = _before(tokens, value, _OF_DATES if dated else _BEFORE) or _after(tokens, value)
    if bound in _TURNED and not dated and _is_denied(tokens, value):
        bound = _TURNED[bound]
    if bound is None and value.end == "" and not dated:
        return value
    return replace(value, bound=bound) if bound else value


def _is_denied(tokens: Sequence[Token], value: Value) -> bool:
    """Whether a verb that is denied comes before the limit: do not take more than 8 is at most 8."""
    for step in range(3, _DENIED_REACH + 1):
        word = word_at(tokens, value.first - step)
        if word in {"not", "never", "don't", "nicht", "no", "ne", "не"}:
            return True
        if not word or tokens[value.first - step].kind is Kind.MARK:
            return False
    return False


def _before(tokens: Sequence[Token], value: Value, table: dict[str, Bound]) -> Bound | None:
    at = value.first
    if not at:
        return None
    if tokens[at - 1].text in _OPERATOR_MARKS:
        return _operator(tokens, at - 1)
    if tokens[at - 1].kind is Kind.PAIR:
        return next((bound for piece, bound in _UNSPACED_BEFORE if tokens[at - 1].text.endswith(piece)), None)
    phrase = ""
    found: Bound | None = None
    skipped = 0
    for step in range(1, _REACH + 1):
        word = word_at(tokens, at - step)
        if word in {"the", "el", "le", "dem"} and step == 1 and value.kind in {"date", "time"}:
            skipped = 1
            continue
        if not word or (tokens[at - step].kind is Kind.MARK):
            break
        phrase = f"{word} {phrase}" if phrase else word
        found = table.get(phrase, found)
        if step - skipped >= _REACH:
            break
    return found


def _operator(tokens: Sequence[Token], at: int) -> Bound | None:
    """Read the sign of comparison that ends at a token: x >= 5. Arrows, tags and quoted lines have such signs too."""
    signs, first = tokens[at].text, at
    while first and tokens[first].start == tokens[first - 1].end and tokens[first - 1].kind is Kind.MARK:
        first -= 1
        signs = tokens[first].text + signs
    is_tag = signs == ">" and at > 1 and any(token.text == "<" for token in tokens[max(0, at - _TAG) : at - 1])
    return _OPERATORS.get(signs) if first and not is_tag else None


def _after(tokens: Sequence[Token], value: Value) -> Bound | None:
    at = value.last
    if at >= len(tokens):
        return None
    if tokens[at].kind in {Kind.PAIR, Kind.COUNTER}:
        run = tokens[at].text + "".join(token.text[-1:] for token in tokens[at + 1 : at + 3] if token.kind is Kind.PAIR)
        return next((bound for piece, bound in _UNSPACED_AFTER if piece in run), None)
    first = tokens[at].text if tokens[at].kind is Kind.MARK else tokens[at].word
    two = f"{first} {word_at(tokens, at + 1)}"
    if two in _AFTER:
        return _AFTER[two]
    if first == "+" and tokens[at].start != tokens[at - 1].end:
        return None
    skips_noun = f"{word_at(tokens, at + 1)} {word_at(tokens, at + 2)}"
    return _AFTER.get(first) or (_AFTER.get(skips_noun) if skips_noun.startswith("or ") else None)
