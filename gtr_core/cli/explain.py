"""``gtr explain``: a retrieval, and why it came out so."""

from __future__ import annotations

from typing import Any

import typer

from gtr_core.cli.ask_model_use import ChoiceLlm, ModelUse
from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.ground import show_grounding
from gtr_core.cli.options import Json, ProjectDir, Question, Quiet, SnapshotDir
from gtr_core.cli.output import show_table, show_text, write_json
from gtr_core.cli.status_line import EXIT_CODES, status_line
from gtr_core.cli.tree_text import tree_text

__all__ = ["command"]


def command(
    question: Question,
    llm: ChoiceLlm = ModelUse.never,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Retrieve, and show why: groundings, sources, trees that were weighed, and times.

    Exits as `gtr retrieve` does.
    """
    from gtr_core.cli.language_model import chooser_of, when_asked
    from gtr_core.retrieval.methods import MethodSettings, retrieval_method
    from gtr_core.schemas.retrieval_form import retrieval_to_json

    retriever = retrieval_method("guided", MethodSettings(chooser=chooser_of(llm), asked=when_asked(llm)))
    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    snapshot = open_current(settings, quiet=quiet)
    retrieval = retriever.retrieve(question, snapshot)
    if as_json:
        write_json(retrieval_to_json(retrieval, snapshot.id, snapshot.age_s()))
        raise typer.Exit(EXIT_CODES[retrieval.status])
    show_text(status_line(retrieval), "bold")
    show_text("\nGrounding", "bold")
    show_grounding(retrieval)
    trace = retrieval.trace
    show_text("Sources and how many targets they reach", "bold")
    show_table(
        ("source", "coverage"), [(source["table"], source["coverage"]) for source in trace.get("sources", ())], (1,)
    )
    show_text("Tables by the probability that the query uses them", "bold")
    likely = [(found["table"], f"{found['probability']:.2f}") for found in trace.get("tables", ())]
    show_table(("table", "probability"), likely, (1,))
    show_text("Trees that were weighed", "bold")
    trees = [
        (_two_places(tree["probability"]), f"{tree['score']:.4f}", tree["root"], ", ".join(tree["tables"]))
        for tree in trace.get("trees", ())
    ]
    show_table(("probability", "score", "root", "tables"), trees, (0, 1))
    if "llm" in trace:
        _show_model(trace["llm"])
    if retrieval.tree is not None:
        show_text("Chosen", "bold")
        show_text(tree_text(retrieval.tree))
    for note in trace.get("notes", ()):
        show_text(note)
    times = ", ".join(f"{phase} {milliseconds:.1f} ms" for phase, milliseconds in retrieval.timings_ms.items())
    show_text(f"\nTimes: {times}\nSnapshot: {snapshot.id}")
    raise typer.Exit(EXIT_CODES[retrieval.status])


def _two_places(probability: float | None) -> str:
    return "" if probability is None else f"{probability:.2f}"


def _show_model(asked: dict[str, Any]) -> None:
    """What was put to the language model, and what came of it."""
    show_text(f"Asked of {asked['model']}", "bold")
    rows = [
        (
            question["about"],
            " | ".join(", ".join(tables) for tables in question["readings"]),
            question["problem"] if question["chosen"] is None else question["chosen"],
        )
        for question in asked["questions"]
    ]
    show_table(("about", "readings", "chosen"), rows)
