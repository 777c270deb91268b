"""Benchmarks: how right and how fast, printed with what they were measured on. No test asserts on any of them."""
