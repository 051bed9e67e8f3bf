"""Abbreviations that a project explains in its own descriptions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from gtr_core.catalog import Catalog
from gtr_core.text import FUNCTION_WORDS, expansions, is_word, normalise, split_identifier

__all__ = ["learned_abbreviations", "shortened"]

_SHORTEST = 3
_LONGEST = 8
# Share of the descriptions that explain an abbreviation which must agree.
_AGREEMENT = 2 / 3
_BRACKETS = re.compile(r"\(([A-Za-z]{2,8})\)")
_MOST_BEFORE_BRACKETS = 200


def learned_abbreviations(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """What the short words in a catalog's names stand for, where its descriptions write them out.

    A word of a name that is no word of English and no known abbreviation is looked for in the description beside
    it: as the initials of words that follow each other (``sla``: "service level agreement"), else as the one word
    that it shortens (``wrkctr``: "workcenter"). A short form in brackets behind its long one counts wherever it
    stands. Where descriptions disagree, two thirds must say the same.

    Source: Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text",
    PSB 2003.
    """
    votes: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for short, meaning in _stated(catalog):
        votes[short][meaning] += 1
    learned = {}
    for short, counted in votes.items():
        meaning, count = counted.most_common(1)[0]
        if count >= _AGREEMENT * counted.total():
            learned[short] = meaning
    return learned


def shortened(word: str, described: Sequence[str]) -> str | None:
    """The one word of a text that the unknown word shortens: its letters in order, the first one first."""
    if len(word) < _SHORTEST or not word.isalpha() or is_word(word):
        return None
    found = {longer for longer in described if len(longer) > len(word) and _shortens(word, longer)}
    return found.pop() if len(found) == 1 else None


def _stated(catalog: Catalog) -> Iterator[tuple[str, tuple[str, ...]]]:
    for table in catalog.tables:
        yield from _of_name(table.name, table.description)
        yield from _in_brackets(table.description)
        for column in table.columns:
            yield from _of_name(column.name, column.description)
            yield from _in_brackets(column.description)


def _of_name(name: str, description: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    described = normalise(description)
    if not described:
        return
    for word in split_identifier(name):
        if len(word) > _LONGEST or not word.isalpha() or is_word(word) or word in expansions():
            continue
        meaning = _initials(word, described)
        if meaning:
            yield word, meaning
        elif longer := shortened(word, described):
            yield word, (longer,)


def _in_brackets(description: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for match in _BRACKETS.finditer(description):
        short = match[1].lower()
        before = normalise(description[max(0, match.start() - _MOST_BEFORE_BRACKETS) : match.start()])
        meaning = _initials(short, before[-2 * len(short) :], at_the_end=True)
        if meaning:
            yield short, meaning
        elif before and len(short) >= _SHORTEST and before[-1] != short and _shortens(short, before[-1]):
            yield short, (before[-1],)


def _initials(short: str, words: Sequence[str], *, at_the_end: bool = False) -> tuple[str, ...]:
    """Words that follow each other of which the short form has the initials; function words may stand between."""
    if len(short) < _SHORTEST and not at_the_end:
        return ()
    for start in range(len(words)):
        end = _spelled(short, words, start)
        if end and (not at_the_end or end == len(words)):
            return tuple(words[start:end])
    return ()


def _spelled(short: str, words: Sequence[str], start: int) -> int:
    """Where the words end whose initials spell the short form, 0 where they do not."""
    place = start
    for letter in short:
        while place < len(words) and place > start and not words[place].startswith(letter):
            if words[place] not in FUNCTION_WORDS:
                return 0
            place += 1
        if place == len(words) or not words[place].startswith(letter):
            return 0
        place += 1
    return place


def _shortens(word: str, longer: str) -> bool:
    if word[0] != longer[0]:
        return False
    letters = iter(longer)
    return all(letter in letters for letter in word)
