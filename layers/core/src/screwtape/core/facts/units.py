"""Units by dimension, so that 90 minutes are 1.5 hours and 21 % is not 21 °C; and the currencies."""

from __future__ import annotations

from typing import Final, NamedTuple


class Unit(NamedTuple):
    """A dimension and the factor to its base. Dimensions never convert into one another."""

    dimension: str
    factor: float


_TABLE: Final = (
    ("length", 1e-9, "nm nanometre nanometres nanometer nanometers"),
    ("length", 1e-6, "um \u03bcm micron microns micrometre micrometres micrometer micrometers"),
    ("length", 1e-3, "mm millimetre millimetres millimeter millimeters"),
    ("length", 1e-2, "cm centimetre centimetres centimeter centimeters"),
    ("length", 1.0, "m metre metres meter meters metro metros 米"),
    ("length", 1e3, "km kilometre kilometres kilometer kilometers kilómetro kilómetros км"),
    ("length", 1609.344, "mile miles mi"),
    ("length", 0.9144, "yard yards yd"),
    ("length", 0.3048, "foot feet ft"),
    ("length", 0.0254, "inch inches"),
    ("mass", 1e-9, "mcg \u03bcg microgram micrograms"),
    ("mass", 1e-6, "mg milligram milligrams мг"),
    ("mass", 1e-3, "g gram grams gramm"),
    ("mass", 1.0, "kg kilo kilos kilogram kilograms kilogramm кг"),
    ("mass", 1e3, "t tonne tonnes ton tons"),
    ("mass", 0.45359, "lb lbs"),
    ("mass", 0.02835, "ounce ounces oz"),
    ("time", 1e-3, "ms millisecond milliseconds"),
    ("time", 1.0, "s sec secs second seconds sekunden segundos secondes 秒"),
    ("time", 60.0, "min mins minute minutes minuten minutos минут 分 분"),
    ("time", 3600.0, "h hr hrs hour hours stunde stunden hora horas heure heures час часа часов"),
    ("time", 86400.0, "day days tag tage tagen día días dia dias jour jours день дня дней 天 يوم أيام दिन"),
    ("time", 604800.0, "week weeks woche wochen semana semanas semaine semaines 周 週"),
    ("calendar", 1.0, "month months monat monate monaten mes meses mois"),
    ("calendar", 12.0, "year years yr yrs jahr jahre jahren año años ano anos an ans год года лет 歳 岁"),
    ("calendar", 120.0, "decade decades"),
    ("calendar", 1200.0, "century centuries"),
    ("volume", 1e-3, "ml millilitre millilitres milliliter milliliters"),
    ("volume", 1.0, "l litre litres liter liters"),
    ("volume", 3.785, "gallon gallons"),
    ("data", 1e3, "kb"),
    ("data", 1e6, "mb"),
    ("data", 1e9, "gb"),
    ("data", 1e12, "tb"),
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
    ("temperature", 1.0, "celsius"),
    ("temperature_f", 1.0, "fahrenheit"),
)

UNITS: Final = {name: Unit(dimension, factor) for dimension, factor, names in _TABLE for name in names.split()}
"""Unit by its lower-case name."""

CELSIUS: Final = UNITS["celsius"]
FAHRENHEIT: Final = UNITS["fahrenheit"]
PERCENT: Final = Unit("percent", 1.0)
POINTS: Final = Unit("percentage points", 1.0)
POINT_WORDS: Final = frozenset("point points pp punkt punkte prozentpunkte puntos".split())
PERCENT_WORDS: Final = frozenset("% ٪ percent pct prozent procent".split())

RATES: Final = {
    name: rate
    for rate, names in (
        ("hour", "hour hr h stunde hora heure час"),
        ("day", "day tag día dia jour день"),
        ("week", "week woche semana semaine неделю"),
        ("month", "month monat mes mois mês месяц"),
        ("quarter", "quarter quartal trimestre"),
        ("year", "year annum jahr año an ano год"),
        ("user", "user seat person licence license nutzer usuario utilisateur"),
        ("unit", "unit item piece ticket night nacht noche nuit"),
    )
    for name in names.split()
}
"""What an amount may be for each of, by its names after "per"."""
PER: Final = frozenset("per pro por par je each every / a an".split())

CURRENCIES: Final = {
    name: code
    for code, names in {
        "USD": "$ usd dollar dollars dólares",
        "EUR": "€ eur euro euros евро",
        "GBP": "£ gbp quid",
        "JPY": "¥ jpy yen 円",
        "CNY": "cny rmb yuan 元",
        "INR": "₹ inr rupee rupees",
        "KRW": "₩ krw won 원",
        "RUB": "₽ rub rubles рублей рубля рубль",
        "CHF": "chf francs",
    }.items()
    for name in names.split()
}
"""ISO 4217 code by sign or name."""

SCALES: Final = {
    name: factor
    for factor, names in (
        (100.0, "hundred hundreds"),
        (1e3, "thousand thousands k tausend mil mille тысяч тысячи"),
        (1e4, "万 萬 만"),
        (1e6, "million millions m mn mio millionen millón millones milhões миллион миллиона миллионов"),
        (1e8, "亿 億 억"),
        (1e9, "billion billions bn b milliarde milliarden milliards миллиард миллиарда миллиардов"),
        (1e12, "trillion trillions tn"),
        (12.0, "dozen dozens"),
        (1e5, "lakh lakhs"),
        (1e7, "crore crores"),
    )
    for name in names.split()
}
"""Words and letters that multiply the number before them."""

LETTER_SCALES: Final = frozenset({"k", "m", "b"})
"""Scales that count only when written against the number: 5k, 2.5M."""
