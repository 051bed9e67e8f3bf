"""Phrases that the project's glossary explains by a condition."""

from __future__ import annotations

from gtr_core.compiler.expression import RejectedExpression, scalar_expression
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.spec import Stated
from gtr_core.compiler.stated_conditions import stated_conditions
from gtr_core.text import normalise

__all__ = ["glossary"]


def glossary(reading: Reading) -> Reading:
    """The reading with a filter for each phrase that stands for a condition over the columns of one instance.

    ``overdue: shipped_on > promised_on``, ``bulky: weight > 30 or height > 2``. The longest phrase counts; of a table
    that stands in the tree several times, the instance whose phrase is nearest. A condition that does not pass the
    allow-list of scalars is left, and its words are said not to be understood.
    """
    entries = [
        (normalise(phrase), phrase, node.alias)
        for node in reading.tree.nodes
        for phrase, meaning in stated_conditions(reading.graph.table(node.table))
        if _is_usable(reading, node.alias, meaning)
    ]
    for words, phrase, alias in sorted(entries, key=lambda entry: -len(entry[0])):
        i = next((i for i in range(len(reading.tokens)) if words and reading.says(i, words)), None)
        if i is None or i in reading.used or alias != _nearest(reading, alias, i):
            continue
        span = range(i, i + len(words))
        inside = [k for k, mention in enumerate(reading.mentions) if mention.first in span and mention.last - 1 in span]
        reading = reading.explain(span, inside).filtered(i, Stated(alias, phrase))
    return reading


def _is_usable(reading: Reading, alias: str, meaning: str) -> bool:
    table = reading.graph.table(reading.instance_table(alias))
    return not isinstance(scalar_expression(meaning, table, alias, reading.graph.dialect), RejectedExpression)


def _nearest(reading: Reading, alias: str, i: int) -> str:
    """Of the instances of the same table, the one that a phrase nearest to a token speaks of."""
    table = reading.instance_table(alias)
    same = [node.alias for node in reading.tree.nodes if node.table == table]
    near = sorted((abs(mention.first - i), str(mention.node)) for mention in reading.mentions if mention.node in same)
    return near[0][1] if near else same[0]
