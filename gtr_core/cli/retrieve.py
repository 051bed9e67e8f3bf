"""``gtr retrieve``: the tables that answer a question, and how they join."""

from __future__ import annotations

import typer

from gtr_core.cli.ask_model_use import ChoiceLlm, ModelUse
from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.live_values import LiveValues, with_warehouse_values
from gtr_core.cli.options import History, Json, MethodName, ProjectDir, Question, Quiet, SnapshotDir
from gtr_core.cli.output import show_text, write_json
from gtr_core.cli.status_line import EXIT_CODES, status_line
from gtr_core.cli.tree_text import tree_text

__all__ = ["command"]


def command(
    question: Question,
    method: MethodName = "guided",
    history: History = None,
    llm: ChoiceLlm = ModelUse.never,
    live_values: LiveValues = False,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the tables that answer a question, and how they join.

    Exits 3 where two readings tie, 4 where the question is not resolved.
    """
    from gtr_core.cli.language_model import chooser_of, tell_fallbacks, when_asked
    from gtr_core.retrieval.hypergraph.query_history import read_history
    from gtr_core.retrieval.methods import MethodSettings, retrieval_method
    from gtr_core.schemas.retrieval_form import retrieval_to_json

    past = None if history is None else read_history(history)
    chosen = MethodSettings(history=past, chooser=chooser_of(llm, method), asked=when_asked(llm))
    retriever = retrieval_method(method, chosen)
    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    snapshot = open_current(settings, quiet=quiet)
    if live_values:
        snapshot = with_warehouse_values(question, snapshot, settings, quiet=quiet)
    retrieval = retriever.retrieve(question, snapshot)
    tell_fallbacks(retrieval, quiet=quiet)
    if as_json:
        write_json(retrieval_to_json(retrieval, snapshot.id, snapshot.age_s()))
    else:
        show_text(status_line(retrieval), "bold")
        if retrieval.tree is not None:
            show_text(tree_text(retrieval.tree))
        for alternative in retrieval.alternatives:
            show_text(f"\nOr, with confidence {alternative.confidence:.2f}: {alternative.differs_in}")
            show_text(tree_text(alternative.tree))
    raise typer.Exit(EXIT_CODES[retrieval.status])
