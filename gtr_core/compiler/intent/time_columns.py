"""Which column of which instance a time in a question speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from gtr_core.compiler.intent.mention_kinds import is_column, is_table, is_time_column, is_verb
from gtr_core.compiler.intent.reading import Asked, Reading
from gtr_core.compiler.intent.subjects import subjects
from gtr_core.compiler.intent.words import ALTERNATIVES, AMOUNT_SUPERLATIVES, DETERMINERS, NEGATIONS
from gtr_core.compiler.walk import path_between

__all__ = ["TimeColumn", "time_column"]

TimeColumn = tuple[str, str, bool]
_STEM = 4
_WEAK = 0.3
_NEAR = 2
_OWNING = frozenset({"with", "had", "has", "have", "having", "made", "whose", *AMOUNT_SUPERLATIVES, *NEGATIONS})
_LINKS = (
    ALTERNATIVES
    | DETERMINERS
    | frozenset({"in", "during", "on", "since", "before", "after", "from", "until", "till", "of", "for", "between"})
    | frozenset({"was", "were", "is", "are", "been", "being", "that", "who", "which", "year", "back", "over"})
)


def time_column(reading: Reading, i: int) -> TimeColumn | None:
    """Alias and column of the times that a phrase at a token means, and whether that was a choice among several.

    First comes a column of times that is itself named there; then the table that the phrase is attached to by a
    verb or by owning ("orders placed in", "customers with orders in"); then what is measured: the metric's own time
    column, the measured table's, that of the nearest table of which each measured row has one; then whose rows are
    asked for; then the nearest phrase before the token, the nearest behind it, and the rest. Within an instance: the
    column whose name shares a word with a phrase that stands near, the metric's own time column, the default of any
    metric of the table, the first.
    """
    named = _named(reading, i)
    if named is not None:
        return (*named, False)
    attached = _attached(reading, i)
    measured = [asked for asked in reading.asked if asked.measure.aggregate != "none"]
    found = None if attached is None else _of_instance(reading, attached, i)
    if found is None and measured:
        found = _of_measured(reading, measured, i)
    return found or _of_any(reading, i)


def _named(reading: Reading, i: int) -> tuple[str, str] | None:
    """The nearest column of times that is mentioned; a faint mention counts right before the token only.

    One behind which another table with times of its own stands is named for something else.
    """
    found = []
    for mention in reading.mentions:
        node, column = mention.node, mention.posting.column
        if not (is_column(mention) and node and column and is_time_column(reading, node, column)):
            continue
        is_near = 0 <= i - mention.last <= _NEAR
        between = [m for m in reading.mentions if mention.last <= m.first and m.last <= i and is_table(m) and m.node]
        apart = [m for m in between if m.node != node and not is_verb(m) and _columns(reading, str(m.node))]
        if is_near or (mention.weight >= _WEAK and not apart):
            found.append((abs(mention.first - i), node, column))
    return min(found)[1:] if found else None


def _attached(reading: Reading, i: int) -> str | None:
    """The table right before a token that a verb or a word of owning ties to it."""
    at, verb = i - 1, False
    while at >= 0 and reading.covering(at) is None and (_is_participle(reading, at) or reading.word(at) in _LINKS):
        verb = verb or _is_participle(reading, at)
        at -= 1
    k = reading.covering(at) if at >= 0 else None
    if k is None or not is_table(reading.mentions[k]) or reading.metric(reading.mentions[k]) is not None:
        return None
    mention = reading.mentions[k]
    if verb or is_verb(mention):
        return mention.node
    before = mention.first - 1
    while before >= 0 and reading.covering(before) is None and reading.word(before) in DETERMINERS:
        before -= 1
    return mention.node if reading.word(before) in _OWNING else None


def _is_participle(reading: Reading, i: int) -> bool:
    return reading.covering(i) is None and reading.tokens[i].role == "unexplained"


def _of_measured(reading: Reading, measured: list[Asked], i: int) -> TimeColumn | None:
    """The times of the first measure that has some, a choice where another measure has others."""
    found: list[TimeColumn] = []
    for asked in measured:
        node = asked.measure.node
        metric = None if asked.measure.metric is None else reading.graph.metric(asked.measure.metric)
        if node is None:
            continue
        if metric is not None and metric.time_column in _columns(reading, node):
            found.append((node, str(metric.time_column), False))
            continue
        own = _of_instance(reading, node, i) or next(
            (of for alias in _to_one(reading, node) if (of := _of_instance(reading, alias, i)) is not None), None
        )
        if own is not None:
            found.append(own)
    if not found:
        return None
    node, column, was_choice = found[0]
    return node, column, was_choice or len({of[:2] for of in found}) > 1


def _to_one(reading: Reading, node: str) -> list[str]:
    """The instances of which each row of one has one, nearest first."""
    paths = {other.alias: path_between(reading.tree, node, other.alias) for other in reading.tree.nodes}
    reached = [alias for alias, path in paths.items() if path and not any(step.to_many for step in path)]
    return sorted(reached, key=lambda alias: len(paths[alias]))


def _of_any(reading: Reading, i: int) -> TimeColumn | None:
    for alias in dict.fromkeys(_instances(reading, i)):
        found = _of_instance(reading, alias, i)
        if found is not None:
            return found
    return None


def _instances(reading: Reading, i: int) -> Iterator[str]:
    before = [mention for mention in reading.mentions if mention.last <= i]
    behind = [mention for mention in reading.mentions if mention.first > i]
    if i <= reading.negated_at or not reading.excluded:
        yield from (str(reading.mentions[k].node) for k in subjects(reading) if is_table(reading.mentions[k]))
    for mention in [*reversed(before), *behind]:
        if mention.node is not None and (mention.node not in reading.excluded or i > reading.negated_at):
            yield mention.node
    yield from (node.alias for node in reading.tree.nodes if node.alias not in reading.excluded)


def _of_instance(reading: Reading, alias: str, i: int) -> TimeColumn | None:
    columns = _columns(reading, alias)
    if not columns:
        return None
    best = _best(reading, alias, columns, i)
    return alias, best or columns[0], best is None


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
