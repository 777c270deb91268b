"""Use cases over ports: judging, keys, metering."""
