"""The beam search that puts phrases to the instances of one left-join tree: its states, scores and bounds."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from gtr_core.catalog import JoinEdge
from gtr_core.context.graph import ContextGraph
from gtr_core.context.left_join_tree import LeftJoinTree
from gtr_core.retrieval.candidate import Phrase
from gtr_core.retrieval.matching import best_matching
from gtr_core.retrieval.role_fits import RoleFits
from gtr_core.retrieval.said_roles import SaidRoles
from gtr_core.retrieval.wording import Place, Wording, column_of, is_value

if TYPE_CHECKING:
    from gtr_core.retrieval.assignment import Costs

__all__ = ["BeamSearch", "State"]

BEAM = 12
OPTIONS = 6
# Totals that differ by less may tie once rounded.
TIE = 4e-6


@dataclass(slots=True, eq=False)
class State:
    """Phrases placed so far, in their order, None where left out, with the instances used and spoken of as bits.

    ``total`` is what ``BeamSearch.total`` makes of its score.
    """

    score: float
    picks: tuple[Place | None, ...]
    used: int
    spoken: int
    total: float


class BeamSearch:
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
        self.wording = Wording(phrases, costs, self.fan_outs, graph.naming_columns)
        self.gains: list[tuple[int, float, tuple[int, ...]]] = []
        self.pains: list[tuple[int, float]] = []
        for instance in tree.instances:
            credit = 0.0 if instance.step is None else said.credit(instance.step.edge)
            if instance.step is not None and credit > 0:
                self.gains.append((1 << instance.index, credit, said.says(instance.step.edge)))
            elif credit:
                self.pains.append((1 << instance.index, credit))
        self.tolls: dict[int, tuple[float, float]] = {}
        self.by_table: dict[int, list[int]] = {}
        for instance in tree.instances:
            self.by_table.setdefault(instance.table, []).append(instance.index)
        self.role_fits = RoleFits(tree, self.chains, said)
        # Of the phrases placed so far, their indices and the columns of which they may be values.
        self.placed: list[int] = []
        self.columns: list[set[tuple[str, str | None]]] = []

    def places(self, i: int) -> list[Place]:
        """All instances on which a phrase may be put, with the meaning that it has there."""
        positions, by_table, best = self.graph.positions, self.by_table, self.phrases[i].weight
        fits = self.role_fits.of(self.phrases[i])
        here = (option for option in self.phrases[i].options if positions[option.posting.table] in by_table)
        return [
            Place(
                option,
                instance,
                1 << instance,
                self.chains[instance],
                option.weight + fits[instance],
                self.costs.regret * (best - option.weight),
                column_of(option) if is_value(option) else None,
            )
            for option in islice(here, OPTIONS)
            for instance in by_table[positions[option.posting.table]]
            if option.role is None or self._is_reached_by(instance, option.role)
        ]

    def _is_reached_by(self, instance: int, edge: JoinEdge) -> bool:
        step = self.tree.instances[instance].step
        return step is not None and not step.fan_out and step.edge is edge

    def grown(self, states: Sequence[State], i: int) -> list[State]:
        """The beam with one phrase more: of the states as they are, and with the phrase on each place, the best."""
        places = self.places(i)
        self.columns.append({place.value_of for place in places if place.value_of is not None})
        self.placed.append(i)
        related = self._related(i)
        kept: dict[tuple[Place | None, ...], tuple[dict[int, Place], list[float | None]]] = {}
        grown = [(state.total, state.used, k, state.score) for k, state in enumerate(states)]
        best = sorted([state.total for state in states])
        full = len(best) == BEAM
        least = best[0] - TIE if full else -math.inf
        # This is the innermost loop of all: what ``total`` computes is written out.
        bridge, one, tolls = self.costs.bridge, self.costs.instance, self.tolls
        facts = [
            (self._most(place), k, place.weight, place.regret, place.chain, place.bit) for k, place in enumerate(places)
        ]
        facts.sort(key=lambda fact: -fact[0])
        praise = self.wording.most(i, [self.placed[k] for k, _ in related])
        for at, state in enumerate(states):
            before, above, voiced, own = state.score, state.used, state.spoken, state.total
            first = len(states) + at * len(places)
            others, earned = self._earned(state, places, related, kept)
            for most, k, weight, regret, chain, bit in facts:
                if own + most + praise < least:
                    break
                words = earned[k]
                if words is None:
                    words = earned[k] = self.wording.earned(others, i, places[k])
                if own + most + words < least:
                    continue
                score, used, spoken = before + weight - regret + words, above | chain, voiced | bit
                total = score - bridge * (used & ~spoken).bit_count() - one * spoken.bit_count()
                cost, credit = tolls.get(used) or self._toll(used)
                total = total - cost + credit
                if total >= least:
                    grown.append((total, used, first + k, score))
                    if full:
                        heapq.heappushpop(best, total)
                        least = best[0] - TIE
                    else:
                        heapq.heappush(best, total)
                        full = len(best) == BEAM
                        least = best[0] - TIE if full else least
        beam = []
        ranked = sorted([(-round(one[0], 6), *one[1:], one[0]) for one in grown if one[0] >= least])
        for _, used, k, score, total in ranked[:BEAM]:
            if k < len(states):
                beam.append(State(score, (*states[k].picks, None), used, states[k].spoken, total))
            else:
                at, k = divmod(k - len(states), len(places))
                spoken = states[at].spoken | places[k].bit
                beam.append(State(score, (*states[at].picks, places[k]), used, spoken, total))
        return beam

    def _most(self, place: Place) -> float:
        """The most that a total can grow by when a phrase is put there, whatever the wording says of it.

        A bridge may become an instance that is spoken of, and edges whose roles are said may be walked for the first
        time; all else that a total is made of can only sink.
        """
        cheaper = max(self.costs.bridge - self.costs.instance, 0.0)
        credits = [credit for bit, credit, _ in self.gains if place.chain & bit]
        return place.weight - place.regret + cheaper + sum(credits)

    def total(self, score: float, used: int, spoken: int) -> float:
        """Score less what the instances and fan-outs of the tree cost, with what the roles of its edges earn."""
        total = score - self.costs.bridge * (used & ~spoken).bit_count() - self.costs.instance * spoken.bit_count()
        cost, credit = self.tolls.get(used) or self._toll(used)
        return total - cost + credit

    def _toll(self, used: int) -> tuple[float, float]:
        """What the fan-outs among some instances cost, and what the roles earn by which they are reached."""
        cost = self.costs.fan_out * (used & self.fan_outs).bit_count()
        pained = sum([credit for bit, credit in self.pains if used & bit])
        gained = [(credit, places) for bit, credit, places in self.gains if used & bit]
        # A word speaks of one row, though it may be the role of several keys.
        toll = self.tolls[used] = (
            cost,
            pained + (best_matching(gained) if len(gained) > 1 else sum(c for c, _ in gained)),
        )
        return toll

    def _related(self, i: int) -> list[tuple[int, bool]]:
        """Which of the phrases placed before may have a say in where this one goes, and whether wherever they stand.

        Those that the wording does not link to it have a say only as values of a column of which it may be a value.
        """
        attached = {j for j, _ in self.phrases[i].attached_to}
        found = []
        for k, j in enumerate(self.placed[:-1]):
            linked = (
                j in attached
                or any(head == i for head, _ in self.phrases[j].attached_to)
                or j in self.phrases[i].apart_from
                or i in self.phrases[j].apart_from
            )
            if linked or not self.columns[k].isdisjoint(self.columns[-1]):
                found.append((k, linked))
        return found

    def _earned(
        self,
        state: State,
        places: Sequence[Place],
        related: Sequence[tuple[int, bool]],
        kept: dict[tuple[Place | None, ...], tuple[dict[int, Place], list[float | None]]],
    ) -> tuple[dict[int, Place], list[float | None]]:
        """The phrases that have a say in where this one goes, and what the wording says of it on each place.

        That is filled in as places are looked at, once for all states that put those phrases alike.
        """
        columns = self.columns[-1]
        picks = tuple(
            [
                pick if (pick := state.picks[k]) is None or linked or pick.value_of in columns else None
                for k, linked in related
            ]
        )
        found = kept.get(picks)
        if found is None:
            before = {self.placed[k]: pick for (k, _), pick in zip(related, picks, strict=True) if pick is not None}
            unsaid: float | None = None if before else 0.0
            found = kept[picks] = before, [unsaid] * len(places)
        return found
