"""Builds that read what the dbt package has profiled inside dbt runs, and no table of the project itself.

The package stores what the engine tells of each column: counts, edges, lengths, frequent values. What is made of it
(semantic types, personal data, cleaned values, all policy) is made here, by the same functions as in any other build,
so that the profiles are the same.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Final, Self

from sqlglot import exp

from gtr_core.catalog import (
    Cardinality,
    Column,
    ColumnProfile,
    JoinEdge,
    JoinMeasurement,
    Relation,
    Table,
    TableProfile,
)
from gtr_core.errors import GtrError
from gtr_core.profiling import ProfilingSettings
from gtr_core.profiling.column_profile import Read, column_profile, known_personal, wanted_values
from gtr_core.profiling.plain_text import plain_number, plain_value
from gtr_core.profiling.statistics import ColumnStatistics, ProfiledColumn
from gtr_core.profiling.type_group import type_group
from gtr_core.profiling.value_counts import ValueCount
from gtr_core.warehouse import DeclaredKey, ListedRelation, ResultSet, Schema, Warehouse
from gtr_core.warehouse.exceptions import StatementRefusedError
from gtr_core.warehouse.sampling import Sample, relation_node

__all__ = ["NotProfiledByPackageError", "PackageMissingError", "PackageWarehouse"]

_PROFILES, _VALUES, _JOINS = "gtr_column_profiles", "gtr_sample_values", "gtr_join_checks"

_PROFILE_COLUMNS: Final = (
    "table_id", "relation_database", "relation_schema", "relation_identifier", "relation_kind", "column_name",
    "data_type", "position", "table_rows", "rows_looked_at", "sampled", "filled", "distinct_values", "minimum",
    "maximum", "mean_length", "length_least", "length_quarter", "length_half", "length_three_quarters",
    "length_greatest", "mean", "deviation", "personal", "looks_like", "profiled_at",
)  # fmt: skip
_VALUE_COLUMNS: Final = ("column_name", "value", "value_rows", "profiled_at")
_JOIN_COLUMNS: Final = (
    "child_id", "child_columns", "parent_id", "parent_columns", "child_rows", "rows_with_key", "rows_matched",
    "child_largest", "parent_largest", "child_keys", "parent_keys", "checked_at",
)  # fmt: skip
_LENGTHS: Final = ("length_least", "length_quarter", "length_half", "length_three_quarters", "length_greatest")
_LOOKS: Final = {"email": "email", "phone": "phone", "account": "identifier", "national_id": "identifier"}

Row = Mapping[str, Any]


class PackageMissingError(GtrError):
    """The tables of the dbt package are not in the warehouse.

    Attributes:
        schemas: Where they were looked for.
    """

    exit_code = 2

    def __init__(self, schemas: Sequence[str]) -> None:
        self.schemas = tuple(schemas)
        super().__init__(
            f"There is no {_PROFILES} in {', '.join(schemas) or 'any schema of the project'}.",
            "Install the dbt package and run `dbt run --select package:gtr --vars '{gtr_enabled: true}'` first.",
        )


class NotProfiledByPackageError(GtrError):
    """A table has no rows in gtr_column_profiles.

    Attributes:
        table: Table id.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        super().__init__(
            f"The dbt package has not profiled {table}.",
            "Run its models again; tags, meta.gtr.profile and gtr_columns_per_run decide what they hold.",
        )


