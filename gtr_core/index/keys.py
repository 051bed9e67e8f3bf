"""The hashes under which an entry is found, and how good a match each is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from gtr_core.index.hashing import ngram_hash
from gtr_core.index.ngrams import part_spans
from gtr_core.index.posting import MatchedBy, MatchKind
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, lemma, stem

__all__ = ["WHOLE", "entry_keys", "match_of", "quality_of"]

_LEVELS = 60
_MATCHED_BY: tuple[MatchedBy, ...] = ("exact", "lemma", "stem")
# Qualities from here on are matches of a whole entry.
WHOLE = _LEVELS * 4
_MATCHES = [(quality // 4 / _LEVELS, _MATCHED_BY[max(0, 2 - quality % 4)]) for quality in range(WHOLE + 3)]
_MOST_INFLECTED_VALUE_TOKENS = 3
_SPOKEN = FUNCTION_WORDS | OPERATOR_WORDS


def quality_of(coverage: float, matched_by: MatchedBy) -> int:
    """Coverage and form in one byte that sorts by coverage, then exact before lemma before stem.

    Coverage is kept in sixtieths: halves, thirds, quarters, fifths and sixths are exact.
    """
    level = min(max(round(coverage * _LEVELS), 1), _LEVELS)
    return level * 4 + 2 - _MATCHED_BY.index(matched_by)


def match_of(quality: int) -> tuple[float, MatchedBy]:
    """Coverage and form of a quality."""
    return _MATCHES[quality]


def entry_keys(form: Sequence[str], kind: MatchKind, coverage: float = 1.0) -> Iterator[tuple[int, int]]:
    """Pairs of hash and quality: the whole entry, its parts, and the lemmas and stems of both.

    Of values only whole ones of up to three words have lemmas and stems. Parts that are nothing but function
    and operator words are left out, since questions are never looked up by them.
    """
    yield from _keys_of(form, kind, coverage)
    spoken = [token in _SPOKEN for token in form]
    any_spoken = any(spoken)
    for start, end, quality in _parts(len(form), coverage):
        if any_spoken and all(spoken[start:end]):
            continue
        if kind == "value":
            yield ngram_hash(form[start:end]), quality
        else:
            yield from _keys_of(form[start:end], kind, coverage * (end - start) / len(form))


@lru_cache(maxsize=4096)
def _parts(tokens: int, coverage: float) -> tuple[tuple[int, int, int], ...]:
    """Start, end and quality of each part of an entry."""
    return tuple(
        (start, end, quality_of(coverage * (end - start) / tokens, "exact")) for start, end in part_spans(tokens)
    )


def _keys_of(form: Sequence[str], kind: MatchKind, coverage: float) -> Iterator[tuple[int, int]]:
    yield ngram_hash(form), quality_of(coverage, "exact")
    if kind == "value" and not _is_inflected_value(form):
        return
    lemmas = [lemma(token) for token in form]
    stems = [stem(token) for token in form]
    written = list(form)
    if lemmas != written:
        yield ngram_hash(lemmas), quality_of(coverage, "lemma")
    if stems not in (lemmas, written):
        yield ngram_hash(stems), quality_of(coverage, "stem")


def _is_inflected_value(form: Sequence[str]) -> bool:
    return len(form) <= _MOST_INFLECTED_VALUE_TOKENS and all(map(_is_plain, form))


@lru_cache(maxsize=1 << 16)
def _is_plain(token: str) -> bool:
    return token.isascii() and token.isalpha()
