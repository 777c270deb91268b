"""Screwtape, the agent validation API: a verdict on one agent's output, or how far several agents agree."""

__version__ = "0.1.0"
