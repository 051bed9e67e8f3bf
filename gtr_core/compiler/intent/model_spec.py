"""From a question to its query specification by a language model, which may name only what the join tree holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from gtr_core.compiler.compile import compile_query
from gtr_core.compiler.exceptions import CompilerError, UnansweredError
from gtr_core.compiler.intent.derive import Intent
from gtr_core.compiler.intent.mention_kinds import is_value
from gtr_core.compiler.intent.spec_form import spec_form
from gtr_core.compiler.intent.wording import in_words
from gtr_core.compiler.literals import kind_of
from gtr_core.compiler.spec import AnyOf, Comparison, Filter, NotExists, QuerySpec, Stated, Versus
from gtr_core.compiler.spec_json import spec_from_json
from gtr_core.compiler.verdict import Verdict
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import JoinTree
from gtr_core.llm import Form, FormFiller
from gtr_core.retrieval.result import Retrieval

__all__ = ["model_spec"]

_TASK = (
    "Fill the query specification that answers the question over these instances of tables, whose joins are given. "
    "Measures are aggregates (count without a column counts rows) or metrics; dimensions are what to group by, or the "
    "columns to list; a not_exists says that no row of an instance is there. Give a limit and an order only where the "
    "question asks for them. Values of texts are those listed, or words of the question. Today is {today}."
)
_ROUNDS = 2


def model_spec(retrieval: Retrieval, graph: ContextGraph, today: date, model: FormFiller) -> Intent:
    """The specification that a model fills in, checked as any other: form, names, literals, and by compiling it.

    It is shown the question, the tree's instances with their columns and metrics, and the values that the question
    was grounded to; never rows. What does not pass goes back once with the error.

    Raises:
        UnansweredError: The question has no join tree.
        CompilerError: The second answer does not pass either.
        LanguageModelError: No usable answer came.
    """
    if retrieval.tree is None:
        raise UnansweredError(retrieval.question, retrieval.reason)
    tree, error = retrieval.tree, ""
    for attempt in range(1, _ROUNDS + 1):
        document = model.fill(_form(retrieval, tree, graph, today, error))
        try:
            spec = spec_from_json(_without_nulls(document))
            _check_values(spec, retrieval, tree, graph)
            compile_query(tree, spec, graph, graph.dialect)
        except CompilerError as problem:
            if attempt == _ROUNDS:
                raise
            error = f"{problem} Your former answer was: {json.dumps(document)[:2000]}"
        else:
            text = f"The language model {model.name} read the question: check what was understood."
            return Intent(spec, tree, in_words(spec), (Verdict("not_understood", "question", "reported", text),))
    raise AssertionError("the last round returns or raises")


def _form(retrieval: Retrieval, tree: JoinTree, graph: ContextGraph, today: date, error: str) -> Form:
    values = [
        f"{mention.text!r} may mean {mention.node}.{mention.posting.column} = {mention.posting.value!r}"
        for mention in retrieval.mentions
        if is_value(mention) and mention.node is not None
    ]
    data = {"question": retrieval.question, "instances": "\n".join(_instances(tree, graph))}
    data |= {"values": "\n".join(values)} if values else {}
    data |= {"error in your former answer": error} if error else {}
    return Form(_TASK.format(today=today.isoformat()), data, spec_form(tree, graph))


def _instances(tree: JoinTree, graph: ContextGraph) -> Iterator[str]:
    for node in tree.nodes:
        table = graph.table(node.table)
        named = f" ({table.label or table.alias})" if table.label or table.alias else ""
        join = tree.join_to(node.alias)
        joined = "" if join is None else f", {join.cardinality} from {join.left}"
        columns = ", ".join(f"{column.name} {column.data_type}" for column in table.columns if not column.hidden)
        yield f"{node.alias}: {table.name}{named}{joined}: {columns}"
    tables = {node.table for node in tree.nodes}
    for metric in graph.metrics:
        if metric.tables and set(metric.tables) <= tables:
            yield f"metric {metric.name}: {metric.label or ''} {metric.description}".rstrip()


def _check_values(spec: QuerySpec, retrieval: Retrieval, tree: JoinTree, graph: ContextGraph) -> None:
    """Texts that a filter compares with must be grounded, or stand in the question.

    Raises:
        CompilerError: One is the model's own.
    """
    said = retrieval.question.casefold()
    grounded = {str(mention.posting.value) for mention in retrieval.mentions if is_value(mention)}
    for condition in _comparisons((*spec.filters, *(part for m in spec.measures for part in m.share_of))):
        node = tree.node(condition.node)
        column = None if node is None else graph.table(node.table).column(condition.column)
        if column is None or kind_of(column.data_type, graph.dialect) not in ("text", "unknown", "other"):
            continue
        for value in condition.values:
            if str(value) not in grounded and str(value).strip("%").casefold() not in said:
                of = f"{condition.node}.{condition.column}"
                raise CompilerError(f"The value {value!r} of {of} is neither listed nor said.", "Take one that is.")


def _comparisons(filters: tuple[Filter, ...]) -> Iterator[Comparison]:
    for condition in filters:
        match condition:
            case Comparison():
                yield condition
            case AnyOf():
                yield from _comparisons(condition.any)
            case Stated() | Versus():
                continue
            case NotExists():
                yield from _comparisons(condition.filters)


def _without_nulls(document: dict[str, Any]) -> dict[str, Any]:
    """The document without fields that are null: strict schemas make a model write all of them."""

    def cleaned(value: Any) -> Any:  # noqa: ANN401 (JSON)
        if isinstance(value, dict):
            return {key: cleaned(part) for key, part in value.items() if part is not None}
        return [cleaned(part) for part in value] if isinstance(value, list) else value

    result: dict[str, Any] = cleaned(document)
    return result
