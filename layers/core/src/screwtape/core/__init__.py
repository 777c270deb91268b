"""The inside: verdicts, consensus, keys, metering and terms as pure functions of their arguments. No I/O."""
