"""What takes something back: only, except, almost, a myth, used to. A claim that leaves it out says something else.

Each restriction has a focus: the words it is about. "Free only on Sundays" says nothing of Mondays; "daily except
Monday" says the opposite of Monday. The words are those of a closed class in each language, so lists of them are whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from screwtape.core.language.lexicon import is_class, is_english, is_verb
from screwtape.core.language.small_words import PAST
from screwtape.core.language.stems import stem
from screwtape.core.language.tokens import Kind, Token

RestrictionKind = Literal["only", "except", "nearly", "untrue", "past", "condition"]

_ONLY: Final = frozenset(
    """only solely exclusively nur ausschließlich lediglich solo solamente sólo únicamente exclusivamente
    seulement uniquement exclusivement seul seuls seule seules только лишь исключительно
    μόνο μόνον αποκλειστικά فقط حصرا केवल सिर्फ मात्र""".split()
)
_ONLY_BEHIND: Final = frozenset({"فقط", "حصرا"})
"""Those that stand behind what they are about."""
_NOT_ONLY: Final = frozenset("not nicht no non не if the an when".split())
"""Before an "only" they make it another word: not only, the only, if only."""
_BEING: Final = frozenset("is are was be been were being get got".split())
"""Before "used to" they make it a habit."""
_EXCEPT: Final = frozenset(
    """except excepting excluding barring außer ausgenommen sauf hormis excepté salvo excepto exceptuando
    кроме εκτός πλην باستثناء""".split()
)
_EXCEPT_PAIRS: Final = frozenset(
    """everything but|everyone but|nobody but
    |other than|apart from|aside from|save for|but not|exception of|mit ausnahme|за исключением|ما عدا
    |με εξαίρεση""".replace("\n    ", "").split("|")
)
_EXCEPT_BEHIND: Final = frozenset({"को छोड़कर"})
_NEARLY: Final = frozenset(
    """almost nearly beinahe nahezu presque quasiment failli casi почти едва σχεδόν παραλίγο تقريبا लगभग""".split()
)
_GERMAN: Final = frozenset("wäre wurde worden hätte ist wird sind und das der nicht hat".split())
_UNTRUE: Final = frozenset(
    """myth hoax misconception untrue unfounded debunked falsehood rumor rumour fabricated mythos irrtum gerücht
    falschmeldung mythe rumeur mito bulo миф слух выдумка μύθος φήμη خرافة إشاعة मिथक अफवाह
    bestreitet bestritt bestreiten leugnet leugnete dementiert dementierte unwahr nie dément démenti conteste niega negó
    niegan desmiente desmintió отрицает отрицал отрицала отрицают опровергает опроверг неправда αρνείται αρνήθηκε
    διαψεύδει ينفي نفى تنفي نفت""".split()
)
_UNTRUE_PAIRS: Final = frozenset("stimmt nicht|nicht wahr|pas vrai|no es|not true|not correct|не правда".split("|"))
_FALSE: Final = frozenset("false incorrect wrong falsch faux falso falsa неверно ложь ψευδές".split())
_REPORTS: Final = frozenset(
    "report reports claim claims rumor rumors rumour rumours allegation allegations that dass que что ότι".split()
)
_QUANTITIES: Final = frozenset(
    """all every each everyone everybody everything always any anything half twice double alle alles jeder jede jedes
    immer tous toutes tout toute toujours todos todas todo siempre все всё всех всегда όλοι όλα όλες κάθε كل सभी no none
    never nothing nobody impossible entirely completely fully wholly exclusively identical the""".split()
)
_LINKS: Final = frozenset(
    "of de der des du di del den für for to from in on at à a the el la los las le les die das dem an and or".split()
)
_FOCUS_AT_MOST: Final = 4
_REACH: Final = 7
_IF: Final = frozenset("if unless falls sofern если εάν αν إذا अगर यदि".split())
_IF_FIRST: Final = frozenset("si wenn provided".split())
"""Those that mean so only where they begin a clause."""
_SUBJECTS: Final = frozenset("el la los las le les il elle on vous tu der die das er sie es no hay that".split())
_NOT_IF: Final = frozenset(
    "even as only what asked asks ask wonder wonders wondered wondering see know check whether and or unsure".split()
)
_IDIOMS: Final = frozenset("necessary needed possible any anything not so applicable desired required you".split())
_CONDITION_AT_MOST: Final = 12
_FIRST_AT_MOST: Final = 40
"""Content words of a condition, and of one that begins its clause."""
_CLAUSE_ENDS: Final = frozenset(", ; : . ( ) \u060c".split())

_UNSPACED_EXCEPT: Final = re.compile(
    "除(?:了)?(?P<after>[^，。,、]{1,8}?)(?:以外|之外|外)|(?P<before>[\u3400-\u9fff\u30a0-\u30ff]{1,6})(?:を除|以外)"
)
_UNSPACED_ONLY: Final = re.compile(
    "(?:仅限|仅|只有|只限|只对|只在|唯有)(?P<after>[^，。,、]{1,4})|(?P<before>[\u3400-\u9fff\u30a0-\u30ff]{1,4})(?:のみ|だけ|に限)"
)
_UNSPACED_IF: Final = re.compile(
    "(?:如果|假如|要是|一旦|若是|もし)(?P<after>[^，。,、]{1,40})|(?<![^，。,、])(?P<before>[^，。,、]{2,40})場合[,、はに]"
)
_UNSPACED: Final[tuple[tuple[RestrictionKind, re.Pattern[str]], ...]] = (
    ("except", _UNSPACED_EXCEPT),
    ("only", _UNSPACED_ONLY),
    ("condition", _UNSPACED_IF),
    ("nearly", re.compile("差点|险些|危うく|もう少しで")),
    ("untrue", re.compile("否认|否定|谣言|误传|误解|迷思|并非|デマ|誤解|俗説|わけではない|わけではありません")),
)
_HEAD: Final = 2
"""Characters of a script without spaces that name what is restricted."""


class Restriction(NamedTuple):
    """What is restricted: how, by which word, and the text's tokens (or characters) that it is about."""

    kind: RestrictionKind
    marker: str
    at: int = -1
    focus: tuple[int, ...] = ()
    unspaced: str = ""


