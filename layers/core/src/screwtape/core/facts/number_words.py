"""The words that numbers are made of, in the languages that the judge reads, and what each of them comes to."""

from __future__ import annotations

from typing import Final


def _numbered(lines: str, first: int, step: int = 1) -> dict[str, int]:
    """Give each word its number: one line for each, counted on from ``first``."""
    return {
        word: first + step * line for line, words in enumerate(lines.strip().splitlines()) for word in words.split()
    }


_UP_TO_TWENTY: Final = _numbered(
    """zero null
    one
    two zwei zwo dos deux dois два две двух δύο δυο दो
    three drei tres trois três tre три трех трёх τρεις τρία तीन
    four vier cuatro quatre quatro quattro четыре четырех четырёх τέσσερις τέσσερα चार
    five fünf cinco cinq cinque пять пяти πέντε पांच पाँच
    six sechs seis sei шесть шести έξι छह छः
    seven sieben siete sept sete sette семь семи επτά εφτά सात
    eight acht ocho huit oito otto восемь восьми οκτώ οχτώ आठ
    nine neun nueve neuf nove девять девяти εννέα εννιά नौ
    ten zehn diez dix dez dieci десять десяти δέκα दस
    eleven elf onze одиннадцать одиннадцати έντεκα ग्यारह
    twelve zwölf doce douze doze dodici двенадцать двенадцати δώδεκα बारह
    thirteen dreizehn trece treize treze tredici тринадцать δεκατρία δεκατρείς तेरह
    fourteen vierzehn catorce quatorze quattordici четырнадцать δεκατέσσερα δεκατέσσερις चौदह
    fifteen fünfzehn quince quinze quindici пятнадцать пятнадцати δεκαπέντε पंद्रह पन्द्रह
    sixteen sechzehn dieciséis seize sedici шестнадцать δεκαέξι सोलह
    seventeen siebzehn diecisiete семнадцать δεκαεπτά सत्रह
    eighteen achtzehn dieciocho dezoito восемнадцать δεκαοκτώ अठारह
    nineteen neunzehn diecinueve девятнадцать δεκαεννέα उन्नीस""",
    0,
)
_TENS: Final = _numbered(
    """twenty zwanzig veinte vingt vinte venti двадцать двадцати είκοσι बीस
    thirty dreißig dreissig treinta trente trinta trenta тридцать тридцати τριάντα तीस
    forty fourty vierzig cuarenta quarante quarenta quaranta сорок сорока σαράντα चालीस
    fifty fünfzig cincuenta cinquante cinquenta cinquanta пятьдесят пятидесяти πενήντα पचास
    sixty sechzig sesenta soixante sessenta sessanta шестьдесят шестидесяти εξήντα साठ
    seventy siebzig setenta septante settanta семьдесят семидесяти εβδομήντα सत्तर
    eighty achtzig ochenta oitenta huitante ottanta восемьдесят восьмидесяти ογδόντα अस्सी
    ninety neunzig noventa nonante novanta девяносто ενενήντα नब्बे""",
    20,
    10,
)
_TWENTIES: Final = _numbered(
    """veintiuno veintiún veintiuna
    veintidós
    veintitrés
    veinticuatro
    veinticinco
    veintiséis
    veintisiete
    veintiocho
    veintinueve""",
    21,
)
_HUNDREDS: Final = _numbered(
    """cien ciento cento сто εκατό εκατόν hundert
    doscientos doscientas duzentos двести διακόσια διακόσιες διακόσιοι
    trescientos trescientas trezentos триста τριακόσια τριακόσιες τριακόσιοι
    cuatrocientos cuatrocientas quatrocentos четыреста τετρακόσια τετρακόσιες
    quinientos quinientas quinhentos пятьсот πεντακόσια πεντακόσιες
    seiscientos seiscientas seiscentos шестьсот εξακόσια εξακόσιες
    setecientos setecientas setecentos семьсот επτακόσια επτακόσιες
    ochocientos ochocientas oitocentos восемьсот οκτακόσια οκτακόσιες
    novecientos novecientas novecentos девятьсот εννιακόσια εννιακόσιες""",
    100,
    100,
)
_GERMAN: Final = "ein zwei drei vier fünf sechs sieben acht neun".split()
_GERMAN_TENS: Final = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_GERMAN_TEENS: Final = (
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
    "achtzehn neunzehn".split()
)