class PackageWarehouse:
    """A warehouse of which nothing but the package's tables is read.

    Args:
        inner: The connection; it must see the schemas where the package's models were built.
    """

    def __init__(self, inner: Warehouse) -> None:
        self._inner = inner
        self.dialect = inner.dialect
        self.warnings = inner.warnings
        self.plans = False
        self._tables: dict[str, Relation] = {}
        self._profiles: dict[str, list[Row]] = {}
        self._listed: dict[Relation, ListedRelation] = {}
        self._ids: dict[Relation, str] = {}
        self._joins: dict[tuple[str, str, str, str], Row] = {}
        self._lock = threading.Lock()

    def list_relations(self, schemas: Collection[Schema] | None = None) -> tuple[ListedRelation, ...]:
        """The relations that the package has profiled.

        Raises:
            PackageMissingError: Its tables are not there.
            WarehouseError: The warehouse does not answer.
        """
        own = [one for one in self._inner.list_relations(schemas) if one.relation.identifier.casefold() in _OWN]
        self._tables = {one.relation.identifier.casefold(): one.relation for one in own}
        if _PROFILES not in self._tables:
            raise PackageMissingError(sorted({schema for _, schema in schemas or ()}))
        self._read_profiles()
        self._read_joins()
        return (*self._listed.values(), *own)

    def describe(self, relation: Relation) -> ListedRelation:
        """As the package lists it."""
        found = self._listed.get(relation)
        return found if found is not None else self._inner.describe(relation)

    def declared_keys(self, schemas: Collection[Schema] | None = None) -> tuple[DeclaredKey, ...]:
        """None: the project's own tests and constraints tell of keys."""
        return ()

    def state(self) -> str | None:
        """None: each table has a mark of its own."""
        return None

    def altered_marks(self, listed: Sequence[ListedRelation]) -> Mapping[Relation, str]:
        """When the package profiled each."""
        ids = {one.relation: self._ids[one.relation] for one in listed if one.relation in self._ids}
        return {relation: str(self._profiles[table][0]["profiled_at"]) for relation, table in ids.items()}

    def cost(self, select: exp.Query) -> str | None:
        """None: nothing is sent."""
        return None

    def query(self, select: exp.Query, *, max_rows: int | None = None, timeout_s: float | None = None) -> ResultSet:
        """Refused: under ``--from-package`` no table of the project is read.

        Raises:
            StatementRefusedError: Always.
        """
        raise StatementRefusedError("with --from-package only the dbt package's tables are read")

    def sample(self, listed: ListedRelation, columns: Sequence[str], rows: int | None, seed: int) -> Sample:
        """Refused, as ``query`` is."""
        raise StatementRefusedError("with --from-package only the dbt package's tables are read")

    def stored_profile(self, table: Table, settings: ProfilingSettings) -> TableProfile:
        """The profile of a table, made of what the package stores.

        Raises:
            NotProfiledByPackageError: It stores nothing of it.
            WarehouseError: The warehouse does not answer.
        """
        rows = next((self._profiles[one] for one in (table.id, *table.also) if one in self._profiles), None)
        if rows is None:
            raise NotProfiledByPackageError(table.id)
        first = rows[0]
        sampled = bool(first["sampled"])
        values = self._read_values(str(first["table_id"]), str(first["profiled_at"]))
        made = [self._column(table, row, values, settings) for row in rows]
        looked_at, known = int(first["rows_looked_at"] or 0), first["table_rows"]
        limits = [limit for _, limit in made if limit is not None]
        if sampled:
            of = "an unknown number of rows" if known is None else f"about {int(known):,} rows"
            limits.insert(0, f"A sample of {looked_at:,} out of {of} was looked at")
        return TableProfile(
            table=table.id,
            row_count=(None if known is None else int(known)) if sampled else looked_at,
            rows=looked_at,
            sampled=sampled,
            columns=tuple(profile for profile, _ in made),
            limits=tuple(limits),
        )

    def stored_measurement(self, edge: JoinEdge) -> JoinEdge:
        """The edge as the package has measured it; as it is where the package has not."""
        ends = (edge.child, ",".join(edge.child_columns), edge.parent, ",".join(edge.parent_columns))
        row = self._joins.get(tuple(end.casefold() for end in ends))  # type: ignore[arg-type]
        if row is None or edge.conditions or edge.parent_conditions:
            return edge
        filled, rows, matched = (int(row[name] or 0) for name in ("rows_with_key", "child_rows", "rows_matched"))
        one_child, one_parent = int(row["child_largest"] or 0) <= 1, int(row["parent_largest"] or 0) <= 1
        return replace(
            edge,
            measurement=JoinMeasurement(
                cardinality=_CARDINALITIES[one_child, one_parent],
                match_rate=matched / filled if filled else 1.0,
                orphan_rate=(filled - matched) / filled if filled else 0.0,
                null_rate=(rows - filled) / rows if rows else 0.0,
                rows=rows,
                child_distinct=int(row["child_keys"] or 0),
                parent_distinct=int(row["parent_keys"] or 0),
                measured_at=str(row["checked_at"]),
            ),
            problem=None,
        )

    def close(self) -> None:
        """End the connection."""
        self._inner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _column(
        self, table: Table, row: Row, values: Mapping[str, list[ValueCount]], settings: ProfilingSettings
    ) -> tuple[ColumnProfile, str | None]:
        name = str(row["column_name"])
        stored = Column(name, str(row["data_type"] or ""), int(row["position"]))
        written = table.column(name)
        column = stored if written is None else replace(written, name=name, position=stored.position)
        group = type_group(stored.data_type, self.dialect)
        known = known_personal(table, ProfiledColumn(column, group), settings)
        looks = _LOOKS.get(str(row["looks_like"])) if known is None and row["looks_like"] else None
        if known is None and row["personal"]:
            # What the package has withheld stays so, whatever is declared by now.
            column = replace(column, personal=True)
            table = replace(table, columns=(*(one for one in table.columns if one.name != name), column))
        profiled = ProfiledColumn(column, group, withheld=known is not None or bool(row["personal"]))
        statistics = _statistics(profiled, row)
        wanted = wanted_values(profiled, statistics, settings)
        found = None if wanted is None else tuple(values.get(name, ())[: wanted.values])
        asked = 0 if wanted is None else wanted.values
        read = Read(profiled, statistics, exact=True, values=found, asked=asked, sampled=bool(row["sampled"]))
        profile, limit = column_profile(table, read, settings)
        if known is None and row["personal"]:
            told = f"its values look so ({str(row['looks_like']).replace('_', ' ')})" if looks else "its name says so"
            profile = replace(profile, personal_reason=told, semantic_type=looks or profile.semantic_type)
            limit = f"{name}: personal data, values withheld because {told}"
        return profile, limit

    def _read_profiles(self) -> None:
        rows = self._rows(_PROFILES, _PROFILE_COLUMNS)
        self._profiles = {}
        for row in sorted(rows, key=lambda row: (str(row["table_id"]), int(row["position"]))):
            self._profiles.setdefault(str(row["table_id"]), []).append(row)
        self._listed, self._ids = {}, {}
        for table, columns in self._profiles.items():
            first = columns[0]
            relation = Relation(first["relation_database"], first["relation_schema"], first["relation_identifier"])
            self._ids[relation] = table
            self._listed[relation] = ListedRelation(
                relation,
                "table" if first["relation_kind"] == "table" else "view",
                tuple(Column(str(row["column_name"]), str(row["data_type"] or ""), i) for i, row in enumerate(columns)),
                None if first["table_rows"] is None else int(first["table_rows"]),
                altered=str(first["profiled_at"]),
            )

    def _read_values(self, table: str, profiled_at: str) -> dict[str, list[ValueCount]]:
        if _VALUES not in self._tables:
            return {}
        condition = exp.EQ(this=exp.column("table_id"), expression=exp.Literal.string(table))
        values: dict[str, list[ValueCount]] = {}
        for row in self._rows(_VALUES, _VALUE_COLUMNS, condition):
            if str(row["profiled_at"]) == profiled_at:
                values.setdefault(str(row["column_name"]), []).append(
                    ValueCount(str(row["value"]), int(row["value_rows"]))
                )
        return {name: sorted(counted, key=lambda one: (-one.count, one.value)) for name, counted in values.items()}

    def _read_joins(self) -> None:
        if _JOINS not in self._tables:
            return
        ends = ("child_id", "child_columns", "parent_id", "parent_columns")
        self._joins = {
            tuple(str(row[name]).casefold() for name in ends): row  # type: ignore[misc]
            for row in self._rows(_JOINS, _JOIN_COLUMNS)
        }

    def _rows(self, name: str, columns: Sequence[str], condition: exp.Expression | None = None) -> list[Row]:
        select = exp.select(*(exp.column(column) for column in columns)).from_(relation_node(self._tables[name]))
        if condition is not None:
            select = select.where(condition)
        with self._lock:
            found = self._inner.query(select)
        return [dict(zip(columns, row, strict=True)) for row in found.rows]


