"""``gtr ground``: what each word of a question was grounded to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.options import Json, ProjectDir, Question, Quiet, SnapshotDir
from gtr_core.cli.output import show_table, show_text, write_json

if TYPE_CHECKING:
    from gtr_core.retrieval.result import Retrieval

__all__ = ["command", "show_grounding"]


def command(
    question: Question,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what each word of a question was grounded to."""
    from gtr_core.retrieval import retrieve
    from gtr_core.schemas.retrieval_form import grounding_to_json, tokens_to_json

    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    retrieval = retrieve(question, open_current(settings, quiet=quiet))
    if as_json:
        write_json(
            {
                "tokens": tokens_to_json(retrieval),
                "grounding": [grounding_to_json(mention) for mention in retrieval.mentions],
                "targets": sorted({mention.posting.table for mention in retrieval.mentions}),
            }
        )
    else:
        show_grounding(retrieval)


def show_grounding(retrieval: Retrieval) -> None:
    """Phrases with what they were taken to mean, and the words that nothing explains."""
    rows = [
        (mention.text, f"{mention.variant} ({mention.variant_kind})", mention.posting.kind, mention.posting.table,
         mention.posting.column, mention.posting.value, f"{mention.weight:.2f}")
        for mention in retrieval.mentions
    ]  # fmt: skip
    show_table(("phrase", "found as", "match", "table", "column", "value", "weight"), rows, (6,))
    unexplained = [token.text for token in retrieval.tokens if token.role == "unexplained"]
    if unexplained:
        show_text(f"Not explained: {', '.join(unexplained)}\n", "yellow")
