"""``--live-values``: one bounded look-up in the warehouse for values that the snapshot does not keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from gtr_core.cli.context import open_warehouse
from gtr_core.cli.output import notice

if TYPE_CHECKING:
    from sqlglot import exp

    from gtr_core.build.settings import BuildSettings
    from gtr_core.context.graph import ContextGraph
    from gtr_core.context.snapshot import Snapshot
    from gtr_core.retrieval.unknown_values import Place

__all__ = ["MOST_VALUES", "SECONDS", "LiveValues", "live_select", "with_warehouse_values"]

MOST_VALUES = 40
SECONDS = 5.0
_MOST_OF_A_COLUMN = 5

LiveValues: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--live-values",
        help="Look up names and codes that the snapshot does not know in the warehouse, once.",
        show_default=False,
    ),
]


def with_warehouse_values(question: str, snapshot: Snapshot, settings: BuildSettings, *, quiet: bool) -> Snapshot:
    """The snapshot with the values of the question that the warehouse holds; a notice where it does not answer.

    One SELECT of at most ``MOST_VALUES`` rows and ``SECONDS`` seconds, over columns that are not personal.
    """
    from gtr_core.errors import GtrError
    from gtr_core.retrieval.live_values import with_live_values

    def look_up(places: Sequence[Place], texts: Sequence[str]) -> list[tuple[Place, str]]:
        with open_warehouse(settings) as warehouse:
            select = live_select(snapshot.graph, places, texts)
            rows = warehouse.query(select, max_rows=MOST_VALUES, timeout_s=SECONDS).rows
        return [(places[int(place)], str(value)) for place, value in rows]

    try:
        return with_live_values(question, snapshot, look_up)
    except GtrError as error:
        notice(f"Values were not looked up in the warehouse: {error}", quiet=quiet)
        return snapshot


def live_select(graph: ContextGraph, places: Sequence[Place], texts: Sequence[str]) -> exp.Query:
    """One SELECT of (number of the column, stored value) for the texts in any of the columns, whatever their case.

    Texts and names are nodes of the statement, never SQL.
    """
    from sqlglot import exp

    branches: list[exp.Query] = []
    lowered = [exp.Literal.string(text.lower()) for text in dict.fromkeys(texts)]
    for number, (table_id, name) in enumerate(places):
        relation = graph.table(table_id).relation
        column = exp.column(name, quoted=True)
        table = exp.table_(relation.identifier, db=relation.schema, catalog=relation.database, quoted=True)
        found = (
            exp.select(column.copy().as_("value", quoted=True))
            .from_(table)
            .where(exp.In(this=exp.Lower(this=column), expressions=[text.copy() for text in lowered]))
            .distinct()
            .limit(_MOST_OF_A_COLUMN)
        )
        number_as = exp.Literal.number(number).as_("place", quoted=True)
        branches.append(exp.select(number_as, exp.column("value", quoted=True)).from_(found.subquery("found")))
    query = branches[0]
    for branch in branches[1:]:
        query = exp.union(query, branch, distinct=False)
    return query