_OWN: Final = frozenset({_PROFILES, _VALUES, _JOINS})
_CARDINALITIES: Final[Mapping[tuple[bool, bool], Cardinality]] = {
    (True, True): "one_to_one",
    (False, True): "many_to_one",
    (True, False): "one_to_many",
    (False, False): "many_to_many",
}


def _statistics(profiled: ProfiledColumn, row: Row) -> ColumnStatistics:
    group = profiled.group
    edges: list[str | None] = [None, None]
    if profiled.has_edges:
        edges = [None if row[name] is None else plain_value(row[name], group) for name in ("minimum", "maximum")]
    is_text = group == "text" and not profiled.withheld
    read = [plain_number(row[name]) for name in _LENGTHS] if is_text else []
    lengths = tuple(round(length) for length in read if length is not None)
    is_number = profiled.is_number and not profiled.withheld
    filled = int(row["filled"] or 0)
    counted = profiled.counts_distinct and row["distinct_values"] is not None
    return ColumnStatistics(
        rows=int(row["rows_looked_at"] or 0),
        filled=filled,
        distinct=min(int(row["distinct_values"]), filled) if counted else None,
        minimum=edges[0],
        maximum=edges[1],
        mean_length=plain_number(row["mean_length"]) if is_text else None,
        lengths=lengths if len(lengths) == len(_LENGTHS) else (),
        mean=_rounded(row["mean"]) if is_number else None,
        deviation=_rounded(row["deviation"]) if is_number else None,
    )


def _rounded(value: object) -> float | None:
    """To nine digits, as profiles have it."""
    number = plain_number(value)
    return None if number is None else float(f"{number:.9g}")
