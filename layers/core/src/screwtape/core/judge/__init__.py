"""One agent output in, a verdict with its findings out."""
