"""Every two minutes: what became of payments that nobody came back for."""

from collections import Counter
from dataclasses import asdict

from screwtape import wiring
from screwtape.api.scheduled import Run, scheduled
from screwtape.services.reconciling import Found

log = wiring.logger()


def reconcile(run: Run) -> dict[str, int | bool]:
    """Look at every payment of unknown fate; count what was found."""
    counts = Counter({"settled": 0, "refused": 0, "waiting": 0, "unknown": 0, "changed": 0})

    def tell(found: Found) -> None:
        counts[found.finding] += 1
        write = log.warning if found.finding == "unknown" else log.info
        write("payment", extra={name: value for name, value in asdict(found).items() if value})

    is_finished = wiring.reconciling().run(run.now, run.seconds_left, tell)
    return {**counts, "finished": is_finished}


handler = scheduled("reconciled", reconcile, log)
