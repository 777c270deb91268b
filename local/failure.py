"""Why the local API cannot start or go on, in one line for the terminal."""

from __future__ import annotations


class LocalFailure(Exception):
    """Something the developer has to change; the message is one line: what, where, what to do."""

    def __str__(self) -> str:
        """One line, whatever the parts contained."""
        return " ".join(super().__str__().split())


class TemplateBroken(LocalFailure):
    """The template cannot be read, or does not say what the local API needs."""


class HandlerBroken(LocalFailure):
    """A function's handler cannot be imported."""
