"""Query specifications: what to ask of a join tree, apart from how it joins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

__all__ = [
    "AGGREGATES",
    "DIRECTIONS",
    "GRAINS",
    "OPERATORS",
    "Aggregate",
    "AnyOf",
    "Comparison",
    "Dimension",
    "Direction",
    "Filter",
    "Grain",
    "Having",
    "Measure",
    "NotExists",
    "Operator",
    "Order",
    "QuerySpec",
    "Scalar",
    "Scale",
    "Stated",
    "Versus",
]

Scalar: TypeAlias = str | int | float | bool
Aggregate = Literal["sum", "avg", "min", "max", "median", "count", "count_distinct", "none"]
Grain = Literal["year", "quarter", "month", "week", "day"]
Operator = Literal["=", "!=", "<", "<=", ">", ">=", "in", "not_in", "between", "like", "ilike", "is_null", "not_null"]
Direction = Literal["asc", "desc"]
Scale = Literal[1, 100]

AGGREGATES: tuple[str, ...] = get_args(Aggregate)
GRAINS: tuple[str, ...] = get_args(Grain)
OPERATORS: tuple[str, ...] = get_args(Operator)
DIRECTIONS: tuple[str, ...] = get_args(Direction)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number to compute: an aggregate over a column, or a metric of the semantic layer.

    Attributes:
        name: Name of the output column; orders and having refer to it.
        aggregate: ``none`` shows the column itself. Empty where ``metric`` is set.
        node: Alias of the instance. With a metric it may be None: then the one instance of the
            metric's own table.
        column: None with ``count`` counts rows of the instance, and with ``count_distinct`` its entities.
        share_of: Where it is not empty, the measure is a share: its count, distinct count or sum over the rows that
            meet these filters too, divided by the same over all rows that meet the specification's. Rows that have
            none of an instance which only these filters read count in the divisor.
        scale: By what a share is multiplied: 100 for a percentage.
        per: Alias of an instance of which each counted row has at most one row. The measure, a count of rows, is then
            the average of the counts that the rows of that instance have which have any at all.
    """

    name: str
    aggregate: Aggregate | None = None
    node: str | None = None
    column: str | None = None
    metric: str | None = None
    share_of: tuple[Filter, ...] = ()
    scale: Scale = 1
    per: str | None = None


@dataclass(frozen=True, slots=True)
class Dimension:
    """A column to group by, or to show; dates may be cut to a grain."""

    node: str
    column: str
    grain: Grain | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One condition on one column. ``is_null`` and ``not_null`` take no value, ``between`` two, ``in`` any number.

    ``like`` is as SQL has it, ``ilike`` the same whatever the case of letters.
    """

    node: str
    column: str
    op: Operator
    values: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these holds."""

    any: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class NotExists:
    """No row of that instance belongs to the row in question, or none that meets the filters.

    The instance, with all that hangs behind it, leaves the joins of the query.
    """

    node: str
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A condition that the project's glossary states of an instance's table, named by its phrase."""

    node: str
    phrase: str


@dataclass(frozen=True, slots=True)
class Versus:
    """A column compared with an aggregate of itself over all rows of its table: dearer than the average."""

    node: str
    column: str
    op: Operator
    aggregate: Literal["avg", "min", "max"]


Filter: TypeAlias = Comparison | AnyOf | NotExists | Stated | Versus


@dataclass(frozen=True, slots=True)
class Having:
    """A condition on a measure."""

    measure: str
    op: Operator
    values: tuple[Scalar, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """``by`` is a measure's name, ``alias.column`` of a dimension, or a dimension's column name."""

    by: str
    direction: Direction = "asc"


@dataclass(frozen=True, slots=True)
class QuerySpec:
    """A question over a join tree. Every ``node`` is an alias of the tree (DESIGN.md, Forms).

    Filters hold together (and). Without aggregating measures the query is a list of rows.

    Attributes:
        optional: Aliases of which there need be no row: "all customers, also those without orders". They, and what
            hangs behind them, bear no filter.
    """

    measures: tuple[Measure, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    filters: tuple[Filter, ...] = ()
    having: tuple[Having, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None
    distinct: bool = False
    optional: tuple[str, ...] = ()
