"""Chance from the operating system."""

from __future__ import annotations

import os


class SystemChance:
    """Fills the port Chance with the system's cryptographic source."""

    def take(self, count: int) -> bytes:
        """Give ``count`` unpredictable bytes."""
        return os.urandom(count)
