"""The result file that benchmarks add their figures to, and that the quality page is made from."""

from __future__ import annotations

import datetime as dt
import json
import math
import os
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from screwtape.core.judge import RULES_VERSION


def keep(path: Path, parts: Mapping[str, Any]) -> None:
    """Put parts into a result file beside what it has, and when, where and of which rules they were measured."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    measured = {**kept.get("measured", {}), **dict.fromkeys(parts, _here())}
    told = _plain({**kept, **parts, "measured": dict(sorted(measured.items()))})
    path.write_text(f"{json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False)}\n", encoding="utf-8")


def _here() -> dict[str, str]:
    return {
        "rules_version": RULES_VERSION,
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}",
    }


def _plain(value: Any) -> Any:
    """Give a figure that is none (a share of nothing) as null, which JSON has, and not as NaN, which it has not."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value
