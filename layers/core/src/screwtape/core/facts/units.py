"""Units by dimension, so that 90 minutes are 1.5 hours and 21 % is not 21 °C; and the currencies."""

from __future__ import annotations

from typing import Final, NamedTuple


class Unit(NamedTuple):
    """A dimension, and how to reach its base: times the factor, plus the offset. Dimensions never convert."""

    dimension: str
    factor: float
    offset: float = 0.0


_TABLE: Final = (
    ("length", 1e-9, "nm nanometre nanometres nanometer nanometers"),
    ("length", 1e-6, "um \u03bcm micron microns micrometre micrometres micrometer micrometers"),
    ("length", 1e-3, "mm millimetre millimetres millimeter millimeters"),
    ("length", 1e-2, "cm centimetre centimetres centimeter centimeters"),
    (
        "length",
        1.0,
        """m metre metres meter meters metern metro metros mètre mètres метр метра метров μέτρα متر
        مترا मीटर 米 メートル""",
    ),
    (
        "length",
        1e3,
        (
            """km kilometre kilometres kilometer kilometers kilometern kilómetro kilómetros kilomètre
                kilomètres км километр километра километров χιλιόμετρα كيلومتر كيلومترا किलोमीटर किमी 公里 千米
        キロメートル"""
        ),
    ),
    ("length", 1609.344, "mile miles mi"),
    ("length", 0.9144, "yard yards yd"),
    ("length", 0.3048, "foot feet ft"),
    ("length", 0.0254, "inch inches"),
    ("mass", 1e-9, "mcg \u03bcg microgram micrograms"),
    ("mass", 1e-6, "mg milligram milligrams milligramm miligramos milligrammes мг миллиграмм 毫克 ミリグラム"),
    ("mass", 1e-3, "g gram grams gramm gramos grammes г грамм граммов γραμμάρια غرام ग्राम 克 グラム"),
    (
        "mass",
        1.0,
        (
            """kg kilo kilos kilogram kilograms kilogramm kilogramos kilogrammes кг килограмм килограммов κιλά
                كيلوغرام किलो किलोग्राम 公斤 千克 キロ キログラム"""
        ),
    ),
    ("mass", 1e3, "t tonne tonnes ton tons tonnen toneladas тонн тонны τόνους τόνοι طن टन 吨 トン"),
    ("mass", 0.45359, "lb lbs"),
    ("mass", 0.02835, "ounce ounces oz"),
    ("time", 1e-3, "ms millisecond milliseconds"),
    (
        "time",
        1.0,
        (
            """s sec secs second seconds sekunde sekunden segundo segundos seconde secondes секунд секунды
                δευτερόλεπτα ثانية ثواني सेकंड 秒"""
        ),
    ),
    (
        "time",
        60.0,
        "min mins minute minutes minuten minuto minutos минут минуты минута λεπτά دقيقة دقائق मिनट 分 分钟 分間 분",
    ),
    (
        "time",
        3600.0,
        (
            """h hr hrs hour hours stunde stunden hora horas heure heures час часа часов ώρες ώρα ساعة ساعات
                घंटे घंटा 小时 小時 時間"""
        ),
    ),
    (
        "time",
        86400.0,
        (
            """day days tag tage tagen día días dia dias jour jours день дня дней ημέρες ημέρα μέρες μέρα يوم
                أيام يوما दिन दिनों 天 日間"""
        ),
    ),
    (
        "time",
        604800.0,
        (
            """week weeks woche wochen semana semanas semaine semaines недели неделя недель неделю εβδομάδες
                εβδομάδα أسبوع أسابيع हफ्ते सप्ताह 周 週 週間"""
        ),
    ),
    ("time", 1209600.0, "fortnight fortnights"),
    (
        "calendar",
        1.0,
        (
            """month months monat monate monaten mes meses mois месяц месяца месяцев μήνες μήνας شهر أشهر شهرا
                महीने महीना माह 个月 個月 か月 ヶ月 カ月 ヵ月 ケ月"""
        ),
    ),
    (
        "calendar",
        12.0,
        (
            """year years yr yrs jahr jahre jahren año años ano anos an ans année années год года лет χρόνια
                έτη έτος سنة سنوات عام أعوام साल वर्ष 歳 岁 年間 年"""
        ),
    ),
    ("calendar", 120.0, "decade decades jahrzehnt jahrzehnte década décadas décennie décennies"),
    ("calendar", 1200.0, "century centuries jahrhundert jahrhunderte siglo siglos siècle siècles"),
    ("volume", 1e-3, "ml millilitre millilitres milliliter milliliters mililitros мл 毫升"),
    ("volume", 1e-2, "cl centilitre centilitres centiliter centiliters"),
    ("volume", 1.0, "l litre litres liter liters litern litro litros литр литра литров λίτρα لتر लीटर 公升 リットル"),
    ("volume", 3.785, "gallon gallons"),
    ("data", 1.0, "byte bytes"),
    ("data", 1e3, "kb kib kilobyte kilobytes"),
    ("data", 1e6, "mb mib megabyte megabytes"),
    ("data", 1e9, "gb gib gigabyte gigabytes"),
    ("data", 1e12, "tb tib terabyte terabytes"),
    ("power", 1.0, "w watt watts"),
    ("power", 1e3, "kw kilowatt kilowatts"),
    ("power", 1e6, "mw megawatt megawatts"),
    ("power", 1e9, "gw gigawatt gigawatts"),
    ("energy", 1.0, "wh"),
    ("energy", 1e3, "kwh"),
    ("energy", 1e6, "mwh"),
    ("frequency", 1.0, "hz"),
    ("frequency", 1e6, "mhz"),
    ("frequency", 1e9, "ghz"),
    ("speed", 0.44704, "mph"),
    ("speed", 0.277778, "kph kmh"),
    ("voltage", 1.0, "v volt volts"),
    ("points", 1.0, "pp prozentpunkte prozentpunkt prozentpunkten"),
    ("basis", 1.0, "bp bps"),
)

