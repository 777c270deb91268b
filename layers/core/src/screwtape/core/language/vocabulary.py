"""What words mean to the comparison: which carry no content, which say the same, and which say the opposite.

A word becomes a ``Concept``: a key shared by its inflections and synonyms, and a sign that its opposite turns round.
"Rose" and "fell" are one concept with two signs, so "did not rise" and "fell" agree. The tables are short and written
by hand: everyday business, science and news words, not a dictionary.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from screwtape.core.language.stems import stem


class Sense(NamedTuple):
    """The key of a meaning, and the sign that tells it from its opposite."""

    key: str
    sign: int


class Concept(NamedTuple):
    """The key of a word's meaning, its sign (+1 or -1), and how much it weighs as content (0 to 1)."""

    key: str
    sign: int
    weight: float


LIGHT_WEIGHT: Final = 0.35
"""Weight of verbs and nouns that fit every subject: they tell little about whether two sentences agree."""
DIRECTION_WEIGHT: Final = 0.2
"""Weight of small words that have an opposite: before and after, above and below."""
UNSPACED_WEIGHT: Final = 0.5
"""Weight of a pair of characters in a script without spaces: about two pairs make a word."""

FUNCTION_WORDS: Final = frozenset(
    """a an the this that these those and or but nor so if then than as of in on at to from by for with about into onto
    over under after before during between through up down out off again once until upon per via
    is are was were be been being am do does did doing done have has had having can could will
    would shall should may might must it its itself he him his
    himself she her hers herself they them their theirs themselves we us our ours you your yours i me my mine there here
    who whom whose which what when where why how not no never none neither very too also just only even still yet
    some any all every each both more most less least such own same other another much many few several s t d ll re ve m
    yes always often frequently usually generally typically mostly normally sometimes occasionally rarely seldom
    that's it's there's however therefore thus hence because since although though while whereas
    der das den dem des ein eine einen einem einer und oder ist sind im von zu mit nicht auch als wie auf für bei aus
    le la les du de et ou est sont un une dans avec sur que qui ce cette il elle ils elles ne pas au aux par
    el los las del y es son una en con por para se su sus lo al hay
    o os um uma e é são na nas nos da dos com não
    gli della di che sono è
    и в во на с со из у к по за от до не что это как был была было были есть он она они его её их
    في من على إلى عن هو هي هذا هذه التي الذي أن كان كانت و لا لم
    है हैं था थे थी का की के में से को और पर यह वह ने""".split()
)

_LIGHT: Final = frozenset(
    """say said tell state mention report note show give make take get go come put use include contain become
    remain keep let seem happen occur thing way kind type part member size source
    differ disagree fact information detail total overall according
    otherwise lie lies stand instead
    exactly about approximately around nearly almost roughly currently now today also later""".split()
)

_SAME: Final = """
car automobile auto vehicle
colour color
grey gray
price cost charge fee
buy purchase acquire acquisition acquirer
company firm business corporation
plant factory
takeoff departure depart
snow snowfall
manufacture build make produce construct
begin start commence launch
end finish conclude
movie film
country nation
job position post
doctor physician
author write writer
founded founder establish create
die death dead
birth born
locate situate site location
live reside
person human
child kid
house home
shop store
staff employee personnel worker crew
client customer
city town
sea ocean
illness disease sickness
medicine drug medication
picture image photo photograph
error mistake fault
answer reply response respond
help assist
show demonstrate
get receive obtain
choose select pick
repair fix
speak talk
huge enormous
area region
salary pay wage
revenue turnover
award prize
lead head
link connect associate
cause trigger
ship vessel
aircraft airplane plane
flight fly
speed velocity
length long
height tall
weight heavy weigh
age old
problem issue
meeting session
contract agreement
terminate cancel
refund reimburse reimbursement
guarantee warranty
deliver delivery
"""

