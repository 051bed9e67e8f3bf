"""Which phrase speaks of which: what stands before a noun or behind it with a preposition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.result import QuestionToken

__all__ = ["attach", "names_table"]

_LINKS = frozenset(
    {"of", "in", "from", "at", "with", "for", "on", "within", "inside", "based", "located", "to", "'s", "s"}
)
_DETERMINERS = frozenset(
    {"the", "a", "an", "all", "any", "each", "every", "their", "its", "his", "her", "this", "that"}
)
_COPULAS = frozenset({"that", "which", "who", "whose", "are", "is", "was", "were", "have", "has", "had", "be", "been"})
_AND = frozenset({"and", "or", "nor", "&", "versus", "vs"})

BESIDE = 1.0
BEHIND = 0.9
LOOSE = 0.4
SURE = 0.75
ASKED = 0.6


def attach(tokens: Sequence[QuestionToken], phrases: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Say for every phrase which table phrases it is attached to, and which phrases it is coordinated with.

    A phrase that stands right before a table's name is attached to it ("Indian suppliers"), likewise one
    behind a table's name and a preposition ("suppliers in Germany"), the nearest table first; a column's
    phrase is attached to the table behind "of" ("names of the parts"), and to the table's name that stands
    right before it ("customer region"). Where one column's phrase governs two coordinated tables ("balance
    of suppliers and of customers"), it is given twice, once for each.
    """
    linked = [_with_links(tokens, phrases, i) for i in range(len(phrases))]
    asked = next((i for i, phrase in enumerate(phrases) if phrase.weight >= ASKED), None)
    if asked is not None and _is_asked(tokens, phrases[asked]):
        linked[asked] = replace(linked[asked], apart_from=_given(linked, asked))
    return _distribute(tokens, tuple(linked))


def names_table(phrase: Phrase) -> bool:
    """Whether the phrase's best meaning is a table, and so surely that other phrases may speak of it."""
    return phrase.weight >= SURE and _is_table(phrase.options[0])


def _is_table(option: Option) -> bool:
    posting = option.posting
    return posting.kind in ("table", "alias") and posting.column is None and posting.value is None


def _is_asked(tokens: Sequence[QuestionToken], phrase: Phrase) -> bool:
    """Whether a phrase is a name and begins what the question asks for."""
    before = tokens[: phrase.first]
    return phrase.options[0].posting.value is None and all(token.role in ("function", "operator") for token in before)


def _given(phrases: Sequence[Phrase], asked: int) -> tuple[int, ...]:
    """The values behind a phrase that do not qualify it: other words with a meaning stand between."""
    found = []
    for j in range(asked + 2, len(phrases)):
        given = phrases[j].options[0].posting.kind == "value" and phrases[j].weight >= ASKED
        if given and all(head != asked or strength <= LOOSE for head, strength in phrases[j].attached_to):
            found.append(j)
    return tuple(found)


def _with_links(tokens: Sequence[QuestionToken], phrases: Sequence[Phrase], i: int) -> Phrase:
    phrase = phrases[i]
    links: dict[int, float] = {}
    if i + 1 < len(phrases) and names_table(phrases[i + 1]):
        strength = _forward(_between(tokens, phrase, phrases[i + 1]), phrase)
        if strength:
            links[i + 1] = strength
    back = _table_before(tokens, phrases, i)
    if back is not None and BESIDE not in links.values():
        target, strength = back
        links[target] = max(links.get(target, 0.0), strength)
    together = tuple(
        j
        for j in (i - 1, i + 1)
        if 0 <= j < len(phrases) and _coordinated(_between(tokens, phrases[min(i, j)], phrases[max(i, j)]))
    )
    return replace(phrase, attached_to=tuple(sorted(links.items())), coordinated=together)


def _between(tokens: Sequence[QuestionToken], left: Phrase, right: Phrase) -> list[str]:
    return [token.norm for token in tokens[left.last : right.first]]


def _coordinated(between: Sequence[str]) -> bool:
    return bool(between) and all(word in _AND or word in _DETERMINERS for word in between)


def _forward(between: Sequence[str], phrase: Phrase) -> float:
    """How strongly a phrase is attached to the table's name behind it."""
    if not between:
        return 0.0 if names_table(phrase) else BESIDE
    governs = phrase.options[0].posting.kind in ("column", "alias", "metric", "description")
    if governs and between[0] in ("of", "for", "by") and all(word in _DETERMINERS for word in between[1:]):
        return BEHIND if between[0] == "of" else LOOSE
    return 0.0


def _table_before(tokens: Sequence[QuestionToken], phrases: Sequence[Phrase], i: int) -> tuple[int, float] | None:
    """The nearest table's name before a phrase, and how strongly the phrase is attached to it."""
    for j in range(i - 1, -1, -1):
        between = _between(tokens, phrases[j], phrases[i])
        if not names_table(phrases[j]):
            if any(tokens[k].role == "unexplained" for k in range(phrases[j].last, phrases[i].first)):
                return None
            continue
        if j == i - 1 and not between:
            return j, BESIDE
        if j == i - 1 and between[0] in _LINKS and all(word in _LINKS or word in _DETERMINERS for word in between):
            return j, BEHIND if between[0] != "to" else LOOSE
        words = [token.norm for token in tokens[phrases[j].last : phrases[i].first] if token.role != "grounded"]
        if words and all(word in _LINKS or word in _DETERMINERS or word in _COPULAS for word in words):
            return j, LOOSE
        return None
    return None


def _distribute(tokens: Sequence[QuestionToken], phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Repeat a column's or metric's phrase for the second of two coordinated tables that it governs."""
    extra: list[Phrase] = []
    for i, phrase in enumerate(phrases):
        if phrase.options[0].posting.kind not in ("column", "alias", "metric") or names_table(phrase):
            continue
        heads = [j for j, strength in phrase.attached_to if j == i + 1 and strength >= BEHIND]
        if not heads or i + 2 >= len(phrases) or not names_table(phrases[i + 2]):
            continue
        between = _between(tokens, phrases[i + 1], phrases[i + 2])
        if (
            between
            and between[0] in _AND
            and all(word in _AND or word in _DETERMINERS or word in ("of", "for") for word in between)
        ):
            extra.append(replace(phrase, attached_to=((i + 2, BEHIND),)))
    return phrases + tuple(extra)
