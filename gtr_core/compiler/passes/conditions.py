"""Turn the specification's filters into SQL conditions, and what must not exist into anti-joins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

from sqlglot import exp

from gtr_core.catalog import Column
from gtr_core.compiler.exceptions import MisplacedReferenceError, UnknownReferenceError
from gtr_core.compiler.expression import RejectedExpression, scalar_expression
from gtr_core.compiler.literals import kind_of, literal
from gtr_core.compiler.plan import Condition, Plan, PlannedJoin
from gtr_core.compiler.relations import all_of, edge_conditions, joined, table_of
from gtr_core.compiler.spec import AnyOf, Comparison, Filter, NotExists, Operator, Scalar, Stated, Versus
from gtr_core.compiler.stated_conditions import stated_conditions
from gtr_core.compiler.walk import beyond, steps_from

__all__ = ["comparison", "condition_of", "conditions"]

_BINARY: dict[str, type[exp.Binary]] = {
    "=": exp.EQ,
    "!=": exp.NEQ,
    "<": exp.LT,
    "<=": exp.LTE,
    ">": exp.GT,
    ">=": exp.GTE,
}


def conditions(plan: Plan) -> Plan:
    """The plan with one condition a filter; instances that must not exist leave ``kept``.

    Raises:
        UnknownReferenceError: A filter names an alias or column that is not there.
        MisplacedReferenceError: Something outside a not_exists refers to what it takes out.
        LiteralError: A value does not fit its column.
    """
    absent = list(_absent(plan.spec.filters))
    subjects = {dimension.node for dimension in plan.dimensions} | {term.node for term in plan.terms}
    subjects |= {measure.per for measure in plan.spec.measures if measure.per is not None}
    filters = [*plan.spec.filters, *(part for measure in plan.spec.measures for part in measure.share_of)]
    subjects |= {node for condition in filters for node in _nodes(condition)}
    kept = frozenset(plan.kept)
    for exclusion in absent:
        kept &= _without(plan, exclusion, subjects)
    for subject in sorted(subjects - kept):
        raise MisplacedReferenceError(
            f"{subject!r} is taken out by a not_exists, yet something else refers to it.",
            "Put its filters inside the not_exists, and ask for nothing of it.",
        )
    plan = replace(plan, kept=tuple(alias for alias in plan.kept if alias in kept))
    planned = [Condition(*condition_of(plan, condition, kept)) for condition in plan.spec.filters]
    return replace(plan, conditions=tuple(planned))


def comparison(subject: exp.Expr, op: Operator, values: tuple[exp.Expr, ...]) -> exp.Expr:
    """``subject op values`` as an expression; ``values`` are literals."""
    match op:
        case "is_null" | "not_null":
            null = exp.Is(this=subject, expression=exp.Null())
            return null if op == "is_null" else exp.Not(this=null)
        case "in" | "not_in":
            member = exp.In(this=subject, expressions=list(values))
            return member if op == "in" else exp.Not(this=member)
        case "between":
            return exp.Between(this=subject, low=values[0], high=values[1])
        case "like":
            return exp.Like(this=subject, expression=values[0])
        case "ilike":
            return exp.Like(this=exp.Lower(this=subject), expression=exp.Lower(this=values[0]))
        case _:
            return _BINARY[op](this=subject, expression=values[0])


def _absent(filters: Iterable[Filter]) -> Iterable[NotExists]:
    for condition in filters:
        if isinstance(condition, NotExists):
            yield condition
        elif isinstance(condition, AnyOf):
            yield from _absent(condition.any)


def _nodes(condition: Filter) -> frozenset[str]:
    """Aliases that a filter reads outside of any not_exists."""
    match condition:
        case Comparison() | Stated() | Versus():
            return frozenset({condition.node})
        case AnyOf():
            return frozenset[str]().union(*(_nodes(part) for part in condition.any))
        case NotExists():
            return frozenset()


def _without(plan: Plan, exclusion: NotExists, subjects: set[str]) -> frozenset[str]:
    """The part of the tree that stays when an instance goes: the neighbour's side that is asked about."""
    plan.instance(exclusion.node)
    if exclusion.node in subjects:
        return frozenset(plan.kept) - {exclusion.node}
    others = [alias for alias in plan.kept if alias != exclusion.node]
    sides = [
        beyond(plan.tree, step, [exclusion.node, *others])
        for step in steps_from(plan.tree, exclusion.node, plan.kept)
        if step.source == exclusion.node
    ]
    asked = [side for side in sides if side & subjects] or sides[:1]
    if len(asked) != 1:
        raise MisplacedReferenceError(
            f"Without {exclusion.node!r} the rest of the tree falls apart."
            if asked
            else f"{exclusion.node!r} is the whole tree: nothing is left to ask of.",
            "Name in not_exists an instance that hangs on one other.",
        )
    return asked[0]


