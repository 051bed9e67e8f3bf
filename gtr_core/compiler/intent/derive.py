"""From a grounded question to its query specification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from gtr_core.compiler.exceptions import UnansweredError
from gtr_core.compiler.intent.hints import without_hints
from gtr_core.compiler.intent.mention_kinds import is_value
from gtr_core.compiler.intent.modifiers import with_modifiers
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.rules.aggregates import aggregates
from gtr_core.compiler.intent.rules.average_counts import average_counts
from gtr_core.compiler.intent.rules.comparisons import comparisons
from gtr_core.compiler.intent.rules.contradictions import contradictions, nodes_of
from gtr_core.compiler.intent.rules.counts import counts
from gtr_core.compiler.intent.rules.exclusions import exclusions
from gtr_core.compiler.intent.rules.full_names import full_names
from gtr_core.compiler.intent.rules.given_back import given_back
from gtr_core.compiler.intent.rules.glossary import glossary
from gtr_core.compiler.intent.rules.grouping import grouping
from gtr_core.compiler.intent.rules.leftovers import leftovers
from gtr_core.compiler.intent.rules.listing import listing
from gtr_core.compiler.intent.rules.metrics import metrics
from gtr_core.compiler.intent.rules.named_aggregates import named_aggregates
from gtr_core.compiler.intent.rules.optional_rows import optional_rows
from gtr_core.compiler.intent.rules.ordering import ordering
from gtr_core.compiler.intent.rules.partial_texts import partial_texts
from gtr_core.compiler.intent.rules.refusals import refusals
from gtr_core.compiler.intent.rules.repetition import repetition
from gtr_core.compiler.intent.rules.retargeting import retargeting
from gtr_core.compiler.intent.rules.row_counts import row_counts
from gtr_core.compiler.intent.rules.shared_heads import shared_heads
from gtr_core.compiler.intent.rules.shares import shares
from gtr_core.compiler.intent.rules.showing import showing
from gtr_core.compiler.intent.rules.superlatives import superlatives
from gtr_core.compiler.intent.rules.time_filters import time_filters
from gtr_core.compiler.intent.rules.times_asked import times_asked
from gtr_core.compiler.intent.rules.told_columns import told_columns
from gtr_core.compiler.intent.rules.value_filters import value_filters
from gtr_core.compiler.intent.rules.verbs import verbs
from gtr_core.compiler.intent.rules.versus_aggregates import versus_aggregates
from gtr_core.compiler.intent.rules.whole_rows import whole_rows
from gtr_core.compiler.intent.wording import in_words
from gtr_core.compiler.spec import Measure, QuerySpec
from gtr_core.compiler.verdict import Verdict
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.retrieval.result import Retrieval

__all__ = ["RULES", "Intent", "derive_spec"]

RULES: tuple[Callable[[Reading], Reading], ...] = (
    showing,
    retargeting,
    shared_heads,
    full_names,
    named_aggregates,
    verbs,
    shares,
    average_counts,
    glossary,
    partial_texts,
    optional_rows,
    exclusions,
    value_filters,
    time_filters,
    versus_aggregates,
    comparisons,
    counts,
    aggregates,
    superlatives,
    metrics,
    row_counts,
    ordering,
    grouping,
    contradictions,
    times_asked,
    whole_rows,
    listing,
    told_columns,
    repetition,
    leftovers,
    refusals,
    given_back,
)


@dataclass(frozen=True, slots=True)
class Intent:
    """What a question was understood to ask.

    Attributes:
        tree: The tree to which the specification's aliases belong.
        understood: The specification in words.
        verdicts: What was not understood, or was decided where the question left it open.
    """

    spec: QuerySpec
    tree: JoinTree
    understood: str
    verdicts: tuple[Verdict, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether a verdict says that the specification answers another question, so that no SQL is to be given."""
        return any(verdict.action == "refused" for verdict in self.verdicts)


def derive_spec(retrieval: Retrieval, graph: ContextGraph, today: date) -> Intent:
    """The query specification of a question, by rules over its tokens and mentions.

    No rule knows a schema: each reads what the phrases were grounded to, types and profiles of columns, keys
    and metrics. Words that carry meaning and enter no part of the specification are listed as verdicts. Where one of
    them asks for a computation without which the numbers would answer another question, its verdict refuses.

    Args:
        retrieval: The question with its join tree; the first tree where it is ambiguous.
        graph: The context that it was retrieved from.
        today: The day to which "last month" and the like refer.

    Raises:
        UnansweredError: The question has no join tree.
    """
    if retrieval.tree is None:
        raise UnansweredError(retrieval.question, retrieval.reason)
    retrieval = without_hints(with_modifiers(retrieval, graph))
    assert retrieval.tree is not None
    on_tree = sorted(
        (mention for mention in retrieval.mentions if mention.node is not None),
        key=lambda mention: (mention.first, mention.last),
    )
    reading = Reading(retrieval.question, retrieval.tokens, tuple(on_tree), retrieval.tree, graph, today)
    for mention in retrieval.mentions:
        if mention.node is None and (is_value(mention) or mention.posting.kind == "metric"):
            reading = reading.not_understood(mention.text, f"{mention.text!r} has no place in the join tree.")
    for rule in RULES:
        reading = rule(reading)
    spec = _spec(reading)
    return Intent(spec, retrieval.tree, in_words(spec), reading.verdicts)


def _spec(reading: Reading) -> QuerySpec:
    measures: list[Measure] = []
    for asked in sorted(reading.asked, key=lambda asked: (asked.first, asked.last)):
        if asked.measure not in measures:
            measures.append(_named_apart(asked.measure, measures))
    shown = {(dimension.node, dimension.column) for dimension in reading.dimensions}
    measures = [m for m in measures if m.aggregate != "none" or (m.node, m.column) not in shown]
    aggregating = any(measure.aggregate != "none" for measure in measures)
    if aggregating:
        measures = [_aggregated(measure) for measure in measures]
    return QuerySpec(
        measures=tuple(measures),
        dimensions=reading.dimensions,
        filters=reading.filters,
        having=reading.having,
        order=reading.order,
        limit=reading.limit,
        distinct=reading.distinct and not aggregating,
        optional=_optional(reading),
    )


def _optional(reading: Reading) -> tuple[str, ...]:
    """The instances that may be missing, but for those on which a filter stands."""
    filtered = {node for condition in reading.filters for node in nodes_of(condition)}
    return tuple(node for node in reading.optional if node not in filtered)


def _named_apart(measure: Measure, others: list[Measure]) -> Measure:
    """The measure under a name that no other has."""
    names = {other.name for other in others}
    if measure.name not in names:
        return measure
    return replace(
        measure, name=next(f"{measure.name}_{i}" for i in range(2, 1000) if f"{measure.name}_{i}" not in names)
    )


def _aggregated(measure: Measure) -> Measure:
    """A column shown beside aggregates: its largest value in each group."""
    return replace(measure, aggregate="max") if measure.aggregate == "none" else measure
