"""Joins mined from SQL that people run: equalities between columns, traced to base tables and counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.qualify import qualify
from sqlglot.optimizer.scope import Scope, traverse_scope

from gtr_core.catalog import JoinEdge, Key, Table

__all__ = ["Mined", "mine_joins", "sql_files"]

_DEEPEST: Final = 50
_LARGEST_FILE: Final = 2_000_000

_Base = tuple[str, str]
"""Table id and column name."""


@dataclass(frozen=True, slots=True)
class Mined:
    """What statements join.

    Attributes:
        joins: Edges of origin ``query_history``, the most used first; as certain as they are frequent.
        counts: How many statements use each, in the order of ``joins``.
        statements: Statements that were read.
        unread: Statements that could not be parsed or resolved.
    """

    joins: tuple[JoinEdge, ...]
    counts: tuple[int, ...]
    statements: int
    unread: int


def sql_files(folder: Path) -> Iterator[str]:
    """The texts of all ``.sql`` files under a folder, sorted by path; files over two megabytes are passed over."""
    for path in sorted(folder.rglob("*.sql")):
        if path.is_file() and path.stat().st_size <= _LARGEST_FILE:
            yield path.read_text(encoding="utf-8", errors="replace")


def mine_joins(texts: Iterable[str], tables: Sequence[Table], dialect: str, keys: Collection[Key] = ()) -> Mined:
    """The joins of these statements between tables of the catalog.

    Aliases, common table expressions and subqueries are resolved to the tables beneath them (sqlglot's scopes);
    an equality counts once a statement, whether it stands in ON, USING or WHERE. Equalities between the same two
    instances form one edge. The side that is a key is the parent; where keys do not tell, the one
    whose column has the shorter name.

    Args:
        texts: SQL, several statements in one text allowed.
        tables: With their columns.
        dialect: sqlglot's name of the dialect.
        keys: Known keys, by which the parent is told.
    """
    resolver = _Resolver(tables, dialect)
    counts: Counter[frozenset[tuple[_Base, _Base]]] = Counter()
    statements = unread = 0
    for text in texts:
        try:
            parsed = [one for one in sqlglot.parse(text, dialect=dialect) if one is not None]
        except (SqlglotError, RecursionError):
            statements, unread = statements + 1, unread + 1
            continue
        for statement in parsed:
            statements += 1
            try:
                counts.update(resolver.joins_of(statement))
            except (SqlglotError, RecursionError):
                unread += 1
    unique = {(key.table, frozenset(name.casefold() for name in key.columns)) for key in keys}
    edges = [(_edge(pairs, unique, count), count) for pairs, count in counts.items()]
    edges.sort(key=lambda item: (-item[1], item[0].child, item[0].parent, item[0].child_columns))
    return Mined(tuple(edge for edge, _ in edges), tuple(count for _, count in edges), statements, unread)


class _Resolver:
    """From columns of a statement to columns of base tables."""

    def __init__(self, tables: Sequence[Table], dialect: str) -> None:
        self._dialect = dialect
        self._tables: dict[tuple[str, ...], Table] = {}
        named: dict[tuple[str, ...], list[Table]] = defaultdict(list)
        for table in tables:
            database, schema, name = table.relation.folded()
            for key in {(database, schema, name), (schema, name), (name,)}:
                named[key].append(table)
        self._tables = {key: found[0] for key, found in named.items() if len(found) == 1}

    def joins_of(self, statement: exp.Expr) -> set[frozenset[tuple[_Base, _Base]]]:
        """Sets of column pairs, one for each two instances that the statement joins."""
        query = statement.find(exp.Query)
        if query is None:
            return set()
        qualified = qualify(
            query.copy(),
            dialect=self._dialect,
            schema=self._schema(query),
            validate_qualify_columns=False,
            quote_identifiers=False,
            identify=False,
            expand_stars=False,
        )
        found: set[frozenset[tuple[_Base, _Base]]] = set()
        for scope in traverse_scope(qualified):
            for several in self._equalities(scope).values():
                found.add(frozenset(several))
        return found

    def _schema(self, query: exp.Expr) -> dict[str, object]:
        """Columns of the tables that the statement names, as it names them: what sqlglot resolves bare names by."""
        schema: dict[str, object] = {}
        depths = {len(table.parts) for table in query.find_all(exp.Table)}
        for node in query.find_all(exp.Table):
            table = self._find(node)
            if table is None or len(depths) > 1:
                continue
            level = schema
            for part in node.parts[:-1]:
                level = level.setdefault(part.name, {})  # type: ignore[assignment]
            level[node.name] = {column.name: column.data_type or "text" for column in table.columns}
        return schema

    def _equalities(self, scope: Scope) -> Mapping[tuple[str, str], list[tuple[_Base, _Base]]]:
        """Pairs of base columns by the two instances whose columns are equated."""
        found: dict[tuple[str, str], list[tuple[_Base, _Base]]] = defaultdict(list)
        for equality in scope.find_all(exp.EQ):
            left, right = equality.this, equality.expression
            if not isinstance(left, exp.Column) or not isinstance(right, exp.Column) or left.table == right.table:
                continue
            if equality.find_ancestor(exp.Or, exp.Case, exp.Not) is not None:
                continue
            one, other = self._base(left, scope), self._base(right, scope)
            if one is None or other is None or one == other:
                continue
            if left.table > right.table:
                left, right, one, other = right, left, other, one
            # Through a common table expression one instance can stand for several tables.
            found[f"{left.table}.{one[0]}", f"{right.table}.{other[0]}"].append(
                (one, other) if one <= other else (other, one)
            )
        return found

    def _base(self, column: exp.Column, scope: Scope, depth: int = 0) -> _Base | None:
        """The column of a base table that this one is, through aliases alone."""
        source, outer = scope.sources.get(column.table), scope.parent
        while source is None and outer is not None:  # a correlated subquery names what stands around it
            source, outer = outer.sources.get(column.table), outer.parent
        if isinstance(source, exp.Table):
            table = self._find(source)
            stored = table.column(column.name) if table is not None else None
            return (table.id, stored.name) if table is not None and stored is not None else None
        if not isinstance(source, Scope) or depth > _DEEPEST:
            return None
        while source.set_operation_scopes:
            source = source.set_operation_scopes[0]
        select = source.expression
        if not isinstance(select, exp.Select):
            return None
        for projection in select.selects:
            if projection.alias_or_name == column.name:
                inner = projection.unalias()
                return self._base(inner, source, depth + 1) if isinstance(inner, exp.Column) else None
        return self._through_star(column, source, depth)

    def _through_star(self, column: exp.Column, source: Scope, depth: int) -> _Base | None:
        """A column that a star hands on, where only one source can have it."""
        if not source.expression.is_star:
            return None
        found = {
            base
            for name in source.sources
            if (base := self._base(exp.column(column.name, name), source, depth + 1)) is not None
        }
        return found.pop() if len(found) == 1 else None

    def _find(self, node: exp.Table) -> Table | None:
        return self._tables.get(tuple(part.name.casefold() for part in node.parts))


def _edge(pairs: frozenset[tuple[_Base, _Base]], keys: Collection[tuple[str, frozenset[str]]], count: int) -> JoinEdge:
    ordered = sorted(pairs)
    sides = [tuple(column for _, column in side) for side in zip(*ordered, strict=True)]
    ends = [ordered[0][0][0], ordered[0][1][0]]
    unique = [
        (end, frozenset(name.casefold() for name in columns)) in keys for end, columns in zip(ends, sides, strict=True)
    ]
    # ``id`` is the parent's more often than ``customer_id`` is.
    parent = unique.index(True) if unique.count(True) == 1 else int(len(sides[1][0]) <= len(sides[0][0]))
    child = 1 - parent
    return JoinEdge(
        ends[child],
        sides[child],
        ends[parent],
        sides[parent],
        origins=("query_history",),
        confidence=round(1 - 0.5 ** (1 + min(count, 9)), 4),
    )
