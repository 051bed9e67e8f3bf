"""Of a table that refers to itself: which of its two rows a phrase speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from gtr_core.retrieval.candidate import Phrase
from gtr_core.retrieval.result import QuestionToken
from gtr_core.retrieval.role_words import Role
from gtr_core.text import lemma

__all__ = ["is_referred_to"]

# Words that a preposition reaches.
REACH = 4

_BE = frozenset({"is", "are", "was", "were", "be", "been", "being"})
# "Who reports to Ann", "the people under Ann": she is their manager.
_RULED = frozenset({"report", "answer", "under"})


def is_referred_to(tokens: Sequence[QuestionToken], role: Role, places: Sequence[int], phrase: Phrase) -> bool | None:
    """Whether a phrase speaks of the row that is referred to (True) or of the one that refers (False); None: unsaid.

    "Mentored by Ann", "reports to Ann": Ann is referred to. "The mentor of Ann", "Ann's mentor", "those who are
    mentored", "a mentored teacher": they refer.

    Args:
        tokens: The question's.
        role: Of a reference of a table to itself.
        places: Of the tokens that say it.
        phrase: Any.
    """
    if phrase.options[0].role is not None and phrase.options[0].role is role.edge:
        return True
    for place in sorted(places, key=lambda place: (_distance(place, phrase), place)):
        said = _said(tokens, role, place, phrase)
        if said is not None:
            return said
    return None


def _distance(place: int, phrase: Phrase) -> int:
    return phrase.first - place if place < phrase.first else max(place - phrase.last + 1, 0)


def _said(tokens: Sequence[QuestionToken], role: Role, place: int, phrase: Phrase) -> bool | None:
    if phrase.first <= place < phrase.last:
        return _names_key(role, phrase)
    word = tokens[place].norm
    ruled = lemma(word) in _RULED
    if place < phrase.first:
        between = [token.norm for token in tokens[place + 1 : phrase.first]]
        if len(between) > REACH:
            return None
        if "by" in between or (ruled and ("to" in between or word == "under")):
            return True
        is_name = _is_noun(role, word) and "of" in between
        return False if is_name or (not between and word.endswith("ed")) else None
    if place == phrase.last and tokens[place].start - tokens[place - 1].end > 1 and _is_noun(role, word):
        return False
    passive = word.endswith("ed") and tokens[place - 1].norm in _BE
    return False if (passive or ruled) and place - phrase.last <= REACH else None


def _names_key(role: Role, phrase: Phrase) -> bool | None:
    """Whether a phrase that says the role is the key itself, which stands with the row that refers."""
    posting = phrase.options[0].posting
    is_key = posting.column in role.edge.child_columns and posting.table == role.edge.child
    return False if is_key else None


def _is_noun(role: Role, word: str) -> bool:
    return lemma(word) in role.words and not word.endswith(("ed", "ing"))
