"""What kind of thing a mention means."""

from __future__ import annotations

from gtr_core.compiler.intent.adjectives import IMPLIED
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.literals import kind_of
from gtr_core.retrieval.result import Mention

__all__ = [
    "implied_column",
    "is_column",
    "is_measure_column",
    "is_plural",
    "is_table",
    "is_time_column",
    "is_value",
    "is_verb",
    "measure_column",
]

_IRREGULAR_PLURALS = frozenset({"people", "men", "women", "children", "persons", "data", "media", "criteria"})
_IRREGULAR_VERBS = frozenset(
    {
        "bought",
        "sold",
        "sent",
        "paid",
        "made",
        "took",
        "taken",
        "gave",
        "given",
        "wrote",
        "written",
        "won",
        "drove",
        "flew",
    }
)


def is_value(mention: Mention) -> bool:
    """Whether it means a value of a column."""
    return mention.posting.kind == "value" and mention.posting.column is not None and mention.posting.value is not None


def is_table(mention: Mention) -> bool:
    """Whether it means a table, that is its rows."""
    return mention.posting.column is None and mention.posting.value is None


def is_column(mention: Mention) -> bool:
    """Whether it means a column as such."""
    return mention.posting.column is not None and mention.posting.value is None


def is_measure_column(reading: Reading, alias: str, name: str) -> bool:
    """Whether adding up or comparing values of the column makes sense: numbers that are no keys."""
    if kind_of(reading.column(alias, name).data_type, reading.graph.dialect) != "number":
        return False
    table = reading.instance_table(alias)
    keys = {column for edge in reading.graph.joins if edge.child == table for column in edge.child_columns}
    if name in keys:
        return False
    profile = reading.profile(alias, name)
    if profile is not None and profile.use != "other":
        return profile.use == "measure"
    return all(name not in key.columns for key in reading.graph.keys if key.table == table)


def is_time_column(reading: Reading, alias: str, name: str) -> bool:
    """Whether the column holds dates, times or years."""
    kind = kind_of(reading.column(alias, name).data_type, reading.graph.dialect)
    if kind in ("date", "timestamp"):
        return True
    profile = reading.profile(alias, name)
    return profile is not None and profile.semantic_type in ("date", "timestamp", "year")


def is_verb(mention: Mention) -> bool:
    """Whether a phrase that means a table says what was done ("ordered", "bought"), as far as its form tells."""
    words = mention.text.casefold().split()
    return len(words) == 1 and is_table(mention) and (words[0].endswith(("ed", "ing")) or words[0] in _IRREGULAR_VERBS)


def measure_column(reading: Reading, mention: Mention) -> tuple[str, str] | None:
    """Instance and column that a phrase names as a quantity.

    Its own where it means a column of numbers; else, of a column or a metric, one that it could have meant too,
    on its instance. A phrase that means a table or a value names none.
    """
    if mention.node is None or is_table(mention) or is_value(mention):
        return None
    table = reading.instance_table(mention.node)
    for posting in (mention.posting, *mention.others):
        if posting.column is None or posting.value is not None or posting.table != table:
            continue
        if is_measure_column(reading, mention.node, posting.column):
            return mention.node, posting.column
    return None


def implied_column(reading: Reading, alias: str, word: str) -> str | None:
    """The one quantity of an instance that an adjective speaks of: of "older", the age."""
    nouns = IMPLIED.get(word, ())
    table = reading.graph.table(reading.instance_table(alias))
    for noun in nouns:
        found = [
            column.name
            for column in table.columns
            if noun in " ".join([column.name, column.label or "", column.alias]).replace("_", " ").casefold().split()
            and is_measure_column(reading, alias, column.name)
        ]
        if len(found) == 1:
            return found[0]
    return None


def is_plural(mention: Mention) -> bool:
    """Whether a phrase's noun, its last word, is a plural, as far as its ending tells."""
    word = mention.text.split()[-1].casefold()
    return word in _IRREGULAR_PLURALS or (word.endswith("s") and not word.endswith(("ss", "us", "is")))
