"""From join tree and query specification to SQL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, UnsupportedError

from gtr_core.compiler.exceptions import DialectError
from gtr_core.compiler.passes.additivity import additivity
from gtr_core.compiler.passes.chasm import chasm
from gtr_core.compiler.passes.conditions import conditions
from gtr_core.compiler.passes.fan_out import fan_out
from gtr_core.compiler.passes.having import having
from gtr_core.compiler.passes.join_types import join_types
from gtr_core.compiler.passes.order_limit import order_limit
from gtr_core.compiler.passes.quoting import quoting
from gtr_core.compiler.passes.resolve import resolve
from gtr_core.compiler.passes.select_list import select_list
from gtr_core.compiler.passes.shares import shares
from gtr_core.compiler.passes.time_grain import time_grain
from gtr_core.compiler.plan import Plan
from gtr_core.compiler.spec import QuerySpec
from gtr_core.compiler.verdict import Verdict
from gtr_core.compiler.verification import verify
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree

__all__ = ["PASSES", "Compiled", "compile_query"]

PASSES: tuple[Callable[[Plan], Plan], ...] = (
    resolve,
    additivity,
    conditions,
    shares,
    chasm,
    fan_out,
    join_types,
    time_grain,
    select_list,
    having,
    order_limit,
    quoting,
)


@dataclass(frozen=True, slots=True)
class Compiled:
    """What became of a query specification.

    Attributes:
        sql: One SELECT; empty where a verdict refuses it.
        columns: Names of the columns that it gives, in order.
    """

    sql: str
    verdicts: tuple[Verdict, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether there is no SQL."""
        return not self.sql


def compile_query(tree: JoinTree, spec: QuerySpec, graph: ContextGraph, dialect: str) -> Compiled:
    """The specification over the tree as one SELECT of the dialect, whose numbers are right, or the refusal.

    Relations are looked up in the graph by the tree's table ids. Identifiers and literals are nodes, never
    text. For the graph's own dialect all identifiers are quoted as stored; for another one, plain lower-case
    names that are not reserved are written without quotes, so that they resolve where the same tables are
    stored in that target's default case (``gtr_core.compiler.passes.quoting``).

    Raises:
        CompilerError: The specification names what is not there, or cannot be meant as it stands.
        DialectError: There is no such dialect.
        UnknownTableError: The tree names a table that the graph does not hold.
    """
    if dialect not in Dialect.classes or not dialect:
        raise DialectError(dialect, sorted(name for name in Dialect.classes if name))
    plan = Plan(tree, spec, graph, dialect)
    for transform in PASSES:
        plan = transform(plan)
        if plan.refused:
            return Compiled("", plan.verdicts)
    statement = plan.statement
    assert statement is not None
    names = tuple(d.name for d in plan.dimensions) + tuple(output.name for output in plan.outputs)
    try:
        sql = _render(statement, dialect)
    except UnsupportedError as error:
        plan = plan.with_verdict("not_understood", dialect, "refused", f"{dialect} cannot express this: {error}.")
        return Compiled("", plan.verdicts)
    verify(sql, [plan.relation(node.alias) for node in tree.nodes], dialect)
    return Compiled(sql, plan.verdicts, names)


def _render(statement: exp.Select, dialect: str) -> str:
    return statement.sql(dialect=dialect, pretty=True, unsupported_level=ErrorLevel.RAISE)
