"""What a question shows: columns that it names, else those that name the rows of its subject."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_plural, is_table, is_value
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.subjects import dimensions_of, naming_dimensions, subjects
from gtr_core.compiler.intent.words import ALTERNATIVES, DETERMINERS, EACH
from gtr_core.compiler.spec import Dimension

__all__ = ["listing"]

_MOST_TOLD = 5
_LINKING = DETERMINERS | ALTERNATIVES | {",", "with", "of", "for", "along", "together", "as", "well"}


def listing(reading: Reading) -> Reading:
    """A question that measures nothing lists rows.

    Where something is measured, a subject that stands before it is what it is measured for ("customers with
    more than 3 orders", "regions and their revenue").
    """
    if len(reading.dimensions) > 1 and _has_whole_rows(reading):
        return reading
    if any(asked.measure.aggregate != "none" for asked in reading.asked) or (reading.asked and reading.dimensions):
        return reading if reading.dimensions else _measured_for(reading)
    columns = _shown_columns(reading)
    tables = [k for k in subjects(reading) if is_table(reading.mentions[k])]
    owned = {reading.mentions[k].node for k in columns}
    dimensions: list[Dimension] = []
    for k in tables:
        if reading.mentions[k].node not in owned or min(columns) > k:
            dimensions += dimensions_of(reading, k)
    for k in columns:
        dimensions += dimensions_of(reading, k)
    if not dimensions:
        dimensions = list(naming_dimensions(reading, _fallback(reading)))
    if not columns and not reading.dimensions:
        dimensions += [told for node in dict.fromkeys(d.node for d in dimensions) for told in _telling(reading, node)]
    reading = replace(reading, dimensions=tuple(dict.fromkeys((*reading.dimensions, *dimensions))))
    each = [i for i in range(len(reading.tokens)) if reading.word(i) in EACH and reading.covering(i) is None]
    return reading.explain(each, [*tables, *columns])


def _shown_columns(reading: Reading) -> list[int]:
    """Columns asked for: before the first table, or listed behind it with "and", "with their"."""
    shown: list[int] = []
    linked = True
    for k, mention in enumerate(reading.mentions):
        if k in reading.spoken or mention.node is None or mention.node in reading.excluded:
            continue
        between = range(reading.mentions[k - 1].last if k else 0, mention.first)
        if is_table(mention) or is_value(mention) or _stands_for_rows(reading, k, shown):
            linked = linked and (not shown or not is_value(mention))
            continue
        links = all(reading.word(i) in _LINKING for i in between)
        is_strong = is_column(mention) and mention.posting.kind in ("column", "alias")
        if is_strong and (linked and not _is_relative(reading, mention.first)) and (links or not shown):
            shown.append(k)
        elif is_strong:
            linked = False
    return shown


def _telling(reading: Reading, node: str) -> list[Dimension]:
    """Further columns of an instance whose rows only a key names: texts, times and quantities, a few of them."""
    table = reading.instance_table(node)
    key = set(reading.graph.primary_key(table))
    if not set(reading.graph.naming_columns(table)) <= key:
        return []
    links = {name for edge in reading.graph.joins if edge.child == table for name in edge.child_columns}
    columns = [c for c in reading.graph.table(table).columns if not c.hidden and c.name not in links | key]
    kept = [c.name for c in columns if not (profile := reading.profile(node, c.name)) or not profile.personal]
    return [Dimension(node, name) for name in kept[:_MOST_TOLD]]


def _has_whole_rows(reading: Reading) -> bool:
    """Whether all columns of an instance are shown already."""
    node = reading.dimensions[0].node
    columns = {column.name for column in reading.graph.table(reading.instance_table(node)).columns if not column.hidden}
    return not reading.asked and columns <= {d.column for d in reading.dimensions if d.node == node}


def _stands_for_rows(reading: Reading, k: int, shown: list[int]) -> bool:
    """Whether a column that names rows only says whose columns are listed: "positions of the players"."""
    mention = reading.mentions[k]
    i = mention.first - 1
    while reading.word(i) in DETERMINERS:
        i -= 1
    if reading.word(i) != "of" or mention.node is None or not is_column(mention):
        return False
    names = reading.graph.naming_columns(reading.instance_table(mention.node))
    before = [other for other in shown if reading.mentions[other].node == mention.node]
    return bool(before) and mention.posting.column in names and is_plural(mention)


def _is_relative(reading: Reading, i: int) -> bool:
    """Whether a relative clause has begun behind an earlier phrase: "customers who ..."."""
    started = False
    for at in range(i):
        started = started or reading.covering(at) is not None
        if started and reading.word(at) in ("who", "that", "which", "whose", "where"):
            return True
    return False


def _measured_for(reading: Reading) -> Reading:
    first = min(asked.first for asked in reading.asked)
    found = subjects(reading, first)
    shown = tuple(dict.fromkeys(d for k in found for d in dimensions_of(reading, k)))
    return replace(reading, dimensions=shown).explain((), found)


def _fallback(reading: Reading) -> str:
    """The first table that is named, else the root."""
    named = [m.node for m in reading.mentions if is_table(m) and m.node is not None and m.node not in reading.excluded]
    kept = [node.alias for node in reading.tree.nodes if node.alias not in reading.excluded]
    return str(named[0]) if named else kept[0]