def restrictions(tokens: Sequence[Token], text: str) -> tuple[Restriction, ...]:
    """Give the restrictions of a sentence in order."""
    found: list[Restriction] = []
    german = any(token.word in _GERMAN for token in tokens)
    for at, token in enumerate(tokens):
        if token.kind is Kind.WORD:
            each = _at(tokens, at, german=german)
            if each is not None:
                found.append(each)
    return tuple(found) if text.isascii() else (*found, *_unspaced(text))


def _at(tokens: Sequence[Token], at: int, *, german: bool) -> Restriction | None:
    """Read the restriction that a word marks, if it marks one."""
    word, after = tokens[at].word, _word(tokens, at + 1)
    if f"{word} {after}" == "but not" and tokens[at + 2 : at + 3] and tokens[at + 2].weight > 0:
        return None  # "but not refunded" denies what follows, as any "not" does
    if word in _EXCEPT or f"{word} {after}" in _EXCEPT_PAIRS:
        return _focused("except", tokens, at, at + 1 + (word not in _EXCEPT))
    if f"{_word(tokens, at - 1)} {word}" in _EXCEPT_BEHIND:
        return Restriction("except", tokens[at].text, at, _content_before(tokens, at - 1))
    return _only_at(tokens, at) or _unreal_at(tokens, at, german=german) or _condition_at(tokens, at)


def _condition_at(tokens: Sequence[Token], at: int) -> Restriction | None:
    """Read a condition: from an "if" to the end of its clause, an idiom such as "if needed" aside."""
    word, before, after = tokens[at].word, _word(tokens, at - 1), _word(tokens, at + 1)
    begins = at == 0 or tokens[at - 1].kind is Kind.MARK
    if word not in _IF and not (word in _IF_FIRST and (begins or after in _SUBJECTS)):
        return None
    if before in _NOT_IF or after in _IDIOMS:
        return None
    most = _FIRST_AT_MOST if begins else _CONDITION_AT_MOST
    focus: list[int] = []
    for place in range(at + 1, len(tokens)):
        if tokens[place].text in _CLAUSE_ENDS or len(focus) >= most:
            break
        if tokens[place].weight > 0:
            focus.append(place)
    return Restriction("condition", tokens[at].text, at, tuple(focus)) if focus else None


def _only_at(tokens: Sequence[Token], at: int) -> Restriction | None:
    """Read an "only", which stands behind what it is about at the end of a clause, and in Arabic always."""
    word = tokens[at].word
    if word in {"que", "qu"} and _is_ne_que(tokens, at):
        return _focused("only", tokens, at, at + 1)
    if word not in _ONLY or _word(tokens, at - 1) in _NOT_ONLY:
        return None
    if word in _ONLY_BEHIND or at + 1 >= len(tokens) or tokens[at + 1].kind is Kind.MARK:
        return Restriction("only", tokens[at].text, at, _content_before(tokens, at))
    return _focused("only", tokens, at, at + 1)