_OPPOSITE: Final = """
rise increase grow climb surge soar growth | fall decrease drop decline shrink sink plunge slump reduce reduction
gain win profit beat defeat unbeaten undefeated | lose loss deficit
more | less fewer
larger bigger large big greater | smaller small
higher high upper | lower low
longer | shorter short
older | younger young
faster fast quick | slower slow
better best | worse worst
stronger strong | weaker weak
cheaper cheap | expensive dear
before earlier prior | after later
first | last
early | late delay postpone
above | below
inside within | outside
open | close
accept approve agree approval | reject refuse deny disagree refusal rejection
allow permit | forbid prohibit ban prevent block
support favour favor | oppose
pass succeed success | fail failure
include | exclude omit
enable | disable
true correct right | false wrong incorrect
safe harmless | dangerous unsafe hazardous harmful
legal lawful | illegal unlawful
possible | impossible
valid | invalid
complete | incomplete
active | inactive
visible | invisible
regular | irregular
direct | indirect
import | export
north northern | south southern
east eastern | west western
male man | female woman
husband | wife
father | mother
son | daughter
brother | sister
boy | girl
alive survive | killed
public | private
indoor | outdoor
positive | negative
hot warm | cold cool
full | empty
same equal identical | different
maximum max | minimum min
majority | minority
mandatory compulsory need require requirement | optional voluntary
permanent | temporary
domestic | foreign
urban | rural
guilty | innocent
enter arrive join | leave exit
add | remove
internal | external
major | minor
easy | hard difficult
healthy | sick ill
"""
_OPPOSITE_ABROAD: Final = """\
rise stieg steigt gestiegen steigen erhöht erhöhte wuchs gewachsen zugenommen aumentó aumentaron aumentado \
subió subieron crecieron creció augmenté augmenta progressé вырос выросла выросли выросло увеличился \
увеличилась увеличилось увеличились повысился повысилась повысились αυξήθηκε αυξήθηκαν ارتفع ارتفعت ازداد \
زادت बढ़ा बढ़ी बढ़े | sinkt gesunken fiel gefallen verringert verringerte abgenommen reduziert disminuyó \
disminuyeron bajó bajaron cayó cayeron descendió baissé diminué chuté снизился снизилась снизилось \
снизились упал упала упало упали уменьшился уменьшилась уменьшилось уменьшились сократился сократилась \
μειώθηκε μειώθηκαν انخفض انخفضت تراجع تراجعت घटा घटी घटे गिरा गिरी
open geöffnet abierto abierta abiertos abiertas ouvert ouverte ouverts открыт открыта открыто открыты \
ανοιχτό ανοιχτή ανοιχτά مفتوح مفتوحة खुला खुली खुले | geschlossen cerrado cerrada cerrados cerradas fermé \
fermée fermés закрыт закрыта закрыто закрыты κλειστό κλειστή κλειστά مغلق مغلقة बंद
allow erlaubt gestattet zulässig permitido permitida permitidos permitidas autorisé autorisée autorisés \
permis разрешено разрешен разрешена разрешён разрешены επιτρέπεται επιτρέπονται مسموح مسموحة | verboten \
untersagt unzulässig prohibido prohibida prohibidos prohibidas interdit interdite interdits запрещено \
запрещен запрещена запрещён запрещены απαγορεύεται απαγορεύονται ممنوع ممنوعة محظور निषिद्ध वर्जित
accept aprobó aceptó approuva genehmigte billigte gebilligt одобрили приняли утвердил утвердили утвержден \
утверждён angenommen genehmigt bewilligt aceptado aceptada aprobado aprobada accepté acceptée approuvé \
approuvée принят принята одобрен одобрена одобрил одобрила εγκρίθηκε स्वीकृत स्वीकार | отклонили отвергли \
отверг lehnte abgelehnt verworfen rechazado rechazada rechazó refusé refusée rejeté rejetée отклонен \
отклонена отклонён отклонил отклонила απορρίφθηκε مرفوض مرفوضة अस्वीकृत अस्वीकार
kostenlos gratis gratuito gratuita gratuit gratuite бесплатно бесплатный бесплатен бесплатна бесплатная \
δωρεάν مجاني مجانية مجانا मुफ़्त मुफ्त निःशुल्क | kostenpflichtig payant payante платно платный платная \
सशुल्क
high höher höchste hoch hohe alta alto haut haute élevé élevée élevés высокий высокая выше высокие \
υψηλότερη υψηλή ψηλότερο | niedriger niedrig niedrige tiefer tief baja bajo bas basse низкий низкая ниже \
низкие χαμηλότερη χαμηλή
bigger größer groß große größte grande grandes gran больше большой большая крупнее μεγαλύτερη μεγαλύτερο \
μεγάλη أكبر बड़ा बड़ी | kleiner klein kleine pequeño pequeña petit petite меньше маленький маленькая \
мельче μικρότερη μικρότερο μικρή أصغر छोटा छोटी
win gewann gewonnen gewinnt ganó ganado venció gagné remporté выиграл выиграла выиграли победил победила \
κέρδισε فاز فازت जीता जीती | verlor verloren verliert perdió perdido perdu проиграл проиграла проиграли \
έχασε خسر خسرت हारा हारी
mandatory verpflichtend obligatorisch pflicht obligatorio obligatoria obligatorios obligatorias \
obligatoire obligatoires обязательно обязательна обязателен обязательны υποχρεωτική υποχρεωτικό إلزامي \
إلزامية अनिवार्य | freiwillig opcional opcionales facultatif facultative optionnel optionnelle \
необязательно необязательна добровольно προαιρετική προαιρετικό اختياري اختيارية वैकल्पिक ऐच्छिक
before früher vorher antes avant раньше νωρίτερα पहले | später nachher después après позже αργότερα बाद
fast schneller schnell rápido rápida rapide быстрее быстро γρηγορότερα أسرع तेज़ | langsamer langsam lento \
lenta lente медленнее медленно أبطأ धीमा
cheap billiger billig günstiger barato barata дешевле дешевый дешёвый φθηνότερο أرخص सस्ता | teurer teuer \
caro cara cher chère дороже дорогой ακριβότερο أغلى महंगा
safe sicher seguro segura sûr безопасно безопасен ασφαλές آمن सुरक्षित | gefährlich unsicher peligroso \
peligrosa dangereux dangereuse опасно опасен επικίνδυνο خطير असुरक्षित
"""
_UNSPACED: Final = """
上升 增长 增加 提高 上涨 增长 上昇 増加 上が 増え 値上 | 下降 减少 降低 下跌 下滑 下落 減少 低下 下が 減り 減っ 値下
允许 可以 許可 | 禁止 不可 不得
高于 超过 上回 | 低于 不足 下回
开放 营业 开门 営業 開館 | 关闭 休息 关门 休業 休館 閉館 閉鎖
盈利 黒字 利润 | 亏损 赤字
成功 | 失败 失敗
通过 批准 可決 承認 | 否决 拒绝 否決 却下 拒否
免费 無料 | 收费 付费 有料
必须 必須 必要 | 可选 任意 自愿
最大 最高 | 最小 最低
以前 之前 | 以後 以后 之后
支持 賛成 赞成 | 反对 反対
安全 | 危险 危険
有效 有効 | 无效 無効
全部 所有 全员 全員 | 部分 一部 一些
"""


