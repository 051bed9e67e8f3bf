"""Relations of nodes: from the rendered name where there is one, else from their parts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gtr_core.catalog import Relation
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.loose import mapping
from gtr_core.dbt.manifest_nodes import Node

__all__ = ["NamePart", "node_relation", "parse_relation_name"]

_CLOSING = {'"': '"', "`": "`", "[": "]"}
_BARE = re.compile(r"[^\s.\"`\[\](),;']+")


@dataclass(frozen=True, slots=True)
class NamePart:
    """One part of a rendered relation name, quotes removed."""

    text: str
    quoted: bool


def parse_relation_name(text: str) -> tuple[NamePart, ...]:
    """The parts of a rendered relation name, outermost first; empty if it is something else (a function, a file).

    >>> [part.text for part in parse_relation_name('`my-project`.sales."or""ders"')]
    ['my-project', 'sales', 'or"ders']
    """
    parts: list[NamePart] = []
    text = text.strip()
    position = 0
    while position < len(text):
        closing = _CLOSING.get(text[position])
        read = _quoted(text, position, closing) if closing else _bare(text, position)
        if read is None:
            return ()
        part, position = read
        parts.append(part)
        if position == len(text):
            return tuple(parts)
        if text[position] != ".":
            return ()
        position += 1
    return ()


def node_relation(node: Node, rules: AdapterRules) -> Relation | None:
    """The relation of a model, seed, snapshot or source in its stored spelling; None where it has no name."""
    parts = parse_relation_name(node.relation_name) if node.relation_name else ()
    if len(parts) == 1 and node.schema and "." in parts[0].text:
        # BigQuery also takes one pair of quotes around the whole name.
        parts = tuple(NamePart(text, parts[0].quoted) for text in parts[0].text.split("."))
    if 1 <= len(parts) <= 3 and all(part.text for part in parts):
        stored = [rules.stored(part.text, quoted=part.quoted) for part in parts]
        database, schema, identifier = (None,) * (3 - len(stored)) + tuple(stored)
        return Relation(database, schema, identifier or "")
    return _from_fields(node, rules)


def _from_fields(node: Node, rules: AdapterRules) -> Relation | None:
    identifier = node.identifier or node.alias or node.name
    if not identifier:
        return None
    quoting = {**mapping(node.config.quoting if node.config else None), **mapping(node.quoting)}

    def stored(name: str | None, kind: str) -> str | None:
        quoted = quoting.get(kind)
        return rules.stored(name, quoted=quoted if isinstance(quoted, bool) else rules.quotes) if name else None

    return Relation(
        stored(node.database, "database"), stored(node.schema, "schema"), stored(identifier, "identifier") or identifier
    )


def _quoted(text: str, start: int, closing: str) -> tuple[NamePart, int] | None:
    position = start + 1
    name: list[str] = []
    while position < len(text):
        if text[position] != closing:
            name.append(text[position])
            position += 1
        elif text[position + 1 : position + 2] == closing:
            name.append(closing)
            position += 2
        else:
            return NamePart("".join(name), quoted=True), position + 1
    return None


def _bare(text: str, start: int) -> tuple[NamePart, int] | None:
    match = _BARE.match(text, start)
    return (NamePart(match[0], quoted=False), match.end()) if match else None
