"""``gtr ask``: a question to SQL, and to rows."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, cast

import typer

from gtr_core.cli.ask_model_use import Llm, ModelUse
from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.exceptions import InvalidDateError
from gtr_core.cli.live_values import LiveValues, with_warehouse_values
from gtr_core.cli.options import Dialect, Json, Profile, ProfilesDir, ProjectDir, Question, Quiet, SnapshotDir, Target
from gtr_core.cli.output import notice, show_table, show_text, write_json
from gtr_core.cli.status_line import EXIT_CODES, status_line
from gtr_core.cli.tree_text import tree_text

if TYPE_CHECKING:
    from gtr_core.cli.answer import Answer, Planned
    from gtr_core.warehouse import ResultSet

__all__ = ["ROWS_SHOWN", "command", "show_answer", "show_rows"]

ROWS_SHOWN = 50


def command(
    question: Question,
    run: Annotated[bool, typer.Option("--run", help="Execute the SQL, read-only.", show_default=False)] = False,
    limit: Annotated[int | None, typer.Option(help="Rows at most.", show_default=False)] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Have the warehouse plan the SQL, without running it.", show_default=False)
    ] = False,
    dialect: Dialect = None,
    today: Annotated[
        str | None, typer.Option(help="The day that 'last year' and the like count from.", show_default=False)
    ] = None,
    live_values: LiveValues = False,
    llm: Llm = ModelUse.never,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    profile: Profile = None,
    target: Target = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Answer a question with SQL; --run executes it, read-only.

    Exits 3 where two readings tie (the first is shown), 4 where the question is not resolved, 1 where no SQL
    can be written whose numbers are right.
    """
    from gtr_core.cli.answer import answer_question, run_answer, verify_answer
    from gtr_core.cli.ask_model import read_question
    from gtr_core.cli.language_model import chooser_of, model_of, tell_fallbacks, when_asked
    from gtr_core.retrieval.methods import MethodSettings, retrieval_method

    settings, given = settings_of(
        project_dir,
        {
            "snapshot_dir": snapshot_dir,
            "profiles_dir": profiles_dir,
            "profile": profile,
            "target": target,
            "dialect": dialect,
            "limit": limit,
        },
    )
    snapshot = open_current(settings, quiet=quiet)
    if live_values:
        snapshot = with_warehouse_values(question, snapshot, settings, quiet=quiet)
    model = model_of(llm)
    retriever = retrieval_method("guided", MethodSettings(chooser=chooser_of(llm), asked=when_asked(llm)))
    answer = answer_question(
        question,
        snapshot,
        today=_day(today),
        dialect=str(given.get("dialect") or snapshot.graph.dialect),
        limit=cast("int | None", given.get("limit")),
        find=retriever.retrieve,
        read=lambda retrieval, graph, day: read_question(retrieval, graph, day, llm, model),
    )
    tell_fallbacks(answer.retrieval, quiet=quiet)
    plan = verify_answer(answer, snapshot, settings) if verify and answer.sql else None
    # On a terminal no more is fetched than is shown; a program gets all of it.
    rows = run_answer(answer, snapshot, settings, None if as_json else ROWS_SHOWN) if run and answer.sql else None
    if as_json:
        write_json(answer.to_json(snapshot, rows, plan=plan))
    else:
        show_answer(answer, quiet=quiet)
        if plan is not None:
            notice(_planned(plan), quiet=quiet)
        if rows is not None:
            show_rows(rows)
    if answer.retrieval.tree is not None and not answer.sql:
        raise typer.Exit(1)
    raise typer.Exit(EXIT_CODES[answer.retrieval.status])


def show_answer(answer: Answer, *, quiet: bool) -> None:
    """The tree, what was understood, the SQL, and the verdicts."""
    show_text(status_line(answer.retrieval), "bold")
    if answer.intent is None:
        return
    show_text(tree_text(answer.intent.tree))
    show_text(f"\nUnderstood: {answer.intent.understood}\n")
    if answer.sql:
        show_text(answer.sql)
    for verdict in answer.verdicts:
        notice(f"{verdict.kind} ({verdict.action}): {verdict.text}", quiet=quiet)


def show_rows(rows: ResultSet) -> None:
    """The first rows as a table, and whether there are more."""
    numbers = [i for i, kind in enumerate(rows.types) if _is_number(kind)]
    shown = rows.rows[:ROWS_SHOWN]
    show_table(rows.columns, shown, numbers)
    if rows.truncated or len(rows.rows) > len(shown):
        show_text(f"The first {len(shown)} rows; there are more (--json for all of them).")
    else:
        show_text(f"{len(shown)} row{'' if len(shown) == 1 else 's'}")


def _planned(plan: Planned) -> str:
    if not plan.planned:
        return "This warehouse plans no statement without running it: the SQL is not verified there."
    return f"The warehouse can run it{f' and expects {plan.cost}' if plan.cost else ''}."


def _is_number(kind: str) -> bool:
    return kind.upper().startswith(("DECIMAL", "NUMERIC", "DOUBLE", "FLOAT", "REAL", "HUGEINT", "UHUGEINT")) or (
        "INT" in kind.upper() and "INTERVAL" not in kind.upper()
    )


def _day(text: str | None) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidDateError(text) from None
