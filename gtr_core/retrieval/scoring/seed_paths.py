"""The likeliest paths between the tables that a question most likely needs."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Mapping, Sequence

from gtr_core.retrieval.scoring.schema_features import SchemaFeatures

__all__ = ["FLOOR", "REACH", "likeliest_paths"]

# Most steps of a path. What lies this many steps apart has balls of ``_FAR`` and ``_NEAR`` steps that meet.
REACH = 5
_NEAR, _FAR = 2, 3
# The probability of a table that was not scored, and the least of any.
FLOOR = 0.01


def likeliest_paths(schema: SchemaFeatures, seeds: Sequence[int], scores: Mapping[int, float]) -> list[dict[int, int]]:
    """For each seed, by the seeds that are reached from it, the path to each, both ends included, as a bit set.

    A path's steps each cost something, and tables the more the unlikelier they are; it runs over visible tables, in
    either direction of the edges, and has at most ``REACH`` steps. A seed may be missed though it is near enough,
    where the likeliest path to a table on the way is too long.

    Args:
        schema: Who is joined to whom.
        seeds: Positions.
        scores: Position -> probability that the query uses the table; ``FLOOR`` where there is none.

    Nothing is looked at but what lies within two steps of a seed, or three of it and two of another: what a path of
    five steps runs over.
    """
    # A step costs something even through a sure table, so that of like paths the shorter wins.
    costs = {position: 0.3 - math.log(max(score, FLOOR)) for position, score in scores.items()}
    balls = [_ball(schema, seed) for seed in seeds]
    found = []
    for start, (near, far) in zip(seeds, balls, strict=True):
        ends = [end for end, (about, _) in zip(seeds, balls, strict=True) if not far.isdisjoint(about)]
        way = near.union(*(about for end, (about, _) in zip(seeds, balls, strict=True) if end in ends))
        found.append(_paths(schema, start, ends, costs, way))
    return found


def _ball(schema: SchemaFeatures, start: int) -> tuple[set[int], set[int]]:
    """The tables at most ``_NEAR`` steps away, and those at most ``_FAR`` steps away."""
    border, reached, balls = [start], {start}, []
    for _ in range(_FAR):
        balls.append(set(reached))
        near = {other for position in border for other in schema.visible_neighbours(position)} - reached
        reached |= near
        border = list(near)
    return balls[_NEAR], reached


def _paths(
    schema: SchemaFeatures, start: int, ends: Collection[int], costs: Mapping[int, float], way: Collection[int]
) -> dict[int, int]:
    """For the ends that are reached, the tables of the likeliest path to each; none is sought off the way."""
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
            if other not in done and other in way:
                step = costs.get(other, unlikely)
                heapq.heappush(queue, (round(cost + step, 9), steps + 1, other, path | 1 << other))
    return found
