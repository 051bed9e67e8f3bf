"""Rows of a list that the joins could repeat."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.compiler.intent.mention_kinds import is_column, is_plural, is_table
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import DISTINCT
from gtr_core.compiler.walk import is_repeated

__all__ = ["repetition"]


def repetition(reading: Reading) -> Reading:
    """A list is distinct where the question says so, or joins could repeat the rows of every instance that it shows."""
    if any(asked.measure.aggregate != "none" for asked in reading.asked):
        return reading
    kept = [node.alias for node in reading.tree.nodes if node.alias not in reading.excluded]
    shown = {dimension.node for dimension in reading.dimensions}
    shown |= {str(asked.measure.node) for asked in reading.asked}
    said = [i for i in range(len(reading.tokens)) if reading.word(i) in DISTINCT and i not in reading.used]
    distinct = bool(said) or all(is_repeated(reading.tree, node, kept) for node in shown) or _lists_values(reading)
    return replace(reading.explain(said), distinct=distinct)


def _lists_values(reading: Reading) -> bool:
    """Whether the values of one column are asked for, and not what each row has: "what are the payment methods?"."""
    if len(reading.dimensions) != 1 or reading.asked or reading.order:
        return False
    dimension = reading.dimensions[0]
    table = reading.instance_table(dimension.node)
    if dimension.column in (*reading.graph.naming_columns(table), *reading.graph.primary_key(table)):
        return False
    named = next((m for m in reading.mentions if is_column(m) and m.posting.column == dimension.column), None)
    if named is None or not is_plural(named) or named is not reading.mentions[0]:
        return False
    return not any(is_table(mention) for mention in reading.mentions)