def condition_of(plan: Plan, condition: Filter, kept: frozenset[str]) -> tuple[frozenset[str], exp.Expr]:
    """The instances whose columns a filter reads, and the filter as SQL over those that are kept."""
    match condition:
        case Comparison():
            column = plan.column(condition.node, condition.column)
            reference = exp.column(column.name, table=condition.node, quoted=True)
            return frozenset({condition.node}), _compared(plan, reference, column, condition.op, condition.values)
        case Versus():
            return frozenset({condition.node}), _versus(plan, condition)
        case Stated():
            return frozenset({condition.node}), _stated(plan, condition)
        case AnyOf():
            parts = [condition_of(plan, part, kept) for part in condition.any]
            nodes = frozenset[str]().union(*(nodes for nodes, _ in parts))
            return nodes, exp.Paren(this=reduce(lambda a, b: exp.Or(this=a, expression=b), (part for _, part in parts)))
        case NotExists():
            return _anti_join(plan, condition, kept)


def _versus(plan: Plan, condition: Versus) -> exp.Expr:
    """The column against an aggregate over its whole table, as a subquery of its own."""
    column = plan.column(condition.node, condition.column)
    own: Mapping[str, type[exp.AggFunc]] = {"avg": exp.Avg, "min": exp.Min, "max": exp.Max}
    total = own[condition.aggregate](this=exp.column(column.name, table=condition.node, quoted=True))
    over = exp.select(total).from_(table_of(plan, condition.node))
    reference = exp.column(column.name, table=condition.node, quoted=True)
    return comparison(reference, condition.op, (exp.Subquery(this=over),))


def _stated(plan: Plan, condition: Stated) -> exp.Expr:
    """The glossary's condition: looked up in the graph by its phrase, let through node by node."""
    table = plan.graph.table(plan.instance(condition.node).table)
    meanings = dict(stated_conditions(table))
    if condition.phrase not in meanings:
        raise UnknownReferenceError("stated condition", condition.phrase, f"the glossary of {table.id}", meanings)
    scalar = scalar_expression(meanings[condition.phrase], table, condition.node, plan.graph.dialect)
    if isinstance(scalar, RejectedExpression):
        raise MisplacedReferenceError(
            f"The glossary's condition for {condition.phrase!r} cannot be used: {scalar.reason}."
        )
    return exp.Paren(this=scalar) if isinstance(scalar, exp.Or) else scalar


def _compared(plan: Plan, reference: exp.Expr, column: Column, op: Operator, values: tuple[Scalar, ...]) -> exp.Expr:
    if op in ("like", "ilike"):
        if kind_of(column.data_type, plan.graph.dialect) not in ("text", "unknown"):
            reference = exp.cast(reference, exp.DataType.Type.VARCHAR)
        column = Column(column.name, "VARCHAR")
    return comparison(reference, op, tuple(literal(value, column, plan.graph.dialect) for value in values))


def _anti_join(plan: Plan, exclusion: NotExists, kept: frozenset[str]) -> tuple[frozenset[str], exp.Expr]:
    """NOT EXISTS over the instance and all behind it, tied to its neighbour among those that are kept."""
    everything = [node.alias for node in plan.tree.nodes]
    tie = next(step for step in steps_from(plan.tree, exclusion.node, everything) if step.target in kept)
    inner = frozenset(everything) - beyond(plan.tree, tie, everything)
    steps = steps_from(plan.tree, exclusion.node, inner)
    for alias in sorted(frozenset[str]().union(*(_nodes(f) for f in exclusion.filters)) - inner):
        plan.instance(alias)
        raise MisplacedReferenceError(
            f"The not_exists of {exclusion.node!r} has a filter on {alias!r}, which lies outside of it.",
            "Put that filter beside the not_exists.",
        )
    query = exp.select(exp.Literal.number("1")).from_(table_of(plan, exclusion.node))
    query = joined(plan, query, tuple(PlannedJoin(step, "inner") for step in steps))
    holding: list[exp.Expr] = [
        exp.EQ(
            this=exp.column(source, table=tie.source, quoted=True),
            expression=exp.column(target, table=tie.target, quoted=True),
        )
        for source, target in tie.on
    ]
    holding += edge_conditions(plan, tie)[0]
    if any(_absent(exclusion.filters)):
        raise MisplacedReferenceError(f"The not_exists of {exclusion.node!r} holds another.", "Say it without nesting.")
    holding += [condition_of(plan, condition, inner)[1] for condition in exclusion.filters]
    query = query.where(all_of(holding), copy=False)
    return frozenset({tie.target}), exp.Not(this=exp.Exists(this=query))
