"""Table sets that could be the answer: connected subsets of the likeliest tables, with the bridges that they need."""

from __future__ import annotations

import heapq
import math
from bisect import insort
from collections.abc import Mapping, Sequence

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from gtr_core.retrieval.scoring.seed_paths import FLOOR, REACH, likeliest_paths

__all__ = ["FLOOR", "MAX_SETS", "candidate_sets", "log_odds"]

MAX_SETS = 50
SEEDS = 8
MAX_SEEDS_IN_SET = 6
MAX_SIZE = 10
# Sums of log-odds that differ by less may tie once rounded.
TIE = 4e-6


def log_odds(probability: float) -> float:
    """ln(p / (1 - p)), with p kept between 0.01 and 0.99."""
    kept = min(max(probability, FLOOR), 1.0 - FLOOR)
    return math.log(kept / (1.0 - kept))


def candidate_sets(
    graph: ContextGraph, schema: SchemaFeatures, scores: Mapping[int, float], given: Sequence[int] = ()
) -> list[int]:
    """At most ``MAX_SETS`` sets of tables as bit sets, the likeliest by their tables' own scores first.

    Every subset of the ``SEEDS`` likeliest tables is completed: a part that no edge connects with the others
    is joined to them by the path whose tables are likeliest together. O(2^SEEDS) sets before the cut, none of
    it growing with the graph but for the search of paths, which ends after ``REACH`` steps.

    Args:
        graph: The context graph.
        schema: Who is joined to whom.
        scores: Position -> probability that the query uses the table, for the candidate tables.
        given: Sets that are kept whatever their tables' scores.

    Returns:
        Bit sets of positions; those given come first.
    """
    order = sorted(scores, key=lambda position: (-round(scores[position], 6), position))
    likeliest = order[:SEEDS]
    # By position, so that sums over the seeds of a set run as those over its bits.
    seeds = sorted(likeliest)
    from_seeds = likeliest_paths(schema, seeds, scores)
    paths = [[of_start.get(end, 0) for of_start in from_seeds] for end in seeds]
    links = [schema.neighbours(seed) | schema.siblings(seed) for seed in seeds]
    edges = [0 if graph.hidden[seed] else schema.neighbours(seed) for seed in seeds]
    subsets = _Subsets(seeds, [likeliest.index(seed) for seed in seeds], links, edges, paths)
    odds = {position: log_odds(score) for position, score in scores.items()}
    kept = list(dict.fromkeys(given))
    most = max(MAX_SETS - len(kept), 0)
    found = subsets.joined([odds[seed] for seed in seeds])
    for whole in kept:
        found.pop(whole, None)
    best = heapq.nlargest(most, found.values())[::-1]
    unlikely = log_odds(FLOOR)
    # Where all tables are seeds of one set, edges join whatever paths would.
    readable = sum(not graph.hidden[seed] for seed in seeds)
    bridged = most > 0 and len(seeds) > 0 and (graph.visible_count > readable or len(seeds) > MAX_SEEDS_IN_SET)
    for bound, subset in subsets.apart(odds) if bridged else ():
        if len(best) == most and bound < best[0] - TIE:
            break
        whole = subsets.completed(subset)
        if whole and whole not in found and whole not in kept:
            sure = found[whole] = sum([odds.get(position, unlikely) for position in bits(whole)])
            if len(best) < most:
                heapq.heappush(best, sure)
            else:
                heapq.heappushpop(best, sure)
    least = best[0] - TIE if best else 0.0
    ranked = sorted((-round(sure, 6), whole.bit_count(), whole) for whole, sure in found.items() if sure >= least)
    return kept + [whole for _, _, whole in ranked[:most]]


