"""Roles: what a parent is to its child, told from the names of the foreign keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gtr_core.catalog import JoinEdge
from gtr_core.text import split_identifier

__all__ = ["name_roles"]

_KEY_WORDS = frozenset(
    {"id", "ids", "key", "sk", "fk", "pk", "bk", "uuid", "guid", "code", "no", "nr", "num", "number"}
)
_LONGEST_PREFIX = 3


def name_roles(edges: Sequence[JoinEdge]) -> tuple[JoinEdge, ...]:
    """Give a role to each edge that shares both its tables with another, and to each self reference.

    The role is the name of the child's column without the word that marks it as a key and without a prefix
    that all of the siblings bear; of composite keys, the columns in which the siblings differ. Roles that
    the project gives stay. No two siblings get the same role.

    >>> edges = [JoinEdge("o", (c,), "a", ("id",)) for c in ("o_ship_address_id", "o_bill_address_id")]
    >>> [edge.role for edge in name_roles(edges)]
    ['ship_address', 'bill_address']
    """
    siblings: dict[tuple[str, str], list[JoinEdge]] = {}
    for edge in edges:
        siblings.setdefault((edge.child, edge.parent), []).append(edge)
    named: dict[int, JoinEdge] = {}
    for group in siblings.values():
        if len(group) > 1 or group[0].child == group[0].parent:
            named.update(_named(group))
    return tuple(named.get(id(edge), edge) for edge in edges)


def _named(group: Sequence[JoinEdge]) -> dict[int, JoinEdge]:
    words = [_distinguishing_words(edge, group) for edge in group]
    prefix = _common_prefix(words)
    stems = ["_".join(_without_key_words(one[prefix:]) or one) for one in words]
    roles = [edge.role or stem for edge, stem in zip(group, stems, strict=True)]
    counts = Counter(roles)
    result: dict[int, JoinEdge] = {}
    for edge, role in zip(group, roles, strict=True):
        unique = role if counts[role] == 1 else "_".join((*edge.child_columns, "as", *edge.parent_columns)).lower()
        result[id(edge)] = replace(edge, role=unique)
    return result


def _distinguishing_words(edge: JoinEdge, group: Sequence[JoinEdge]) -> list[str]:
    shared = set(edge.child_columns).intersection(*(set(other.child_columns) for other in group))
    columns = [column for column in edge.child_columns if column not in shared] or list(edge.child_columns)
    if len(group) == 1:
        columns = [child for child, parent in edge.pairs if child.casefold() != parent.casefold()] or list(
            edge.child_columns
        )
    return [word.casefold() for column in columns for word in split_identifier(column)]


def _common_prefix(words: Sequence[Sequence[str]]) -> int:
    """1 where all siblings start with the same short word (``o_ship_…``, ``o_bill_…``), else 0."""
    first = {one[0] for one in words if one}
    short = len(first) == 1 and len(words) > 1 and len(next(iter(first))) <= _LONGEST_PREFIX
    return 1 if short and all(len(one) > 1 for one in words) else 0


def _without_key_words(words: Sequence[str]) -> Sequence[str]:
    end = len(words)
    while end and words[end - 1] in _KEY_WORDS:
        end -= 1
    return words[:end]
