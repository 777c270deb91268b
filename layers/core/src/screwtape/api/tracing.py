"""Where an error came from, as a log line may tell it."""

from __future__ import annotations


def place_of(error: Exception) -> str:
    """Give module and line of the innermost frame: a traceback without values."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}" if trace is not None else "?"
