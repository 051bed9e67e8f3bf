"""Steps 5 to 8: phrases put to the instances of a source's left-join tree, by beam search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree
from gtr_core.retrieval.candidate import Option, Phrase
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.retrieval.wording import Place, Wording, column_of, is_value

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
class _State:
    """Phrases placed so far, in their order, None where left out, with the instances used and spoken of as bits."""

    score: float
    picks: tuple[Place | None, ...]
    used: int
    spoken: int


def assign(
    graph: ContextGraph,
    tree: LeftJoinTree,
    phrases: Sequence[Phrase],
    strong: Sequence[int],
    costs: Costs,
    said: SaidRoles,
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
        said: What the question says of roles.
    """
    search = _Search(graph, tree, phrases, costs, said)
    states = [_State(0.0, (), 1, 0)]
    for i in strong:
        states = search.grown(states, i)
    scored = []
    for state in states:
        choices: list[tuple[Option, int] | None] = [None] * len(phrases)
        for i, pick in zip(strong, state.picks, strict=True):
            choices[i] = None if pick is None else (pick.option, pick.instance)
        total = search.total(state.score, state.used, state.spoken)
        scored.append(Assignment(round(total, 6), tuple(choices), state.used))
    return sorted(scored, key=lambda state: (-state.score, state.used))


class _Search:
    """One root's search: its chains of instances, and the scores."""

    def __init__(
        self,
        graph: ContextGraph,
        tree: LeftJoinTree,
        phrases: Sequence[Phrase],
        costs: Costs,
        said: SaidRoles,
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
        self.wording = Wording(phrases, costs, self.fan_outs)
        credits = (
            (1 << instance.index, said.credit(instance.step.edge))
            for instance in tree.instances
            if instance.step is not None
        )
        self.role_credits = [(bit, credit) for bit, credit in credits if credit]
        self.tolls: dict[int, tuple[float, float]] = {}
        self.said = said
        self.by_table: dict[int, list[int]] = {}
        for instance in tree.instances:
            self.by_table.setdefault(instance.table, []).append(instance.index)
        # Of the phrases placed so far, their indices and the columns of which they may be values.
        self.placed: list[int] = []
        self.columns: list[set[tuple[str, str | None]]] = []

    def places(self, i: int) -> list[Place]:
        """All instances on which a phrase may be put, with the meaning that it has there."""
        positions, by_table, best = self.graph.positions, self.by_table, self.phrases[i].weight
        fits = self._fits(self.phrases[i])
        here = (option for option in self.phrases[i].options if positions[option.posting.table] in by_table)
        return [
            Place(
                option,
                instance,
                1 << instance,
                self.chains[instance],
                option.weight + fits[instance],
                self.costs.regret * (best - option.weight),
            )
            for option in islice(here, OPTIONS)
            for instance in by_table[positions[option.posting.table]]
        ]

    def _fits(self, phrase: Phrase) -> list[float]:
        """Per instance, how well the roles by which it is reached fit those of which the words at a phrase speak."""
        fits: list[float] = []
        for instance in self.tree.instances:
            fit = fits[instance.above] if instance.above >= 0 else 0.0
            if instance.step is not None and not instance.step.fan_out:
                fit += self.said.fit(instance.step.edge, phrase.first, phrase.last)
            fits.append(fit)
        return fits

    def grown(self, states: Sequence[_State], i: int) -> list[_State]:
        """The beam with one phrase more: of the states as they are, and with the phrase on each place, the best."""
        places = self.places(i)
        self.columns.append({column_of(place.option) for place in places if is_value(place.option)})
        self.placed.append(i)
        related = self._related(i)
        kept: dict[tuple[Place | None, ...], list[float]] = {}
        totals = [self.total(state.score, state.used, state.spoken) for state in states]
        grown: list[tuple[float, int]] = [(state.score, state.used) for state in states]
        # This is the innermost loop of all: what ``total`` computes is written out.
        bridge, one, tolls = self.costs.bridge, self.costs.instance, bool(self.fan_outs or self.role_credits)
        facts = [(place.weight, place.regret, place.chain, place.bit) for place in places]
        for state in states:
            before, above, voiced = state.score, state.used, state.spoken
            earned = self._earned(state, i, places, related, kept)
            for (weight, regret, chain, bit), words in zip(facts, earned, strict=True):
                score, used, spoken = before + weight - regret + words, above | chain, voiced | bit
                grown.append((score, used))
                total = score - bridge * (used & ~spoken).bit_count() - one * spoken.bit_count()
                totals.append(self._with_tolls(total, used) if tolls else total)
        beam = []
        for k in _best(totals, grown):
            if k < len(states):
                state = states[k]
                beam.append(_State(state.score, (*state.picks, None), state.used, state.spoken))
            else:
                at, place_at = divmod(k - len(states), len(places))
                state, place = states[at], places[place_at]
                score, used = grown[k]
                beam.append(_State(score, (*state.picks, place), used, state.spoken | place.bit))
        return beam

    def total(self, score: float, used: int, spoken: int) -> float:
        """Score less what the instances and fan-outs of the tree cost, with what the roles of its edges earn."""
        total = score - self.costs.bridge * (used & ~spoken).bit_count() - self.costs.instance * spoken.bit_count()
        return self._with_tolls(total, used)

    def _with_tolls(self, total: float, used: int) -> float:
        toll = self.tolls.get(used)
        if toll is None:
            fan_outs = self.costs.fan_out * (used & self.fan_outs).bit_count()
            toll = self.tolls[used] = (fan_outs, sum(credit for bit, credit in self.role_credits if used & bit))
        return total - toll[0] + toll[1]

    def _related(self, i: int) -> list[int]:
        """Which of the phrases placed before have a say in where this one goes."""
        attached = {j for j, _ in self.phrases[i].attached_to}
        return [
            k
            for k, j in enumerate(self.placed[:-1])
            if j in attached
            or any(head == i for head, _ in self.phrases[j].attached_to)
            or not self.columns[k].isdisjoint(self.columns[-1])
        ]

    def _earned(
        self,
        state: _State,
        i: int,
        places: Sequence[Place],
        related: Sequence[int],
        kept: dict[tuple[Place | None, ...], list[float]],
    ) -> list[float]:
        """What the wording says of the phrase on each place, by where the phrases stand that have a say in it."""
        picks = tuple([state.picks[k] for k in related])
        earned = kept.get(picks)
        if earned is None:
            before = {self.placed[k]: pick for k, pick in zip(related, picks, strict=True) if pick is not None}
            earned = kept[picks] = [self.wording.earned(before, i, place) if before else 0.0 for place in places]
        return earned


def _best(totals: Sequence[float], grown: Sequence[tuple[float, int]]) -> list[int]:
    """Places of the beam's states: by their totals, then by the instances used, then in their order."""
    # Rounding sets ties; what lies farther below the last of the beam than that needs none.
    least = sorted(totals)[-BEAM] - 2e-6 if len(totals) > BEAM else -math.inf
    keyed = [(-round(total, 6), grown[k][1], k) for k, total in enumerate(totals) if total >= least]
    keyed.sort()
    return [k for _, _, k in keyed[:BEAM]]
