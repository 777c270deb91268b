"""How fast the judge is, beside three lexical measures on the same texts in the same run. Needs the packages it names.

    python -m bench.speed [--report FILE]

Texts are made of the words below with a fixed seed: each sentence has a year, a name and a value, and shares words with
many others, which is more work than prose. Times are of this process's processor, medians over repetitions; a machine
that others use slows all of them alike, so read the ratios.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rapidfuzz import fuzz
from rouge_score import rouge_scorer
from sklearn.feature_extraction.text import TfidfVectorizer

from bench.result import keep
from screwtape.core.judge import judge

_SUBJECTS: Final = "engine,bridge,invoice,patient,ticket,server,contract,harvest,museum,battery,council,ferry".split(
    ","
)
_VERBS: Final = "reached,reported,needed,lost,gained,carried,replaced,opened,measured,delayed".split(",")
_OBJECTS: Final = "units,visitors,litres,tonnes,requests,pages,volts,seats,samples,hours".split(",")
_PLACES: Final = "Lisbon,Oslo,Kyoto,Nairobi,Quito,Tallinn,Perth,Denver,Accra,Hanoi".split(",")
_SECONDS_EACH: Final = 2.0
_FIRST: Final = (
    "import time; begun = time.process_time(); from screwtape.core.judge import judge; ready = time.process_time();"
    "judge('Tell.', 'The crew size was 4.', ['The crew size was 4.']); done = time.process_time();"
    "print(1000 * (ready - begun), 1000 * (done - ready))"
)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--report", type=Path, help="where to keep the figures")
    args = parser.parse_args()
    cases = {
        "300 B against 1 KB": (300, 1_000),
        "2 KB against 4 KB": (2_000, 4_000),
        "16 KB against 240 KB": (16_000, 240_000),
    }
    table = {name: _beside(text(output, 1), text(evidence, 2)) for name, (output, evidence) in cases.items()}
    growth = {f"{size} KiB": _median(lambda size=size: _judged(size)) for size in (16, 32, 64, 128, 256)}  # type: ignore[misc]
    imported, first = (statistics.median(column) for column in zip(*(_run_first() for _ in range(5)), strict=True))
    _print(table, growth)
    print(f"in a new process: import {imported:.0f} ms, first call {first:.1f} ms")
    if args.report:
        told = {name: {each: round(1000 * spent, 3) for each, spent in row.items()} for name, row in table.items()}
        sizes = {size: round(1000 * spent, 1) for size, spent in growth.items()}
        speed = {"milliseconds": told, "growth": sizes, "import": round(imported, 1), "first_call": round(first, 1)}
        keep(args.report, {"speed": speed})


def _print(table: dict[str, dict[str, float]], growth: dict[str, float]) -> None:
    names = list(next(iter(table.values())))
    print(f"{'milliseconds (share of ours)':<36}" + "".join(f"{name:>22}" for name in names))
    for case, times in table.items():
        shown = (f"{1000 * spent:.2f} ({spent / times['judge']:.4f})" for spent in times.values())
        print(f"{case:<36}" + "".join(f"{each:>22}" for each in shown))
    grown = ", ".join(f"{size} {1000 * spent:.0f} ms" for size, spent in growth.items())
    print(f"judge, a sixteenth of the text being output: {grown}")


def text(size: int, seed: int) -> str:
    """Give about as many characters of plain sentences."""
    chance = random.Random(seed)  # noqa: S311 - texts, the same each time
    made: list[str] = []
    length = 0
    while length < size:
        made.append(
            f"In {chance.randint(1990, 2025)} the {chance.choice(_SUBJECTS)} in {chance.choice(_PLACES)} "
            f"{chance.choice(_VERBS)} {chance.randint(2, 900)} {chance.choice(_OBJECTS)}."
        )
        length += len(made[-1]) + 1
    return " ".join(made)


def _beside(output: str, evidence: str) -> dict[str, float]:
    rouge = rouge_scorer.RougeScorer(["rouge1"])
    return {
        "judge": _median(lambda: judge("Report.", output, [evidence])),
        "rouge-score ROUGE-1": _median(lambda: rouge.score(evidence, output)),
        "rapidfuzz token set": _median(lambda: fuzz.token_set_ratio(evidence, output)),
        "scikit-learn TF-IDF": _median(lambda: TfidfVectorizer().fit_transform([evidence, output])),
    }


def _judged(kibibytes: int) -> object:
    size = kibibytes * 1024
    return judge("Report.", text(size // 16, 1), [text(size - size // 16, 2)])


def _median(work: Callable[[], object]) -> float:
    """Give the median processor seconds of some repetitions, after one that warms up."""
    work()
    spent: list[float] = []
    while len(spent) < 3 or (sum(spent) < _SECONDS_EACH and len(spent) < 200):
        begun = time.process_time()
        work()
        spent.append(time.process_time() - begun)
    return statistics.median(spent)


def _run_first() -> tuple[float, float]:
    """Give the milliseconds that a new process spends on importing the judge, and on its first call."""
    told = subprocess.run([sys.executable, "-c", _FIRST], check=True, capture_output=True, text=True).stdout  # noqa: S603
    imported, first = told.split()
    return float(imported), float(first)


if __name__ == "__main__":
    main()
