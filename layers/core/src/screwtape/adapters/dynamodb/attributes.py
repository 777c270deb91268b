"""Rows as Python values, and as DynamoDB writes them down: text is S, whole numbers are N, sets of text are SS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Value = str | int | frozenset[str]
Row = dict[str, Value]


def typed(values: Mapping[str, Value]) -> dict[str, Any]:
    """Give a row, or the values of an expression, as DynamoDB writes them."""
    return {name: _typed(value) for name, value in values.items()}


def row_of(item: Mapping[str, Any]) -> Row:
    """Read a row that DynamoDB wrote."""
    return {name: _plain(attribute) for name, attribute in item.items()}


def _typed(value: Value) -> dict[str, Any]:
    match value:
        case str():
            return {"S": value}
        case int():
            return {"N": str(value)}
        case _:
            return {"SS": sorted(value)}


def _plain(attribute: Mapping[str, Any]) -> Value:
    match attribute:
        case {"S": str(text)}:
            return text
        case {"N": str(number)}:
            return int(number)
        case {"SS": texts}:
            return frozenset(texts)
        case _:
            message = "a row holds an attribute of a kind that we do not write"
            raise TypeError(message)
