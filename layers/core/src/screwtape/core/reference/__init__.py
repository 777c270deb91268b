"""Judging an output against gold answers or a worked solution, where the evidence is such a reference.

shape     what the evidence is: answers, a solution, or a text to be read
reading   how far the output gives one of the answers
"""

from screwtape.core.reference.reading import ReferenceReading, read_reference

__all__ = ["ReferenceReading", "read_reference"]
