"""The side of a function that a schedule or a person invokes: one log line a run, and no message of an error."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aws_lambda_powertools import Logger

from screwtape.api.exchange import time_of
from screwtape.api.tracing import trace_of

Handler = Callable[[Any, Any], dict[str, Any]]


class RunFailed(Exception):
    """A scheduled run ended in an error, which the log names; Lambda counts it and runs the function again."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run: ``now`` in epoch seconds as the schedule meant it, and what is left of the function's time.

    ``asked`` is the event, in which a person may ask for something else than the usual.
    """

    now: int
    seconds_left: Callable[[], float]
    asked: Mapping[str, Any]


def scheduled(said: str, work: Callable[[Run], Mapping[str, int | bool | str]], log: Logger) -> Handler:
    """Give the handler that does ``work`` and logs what it gives under the message ``said``."""

    def handler(event: Any, context: Any) -> dict[str, Any]:
        try:
            asked = event if isinstance(event, dict) else {}
            counted = dict(work(Run(_now_of(asked), time_of(context), asked)))
        except Exception as error:  # noqa: BLE001 - the runtime would log its message with everything that it repeats
            log.error("unforeseen error", extra=trace_of(error))  # noqa: TRY400 - a traceback would hold messages
            raise RunFailed(type(error).__name__) from None
        log.info(said, extra=counted)
        return counted

    return handler


def _now_of(event: Mapping[str, Any]) -> int:
    """Read the time of an EventBridge event; now, where somebody invokes the function without one."""
    told = event.get("time")
    return int(datetime.fromisoformat(told).timestamp() if isinstance(told, str) else time.time())