def _concepts() -> dict[str, Sense]:
    """Read the tables. A stem that stood in two places would join what the two keep apart, so it is refused."""
    lines = [line.split("|") for line in (*_OPPOSITE.strip().splitlines(), *_SAME.strip().splitlines())]
    table: dict[str, Sense] = {}
    homes: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(lines):
        key = stem(line[0].split()[0])
        for sign, side in zip((1, -1), line, strict=False):
            for word in side.split():
                if homes.setdefault(stem(word), (number, sign)) != (number, sign):
                    raise ValueError(f"the stem of {word!r} stands in two places of the vocabulary")
                table[stem(word)] = Sense(key, sign)
    for abroad in _OPPOSITE_ABROAD.strip().splitlines():
        sides = abroad.split("|")
        first = sides[0].split()[0]
        key = table.get(stem(first), Sense(first, 1)).key
        for sign, side in zip((1, -1), sides, strict=True):
            for word in side.split():
                table.setdefault(stem(word), Sense(key, sign))  # an English word that is spelled so keeps its sense
    return table


_TABLE: Final = _concepts()
UNSPACED_OPPOSITES: Final = {
    pair: Sense(line.split()[0], sign)
    for line in _UNSPACED.strip().splitlines()
    for sign, side in zip((1, -1), line.split("|"), strict=True)
    for pair in side.split()
}
"""Pairs of characters that have an opposite, with the key they share with it and their sign."""
_LIGHT_STEMS: Final = frozenset(map(stem, _LIGHT))
_NOT_UN: Final = ("under", "uni", "unan", "until")
_OPPOSITE_PREFIXES: Final = (("un", 4), ("non", 5))
"""Prefixes that turn a word round, with the letters that must be left for it to be one."""


def key_of(base: str) -> str:
    """Give the key of the concept that a base form stands for, its own where the tables do not have it."""
    known = _TABLE.get(base)
    return known.key if known is not None else base


def concept(word: str) -> Concept:
    """Give the concept of a lower-case word."""
    root = stem(word)
    known = _TABLE.get(root)
    if word in FUNCTION_WORDS:
        return Concept(*known, DIRECTION_WEIGHT) if known is not None else Concept(word, 1, 0.0)
    if known is not None:
        return Concept(*known, LIGHT_WEIGHT if root in _LIGHT_STEMS else 1.0)
    for prefix, least in _OPPOSITE_PREFIXES:
        if root.startswith(prefix) and len(root) >= len(prefix) + least and not root.startswith(_NOT_UN):
            base = stem(word[len(prefix) :]) if word.startswith(prefix) else root[len(prefix) :]
            key, sign = _TABLE.get(base, Sense(base, 1))
            return Concept(key, -sign, 1.0)
    return Concept(root, 1, LIGHT_WEIGHT if root in _LIGHT_STEMS else 1.0)
