"""Phase 3 by the fitted scorer: sets of tables by their probability, each with the best tree that joins it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gtr_core.context.graph import ContextGraph
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.disambiguation import Choice, LocalDisambiguator
from gtr_core.retrieval.exploration import Source
from gtr_core.retrieval.merging import merged_tables
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.retrieval.scoring import ScoredSets, ScoringModel, score_sets, shipped_model
from gtr_core.retrieval.set_trees import trees_of_set

__all__ = ["LearnedDisambiguator"]

MAX_HAND_MADE = 12
MAX_CHOSEN = 5
LEAST_SHARE = 0.1
# What is left of a set's probability without the table of a row that is surely meant.
ROWLESS = 0.02


class LearnedDisambiguator:
    """The default disambiguator: a fitted score of table sets, the fixed one of assignments for roles and paths.

    The assignments of ``LocalDisambiguator`` are one source of candidate sets and a feature of the score.

    Args:
        model: The fitted weights; those that ship with the package where None.
    """

    def __init__(self, model: ScoringModel | None = None) -> None:
        self._model = model
        self.local = LocalDisambiguator()

    def choose(self, graph: ContextGraph, grounding: Grounding, sources: Sequence[Source]) -> list[Choice]:
        """Ways to read the question, those of the likeliest set of tables first."""
        choices = self.local.choose(graph, grounding, sources)
        trees = table_sets(choices)
        top = max((found[0].score for found in trees.values()), default=0.0)
        hand_made = {whole: found[0].score - top for whole, found in trees.items()}
        scored = score_sets(graph, self._model or shipped_model(), grounding, grounding.explanation, hand_made)
        scored = _with_rows(graph, grounding, scored)
        said = SaidRoles(graph, grounding.tokens)
        ordered: list[Choice] = []
        best = scored.probabilities[0] if scored.probabilities else 0.0
        for whole, probability in zip(scored.sets[:MAX_CHOSEN], scored.probabilities, strict=False):
            if probability < LEAST_SHARE * best:
                break
            found = trees.get(whole) or trees_of_set(graph, grounding, whole, self.local.costs, said)
            ordered += [
                replace(choice, probability=probability, confidence=scored.confidence, likely=scored.tables)
                for choice in found
            ]
        return ordered + _other_paths(ordered, trees, scored) if ordered else choices


def _other_paths(ordered: Sequence[Choice], trees: Mapping[int, Sequence[Choice]], scored: ScoredSets) -> list[Choice]:
    """Assignments on tables of other sets that the scorer found unlikely, for the outcome to see what ties."""
    probability = dict(zip(scored.sets, scored.probabilities, strict=True))
    listed = {id(choice.assignment) for choice in ordered}
    return [
        replace(choice, probability=probability.get(whole, 0.0), confidence=scored.confidence, likely=scored.tables)
        for whole, found in trees.items()
        for choice in found
        if id(choice.assignment) not in listed
    ]


def _with_rows(graph: ContextGraph, grounding: Grounding, scored: ScoredSets) -> ScoredSets:
    """The sets, where the first lacks the table of a row that a role means ("each adviser"), those with it first.

    The score knows such words only as names of keys.
    """
    rows = [
        sum({1 << graph.positions[option.posting.table] for option in phrase.options if option.role is not None})
        for phrase in grounding.phrases
    ]
    rows = [row for row in rows if row]
    if not scored.sets or all(scored.sets[0] & row for row in rows):
        return scored
    odds = [
        probability if all(whole & row for row in rows) else ROWLESS * probability
        for whole, probability in zip(scored.sets, scored.probabilities, strict=True)
    ]
    order = sorted(range(len(odds)), key=lambda k: (-odds[k], k))
    sets = tuple(scored.sets[k] for k in order)
    return replace(scored, sets=sets, probabilities=tuple(round(odds[k], 6) for k in order))


def table_sets(choices: Sequence[Choice]) -> dict[int, list[Choice]]:
    """The choices by the set of tables of their trees, as bit sets; at most ``MAX_HAND_MADE`` distinct trees."""
    sets: dict[int, list[Choice]] = {}
    seen: set[object] = set()
    for choice in choices:
        if len(seen) == MAX_HAND_MADE:
            break
        placement = (choice.tree.root, frozenset(placed[1] for placed in choice.assignment.choices if placed))
        if placement in seen:
            continue
        seen.add(placement)
        whole = merged_tables(choice)
        if whole:
            sets.setdefault(whole, []).append(choice)
    return sets
