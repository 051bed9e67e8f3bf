"""Which column of which instance a time in a question speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from gtr_core.compiler.intent.mention_kinds import is_column, is_time_column
from gtr_core.compiler.intent.reading import Reading

__all__ = ["TimeColumn", "time_column"]

TimeColumn = tuple[str, str, bool]
_STEM = 4


def time_column(reading: Reading, i: int) -> TimeColumn | None:
    """Alias and column of the times that a phrase at a token means, and whether that was a choice among several.

    A column of times that is itself mentioned nearby comes first; then the instance of the nearest phrase
    before the token, of the nearest behind it, of the measures, of the root, of the rest. Within an instance:
    the column whose name shares a word with a phrase that stands near, the metric's own time column, the
    default of any metric of the table, the first.
    """
    named = [
        (abs(mention.first - i), mention.node, mention.posting.column)
        for mention in reading.mentions
        if is_column(mention) and mention.node and mention.posting.column
        and is_time_column(reading, mention.node, mention.posting.column)
    ]  # fmt: skip
    if named:
        _, node, column = min(named)
        return str(node), str(column), False
    for alias in dict.fromkeys(_instances(reading, i)):
        columns = _columns(reading, alias)
        if columns:
            best = _best(reading, alias, columns, i)
            return alias, best or columns[0], best is None and len(columns) > 1
    return None


def _instances(reading: Reading, i: int) -> Iterator[str]:
    before = [mention for mention in reading.mentions if mention.last <= i]
    behind = [mention for mention in reading.mentions if mention.first > i]
    for mention in [*reversed(before), *behind]:
        if mention.node is not None and (mention.node not in reading.excluded or i > reading.negated_at):
            yield mention.node
    yield from (asked.measure.node for asked in reading.asked if asked.measure.node is not None)
    yield from (node.alias for node in reading.tree.nodes if node.alias not in reading.excluded)


def _columns(reading: Reading, alias: str) -> list[str]:
    table = reading.graph.table(reading.instance_table(alias))
    return [
        column.name for column in table.columns if not column.hidden and is_time_column(reading, alias, column.name)
    ]


def _best(reading: Reading, alias: str, columns: list[str], i: int) -> str | None:
    near = {word[:_STEM] for word in (reading.word(k) for k in range(max(0, i - 4), i)) if len(word) >= _STEM}
    for name in columns:
        column = reading.column(alias, name)
        words = " ".join([column.name, column.label or "", column.alias, *column.synonyms]).replace("_", " ").casefold()
        if any(word[:_STEM] in near for word in words.split()):
            return name
    table = reading.instance_table(alias)
    metrics = [reading.metric(mention) for mention in reading.mentions if mention.node == alias]
    for metric in (*metrics, *reading.graph.metrics):
        if metric is not None and metric.tables[:1] == (table,) and metric.time_column in columns:
            return metric.time_column
    return columns[0] if len(columns) == 1 else None
