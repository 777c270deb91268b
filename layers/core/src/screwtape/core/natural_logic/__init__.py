"""Whether the small changes from a sentence to its near copy keep it true: natural logic.

A word may become more general where its context is upward ("a poodle barked", hence "a dog barked") and more specific
where it is downward ("no dog barked", hence "no poodle barked"). Sources: van Benthem 1986; MacCartney and Manning
2009, "An extended model of natural logic".

polarity  ─►  which way the context of each word points
edits     ─►  what was added, left out or replaced, and which way that goes
"""

from screwtape.core.natural_logic.leaning import leaning

__all__ = ["leaning"]
