"""The whole of an answer: retrieval, intent, SQL, rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, TypeAlias

from gtr_core.build.settings import BuildSettings
from gtr_core.cli.context import open_warehouse
from gtr_core.compiler import Intent, Verdict, compile_query, derive_spec, spec_to_json
from gtr_core.context.graph import ContextGraph
from gtr_core.context.snapshot import Snapshot
from gtr_core.retrieval import Retrieval, retrieve
from gtr_core.schemas.retrieval_form import retrieval_to_json
from gtr_core.schemas.rows_form import rows_to_json
from gtr_core.schemas.tree_form import tree_to_json

if TYPE_CHECKING:
    from sqlglot import exp

    from gtr_core.warehouse import ResultSet

__all__ = ["Answer", "Planned", "answer_question", "run_answer", "verify_answer"]


Finder: TypeAlias = Callable[[str, Snapshot], Retrieval]
Reader: TypeAlias = Callable[[Retrieval, ContextGraph, date], Intent]


@dataclass(frozen=True, slots=True)
class Planned:
    """What the warehouse says of a statement that it did not run.

    Attributes:
        planned: Whether it has planned it; False of an engine that offers no plan.
        cost: What it expects it to cost, in its own units; None where it does not tell.
    """

    planned: bool
    cost: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a question.

    Attributes:
        intent: What was understood; None where the question is unresolved.
        sql: One SELECT; empty where the question is unresolved or the compiler refuses.
        verdicts: What the reading and the compiler have to say.
        dialect: The dialect of ``sql``.
    """

    retrieval: Retrieval
    intent: Intent | None
    sql: str
    verdicts: tuple[Verdict, ...]
    dialect: str

    def to_json(
        self, snapshot: Snapshot, rows: ResultSet | None = None, *, plan: Planned | None = None
    ) -> dict[str, Any]:
        """The form of ``gtr ask --json``."""
        form = retrieval_to_json(self.retrieval, snapshot.id, snapshot.age_s())
        form["sql"] = self.sql or None
        form["spec"] = None if self.intent is None else spec_to_json(self.intent.spec)
        form["verdicts"] = [verdict.to_json() for verdict in self.verdicts]
        if self.intent is not None:
            # The intent may have turned the tree: specification and SQL speak of its aliases.
            form["tree"] = tree_to_json(self.intent.tree)
            form["tables"] = list(self.intent.tree.tables)
        if plan is not None:
            form["verified"] = {"planned": plan.planned, "cost": plan.cost}
        if rows is not None:
            form["columns"] = list(rows.columns)
            form["rows"] = rows_to_json(rows.rows)
        return form


def answer_question(
    question: str,
    snapshot: Snapshot,
    *,
    today: date,
    dialect: str,
    limit: int | None = None,
    find: Finder = retrieve,
    read: Reader = derive_spec,
) -> Answer:
    """Retrieve, understand, compile.

    Args:
        limit: Rows at most; a smaller number that the question itself names stands.
        find: From a question to its tree: the local choice, unless a language model is to choose among trees.
        read: From a resolved question to its specification: the rules, unless a language model is to do it.

    Raises:
        EmptyQuestionError, LongQuestionError: The question cannot be read.
        CompilerError: What was understood cannot be compiled; a fault of GTR's.
        DialectError: There is no such dialect.
    """
    retrieval = find(question, snapshot)
    if retrieval.tree is None:
        return Answer(retrieval, None, "", (), dialect)
    intent = read(retrieval, snapshot.graph, today)
    if intent.refused:
        return Answer(retrieval, intent, "", _distinct(intent.verdicts), dialect)
    if limit is not None and (intent.spec.limit is None or intent.spec.limit > limit):
        intent = replace(intent, spec=replace(intent.spec, limit=limit))
    compiled = compile_query(intent.tree, intent.spec, snapshot.graph, dialect)
    return Answer(retrieval, intent, compiled.sql, _distinct(intent.verdicts, compiled.verdicts), dialect)


def run_answer(answer: Answer, snapshot: Snapshot, settings: BuildSettings, max_rows: int | None) -> ResultSet:
    """Execute the answer's SELECT, in the warehouse's own dialect, read-only.

    Raises:
        DbtError: The dbt profile cannot be used.
        WarehouseError: The warehouse refuses or fails.
    """
    with open_warehouse(settings) as warehouse:
        return warehouse.query(_select(answer, snapshot), max_rows=max_rows)


def verify_answer(answer: Answer, snapshot: Snapshot, settings: BuildSettings) -> Planned:
    """Have the warehouse plan the answer's SELECT without running it.

    Raises:
        DbtError: The dbt profile cannot be used.
        WarehouseError: The warehouse cannot plan it: it names what is not there, or is no SQL of that engine.
    """
    with open_warehouse(settings) as warehouse:
        return Planned(warehouse.plans, warehouse.cost(_select(answer, snapshot)))


def _select(answer: Answer, snapshot: Snapshot) -> exp.Select:
    """The answer's SELECT in the warehouse's own dialect."""
    import sqlglot
    from sqlglot import exp

    assert answer.intent is not None
    dialect = snapshot.graph.dialect
    sql = answer.sql
    if dialect != answer.dialect:
        sql = compile_query(answer.intent.tree, answer.intent.spec, snapshot.graph, dialect).sql
    # What is parsed here is what the compiler has just written and verified.
    return sqlglot.parse_one(sql, dialect=dialect, into=exp.Select)


def _distinct(*groups: Iterable[Verdict]) -> tuple[Verdict, ...]:
    return tuple(dict.fromkeys(verdict for group in groups for verdict in group))
