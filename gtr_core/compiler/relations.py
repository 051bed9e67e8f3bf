"""Relations and joins of a tree as sqlglot nodes."""

from __future__ import annotations

from functools import reduce

from sqlglot import exp

from gtr_core.compiler.expression import RejectedExpression, scalar_expression
from gtr_core.compiler.plan import Plan, PlannedJoin
from gtr_core.compiler.walk import Step

__all__ = ["all_of", "edge_conditions", "joined", "table_of"]


def table_of(plan: Plan, alias: str) -> exp.Table:
    """An instance's relation under its alias."""
    relation = plan.relation(alias)
    return exp.table_(
        exp.to_identifier(relation.identifier, quoted=True),
        db=None if not relation.schema else exp.to_identifier(relation.schema, quoted=True),
        catalog=None if not relation.database else exp.to_identifier(relation.database, quoted=True),
        alias=exp.to_identifier(alias, quoted=True),
    )


def joined(plan: Plan, query: exp.Select, joins: tuple[PlannedJoin, ...]) -> exp.Select:
    """The query with the joins appended, each on all columns of its key."""
    for join in joins:
        side = "LEFT" if join.kind == "left" else None
        on = exp.Join(this=table_of(plan, join.step.target), on=_condition(plan, join.step), side=side)
        query.append("joins", on)
    return query


def all_of(parts: list[exp.Expr]) -> exp.Expr:
    """The parts joined by AND; at least one is needed."""
    return reduce(lambda left, right: exp.And(this=left, expression=right), parts)


def edge_conditions(plan: Plan, step: Step) -> tuple[list[exp.Expr], dict[str, str]]:
    """The conditions under which a join is declared, over its two instances; and why others cannot be used, by text.

    They are SQL of the project: only scalars over the own table's columns pass
    (``gtr_core.compiler.expression``).
    """
    edge = step.join.edge
    child, parent = (step.source, step.target) if step.to_parent else (step.target, step.source)
    stated = [(text, child) for text in edge.conditions] + [(text, parent) for text in edge.parent_conditions]
    found: list[exp.Expr] = []
    rejected: dict[str, str] = {}
    for text, alias in stated:
        table = plan.graph.table(plan.instance(alias).table)
        scalar = scalar_expression(text, table, alias, plan.graph.dialect)
        if isinstance(scalar, RejectedExpression):
            rejected[text] = scalar.reason
        else:
            found.append(exp.Paren(this=scalar) if isinstance(scalar, exp.Or) else scalar)
    return found, rejected


def _condition(plan: Plan, step: Step) -> exp.Expr:
    conditions, _ = edge_conditions(plan, step)
    return all_of(
        [
            exp.EQ(
                this=exp.column(source, table=step.source, quoted=True),
                expression=exp.column(target, table=step.target, quoted=True),
            )
            for source, target in step.on
        ]
        + conditions
    )