CELSIUS: Final = Unit("temperature", 1.0)
FAHRENHEIT: Final = Unit("temperature", 5 / 9, -160 / 9)
KELVIN: Final = Unit("temperature", 1.0, -273.15)
PERCENT: Final = Unit("percent", 1.0)
UNITS: Final = {
    **{name: Unit(dimension, factor) for dimension, factor, names in _TABLE for name in names.split()},
    "celsius": CELSIUS,
    "fahrenheit": FAHRENHEIT,
    "kelvin": KELVIN,
}
"""Unit by its lower-case name."""
POINTS: Final = UNITS["pp"]
"""Percentage points, which are no percent."""
TIMES: Final = Unit("times", 1.0)
"""What a frequency counts."""
DAY: Final = UNITS["day"]
PERCENT_WORDS: Final = frozenset("% ٪ percent pct prozent procent процент процента процентов प्रतिशत パーセント".split())
POINT_WORDS: Final = frozenset("point points punkte puntos п.п пункта пунктов пункт".split())
EVERY: Final = {
    name: unit
    for unit, names in {
        Unit("time", 3600.0): "hourly stündlich",
        DAY: "daily täglich diario diaria diarios diarias quotidien quotidienne ежедневно ежедневный",
        Unit("time", 604800.0): "weekly wöchentlich semanal hebdomadaire еженедельно еженедельный",
        Unit(
            "calendar", 1.0
        ): "monthly monatlich monatliche mensual mensuales mensuel mensuelle ежемесячно ежемесячный",
        Unit(
            "calendar", 12.0
        ): "yearly annual annually jährlich jährliche anual anuales annuel annuelle ежегодно годовой",
    }.items()
    for name in names.split()
}
"""How often, by the word that says it: a monthly fee is paid once a month."""

CURRENCIES: Final = {
    name: code
    for code, names in {
        "USD": "$ usd dollar dollars dólares доллар доллара долларов δολάρια دولار डॉलर 美元 ドル",
        "EUR": "€ eur euro euros евро ευρώ يورو यूरो 欧元 ユーロ",
        "GBP": "£ gbp quid 英镑 ポンド",
        "JPY": "¥ jpy yen 円",
        "CNY": "cny rmb yuan 元",
        "INR": "₹ inr rupee rupees रुपये रुपए रुपया",
        "SEK": "sek",
        "PLN": "pln zł złoty zloty",
        "KRW": "₩ krw won 원",
        "RUB": "₽ rub rubles рублей рубля рубль",
        "CHF": "chf francs franken",
        "SAR": "sar riyal riyals ريال",
        "AED": "aed dirham dirhams درهم",
        "EGP": "egp جنيه",
    }.items()
    for name in names.split()
}
"""ISO 4217 code by sign or name."""

SCALES: Final = {
    name: factor
    for factor, names in (
        (100.0, "hundred hundreds"),
        (1e3, "thousand thousands k tausend mil mille тысяч тысячи тыс χιλιάδες ألف آلاف हज़ार हजार"),
        (1e4, "万 萬 만"),
        (
            1e6,
            """million millions m mn mio millionen millón millones milhões миллион миллиона миллионов млн
                εκατομμύρια مليون ملايين""",
        ),
        (1e8, "亿 億 억"),
        (
            1e9,
            """billion billions bn b milliarde milliarden milliards миллиард миллиарда миллиардов млрд
                δισεκατομμύρια مليار""",
        ),
        (1e12, "trillion trillions tn"),
        (12.0, "dozen dozens"),
        (1e5, "lakh lakhs लाख"),
        (1e7, "crore crores करोड़"),
    )
    for name in names.split()
}
"""Words and letters that multiply the number before them."""

LETTER_SCALES: Final = frozenset({"k", "m", "b"})
"""Scales that count only when written against the number: 5k, 2.5M."""
