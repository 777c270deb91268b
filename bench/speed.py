"""How fast the judge is, beside three lexical measures on the same texts in the same run. Needs the packages it names.

    python -m bench.speed [--report FILE]

Texts are made from the project's own word list with a fixed seed. Times are of this process's processor, medians over
repetitions; a machine that others use slows all of them alike, so read the ratios.
"""

from __future__ import annotations

import argparse
import json
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

from screwtape.core.judge import judge

_SUBJECTS: Final = "engine,bridge,invoice,patient,ticket,server,contract,harvest,museum,battery,council,ferry".split(
    ","
)
_VERBS: Final = "reached,reported,needed,lost,gained,carried,replaced,opened,measured,delayed".split(",")
_OBJECTS: Final = "units,visitors,litres,tonnes,requests,pages,volts,seats,samples,hours".split(",")
_PLACES: Final = "Lisbon,Oslo,Kyoto,Nairobi,Quito,Tallinn,Perth,Denver,Accra,Hanoi".split(",")
_SECONDS_EACH: Final = 2.0
_FIRST: Final = (
    "import time; from screwtape.core.judge import judge; begun = time.perf_counter();"
    "judge('Tell.', 'The crew size was 4.', ['The crew size was 4.']); print(1000 * (time.perf_counter() - begun))"
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
    first = statistics.median(float(_run_first()) for _ in range(5))
    names = list(next(iter(table.values())))
    print(f"{'milliseconds (as many times ours)':<36}" + "".join(f"{name:>22}" for name in names))
    for case, times in table.items():
        shown = (f"{1000 * spent:.2f} ({spent / times['judge']:.2f})" for spent in times.values())
        print(f"{case:<36}" + "".join(f"{each:>22}" for each in shown))
    print(
        "judge, a sixteenth of the text being output: " + ", ".join(f"{k} {1000 * v:.0f} ms" for k, v in growth.items())
    )
    print(f"first call after import, in a new process: {first:.1f} ms")
    if args.report:
        kept = json.loads(args.report.read_text(encoding="utf-8")) if args.report.exists() else {}
        kept["speed"] = {
            "milliseconds": {
                case: {name: round(1000 * spent, 3) for name, spent in row.items()} for case, row in table.items()
            },
            "growth": {size: round(1000 * spent, 1) for size, spent in growth.items()},
            "first_call": round(first, 1),
        }
        args.report.write_text(f"{json.dumps(kept, indent=1, ensure_ascii=False)}\n", encoding="utf-8")


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


def _run_first() -> str:
    return subprocess.run([sys.executable, "-c", _FIRST], check=True, capture_output=True, text=True).stdout  # noqa: S603


if __name__ == "__main__":
    main()
