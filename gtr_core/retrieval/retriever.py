"""Guided Table Retrieval, whole: from a question to a typed outcome."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.disambiguation import Choice, Disambiguator
from gtr_core.retrieval.distinct_trees import distinct_trees
from gtr_core.retrieval.enrichment import enrich
from gtr_core.retrieval.exceptions import EmptyQuestionError, LongQuestionError
from gtr_core.retrieval.exploration import Source, explore
from gtr_core.retrieval.glossary_meanings import glossary_meanings
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.learned import LearnedDisambiguator
from gtr_core.retrieval.merging import Merged
from gtr_core.retrieval.missing_tables import missing_table
from gtr_core.retrieval.outcome import decide, unavailable
from gtr_core.retrieval.placement import place
from gtr_core.retrieval.result import Mention, Retrieval

__all__ = ["MAX_QUESTION_LENGTH", "RetrievalOptions", "check_question", "retrieve"]

MAX_QUESTION_LENGTH = 10_000
_MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """What a caller may choose.

    Attributes:
        semantic: Whether table embeddings may add targets where grounding finds few.
        disambiguator: What chooses among the trees; the local one where None.
        evidence: What is known of this question's words beside the context, as a glossary would state it
            ("eligible free rate = `Free Meal Count` / `Enrollment`"); empty where nothing is.
    """

    semantic: bool = True
    disambiguator: Disambiguator | None = None
    evidence: str = ""


def retrieve(question: str, snapshot: Snapshot, options: RetrievalOptions | None = None) -> Retrieval:
    """Find the tables that a question needs and the tree by which they join.

    Args:
        question: In plain language, at most ``MAX_QUESTION_LENGTH`` characters.
        snapshot: What is known of the warehouse; nothing else is read.
        options: See ``RetrievalOptions``.

    Raises:
        EmptyQuestionError: The question holds no word.
        LongQuestionError: It is longer than the limit.

    Source: Guided Table Retrieval, section 3, steps 1 to 9.
    """
    options = options or RetrievalOptions()
    check_question(question)
    graph = snapshot.graph
    clock = _Clock()
    grounding = ground(question, graph, snapshot.index)
    notes = list(grounding.notes)
    if options.semantic:
        enriched = enrich(question, grounding, graph, snapshot.embeddings, snapshot.encoder_name)
        grounding = enriched.grounding
        notes += [enriched.note] if enriched.note else []
    grounding = _explained(grounding, graph, snapshot, options.evidence)
    clock.lap("ground")
    sources = explore(graph, grounding.phrases)
    clock.lap("explore")
    choices = (options.disambiguator or LearnedDisambiguator()).choose(graph, grounding, sources)
    clock.lap("disambiguate")
    trees = distinct_trees(graph, choices)
    clock.lap("merge")
    missing = missing_table(grounding.tokens, snapshot.failed, graph)
    outcome = decide(graph, grounding, trees) if missing is None else unavailable(missing)
    best = trees[0] if outcome.tree is not None else None
    return Retrieval(
        question=question,
        status=outcome.status,
        confidence=outcome.confidence,
        reason=outcome.reason,
        tree=outcome.tree,
        tokens=grounding.tokens,
        mentions=_mentions(question, grounding, best),
        alternatives=outcome.alternatives,
        ranked=_ranked(graph, trees, sources),
        trace=_trace(graph, grounding, sources, trees, notes),
        timings_ms=clock.timings(),
    )


def _explained(grounding: Grounding, graph: ContextGraph, snapshot: Snapshot, evidence: str) -> Grounding:
    """The grounding with what is known of its words, grounded likewise."""
    texts = [evidence, *glossary_meanings(graph, grounding.tokens)]
    text = "; ".join(text for text in texts if text)[:MAX_QUESTION_LENGTH]
    if not any(character.isalnum() for character in text):
        return grounding
    return replace(grounding, explanation=ground(text, graph, snapshot.index))


def check_question(question: str) -> None:
    """Refuse a question that is too long, or that holds no word."""
    if len(question) > MAX_QUESTION_LENGTH:
        raise LongQuestionError(len(question), MAX_QUESTION_LENGTH)
    if not any(character.isalnum() for character in question):
        raise EmptyQuestionError


class _Clock:
    """Milliseconds by phase."""

    def __init__(self) -> None:
        self._start = self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, phase: str) -> None:
        now = time.perf_counter()
        self._laps[phase] = round((now - self._last) * 1000, 3)
        self._last = now

    def timings(self) -> dict[str, float]:
        return {**self._laps, "total": round((time.perf_counter() - self._start) * 1000, 3)}


def _mentions(question: str, grounding: Grounding, best: tuple[Choice, Merged] | None) -> tuple[Mention, ...]:
    mentions = []
    for i, phrase in enumerate(grounding.phrases):
        placed = best[0].assignment.choices[i] if best else None
        option = placed[0] if placed else phrase.options[0]
        alias = best[1].aliases[i] if best else None
        if best is not None and alias is None:
            option, alias = place(phrase, best[1].tree, best[1].aliases)
        tokens = grounding.tokens[phrase.first : phrase.last]
        mentions.append(
            Mention(
                first=phrase.first,
                last=phrase.last,
                text=question[tokens[0].start : tokens[-1].end],
                variant=option.variant,
                variant_kind=option.variant_kind,
                posting=option.posting,
                weight=option.weight,
                node=alias,
                others=tuple(other.posting for other in phrase.options if other is not option),
            )
        )
    return tuple(mentions)


def _ranked(
    graph: ContextGraph, trees: Sequence[tuple[Choice, Merged]], sources: Sequence[Source]
) -> tuple[tuple[str, float], ...]:
    """Tables of the best tree, then the others by their own probability where a scorer gave one, else by their trees.

    Scores lie between 2 and 3 for the best tree's tables, so that they stay ahead of the others.
    """
    ranked: dict[str, float] = {}
    if not trees:
        return ()
    likely = {graph.tables[position].id: score for position, score in trees[0][0].likely.items()}
    for choice, merged in trees:
        best = merged is trees[0][1]
        for table in merged.tree.tables:
            ranked.setdefault(table, 2.0 + likely.get(table, 0.5) if best else likely.get(table, choice.score - 9.0))
    for table, score in likely.items():
        ranked.setdefault(table, score)
    return tuple(sorted(ranked.items(), key=lambda item: (-item[1], item[0])))


def _trace(
    graph: ContextGraph,
    grounding: Grounding,
    sources: Sequence[Source],
    trees: Sequence[tuple[Choice, Merged]],
    notes: Sequence[str],
) -> dict[str, object]:
    return {
        "notes": list(notes),
        "phrases": [
            {
                "text": " ".join(token.text for token in grounding.tokens[phrase.first : phrase.last]),
                "options": [
                    {
                        "match": option.posting.kind,
                        "table": option.posting.table,
                        "column": option.posting.column,
                        "value": option.posting.value,
                        "variant": option.variant,
                        "kind": option.variant_kind,
                        "weight": option.weight,
                    }
                    for option in phrase.options
                ],
                "attached_to": [list(link) for link in phrase.attached_to],
            }
            for phrase in grounding.phrases
        ],
        "sources": [{"table": graph.tables[source.table].id, "coverage": source.coverage} for source in sources],
        "trees": [
            {
                "root": merged.tree.root,
                "tables": list(merged.tree.tables),
                "score": choice.score,
                "probability": choice.probability,
            }
            for choice, merged in trees
        ],
        "tables": _likeliest(graph, trees),
    }


def _likeliest(graph: ContextGraph, trees: Sequence[tuple[Choice, Merged]]) -> list[dict[str, object]]:
    """The tables that a scorer found likeliest, with their probabilities; empty without a scorer."""
    likely = trees[0][0].likely if trees else {}
    ranked = sorted(likely.items(), key=lambda item: (-item[1], item[0]))[:_MOST_LISTED]
    return [{"table": graph.tables[position].id, "probability": probability} for position, probability in ranked]
