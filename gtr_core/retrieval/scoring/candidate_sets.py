"""Table sets that could be the answer: connected subsets of the likeliest tables, with the bridges that they need."""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures

__all__ = ["MAX_SETS", "candidate_sets", "log_odds"]

MAX_SETS = 50
SEEDS = 8
MAX_SEEDS_IN_SET = 6
MAX_SIZE = 10
REACH = 5
FLOOR = 0.01
# Tables of a graph that is searched whole.
SMALL = 512


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
    seeds = order[:SEEDS]
    paths = {seed: _paths(schema, seed, near, scores) for seed, near in _within_reach(graph, schema, seeds).items()}
    links = _links(schema, seeds)
    bit = [1 << seed for seed in seeds]
    found: dict[int, float] = {}
    for size in range(1, min(MAX_SEEDS_IN_SET, len(seeds)) + 1):
        for places in combinations(range(len(seeds)), size):
            subset = [seeds[place] for place in places]
            whole = _completed(subset, paths)
            for one in (whole, sum(bit[place] for place in places) if _connected(links, places) else 0):
                if one and one.bit_count() <= MAX_SIZE and one not in found:
                    found[one] = sum(log_odds(scores.get(position, FLOOR)) for position in bits(one))
    ranked = sorted(found, key=lambda whole: (-round(found[whole], 6), whole.bit_count(), whole))
    kept = list(dict.fromkeys(given))
    return kept + [whole for whole in ranked if whole not in set(kept)][: max(MAX_SETS - len(kept), 0)]


def _links(schema: SchemaFeatures, seeds: Sequence[int]) -> list[int]:
    """Per seed, the places of the seeds that it joins once children of one parent may join each other, as bits."""
    found = []
    for seed in seeds:
        near = schema.neighbours(seed) | schema.siblings(seed)
        found.append(sum(1 << place for place, other in enumerate(seeds) if near >> other & 1))
    return found


def _connected(links: Sequence[int], places: Sequence[int]) -> bool:
    whole = sum(1 << place for place in places)
    reached = queue = 1 << places[0]
    while queue:
        place = queue.bit_length() - 1
        queue ^= 1 << place
        new = links[place] & whole & ~reached
        reached |= new
        queue |= new
    return reached == whole


def _within_reach(graph: ContextGraph, schema: SchemaFeatures, seeds: Sequence[int]) -> dict[int, list[int]]:
    """Per seed, the seeds that are at most ``REACH`` steps away, itself included.

    A graph so small that all its tables are searched as quickly is not looked at: there it is all seeds.
    """
    if len(graph.tables) <= SMALL:
        return {seed: list(seeds) for seed in seeds}
    steps = np.full((len(seeds), len(graph.tables)), REACH + 1, dtype=np.int8)
    for row, seed in enumerate(seeds):
        for distance, border in enumerate(_borders(schema, seed)):
            steps[row, border] = distance
    return {
        seed: [other for other, to_other in zip(seeds, steps, strict=True) if (steps[row] + to_other).min() <= REACH]
        for row, seed in enumerate(seeds)
    }


def _borders(schema: SchemaFeatures, start: int) -> list[list[int]]:
    """By number of steps less than ``REACH``, the tables that are just so far away."""
    borders = [[start]]
    seen = {start}
    while len(borders) < REACH:
        reached = {other for position in borders[-1] for other in schema.visible_neighbours(position)} - seen
        seen |= reached
        borders.append(list(reached))
    return borders


def _paths(schema: SchemaFeatures, start: int, ends: Sequence[int], scores: Mapping[int, float]) -> dict[int, int]:
    """For the tables that are asked for, those of the likeliest path to each, both ends included, as a bit set.

    An end may be missed though it is near enough, where the likeliest path to a table on the way is too long. What
    stands before the last end is searched, and all tables within ``REACH`` steps where one is missed.
    """
    # A step costs something even through a sure table, so that of like paths the shorter wins.
    costs = {position: 0.3 - math.log(max(score, FLOOR)) for position, score in scores.items()}
    unlikely = 0.3 - math.log(FLOOR)
    left = set(ends)
    found: dict[int, int] = {}
    done: set[int] = set()
    queue: list[tuple[float, int, int, int]] = [(0.0, 0, start, 1 << start)]
    while queue and left:
        cost, steps, position, path = heapq.heappop(queue)
        if position in done:
            continue
        done.add(position)
        if position in left:
            left.remove(position)
            found[position] = path
        if steps == REACH:
            continue
        for other in schema.visible_neighbours(position):
            if other not in done:
                step = costs.get(other, unlikely)
                heapq.heappush(queue, (round(cost + step, 9), steps + 1, other, path | 1 << other))
    return found


def _completed(subset: Sequence[int], paths: Mapping[int, Mapping[int, int]]) -> int:
    """The subset with bridges, 0 where no path connects it. Each next table takes its shortest path to the rest."""
    whole = 1 << subset[0]
    left = list(subset[1:])
    joined = [subset[0]]
    while left:
        best: tuple[int, int, int, int] | None = None
        for position in left:
            if whole >> position & 1:
                best = (0, position, position, whole)
                break
            for other in joined:
                path = paths[other].get(position)
                if path is not None:
                    bridges = (path & ~whole).bit_count()
                    if best is None or (bridges, position, other) < best[:3]:
                        best = (bridges, position, other, path)
        if best is None:
            return 0
        whole |= best[3]
        joined.append(best[1])
        left.remove(best[1])
    return whole
