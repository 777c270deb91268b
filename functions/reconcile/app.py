"""Every two minutes: what became of payments that nobody came back for. A person may close one that stays unknown."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from screwtape import wiring
from screwtape.api.scheduled import Run, scheduled
from screwtape.services.reconciling import Found

log = wiring.logger()

HOW_TO_CLOSE = (
    'Send {"close": {"payment": "pay_…", "transaction": "0x…"}} where that transaction paid, and leave the transaction '
    "out where nothing was paid."
)


def reconcile(run: Run) -> Mapping[str, int | bool | str]:
    """Look at every payment of unknown fate and count what was found, or close the one that a person names."""
    if "close" in run.asked:
        return close(run, run.asked["close"])
    counts = Counter({"settled": 0, "refused": 0, "waiting": 0, "unknown": 0, "told": 0, "changed": 0})

    def tell(found: Found) -> None:
        counts[found.finding] += 1
        note(found)

    is_finished = wiring.reconciling().run(run.now, run.seconds_left, tell)
    return {**counts, "finished": is_finished}


def close(run: Run, asked: Any) -> Mapping[str, int | bool | str]:
    """Close one payment, and say what it is now."""
    match asked:
        case {"payment": str(name), "transaction": str(transaction)} if re.fullmatch("0x[0-9a-f]{64}", transaction):
            found = wiring.reconciling().close(name, transaction, run.now)
        case {"payment": str(name)} if len(asked) == 1:
            found = wiring.reconciling().close(name, "", run.now)
        case _:
            return {"closed": "nothing", "do": HOW_TO_CLOSE}
    if found is None:
        return {"closed": "no payment of unknown fate has this name"}
    note(found)
    return {"closed": found.finding}


def note(found: Found) -> None:
    """Log what was found: as a warning where a person has to do something, who may owe somebody an answer."""
    write = log.warning if found.finding in {"unknown", "settled"} else log.info
    write("payment", extra={name: value for name, value in asdict(found).items() if value})


handler = scheduled("reconciled", reconcile, log)
