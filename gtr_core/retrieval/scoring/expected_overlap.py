"""What to answer with where no set of tables is likely: the set that is expected to overlap most with the right one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gtr_core.context.reachability import bits
from gtr_core.retrieval.scoring.schema_features import SchemaFeatures

__all__ = ["DOUBTFUL", "most_overlap"]

# Probability of the likeliest set below which it is not worth holding on to.
DOUBTFUL = 0.2
MOST_ADDED = 8


def most_overlap(schema: SchemaFeatures, sets: Sequence[int], best: int, tables: Mapping[int, float]) -> int:
    """The set whose expected F1 against the right set is largest (minimum Bayes risk).

    Beside the candidates, those sets are looked at that grow from the best one by its likeliest neighbour, one table
    after the other. The expectation is approximated by 2 Σ p(t in S) / (|S| + Σ p(t)).

    Args:
        schema: Who is joined to whom.
        sets: The candidates, as bit sets of positions.
        best: The likeliest of them.
        tables: Position -> probability that the query uses the table.
    """
    found = dict.fromkeys(sets)
    grown = best
    for _ in range(MOST_ADDED):
        near = {other for position in bits(grown) for other in schema.visible_neighbours(position)}
        outside = [position for position in near if not grown >> position & 1 and position in tables]
        if not outside:
            break
        grown |= 1 << max(outside, key=lambda position: (tables[position], -position))
        found[grown] = None
    total = sum(tables.values())

    def expected(whole: int) -> float:
        inside = sum(tables.get(position, 0.0) for position in bits(whole))
        return round(2.0 * inside / (whole.bit_count() + total), 6)

    return max(found, key=lambda whole: (expected(whole), -whole.bit_count(), -whole))
