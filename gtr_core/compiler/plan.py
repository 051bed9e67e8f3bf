"""The plan: what the passes of the compiler hand on, from specification to statement."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sqlglot import exp

from gtr_core.catalog import Column, Relation
from gtr_core.compiler.exceptions import UnknownReferenceError
from gtr_core.compiler.spec import Grain, QuerySpec
from gtr_core.compiler.verdict import Action, Verdict, VerdictKind
from gtr_core.compiler.walk import Step
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree

__all__ = ["Block", "Condition", "JoinKind", "Output", "Plan", "PlannedDimension", "PlannedJoin", "Term", "fresh_term"]

JoinKind: TypeAlias = Literal["inner", "left"]


@dataclass(frozen=True, slots=True)
class PlannedDimension:
    """A dimension with its column looked up; ``name`` is the output's, unique."""

    node: str
    column: Column
    grain: Grain | None
    name: str
    expression: exp.Expr


@dataclass(frozen=True, slots=True)
class Term:
    """One aggregate over the rows of one instance.

    Attributes:
        function: sum, avg, min, max, count, count_distinct, median, sum_boolean; none shows the column.
        argument: Scalar over columns of ``node``; None counts rows.
        name: Unique among terms and dimensions; bears it where the term is computed in a CTE.
        reads: Further instances, of which the argument of a share's dividend reads columns.
    """

    name: str
    node: str
    function: str
    argument: exp.Expr | None
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Output:
    """A measure: a formula in which ``Placeholder(this=<term's name>)`` stands for a term."""

    name: str
    formula: exp.Expr
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter as SQL, and the instances whose columns it reads."""

    nodes: frozenset[str]
    expression: exp.Expr


@dataclass(frozen=True, slots=True)
class PlannedJoin:
    """A step with the kind of join that it becomes."""

    step: Step
    kind: JoinKind


@dataclass(frozen=True, slots=True)
class Block:
    """One SELECT over joined instances.

    Attributes:
        name: Base of the names of its common table expressions.
        fact: The instance whose rows its terms count or add; the root where there is no term.
        root: The instance that stands in FROM.
        nodes: The instances it joins.
        terms: Names of the terms that it computes.
        deduplicated: Whether rows of ``fact`` are made distinct by its key before they are aggregated.
        joins: In the order in which they are written; empty until the pass that decides on them.
    """

    name: str
    fact: str
    root: str
    nodes: frozenset[str]
    terms: tuple[str, ...]
    deduplicated: bool = False
    joins: tuple[PlannedJoin, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything decided so far. Each pass returns a changed copy.

    Attributes:
        dialect: The target's, by sqlglot's name.
        kept: Aliases that are joined; what a not_exists takes out is not among them.
        outputs: Measures in the order of the specification.
        blocks: One where everything fits one SELECT.
        missing: Instances of which there need be no row, since only shares ask for them.
        refused: Set once a verdict says that no SQL will be given.
    """

    tree: JoinTree
    spec: QuerySpec
    graph: ContextGraph
    dialect: str
    kept: tuple[str, ...] = ()
    dimensions: tuple[PlannedDimension, ...] = ()
    terms: tuple[Term, ...] = ()
    outputs: tuple[Output, ...] = ()
    conditions: tuple[Condition, ...] = ()
    blocks: tuple[Block, ...] = ()
    missing: frozenset[str] = frozenset()
    statement: exp.Select | None = None
    verdicts: tuple[Verdict, ...] = ()
    refused: bool = False

    @property
    def is_list(self) -> bool:
        """Whether it shows rows and aggregates nothing."""
        return all(term.function == "none" for term in self.terms)

    def instance(self, alias: str) -> Instance:
        """The instance of that alias.

        Raises:
            UnknownReferenceError: The tree has none.
        """
        node = self.tree.node(alias)
        if node is None:
            raise UnknownReferenceError("alias", alias, "the join tree", (node.alias for node in self.tree.nodes))
        return node

    def column(self, alias: str, name: str) -> Column:
        """The column of that instance.

        Raises:
            UnknownReferenceError: There is no such alias or no such column.
        """
        table = self.graph.table(self.instance(alias).table)
        column = table.column(name)
        if column is None:
            raise UnknownReferenceError("column", name, f"{alias!r} ({table.id})", (c.name for c in table.columns))
        return column

    def relation(self, alias: str) -> Relation:
        """The relation, looked up in the graph: what a tree from outside says of it does not count."""
        return self.graph.table(self.instance(alias).table).relation

    def term(self, name: str) -> Term:
        """The term of that name."""
        return next(term for term in self.terms if term.name == name)

    def with_verdict(self, kind: VerdictKind, where: str, action: Action, text: str) -> Plan:
        """The plan with one more verdict; a refusal marks it refused."""
        verdict = Verdict(kind, where, action, text)
        if verdict in self.verdicts:
            return self
        return replace(self, verdicts=(*self.verdicts, verdict), refused=self.refused or action == "refused")


def fresh_term(plan: Plan, name: str) -> str:
    """The name, or the first that begins with it and is no measure's, dimension's or term's."""
    taken = {measure.name for measure in plan.spec.measures} | {dimension.name for dimension in plan.dimensions}
    taken |= {term.name for term in plan.terms}
    return name if name not in taken else next(f"{name}_{i}" for i in range(2, 1000) if f"{name}_{i}" not in taken)