def _german() -> dict[str, int]:
    """Give the German numbers below a thousand that are one word made of several, and the round thousands."""
    below = dict(zip(_GERMAN_TEENS, range(1, 20), strict=True))
    below |= {word: 20 + 10 * at for at, word in enumerate(_GERMAN_TENS)}
    pairs = {
        f"{one}und{ten}": 20 + 10 * tens + ones
        for tens, ten in enumerate(_GERMAN_TENS)
        for ones, one in enumerate(_GERMAN, 1)
    }
    hundreds = {f"{one}hundert": 100 * ones for ones, one in enumerate(["", *_GERMAN]) if ones}
    rest = {"": 0, **below, **pairs}
    made = {f"{hundred}{word}": more + amount for hundred, more in hundreds.items() for word, amount in rest.items()}
    made |= {f"hundert{word}": 100 + amount for word, amount in rest.items() if word}
    thousands = {f"{word}tausend": 1000 * amount for word, amount in [*below.items(), ("ein", 1)] if word != "eins"}
    return pairs | made | thousands


AMOUNTS: Final = {**_german(), **_UP_TO_TWENTY, **_TENS, **_TWENTIES, **_HUNDREDS}
"""What a word comes to by itself."""
INSIDE: Final = dict.fromkeys("un une uno una um uma один одна одно одну ένα μία μια एक".split(), 1)
"""Words for one that are articles as well, and a number only inside a longer one: vingt et un."""
HUNDRED: Final = frozenset("hundred cent cents सौ".split())
THOUSAND: Final = frozenset(
    "thousand tausend mil mille mila тысяча тысячи тысяч тысячу χίλια χίλιες χιλιάδες हज़ार हजार".split()
)
"""Words that multiply what stands before them inside a number."""
BEFORE_CENT: Final = frozenset("deux trois quatre cinq sept huit neuf".split())
"""French numbers after which a cent is a hundred; six cents may be money."""
NOT_BEFORE_HUNDRED: Final = frozenset("a per pour por one the each every τοις red last".split())
"""Words after which a cent, ciento or cien is no hundred."""
JOINTS: Final = frozenset("and et y e και -".split())
"""What stands between tens and ones, or before the rest of a hundred."""
FRACTIONS: Final = {
    word: below
    for below, words in (
        (2, "half halves"),
        (3, "third thirds drittel tercio tercios tiers terço terços треть трети третей τρίτο τρίτα"),
        (4, "quarter quarters fourth fourths viertel quart quarts четверть четверти τέταρτο τέταρτα"),
        (5, "fifth fifths fünftel quinto quintos cinquième cinquièmes пятая пятых"),
        (6, "sixth sixths sechstel"),
        (8, "eighth eighths achtel"),
        (10, "tenth tenths zehntel décimo décimos dixième dixièmes десятая десятых"),
    )
    for word in words.split()
}
"""Parts of a whole by name."""
HALF: Final = frozenset(
    "half halves hälfte mitad moitié metade половина половину половины половиной μισό μισά μισή आधा आधे आधी".split()
)
ONE: Final = frozenset("a an ein un una um одна одну ένα".split())
"""Words for one before a part of a whole: a third of the members."""
OF: Final = frozenset("of der des von de del du da do d из από τους του της".split())
ROOM_AFTER_TENS: Final = 10
ROOM_AFTER_HUNDRED: Final = 100
ROOM_OF: Final = {"soixante": 20}
"""What the next word of a number must stay below after a word, where that is not told by its noughts."""


def room_after(word: str, amount: int) -> int:
    """Give what the next word of a number must stay below: a one after tens, tens after a hundred."""
    if word in ROOM_OF:
        return ROOM_OF[word]
    noughts = next((size for size in (1000, 100, 10) if amount % size == 0), 0)
    return noughts if amount > ROOM_AFTER_TENS else 0