def _unreal_at(tokens: Sequence[Token], at: int, *, german: bool) -> Restriction | None:
    """Read what says that something is not so: nearly, a myth, used to."""
    word = tokens[at].word
    nearly = word in _NEARLY or (word == "fast" and german)
    if nearly and _denies_deed(tokens, at):
        return Restriction("nearly", tokens[at].text)
    around = (*tokens[:2], *tokens[max(0, at - _REACH) : at + 2])
    reported = word in _FALSE and any(each.word in _REPORTS for each in around)
    if reported or (word in _UNTRUE and not (word == "nie" and german)) or _is_untrue_pair(tokens, at):
        return Restriction("untrue", tokens[at].text)
    if word == "used" and _word(tokens, at + 1) == "to" and _word(tokens, at - 1) not in _BEING:
        return Restriction("past", "used to")
    return None


def _is_untrue_pair(tokens: Sequence[Token], at: int) -> bool:
    """Whether two words call untrue the clause that comes next: es stimmt nicht, dass."""
    return (
        f"{tokens[at].word} {_word(tokens, at + 1)}" in _UNTRUE_PAIRS
        and (tokens[at].word != "no" or _word(tokens, at + 2) in {"cierto", "verdad"})
        and any(each.word in _REPORTS for each in tokens[at + 2 : at + 5])
    )


def _focused(kind: RestrictionKind, tokens: Sequence[Token], at: int, begin: int) -> Restriction | None:
    """Read what a marker is about: after a verb the whole clause, else the next words that belong together."""
    focus: list[int] = []
    whole = begin < len(tokens) and tokens[begin].weight > 0 and is_verb(tokens[begin].word)
    for place in range(begin, len(tokens)):
        token = tokens[place]
        if token.text in _CLAUSE_ENDS or len(focus) >= _FOCUS_AT_MOST * (1 + whole):
            break
        if token.kind is Kind.NUMBER:
            if not focus and kind == "only":
                return None  # "only 30" is 30
            focus.append(place)
        elif token.weight > 0 and not (focus and not whole and is_verb(token.word) and kind == "only"):
            focus.append(place)
        elif focus and not whole and token.word not in _LINKS and token.text != "-":
            break
    return Restriction(kind, tokens[at].text, at, tuple(focus)) if focus else None


def _content_before(tokens: Sequence[Token], end: int) -> tuple[int, ...]:
    focus: list[int] = []
    for place in range(end - 1, -1, -1):
        if tokens[place].weight > 0:
            focus.append(place)
            return tuple(focus)
        if tokens[place].text in _CLAUSE_ENDS:
            break
    return tuple(focus)


def _is_ne_que(tokens: Sequence[Token], at: int) -> bool:
    """Whether a French "que" closes a "ne" before it without another negation between: ne ... que is only."""
    for place in range(at - 1, max(-1, at - _REACH), -1):
        written = tokens[place].text.lower()
        if tokens[place].word in {"pas", "plus", "jamais", "rien", "que", "point"}:
            return False
        if written == "ne" or written.startswith("n'"):
            return True
    return False


def _denies_deed(tokens: Sequence[Token], at: int) -> bool:
    """Whether "almost" is about what did not happen: not about an amount, an "all" or a name of a size."""
    for token in tokens[at + 1 : at + 3]:
        if token.kind is Kind.NUMBER or token.word in _QUANTITIES:
            return False
    after = _word(tokens, at + 1)
    return bool(after) and (not is_english(after) or is_class(stem(after), "v"))


def has_past(tokens: Sequence[Token]) -> bool:
    """Whether a sentence says that something is done."""
    return any(token.word in PAST for token in tokens)


def _unspaced(text: str) -> list[Restriction]:
    found: list[Restriction] = []
    for kind, pattern in _UNSPACED:
        for match in pattern.finditer(text):
            named = match.groupdict()
            before, after = named.get("before"), named.get("after")
            found.append(Restriction(kind, match[0], unspaced=_named(kind, before or "", after or "")))
    return found


def _named(kind: RestrictionKind, before: str, after: str) -> str:
    """Give the characters that name what is restricted, of a condition all."""
    if kind == "condition":
        return before or after
    return before[-_HEAD:] if before else after[:_HEAD]


def _word(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].word if 0 <= at < len(tokens) else ""
