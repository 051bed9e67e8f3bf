"""Phase 3, disambiguation (steps 5 to 8): source, targets, paths and roles, chosen together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree, left_join_tree
from gtr_core.context.reachability import bit_array, bits
from gtr_core.retrieval.assignment import Assignment, Costs, assign
from gtr_core.retrieval.candidate import Grounding, Phrase
from gtr_core.retrieval.exploration import Source, strong_phrases, target_set
from gtr_core.retrieval.said_roles import SaidRoles

__all__ = ["Choice", "Disambiguator", "LocalDisambiguator"]

NEAREST_FACTS = 12
# A source is not searched where even the most that it could score lies this far below the best tree found.
HOPELESS = 0.5


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to read the question: an assignment below one source.

    Attributes:
        tree: The left-join tree of the source.
        assignment: What each phrase means, and on which instance.
        probability: Of its set of tables, as a fitted scorer has it; None where none was asked.
        confidence: Calibrated probability that the likeliest set is exactly right; None likewise.
        likely: Position -> probability that the query uses the table, of the question's candidate tables; empty
            likewise. It does not tell choices apart.
    """

    tree: LeftJoinTree
    assignment: Assignment
    probability: float | None = None
    confidence: float | None = None
    likely: Mapping[int, float] = field(default_factory=dict, compare=False, repr=False)

    @property
    def score(self) -> float:
        """Higher is better; comparable between the choices for one question."""
        return self.assignment.score


class Disambiguator(Protocol):
    """What chooses among the sources, targets and paths that exploration lists, and nothing else."""

    def choose(self, graph: ContextGraph, grounding: Grounding, sources: Sequence[Source]) -> list[Choice]:
        """Ways to read the question, best first; empty where no source serves."""
        ...


class LocalDisambiguator:
    """The disambiguator that needs no language model: a fixed score over assignments.

    Where a source does not reach what a phrase means, tables that do reach it and share a parent with the
    source may be joined from parent to child; that costs much, unless the question asks for one thing of
    two coordinated tables, when it is what was asked for.
    """

    def __init__(self, costs: Costs | None = None) -> None:
        self.costs = costs or Costs()

    def choose(self, graph: ContextGraph, grounding: Grounding, sources: Sequence[Source]) -> list[Choice]:
        """All readings of all sources, best first, ties by the smaller tree and the smaller table id."""
        phrases = grounding.phrases
        said = SaidRoles(graph, grounding.tokens)
        strong = strong_phrases(phrases)
        targets = 0
        for i in strong:
            for table in target_set(graph, phrases[i]):
                targets |= 1 << table
        costs = self._costs(phrases)
        wording = costs.attached * sum(strength for phrase in phrases for _, strength in phrase.attached_to)
        choices: list[Choice] = []
        best = float("-inf")
        for source in sources:
            facts = _facts(graph, source) if source.missed else 0
            covered = sum(phrases[i].weight for i in strong) if facts else source.coverage
            if covered - costs.fan_out * bool(facts) + wording < best - HOPELESS:
                continue
            tree = left_join_tree(graph, source.table, targets, fan_out_to=facts)
            choices += [Choice(tree, found) for found in assign(graph, tree, phrases, strong, costs, said)]
            best = max(best, *(choice.score for choice in choices))
        choices.sort(key=lambda choice: (-choice.score, choice.assignment.used.bit_count(), choice.tree.root))
        return choices

    def _costs(self, phrases: Sequence[Phrase]) -> Costs:
        spans = [(phrase.first, phrase.last) for phrase in phrases]
        if len(set(spans)) == len(spans):
            return self.costs
        return replace(self.costs, fan_out=self.costs.bridge / 2)


def _facts(graph: ContextGraph, source: Source) -> int:
    """Tables to walk down to, so that what the source misses comes within reach.

    For each missed table the nearest of the tables that reach it, itself first.
    """
    facts = 0
    for missed in bits(source.missed):
        if graph.reachability[source.table] >> missed & 1:
            continue
        near = np.flatnonzero(bit_array(graph.reached_from[missed], len(graph.tables)))
        nearest = near[np.argsort(graph.reach_counts[near], kind="stable")[:NEAREST_FACTS]]
        for table in nearest.tolist():
            facts |= 1 << table
    return facts & ~(1 << source.table)
