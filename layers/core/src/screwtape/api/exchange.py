"""One request on its way to one reply."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from screwtape.api.incoming import Incoming
from screwtape.core.terms import FUNCTION_SECONDS

_MILLISECONDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Exchange:
    """What is known of a request before anything of it is checked.

    ``seconds_left`` gives what is left of the function's time. ``said`` is what the log line will say: nothing that a
    caller sent.
    """

    incoming: Incoming
    request_id: str
    base_url: str
    seconds_left: Callable[[], float]
    said: dict[str, Any]

    @property
    def lease_seconds(self) -> int:
        """How long this call can still be running: after that, another attempt may take its place."""
        return math.ceil(self.seconds_left())

    def tell(self, name: str, value: str | int) -> None:
        """Put a name and a value into the log line."""
        self.said[name] = value


def time_of(context: Any) -> Callable[[], float]:
    """Give the clock of a function's time, in seconds; without a context of Lambda's it stands at the full time."""
    remaining = getattr(context, "get_remaining_time_in_millis", None)
    if remaining is None:
        return lambda: float(FUNCTION_SECONDS)
    return lambda: float(remaining()) / _MILLISECONDS
