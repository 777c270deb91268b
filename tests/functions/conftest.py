"""What tests of the functions may ask for."""

from tests.functions.shop import facilitator, shop

__all__ = ["facilitator", "shop"]
