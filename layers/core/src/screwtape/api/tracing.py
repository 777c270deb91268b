"""Where an error came from, as a log line may tell it."""

from __future__ import annotations

from screwtape.core.errors import InvalidSettings


def trace_of(error: Exception) -> dict[str, str]:
    """Give the kind of an error, and module and line of the innermost frame: a traceback without values.

    The one message that is told as well is that of settings, which names variables only.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    at = f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}" if trace is not None else "?"
    told = {"settings": str(error)} if isinstance(error, InvalidSettings) else {}
    return {"error_type": type(error).__name__, "at": at, **told}
