"""What the phrases of a question demand of any set of tables, whatever was learnt from other schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.reachability import bits
from gtr_core.retrieval.candidate import Grounding, Option, Phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Demand", "Demands", "adjustments", "demands", "unmet"]

DECISIVE = 0.6
AS_GOOD = 0.8
SURE = 0.8
QUALIFIES = 0.9
# What a set pays in log-odds: for a value or metric that it misses, for a name, for a row without an instance.
VALUE, NAME, CONFLICT, GROUP = 2.0, 0.35, 3.0, 2.0
# What the set of the rules' best assignment gains where it leaves nothing open, and how much may be unexplained then.
AGREED, UNEXPLAINED = 0.4, 0.15

_EACH = frozenset({"per", "each", "every", "by"})


@dataclass(frozen=True, slots=True)
class Demand:
    """A phrase that surely means something.

    Attributes:
        tables: Bit set of the tables that hold one of its best meanings.
        weight: How much it says.
        value: Whether nothing else can stand for it: a metric, or a whole value of a column all of whose values are
            known. Else it is a name, or a value that other columns may hold as well.
        grouped: Whether it is the name of a table by which is grouped ("per airline"), so that its rows are to be
            called by their names.
    """

    tables: int
    weight: float
    value: bool
    grouped: bool = False


@dataclass(frozen=True, slots=True)
class Demands:
    """All demands of a question.

    Attributes:
        phrases: See ``Demand``.
        conflicts: Pairs of a table's position and how many rows of it are spoken of: so many different values of
            one of its columns are named that do not stand beside each other ("Indian suppliers ... to China").
        filters: Positions of tables that hold a sure value which qualifies one thing ("French suppliers"): what hangs
            together by the row of that value alone is not related by it where a fact relates it.
    """

    phrases: tuple[Demand, ...]
    conflicts: tuple[tuple[int, int], ...]
    filters: tuple[int, ...] = ()


def demands(graph: ContextGraph, grounding: Grounding) -> Demands:
    """The demands of a grounded question."""
    good = [
        [option for option in phrase.options if option.weight >= AS_GOOD * phrase.weight]
        for phrase in grounding.phrases
    ]
    sure = [all(_is_sure(graph, option) for option in options) for options in good]
    heads = {
        head
        for phrase, is_sure in zip(grounding.phrases, sure, strict=True)
        for head, strength in phrase.attached_to
        if is_sure and strength >= QUALIFIES
    }
    found = []
    filters = []
    for i, phrase in enumerate(grounding.phrases):
        if phrase.weight < DECISIVE:
            continue
        grouped = _is_grouped(grounding, phrase)
        tables = 0
        for option in good[i]:
            # A key that is called as the table is no name by which its rows are told apart.
            if not grouped or option.posting.column is None:
                tables |= 1 << graph.positions[option.posting.table]
        # What a sure value qualifies has to be there, or the value would be asked of something else.
        found.append(Demand(tables, phrase.weight, sure[i] or i in heads, grouped))
        if sure[i] and tables.bit_count() == 1 and any(strength >= QUALIFIES for _, strength in phrase.attached_to):
            filters.append(tables.bit_length() - 1)
    return Demands(tuple(found), _conflicts(graph, grounding.phrases), tuple(filters))


def _is_grouped(grounding: Grounding, phrase: Phrase) -> bool:
    posting = phrase.options[0].posting
    before = grounding.tokens[phrase.first - 1].norm if phrase.first else ""
    return before in _EACH and posting.kind in ("table", "alias") and posting.column is None


def _is_sure(graph: ContextGraph, option: Option) -> bool:
    posting = option.posting
    if posting.kind == "metric":
        return True
    if posting.kind != "value" or posting.column is None or posting.coverage < 1.0 or option.likeness < SURE:
        return False
    profile = graph.column_profile(posting.table, posting.column)
    return profile is not None and bool(profile.values) and not profile.truncated


def _conflicts(graph: ContextGraph, phrases: Sequence[Phrase]) -> tuple[tuple[int, int], ...]:
    """Columns of which several values are named apart, as table and number."""
    named: dict[tuple[str, str | None], list[tuple[int, str]]] = {}
    for i, phrase in enumerate(phrases):
        posting = phrase.options[0].posting
        only = all(
            option.posting.table == posting.table
            for option in phrase.options
            if option.weight >= AS_GOOD * phrase.weight
        )
        if posting.kind == "value" and posting.value is not None and phrase.weight >= DECISIVE and only:
            beside = any(j in phrase.coordinated for j, _ in named.get((posting.table, posting.column), ()))
            same = any(value == posting.value for _, value in named.get((posting.table, posting.column), ()))
            if not beside and not same:
                named.setdefault((posting.table, posting.column), []).append((i, posting.value))
    # A table to which one path of keys leads has one role, so that all its values are asked of the same rows.
    return tuple(
        (graph.positions[table], len(values))
        for (table, _), values in sorted(named.items())
        if len(values) > 1 and _has_roles(graph, graph.positions[table])
    )


def _has_roles(graph: ContextGraph, position: int) -> bool:
    """Whether two keys refer to the table, or to one by way of which it is reached."""
    return any(len(graph.predecessors[other]) > 1 for other in bits(graph.reached_from[position] | 1 << position))


def unmet(graph: ContextGraph, wanted: Demands, sets: Sequence[int]) -> NDArray[np.float32]:
    """What each set leaves unmet of the demands.

    Returns:
        ``(n_sets, 4)``: weight of the values missed, weight of the names missed, rows without an instance of their
        own, and weight of the names missed by which is grouped.
    """
    out = np.zeros((len(sets), 4), dtype=np.float32)
    for k, whole in enumerate(sets):
        for demand in wanted.phrases:
            if not demand.tables & whole:
                out[k, 3 if demand.grouped else 0 if demand.value else 1] += demand.weight
        for position, rows in wanted.conflicts:
            if whole >> position & 1:
                out[k, 2] += max(rows - _instances(graph, whole, position), 0)
        for position in wanted.filters:
            rooted = graph.reachability[position] & whole == whole
            if whole >> position & 1 and not rooted and not _hangs_together(graph, whole & ~(1 << position)):
                out[k, 2] += _have_one_fact(graph, whole)
    return out


def _instances(graph: ContextGraph, whole: int, position: int) -> int:
    """In how many roles a table can stand in a tree over the set: once for each path of keys that leads to it.

    The others must hang together without it: what is joined by way of the table's one row is no other role.
    """
    if not _hangs_together(graph, whole & ~(1 << position)):
        return 1
    return _ways_to(graph, whole, position)


def _ways_to(graph: ContextGraph, whole: int, position: int) -> int:
    """Paths of keys within the set from a table without a child to this one, at least 1; a cycle is gone round once."""
    rest = whole & ~(1 << position)
    children = [graph.positions[edge.child] for edge in graph.predecessors[position]]
    return sum(_ways_to(graph, rest, child) for child in children if rest >> child & 1) or 1


def _hangs_together(graph: ContextGraph, whole: int) -> bool:
    """Whether edges connect the tables of a set."""
    reached = queue = whole & -whole
    while queue:
        at = queue.bit_length() - 1
        queue ^= 1 << at
        near = 0
        for edge in graph.successors[at]:
            near |= 1 << graph.positions[edge.parent]
        for edge in graph.predecessors[at]:
            near |= 1 << graph.positions[edge.child]
        near &= whole & ~reached
        reached |= near
        queue |= near
    return reached == whole


def _have_one_fact(graph: ContextGraph, whole: int) -> bool:
    """Whether a table outside of the set, or at its root, reaches all of it many-to-one."""
    facts = ~0
    for position in bits(whole):
        facts &= graph.reached_from[position]
    return facts != 0


def adjustments(
    graph: ContextGraph, wanted: Demands, sets: Sequence[int], hand_made: Mapping[int, float], unexplained: float
) -> NDArray[np.float32]:
    """``(n_sets,)``: log-odds that each set gains or loses beside what was learnt from other schemas.

    A set loses for what it leaves unmet. That of the rules' best assignment gains ``AGREED`` where it meets every
    demand, joins many-to-one throughout, and hardly a word of the question is unexplained.

    Args:
        graph: The context graph.
        wanted: The question's demands.
        sets: Bit sets of positions.
        hand_made: Set -> score of its best assignment by the rules.
        unexplained: Share of the question's words that nothing explains.
    """
    open_ = unmet(graph, wanted, sets)
    out = -(open_ @ np.array([VALUE, NAME, CONFLICT, GROUP], dtype=np.float32))
    best = max(hand_made, key=lambda whole: (hand_made[whole], -whole.bit_count(), -whole), default=0)
    if best in sets and unexplained <= UNEXPLAINED:
        place = list(sets).index(best)
        rooted = any(graph.reachability[position] & best == best for position in bits(best))
        out[place] += AGREED if rooted and not open_[place].any() else 0.0
    return np.asarray(out, dtype=np.float32)
