"""Candidate sets in their plain form: every subset of the likeliest tables completed, then all of them sorted."""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from itertools import combinations

from gtr_core.context.reachability import bits
from gtr_core.retrieval.scoring.candidate_sets import FLOOR, MAX_SEEDS_IN_SET, MAX_SETS, MAX_SIZE, SEEDS, log_odds
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures
from gtr_core.retrieval.scoring.seed_paths import REACH

__all__ = ["plain_candidate_sets"]


def plain_candidate_sets(schema: SchemaFeatures, scores: Mapping[int, float], given: Sequence[int] = ()) -> list[int]:
    seeds = sorted(scores, key=lambda position: (-round(scores[position], 6), position))[:SEEDS]
    paths = {seed: _paths(schema, seed, scores) for seed in seeds}
    found: dict[int, float] = {}
    for size in range(1, min(MAX_SEEDS_IN_SET, len(seeds)) + 1):
        for subset in combinations(seeds, size):
            for one in (_completed(subset, paths), _joined(schema, subset)):
                if one and one.bit_count() <= MAX_SIZE:
                    found[one] = sum(log_odds(scores.get(position, FLOOR)) for position in bits(one))
    ranked = sorted(found, key=lambda whole: (-round(found[whole], 6), whole.bit_count(), whole))
    kept = list(dict.fromkeys(given))
    return kept + [whole for whole in ranked if whole not in kept][: max(MAX_SETS - len(kept), 0)]


def _joined(schema: SchemaFeatures, subset: Sequence[int]) -> int:
    """The subset where edges, or the keys of a shared parent, join it; else 0."""
    reached, grown = {subset[0]}, True
    while grown:
        more = {
            other for other in subset for one in reached if (schema.neighbours(one) | schema.siblings(one)) >> other & 1
        }
        grown = not more <= reached
        reached |= more
    return sum(1 << position for position in subset) if reached == set(subset) else 0


def _paths(schema: SchemaFeatures, start: int, scores: Mapping[int, float]) -> dict[int, int]:
    """The likeliest path to every table within reach."""
    found: dict[int, int] = {}
    queue = [(0.0, 0, start, 1 << start)]
    while queue:
        cost, steps, position, path = heapq.heappop(queue)
        if position in found:
            continue
        found[position] = path
        for other in schema.visible_neighbours(position) if steps < REACH else ():
            step = 0.3 - math.log(max(scores.get(other, FLOOR), FLOOR))
            heapq.heappush(queue, (round(cost + step, 9), steps + 1, other, path | 1 << other))
    return found


def _completed(subset: Sequence[int], paths: Mapping[int, Mapping[int, int]]) -> int:
    whole, joined, left = 1 << subset[0], [subset[0]], list(subset[1:])
    while left:
        known = [(0, position, position, whole) for position in left if whole >> position & 1]
        steps = [
            ((path & ~whole).bit_count(), position, other, path)
            for position in left
            for other in joined
            if (path := paths[other].get(position)) is not None
        ]
        if not known and not steps:
            return 0
        _, position, _, path = known[0] if known else min(steps)
        whole |= path
        joined.append(position)
        left.remove(position)
    return whole
