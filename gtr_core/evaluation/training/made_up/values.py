"""Names of made-up rows."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

__all__ = ["made_names", "misspelt"]


def made_names(
    kind: str, count: int, words: Mapping[str, Sequence[str]], chance: random.Random, taken: Collection[str] = ()
) -> list[str]:
    """Different names of persons, companies, towns or titles, ``count`` at most, none of those that are taken."""
    makers = {
        "person": ("first_names", "last_names", " "),
        "company": ("company_heads", "company_tails", " "),
        "town": ("town_heads", "town_tails", ""),
        "title": ("title_heads", "title_tails", " "),
    }
    first, second, between = makers[kind]
    made = dict.fromkeys(f"{chance.choice(words[first])}{between}{chance.choice(words[second])}" for _ in range(count))
    return [name for name in made if name not in taken]


def misspelt(value: str, chance: random.Random) -> str:
    """A long word of the value with two letters swapped or one left out; short values as they are."""
    words = value.split()
    long = [i for i, word in enumerate(words) if len(word) > 6 and word.isalpha()]
    if not long:
        return value
    i = chance.choice(long)
    word, at = words[i], chance.randrange(2, len(words[i]) - 2)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    words[i] = swapped if chance.random() < 0.5 and swapped != word else word[:at] + word[at + 1 :]
    return " ".join(words)
