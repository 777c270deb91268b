"""The function words that the published consensus algorithm drops. Short on purpose: no negation, no number word."""

from typing import Final

STOP_WORDS: Final = frozenset(
    {
        *("a", "an", "the"),
        *("and", "or", "but", "if", "so", "than", "then"),
        *("am", "is", "are", "was", "were", "be", "been", "being"),
        *("do", "does", "did", "has", "have", "had", "will", "would"),
        *("i", "you", "he", "she", "it", "its", "we", "they", "his", "her", "our", "your", "their"),
        *("this", "that", "these", "those", "there", "which", "who", "what"),
        *("of", "to", "in", "on", "at", "by", "for", "from", "with", "as", "into", "about"),
    }
)
