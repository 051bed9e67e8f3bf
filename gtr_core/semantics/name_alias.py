"""The words of one cryptic name, its abbreviations written out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gtr_core.semantics.learned import shortened
from gtr_core.text import expansions, lemma, split_identifier
from gtr_core.text.inflection import plural
from gtr_core.text.segmentation import is_word

__all__ = ["NameContext", "expand", "name_alias"]

# Everybody says these as they are written.
_KEPT = frozenset({"id", "zip", "hq"})
# Words of their own as often as abbreviations: written out only where something near says so.
_EVERYDAY = """
    app arr ave bus cap cat co coll comp cons def del dim dom eng est gen imp inc ins int lat len max med mem min mod
    mon nat net neg no pop pos pri pro prom prop rec rel rem rep res ret sec sel ser sig sub subs sup term var
"""
_ALSO_WORDS: frozenset[str] = frozenset(_EVERYDAY.split())
# Behind a number: 1st, 2nd.
_ORDINAL = frozenset({"st", "nd", "rd", "th"})
# Kinds of key, which readers know as keys.
_KEYS: dict[str, tuple[tuple[str, ...], ...]] = {"sk": (("key",),), "pk": (("key",),), "fk": (("key",),)}
# Meanings at the end of a name, where they differ from those elsewhere.
_AT_THE_END: dict[str, tuple[str, ...]] = {"ind": ("indicator",), "no": ("number",), "int": ("interest",)}
# Words that go with what the data look like.
_OF_TYPE: dict[str, frozenset[str]] = {
    "address": frozenset({"street", "address", "avenue", "apartment"}),
    "boolean": frozenset({"flag", "indicator", "current", "required", "effective", "approved", "available"}),
    "category": frozenset({"status", "type", "category", "currency", "level", "class", "department", "section"}),
    "code": frozenset({"code", "state", "currency", "country"}),
    "date": frozenset({"date", "departure", "arrival", "expiration", "effective", "established"}),
    "money": frozenset(
        {"amount", "price", "salary", "balance", "expense", "commission", "compensation", "revenue", "interest"}
    ),
    "name": frozenset({"name", "company", "organization"}),
    "quantity": frozenset({"quantity", "count", "number", "capacity"}),
    "share": frozenset({"percent", "percentage", "rate", "share", "interest"}),
    "timestamp": frozenset({"timestamp", "time", "departure", "arrival", "expiration"}),
    "year": frozenset({"year"}),
}
# Words before one that can be true or false.
_BEFORE_A_STATE = frozenset({"is", "has", "was", "not", "flag"})


@dataclass(frozen=True, slots=True)
class NameContext:
    """What stands near a name and may tell what its abbreviations stand for. All words are normalised.

    Attributes:
        described: Words of its description, in their order.
        related: Words of the table's names and description, and of the tables that the column refers to.
        semantic_type: The column's, from its profile; empty where unknown.
        entities: Words that the names of the catalog's tables write out.
        referred: Words of the tables that the column refers to.
        learned: What the project's own descriptions say of its abbreviations.
    """

    described: tuple[str, ...] = ()
    related: frozenset[str] = frozenset()
    semantic_type: str = ""
    entities: frozenset[str] = frozenset()
    referred: frozenset[str] = frozenset()
    learned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def name_alias(name: str, context: NameContext | None = None) -> str:
    """The readable words of a name, in lower case and with spaces.

    >>> name_alias("custAcctBal"), name_alias("mktsegment"), name_alias("order_id"), name_alias("availqty")
    ('customer account balance', 'market segment', 'order id', 'available quantity')
    >>> name_alias("exp_dt"), name_alias("exp_dt", NameContext(semantic_type="date"))
    ('expense date', 'expiration date')
    """
    return " ".join(expand(split_identifier(name), context or NameContext()))


def expand(words: Sequence[str], context: NameContext) -> tuple[str, ...]:
    """The words with abbreviations written out, by what stands near them and by a list."""
    written: list[str] = []
    for i, word in enumerate(words):
        following = words[i + 1] if i + 1 < len(words) else ""
        if word in _ORDINAL and i and words[i - 1].isdigit():
            written.append(word)
            continue
        near = replace(context, semantic_type="boolean") if i and words[i - 1] in _BEFORE_A_STATE else context
        meaning = _meaning(word, following, near)
        if len(meaning) > 1 and meaning[-1] == following:
            meaning = meaning[:-1]
        written.extend(meaning)
    return tuple(written)


def _meaning(word: str, following: str, context: NameContext) -> tuple[str, ...]:
    if word in _KEPT or (len(word) <= 2 and following.isdigit()):
        return (word,)
    meanings = _meanings(word)
    if not meanings:
        return _unlisted(word, context)
    if word in _AT_THE_END and not following:
        return _AT_THE_END[word]
    if word == "no" and following == "of":
        return ("number",)
    told = _told(meanings, context)
    if told is not None:
        return told
    return (word,) if word in _ALSO_WORDS else meanings[0]


def _unlisted(word: str, context: NameContext) -> tuple[str, ...]:
    """What a word that no list knows stands for, by its own description, the others, and what it refers to."""
    longer = shortened(word, context.described)
    if longer is None and word in context.learned:
        return context.learned[word]
    referred = sorted({lemma(other) for other in context.referred})
    return (longer or shortened(word, referred) or word,)


def _meanings(word: str) -> tuple[tuple[str, ...], ...]:
    """What the list says of an abbreviation, or of the plural of one."""
    known = _KEYS.get(word) or expansions().get(word, ())
    if known or not word.endswith("s") or is_word(word):
        return known
    return tuple((*meaning[:-1], plural(meaning[-1])) for meaning in expansions().get(word[:-1], ()))


def _told(meanings: Sequence[tuple[str, ...]], context: NameContext) -> tuple[str, ...] | None:
    """The first meaning that something near names, the nearest first; None where nothing does."""
    fitting = _OF_TYPE.get(context.semantic_type, frozenset())
    for words in (frozenset(context.described), fitting, context.related, context.entities):
        for meaning in meanings:
            if all(part in words or part + "s" in words for part in meaning):
                return meaning
    return None
