"""The typed outcome: resolved, ambiguous or unresolved, with a confidence and the reason."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.index import Posting
from gtr_core.retrieval.attachment import names_table
from gtr_core.retrieval.candidate import Grounding, Phrase
from gtr_core.retrieval.disambiguation import Choice
from gtr_core.retrieval.merging import Merged
from gtr_core.retrieval.result import Alternative, Status

__all__ = ["Outcome", "decide", "unavailable"]

MARGIN = 0.04
PATH_MARGIN = 0.3
RUNNER_UP = 0.85
SURE_OF_PATH = 0.8
# Shares of unknown words from which a question is refused: chosen so that next to no right answer is lost.
STRANGE, STRANGE_IF_UNLIKELY, UNLIKELY = 0.65, 0.5, 0.35
# Confidence from which an answer stands though a phrase means something that no join connects with it.
LIKELY = 0.5
MEANINGFUL = 0.2
DECISIVE = 0.6
MAX_ALTERNATIVES = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the caller is told."""

    status: Status
    confidence: float
    reason: str | None
    tree: JoinTree | None
    alternatives: tuple[Alternative, ...] = ()


def decide(graph: ContextGraph, grounding: Grounding, trees: Sequence[tuple[Choice, Merged]]) -> Outcome:
    """The outcome, from the distinct trees with the choices that they were merged from, best first.

    Unresolved where no phrase carries meaning, or where a decisive phrase lies in a part of the graph that
    no join connects with the rest. Ambiguous where the runner-up's score is within ``MARGIN``, or within
    ``PATH_MARGIN`` where it gives every phrase the same meaning and reaches them by other joins: that a path
    is one table longer does not make it the wrong one ("revenue by region", of suppliers or of customers). The
    confidence grows with the share of the question's words that are explained and with the distance to the
    best tree of other tables, unless a scorer gave one. Unresolved too where most words mean nothing here.
    """
    if not grounding.phrases or max(phrase.weight for phrase in grounding.phrases) < MEANINGFUL:
        return Outcome("unresolved", 0.0, "No word of the question names a table, a column, a metric or a value.", None)
    if not trees:
        return Outcome("unresolved", 0.0, "What the question names lies in no table that may be read.", None)
    first, best = trees[0]
    score = first.score
    apart = None if (first.confidence or 0.0) >= LIKELY else _unconnected(graph, grounding, best)
    if apart is not None:
        return Outcome("unresolved", 0.0, apart, None)
    alone = _values_alone(grounding, first)
    if alone is not None:
        return Outcome("unresolved", 0.0, alone, None)
    strange = _mostly_strange(grounding, first)
    if strange is not None:
        return Outcome("unresolved", 0.0, strange, None)
    explained = _explained(grounding, best)
    others = [(choice, merged) for choice, merged in trees[1:] if merged.tree.tables != best.tree.tables]
    margin = min((score - choice.score for choice, _ in others), default=1.0)
    confidence = round(explained * (1.0 - 0.5 * math.exp(-margin / 0.3)), 4)
    if first.confidence is not None:
        confidence = first.confidence
    tied = [
        (choice, merged)
        for choice, merged in trees[1:]
        if _ties(first, choice, confidence, best.tree.tables == merged.tree.tables)
        or (confidence < SURE_OF_PATH and _is_like(first, choice, best, merged))
    ][:MAX_ALTERNATIVES]
    if not tied:
        return Outcome("resolved", confidence, None, best.tree)
    alternatives = tuple(
        Alternative(
            merged.tree, _alternative_confidence(confidence, explained, first, other), _difference(best, merged)
        )
        for other, merged in tied
    )
    return Outcome("ambiguous", confidence, f"Two readings tie: {alternatives[0].differs_in}.", best.tree, alternatives)


def _ties(first: Choice, other: Choice, confidence: float, same_tables: bool) -> bool:
    """Whether another reading is about as good as the first.

    Of the same tables, or where no scorer was asked, by the score of the assignment. Of other tables by
    their probability: within ``RUNNER_UP`` of the first's. Where only the joins differ by which the same meanings
    are reached, they tie unless the first is surely right.
    """
    behind = first.score - other.score
    paths = _same_meaning(first, other)
    if same_tables or first.probability is None or other.probability is None:
        return behind <= (PATH_MARGIN if paths else MARGIN)
    if paths and abs(behind) <= PATH_MARGIN:
        return confidence < SURE_OF_PATH
    return other.probability >= RUNNER_UP * first.probability


def _is_like(first: Choice, other: Choice, best: Merged, merged: Merged) -> bool:
    """Whether two tables alone are called alike ("status F", "phone"): what was learnt then is no reason to choose."""
    alone = len(best.tree.tables) == len(merged.tree.tables) == 1
    return alone and abs(first.score - other.score) <= MARGIN


def _alternative_confidence(confidence: float, explained: float, first: Choice, other: Choice) -> float:
    if first.probability and other.probability is not None:
        return round(confidence * min(other.probability / first.probability, 1.0), 4)
    return round(explained * 0.5 * math.exp(-(first.score - other.score) / 0.3), 4)


def unavailable(missing: FailedTable) -> Outcome:
    """The outcome of a question that names a table which the build could not take in."""
    why = f"{missing.reason}: {missing.text}" if missing.text else missing.reason
    return Outcome(
        "unresolved", 0.0, f"The question names {missing.table}, which is not in the snapshot ({why}).", None
    )


