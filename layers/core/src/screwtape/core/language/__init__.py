"""Texts as the judge reads them, from characters to concepts. The published tokens of consensus are in ``overlap``.

normalisation   one spelling of a text, with the way back to the caller's offsets
sentences       where one ends and the next begins
words           tokens with their concept; ``unspaced`` for scripts without spaces
vocabulary      which words mean the same or the opposite, by their ``stems``
"""
