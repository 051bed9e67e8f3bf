"""Whose rows a question asks for, and how they are named."""

from __future__ import annotations

from gtr_core.compiler.intent.mention_kinds import is_column, is_plural, is_table, is_value, is_verb, measure_column
from gtr_core.compiler.intent.reading import Reading
from gtr_core.compiler.intent.words import ALTERNATIVES, ASKING, DETERMINERS, EACH, PER
from gtr_core.compiler.spec import Dimension

__all__ = ["asks_for_several", "dimensions_of", "naming_dimensions", "subjects"]

_LINKS = ALTERNATIVES | DETERMINERS | {","}
_NOT_SUBJECT = EACH | PER | {"for", "among", "of", "in", "from", "with"}


def subjects(reading: Reading, before: int | None = None) -> list[int]:
    """Mentions of what is asked for: the first table or column behind "which", else the first of all.

    With it those that are coordinated with it ("the part and the supplier"). A verb that means a table ("bought")
    is none. A table behind "each", "per" or
    a preposition is none, unless it is all there is behind a column's phrase ("names of the parts").
    """
    end = len(reading.tokens) if before is None else before
    head = min([end, *(mention.first for mention in reading.mentions)])
    asking = next((i for i in range(head) if reading.word(i) in ASKING), None)
    first = _first(reading, 0 if asking is None else asking, end)
    if first is None and asking is not None:
        first = _first(reading, 0, end)
    if first is None:
        return []
    found = [first]
    while True:
        following = _coordinated(reading, found[-1], end)
        if following is None or following in found:
            return found
        found.append(following)


def asks_for_several(reading: Reading, k: int) -> bool:
    """Whether a subject is a plural: of the names of a table ("name of dorms") the table, else the phrase itself.

    "Types of the dorm" is singular all the same.
    """
    following = reading.starting(reading.mentions[k].last, DETERMINERS | {"of"})
    owned = is_column(reading.mentions[k]) and reading.word(reading.mentions[k].last) == "of"
    if owned and following is not None and is_table(reading.mentions[following]):
        mention, table = reading.mentions[k], reading.instance_table(str(reading.mentions[k].node))
        is_name = mention.posting.column in reading.graph.naming_columns(table)
        return is_plural(reading.mentions[following]) and (is_name or is_plural(mention))
    return is_plural(reading.mentions[k])


def dimensions_of(reading: Reading, k: int) -> tuple[Dimension, ...]:
    """What to show of a mention: the column that it names, or the columns by which its rows are named."""
    mention = reading.mentions[k]
    assert mention.node is not None
    if is_column(mention):
        return (Dimension(mention.node, str(mention.posting.column)),)
    return naming_dimensions(reading, mention.node)


def naming_dimensions(reading: Reading, alias: str) -> tuple[Dimension, ...]:
    """The naming columns of an instance, with its key where names are known to repeat."""
    table = reading.instance_table(alias)
    columns = reading.graph.naming_columns(table)
    profiles = [reading.graph.column_profile(table, column) for column in columns]
    if all(profile is not None and profile.rows and not profile.unique for profile in profiles):
        columns = tuple(dict.fromkeys((*columns, *reading.graph.primary_key(table))))
    return tuple(Dimension(alias, column) for column in columns)


def _first(reading: Reading, start: int, end: int) -> int | None:
    for k, mention in enumerate(reading.mentions):
        if mention.first < start or mention.last > end or k in reading.spoken or mention.node in reading.excluded:
            continue
        if is_value(mention) or reading.metric(mention) is not None or mention.posting.kind == "description":
            continue
        if reading.word(_preceding(reading, k)) in _NOT_SUBJECT or is_verb(mention):
            continue
        if is_table(mention) or (is_column(mention) and measure_column(reading, mention) is None):
            return _compound(reading, k, end)
    return None


def _preceding(reading: Reading, k: int) -> int:
    """The token before a phrase, its determiners and the values that qualify it."""
    i = reading.mentions[k].first - 1
    while i >= 0:
        covering = reading.covering(i)
        if reading.word(i) in DETERMINERS or (covering is not None and is_value(reading.mentions[covering])):
            i -= 1
        else:
            return i
    return i


def _compound(reading: Reading, k: int, end: int) -> int:
    """The last of several phrases side by side: of "customer region", the region."""
    following = reading.beside(k)
    if following is None or reading.mentions[following].last > end or following in reading.spoken:
        return k
    other = reading.mentions[following]
    if other.node is None or other.posting.kind == "description" or not (is_table(other) or is_column(other)):
        return k
    return k if measure_column(reading, other) is not None else _compound(reading, following, end)


def _coordinated(reading: Reading, k: int, end: int) -> int | None:
    """The next table or column that is listed beside a mention."""
    i, linked = reading.mentions[k].last, False
    while i < end:
        covering = reading.covering(i)
        linked = linked or "," in reading.gap(i)
        if covering is None and reading.word(i) in _LINKS:
            linked = linked or reading.word(i) not in DETERMINERS
            i += 1
        elif covering is not None and is_value(reading.mentions[covering]):
            i = reading.mentions[covering].last
        else:
            break
    k_next = reading.covering(i) if i < end and linked else None
    if k_next is None or k_next in reading.spoken or reading.mentions[k_next].posting.kind == "description":
        return None
    mention = reading.mentions[k_next]
    is_shown = is_table(mention) or (is_column(mention) and measure_column(reading, mention) is None)
    return k_next if is_shown and mention.node not in reading.excluded else None
