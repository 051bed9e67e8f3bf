"""Lemma, stem and plural of one English word."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from gtr_core.text.data_files import lines
from gtr_core.text.folding import fold
from gtr_core.text.function_words import FUNCTION_WORDS
from gtr_core.text.segmentation import is_word

if TYPE_CHECKING:
    from snowballstemmer.english_stemmer import EnglishStemmer

__all__ = ["lemma", "number_toggled", "plural", "stem"]

_SHORTEST = 3
# Endings that a rare word may have been inflected by.
_ENDINGS = ("s", "ed", "ing", "er", "est", "en")
# Plurals that the rules would miss, and words that have none.
_IRREGULAR = {
    "person": "people",
    "child": "children",
    "man": "men",
    "woman": "women",
    "foot": "feet",
    "tooth": "teeth",
    "goose": "geese",
    "mouse": "mice",
    "index": "indices",
    "matrix": "matrices",
    "criterion": "criteria",
    "analysis": "analyses",
    "datum": "data",
    "medium": "media",
    "half": "halves",
    "leaf": "leaves",
    "life": "lives",
    "shelf": "shelves",
    "wife": "wives",
}
_SINGULAR = {plural_form: singular for singular, plural_form in _IRREGULAR.items()}
_WITHOUT_PLURAL = frozenset(
    ("data", "information", "equipment", "news", "series", "species", "staff", "sales", "goods")
)


@lru_cache(maxsize=65536)
def lemma(word: str) -> str:
    """The word's dictionary form, itself where none is known.

    >>> lemma("suppliers"), lemma("ordered"), lemma("bought"), lemma("1995")
    ('supplier', 'order', 'buy', '1995')
    """
    if not _inflects(word):
        return word
    known = _lemmas().get(word)
    if known is not None:
        return known
    if is_word(word) or not word.endswith(_ENDINGS):
        return word
    # Its data take a tenth of a second to load: more than all else that a question needs.
    from simplemma import lemmatize

    return fold(lemmatize(word, lang="en"))


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The word's stem (Snowball, English), itself where it is short or no word.

    >>> stem("shipping"), stem("shipped"), stem("priorities")
    ('ship', 'ship', 'prioriti')
    """
    if not _inflects(word) or len(word) <= _SHORTEST:
        return word
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=65536)
def plural(word: str) -> str:
    """The plural of a noun in the singular, by rule.

    >>> plural("city"), plural("box"), plural("day"), plural("person")
    ('cities', 'boxes', 'days', 'people')
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


@lru_cache(maxsize=65536)
def number_toggled(word: str) -> str:
    """The singular of a plural, the plural of a singular; itself where it has but one of them.

    >>> number_toggled("orders"), number_toggled("order"), number_toggled("status"), number_toggled("news")
    ('order', 'orders', 'statuses', 'news')
    """
    if not _inflects(word) or word in _WITHOUT_PLURAL:
        return word
    if word in _SINGULAR:
        return _SINGULAR[word]
    base = lemma(word)
    if word.endswith("s") and base != word and plural(base) == word:
        return base
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and base == word:
        return word[:-1]
    return plural(word) if base == word else word


def _inflects(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isascii() and word.isalpha() and word not in FUNCTION_WORDS


@cache
def _lemmas() -> dict[str, str]:
    """The dictionary form of each form of a usual word that is not one itself."""
    pairs = (line.partition(" ") for line in lines("lemmas.txt") if not line.startswith("#"))
    return {form: dictionary_form for form, _, dictionary_form in pairs}


@cache
def _stemmer() -> EnglishStemmer:
    from snowballstemmer import stemmer

    return stemmer("english")
