"""Steps 5 to 8: phrases put to the instances of a source's left-join tree, by beam search."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import islice

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.role_words import role_credit

__all__ = ["Assignment", "Costs", "assign"]

BEAM = 12
OPTIONS = 6


@dataclass(frozen=True, slots=True)
class Costs:
    """What a tree pays and earns beside the weights of its phrases.

    Attributes:
        bridge: For an instance of which no phrase speaks.
        instance: For an instance of which some phrase speaks.
        fan_out: For a join walked from parent to child.
        attached: Earned where a phrase stands on, or many-to-one below, the instance that it is attached
            to; half of it is paid where it does not.
        contradiction: For two values of one column demanded of one row.
        apart: For coordinated values put to different instances of one table.
        regret: Share, of what the meaning chosen weighs less than the phrase's best one, that is paid on top.
    """

    bridge: float = 0.22
    instance: float = 0.06
    fan_out: float = 0.8
    attached: float = 0.6
    contradiction: float = 1.3
    apart: float = 0.5
    regret: float = 1.0


@dataclass(frozen=True, slots=True)
class Assignment:
    """A choice of meaning and instance for each phrase.

    Attributes:
        score: Higher is better; comparable between sources of one question.
        choices: Per phrase, (option, index of the instance), or None where it is left out.
        used: Bit set of the instances on the paths from the root to those chosen.
        anchors: Instances that belong to the tree though no phrase was put to them.
    """

    score: float
    choices: tuple[tuple[Option, int] | None, ...]
    used: int
    anchors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    option: Option
    instance: int
    chain: int


def assign(
    graph: ContextGraph,
    tree: LeftJoinTree,
    phrases: Sequence[Phrase],
    strong: Sequence[int],
    costs: Costs,
    said: AbstractSet[str] = frozenset(),
) -> list[Assignment]:
    """The best assignments below one root, best first.

    The strong phrases are placed in the order of the question, each on one of the instances of a table
    that it may mean, or left out. An assignment earns the weights of its phrases and what ``Costs`` says.
    Beam search: O(phrases · BEAM · places).

    Args:
        graph: The context graph.
        tree: The left-join tree of one source.
        phrases: All phrases of the question.
        strong: Indices of those that are placed.
        costs: See there.
        said: The question's words, as written and as lemmas, by which roles are told apart.
    """
    search = _Search(graph, tree, phrases, costs, said)
    states = [Assignment(0.0, tuple([None] * len(phrases)), 1)]
    for i in strong:
        places = search.places(i)
        grown = [search.put(state, i, place) for state in states for place in places]
        states = search.best(states + grown)
    scored = [Assignment(round(search.total(state), 6), state.choices, state.used) for state in states]
    return sorted(scored, key=lambda state: (-state.score, state.used))


class _Search:
    """One root's search: its chains of instances, and the scores."""

    def __init__(
        self,
        graph: ContextGraph,
        tree: LeftJoinTree,
        phrases: Sequence[Phrase],
        costs: Costs,
        said: AbstractSet[str],
    ) -> None:
        self.graph = graph
        self.tree = tree
        self.phrases = phrases
        self.costs = costs
        self.chains: list[int] = []
        for instance in tree.instances:
            above = self.chains[instance.above] if instance.above >= 0 else 0
            self.chains.append(above | 1 << instance.index)
        self.fan_outs = sum(
            1 << instance.index for instance in tree.instances if instance.step is not None and instance.step.fan_out
        )
        credits = (
            (1 << instance.index, role_credit(graph, instance.step.edge, said))
            for instance in tree.instances
            if instance.step is not None and not instance.step.fan_out
        )
        self.role_credits = [(bit, credit) for bit, credit in credits if credit]
        self.by_table: dict[int, list[int]] = {}
        for instance in tree.instances:
            self.by_table.setdefault(instance.table, []).append(instance.index)

    def places(self, i: int) -> list[_Place]:
        """All instances on which a phrase may be put, with the meaning that it has there."""
        here = (
            option for option in self.phrases[i].options if self.graph.positions[option.posting.table] in self.by_table
        )
        return [
            _Place(option, instance, self.chains[instance])
            for option in islice(here, OPTIONS)
            for instance in self.by_table[self.graph.positions[option.posting.table]]
        ]

    def put(self, state: Assignment, i: int, place: _Place) -> Assignment:
        """The state with one phrase more."""
        choices = list(state.choices)
        choices[i] = (place.option, place.instance)
        regret = self.costs.regret * (self.phrases[i].weight - place.option.weight)
        score = state.score + place.option.weight - regret + self._wording(choices, i)
        return Assignment(score, tuple(choices), state.used | place.chain)

    def best(self, states: Sequence[Assignment]) -> list[Assignment]:
        """The beam."""
        keyed = [(-round(self.total(state), 6), state.used, k) for k, state in enumerate(states)]
        keyed.sort()
        return [states[k] for _, _, k in keyed[:BEAM]]

    def total(self, state: Assignment) -> float:
        """Score less what the instances and fan-outs of the tree cost, with what the roles of its edges earn."""
        spoken = 0
        for choice in state.choices:
            if choice is not None:
                spoken |= 1 << choice[1]
        bridges = (state.used & ~spoken).bit_count()
        fan_outs = (state.used & self.fan_outs).bit_count()
        return (
            state.score
            - self.costs.bridge * bridges
            - self.costs.instance * spoken.bit_count()
            - self.costs.fan_out * fan_outs
            + sum(credit for bit, credit in self.role_credits if state.used & bit)
        )

    def _wording(self, choices: Sequence[tuple[Option, int] | None], i: int) -> float:
        """What the wording says of the phrase placed last, with those placed before it."""
        earned = 0.0
        for j, strength in self.phrases[i].attached_to:
            earned += self._attached(choices, i, j, strength)
        for j, phrase in enumerate(self.phrases):
            if j != i and choices[j] is not None:
                earned += sum(self._attached(choices, j, k, strength) for k, strength in phrase.attached_to if k == i)
                earned -= self._conflict(choices, i, j)
        return earned

    def _attached(self, choices: Sequence[tuple[Option, int] | None], i: int, j: int, strength: float) -> float:
        placed, head = choices[i], choices[j]
        if placed is None or head is None:
            return 0.0
        distance = self._distance(placed[1], head[1])
        if distance is None:
            return -0.5 * self.costs.attached * strength
        return self.costs.attached * strength / (1.0 + 0.15 * distance)

    def _distance(self, below: int, above: int) -> int | None:
        """Steps from an instance up to another that it is many-to-one below; None where it is not."""
        if not self.chains[below] >> above & 1:
            return None
        between = self.chains[below] & ~self.chains[above]
        return None if between & self.fan_outs else between.bit_count()

    def _conflict(self, choices: Sequence[tuple[Option, int] | None], i: int, j: int) -> float:
        one, other = choices[i], choices[j]
        if one is None or other is None:
            return 0.0
        mine, theirs = one[0].posting, other[0].posting
        together = j in self.phrases[i].coordinated or i in self.phrases[j].coordinated
        if mine.value is None or theirs.value is None or mine.kind == "metric" or theirs.kind == "metric":
            return 0.0
        if (mine.table, mine.column) != (theirs.table, theirs.column) or mine.value == theirs.value:
            return 0.0
        if one[1] == other[1]:
            return 0.0 if together else self.costs.contradiction
        return self.costs.apart if together else 0.0