class _Subsets:
    """The subsets of the seeds as bits over their places: which hang together, and with which bridges others do.

    Args:
        seeds: Positions, ascending.
        ranks: Place of each among the seeds by their scores.
        links: Per seed, bit set of the tables that it joins once children of one parent may join each other.
        edges: Per seed, bit set of the tables that an edge joins to it; none of a hidden one.
        paths: ``paths[end][start]``: the likeliest path from one seed to another as a bit set, 0 where there is none.
    """

    def __init__(
        self,
        seeds: Sequence[int],
        ranks: Sequence[int],
        links: Sequence[int],
        edges: Sequence[int],
        paths: Sequence[Sequence[int]],
    ) -> None:
        self.seeds = seeds
        self.ranks = ranks
        self.paths = paths
        self.bits = [1 << seed for seed in seeds]
        self.links = self._among_seeds(links)
        # An edge is the likeliest path of all, as every step costs something; but none leads to a hidden table.
        readable = sum(1 << place for place, row in enumerate(edges) if row)
        self.edges = [row & readable for row in self._among_seeds(edges)]
        self.subsets = [subset for subset in range(1, 1 << len(seeds)) if subset.bit_count() <= MAX_SEEDS_IN_SET]
        self.wholes = [0]
        for bit in self.bits:
            self.wholes += [whole | bit for whole in self.wholes]
        self._linked = _connected(self.links)
        self._joined = self._linked if self.edges == self.links else _connected(self.edges)

    def _among_seeds(self, near: Sequence[int]) -> list[int]:
        return [sum(1 << place for place, bit in enumerate(self.bits) if row & bit) for row in near]

    def joined(self, odds: Sequence[float]) -> dict[int, float]:
        """Subsets that edges, or the keys of a shared parent, join, as sets of tables with their log-odds."""
        sums = _sums(odds, 0.0)
        return {self.wholes[subset]: sums[subset] for subset in self.subsets if self._linked[subset]}

    def apart(self, odds: Mapping[int, float]) -> list[tuple[float, int]]:
        """Subsets that no edges join but paths may, each with the most that its log-odds with bridges can be."""
        subsets = [subset for subset in self.subsets if not self._joined[subset]]
        reached = [sum(1 << start for start, path in enumerate(to_end) if path) for to_end in self.paths]
        for end, starts in enumerate(reached):
            for start in range(len(self.seeds)):
                reached[start] |= (starts >> start & 1) << end
        if min(reached).bit_count() < len(self.seeds):
            hopeful = _connected(reached)
            subsets = [subset for subset in subsets if hopeful[subset]]
        beside = sum(sure for sure in odds.values() if sure > 0)
        bounds = _sums([min(odds[seed], 0.0) for seed in self.seeds], beside)
        return sorted([(bounds[subset], subset) for subset in subsets], reverse=True)

    def completed(self, subset: int) -> int:
        """The subset with bridges, 0 where none connect it or it grows larger than ``MAX_SIZE``.

        It begins at the likeliest seed; each next table takes its shortest path to the rest. Of shortest paths the one
        to the smallest table, from the smallest table, is taken; what edges join is joined first, as no path is
        shorter.
        """
        joined = _flood(self.edges, subset, min(_PLACES[subset], key=self.ranks.__getitem__))
        starts, left = list(_PLACES[joined]), list(_PLACES[subset & ~joined])
        whole = self.wholes[joined]
        while left:
            end, path = self._next(left, starts, whole)
            if end < 0:
                return 0
            whole |= path
            if whole.bit_count() > MAX_SIZE:
                return 0
            left.remove(end)
            insort(starts, end)
        return whole

    def _next(self, left: Sequence[int], starts: Sequence[int], whole: int) -> tuple[int, int]:
        """Which of the seeds that are left is joined next, and its path; -1 where none can be."""
        fewest, chosen, best = MAX_SIZE + REACH, -1, 0
        for end in left:
            if whole & self.bits[end]:
                return end, 0
            to_end = self.paths[end]
            for start in starts:
                path = to_end[start]
                if path:
                    bridges = (path & ~whole).bit_count()
                    if bridges < fewest:
                        fewest, chosen, best = bridges, end, path
        return chosen, best


# Of each subset of the seeds, its places.
_PLACES = [tuple(bits(subset)) for subset in range(1 << SEEDS)]


def _connected(near: Sequence[int]) -> bytearray:
    """Per subset of so many things, whether it hangs together. O(2^n · n)."""
    connected = bytearray(1 << len(near))
    around = [0]
    for one, beside in enumerate(near):
        connected[1 << one] = 1
        around += [reached | beside for reached in around]
    for subset in range(1, 1 << len(near)):
        if connected[subset]:
            more = around[subset] & ~subset
            while more:
                one = more & -more
                connected[subset | one] = 1
                more ^= one
    return connected


def _sums(of_places: Sequence[float], start: float) -> list[float]:
    """Per subset the sum over its places, ascending."""
    sums = [start]
    for one in of_places:
        sums += [known + one for known in sums]
    return sums


def _flood(near: Sequence[int], subset: int, start: int) -> int:
    """What of a subset hangs together with one of its things."""
    reached = queue = 1 << start
    while queue:
        place = queue.bit_length() - 1
        queue ^= 1 << place
        new = near[place] & subset & ~reached
        reached |= new
        queue |= new
    return reached