def _values_alone(grounding: Grounding, choice: Choice) -> str | None:
    """Why the question cannot be answered where values alone are known of it, and other words are not.

    "The weather in Lyon" names a city that is stored somewhere; nothing says that it is asked for.
    """
    placed = [option.posting for option, _ in filter(None, choice.assignment.choices)]
    # A tree over tables that a scorer chose may place few of the phrases.
    placed = placed or [phrase.options[0].posting for phrase in grounding.phrases]
    unexplained = [token.text for token in grounding.tokens if token.role == "unexplained"]
    if not unexplained or any(posting.kind not in ("value", "semantic") for posting in placed):
        return None
    if any(_holds_a_name(grounding, phrase) for phrase in grounding.phrases):
        return None
    known = ", ".join(repr(posting.value) for posting in placed if posting.value is not None)
    found = f"Only the values {known} are known" if known else "Nothing by name is known"
    return f"{found} of this question, and not {', '.join(map(repr, unexplained[:5]))}."


def _holds_a_name(grounding: Grounding, phrase: Phrase) -> bool:
    """Whether a table is named in so many words within a phrase ("managers of the branches")."""
    within = (span for span in grounding.spans if phrase.first <= span.first and span.last <= phrase.last)
    return any(span.last - span.first < phrase.last - phrase.first and names_table(span) for span in within)


def _mostly_strange(grounding: Grounding, first: Choice) -> str | None:
    """Why the question is hardly one for this warehouse: most of its words are unknown in it.

    Fewer unknown words suffice where the scorer finds its answer unlikely. Numbers, codes and quotations do not
    count: not every value is kept.
    """
    strange = [
        token.text
        for token in grounding.tokens
        if token.role == "unexplained" and token.norm.isalpha() and token.text[:1] not in "\"'"
    ]
    known = sum(token.role == "grounded" for token in grounding.tokens)
    share = len(strange) / max(len(strange) + known, 1)
    unlikely = first.confidence is not None and first.confidence < UNLIKELY
    if share < (STRANGE_IF_UNLIKELY if unlikely else STRANGE):
        return None
    return f"Most of the question's words mean nothing here: {', '.join(map(repr, strange[:5]))}."


def _same_meaning(one: Choice, other: Choice) -> bool:
    """Whether two choices give every phrase the same meaning on as many instances, so that only joins differ."""
    return _meanings(one) == _meanings(other)


def _meanings(choice: Choice) -> tuple[list[Posting | None], int]:
    choices = choice.assignment.choices
    spoken = {placed[1] for placed in choices if placed is not None}
    return [None if placed is None else placed[0].posting for placed in choices], len(spoken)


def _explained(grounding: Grounding, best: Merged) -> float:
    """Share of the words that carry meaning which the tree explains, each phrase by its weight."""
    total = sum(token.role == "unexplained" for token in grounding.tokens) * 0.3
    explained = 0.0
    for phrase, alias in zip(grounding.phrases, best.aliases, strict=True):
        total += phrase.weight
        explained += phrase.weight if alias is not None else 0.0
    return explained / total if total else 0.0


def _unconnected(graph: ContextGraph, grounding: Grounding, best: Merged) -> str | None:
    """Why a decisive phrase cannot be joined to the tree, where that is so.

    A number, or what a column of another domain is called, is no reason: both stand in many questions without being
    meant.
    """
    component = graph.components[graph.positions[best.tree.nodes[0].table]]
    for phrase, alias in zip(grounding.phrases, best.aliases, strict=True):
        if alias is not None or phrase.weight < DECISIVE or not _names_something(grounding, phrase):
            continue
        if not any(graph.components[graph.positions[option.posting.table]] == component for option in phrase.options):
            return (
                f"No join connects {_words(grounding, phrase)!r} ({graph.table(phrase.options[0].posting.table).name}) "
                f"with {graph.table(best.tree.nodes[0].table).name}."
            )
    return None


def _names_something(grounding: Grounding, phrase: Phrase) -> bool:
    """Whether a phrase means a table, a metric or a value that is no number."""
    posting = phrase.options[0].posting
    if posting.kind == "value":
        return not all(token.norm.isdigit() for token in grounding.tokens[phrase.first : phrase.last])
    return posting.kind == "metric" or posting.column is None


def _words(grounding: Grounding, phrase: Phrase) -> str:
    return " ".join(token.text for token in grounding.tokens[phrase.first : phrase.last])


def _difference(best: Merged, other: Merged) -> str:
    """The tables, else the joins, in which two trees differ, in words."""
    mine, theirs = set(best.tree.tables), set(other.tree.tables)
    if mine != theirs:
        parts = []
        if mine - theirs:
            parts.append(f"only the first uses {', '.join(sorted(mine - theirs))}")
        if theirs - mine:
            parts.append(f"only the other uses {', '.join(sorted(theirs - mine))}")
        return "; ".join(parts)
    edges = {_edge(join.left, join.right, join.on) for join in best.tree.joins}
    others = {_edge(join.left, join.right, join.on) for join in other.tree.joins}
    first, second = (", ".join(sorted(only)) or "less" for only in (edges - others, others - edges))
    return f"the first joins {first}, the other {second}"


def _edge(left: str, right: str, on: Sequence[tuple[str, str]]) -> str:
    return f"{left} to {right} on {' and '.join(f'{mine} = {theirs}' for mine, theirs in on)}"
