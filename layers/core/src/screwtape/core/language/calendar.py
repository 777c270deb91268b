"""The names of the months, which the cutting of sentences and the reading of dates both need."""

from __future__ import annotations

from typing import Final

_MONTH_NAMES: Final = (
    "january jan enero janvier januar jänner janeiro gennaio января январь январе ιανουαρίου ιανουάριος يناير जनवरी",
    """february feb febrero février februar fevereiro febbraio февраля февраль феврале φεβρουαρίου φεβρουάριος
        فبراير फरवरी""",
    "march mar marzo mars märz março марта март марте μαρτίου μάρτιος مارس मार्च",
    "april apr abril avril aprile апреля апрель апреле απριλίου απρίλιος أبريل अप्रैल",
    "may mayo mai maio maggio мая май мае μαΐου μάιος مايو मई",
    "june jun junio juin juni junho giugno июня июнь июне ιουνίου ιούνιος يونيو जून",
    "july jul julio juillet juli julho luglio июля июль июле ιουλίου ιούλιος يوليو जुलाई",
    "august aug agosto août августа август августе αυγούστου αύγουστος أغسطس अगस्त",
    (
        """september sep sept septiembre setiembre septembre setembro settembre сентября сентябрь сентябре
            σεπτεμβρίου σεπτέμβριος سبتمبر सितंबर सितम्बर"""
    ),
    "october oct octubre octobre oktober outubro ottobre октября октябрь октябре οκτωβρίου οκτώβριος أكتوبر अक्टूबर",
    "november nov noviembre novembre novembro ноября ноябрь ноябре νοεμβρίου νοέμβριος نوفمبر नवंबर नवम्बर",
    (
        """december dec diciembre décembre dezember dezembro dicembre декабря декабрь декабре δεκεμβρίου
            δεκέμβριος ديسمبر दिसंबर दिसम्बर"""
    ),
)
MONTHS: Final = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}
"""Number of the month by its lower-case name, full or short."""
