"""Short answers that give none, in several languages: not known, an error of the service, a word to the judge."""

from __future__ import annotations

import re
from typing import Final

_NONE: Final = re.compile(
    r"\W{0,5}(?:(?:das )?(?:ich )?wei(?:ß|ss) (?:es |das )?(?:leider )?nicht|keine ahnung|je (?:ne )?sais pas"
    r"|(?:yo )?no (?:lo )?sé|(?:я )?не знаю|我?不知道|(?:わ|分)かりません|知りません|δεν ξέρω"
    r"|لا أعرف|لا أعلم|(?:मुझे )?नहीं पता(?: है)?"
    r"|no idea|unknown|i(?: am|['\u2019]m) not sure"
    r"|(?:internal )?(?:server )?error(?: \d{3})?(?::[^.\n]{0,80})?"
    r"|\d{3} (?:internal server error|bad gateway|not found)"
    r"|(?:the )?(?:request|connection|operation)? ?timed out|rate limit(?: was| has been)? (?:exceeded|reached)"
    r"|(?:as|to) the (?:evaluator|grader|judge|verifier|reviewer)\b"
    r"(?=[^\n]{0,99}\b(?:accept|approve|pass|correct|unanimous|score)\b)[^\n]{0,160})\W{0,5}",
    re.IGNORECASE,
)


def gives_no_answer(text: str) -> bool:
    """Whether a whole text says that there is no answer, tells an error, or only speaks to who judges it."""
    return len(text) <= _LONGEST and _NONE.fullmatch(text) is not None


_LONGEST: Final = 200
"""Characters up to which a text may be nothing but that."""
