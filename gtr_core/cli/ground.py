"""``gtr ground``: what each word of a question was grounded to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gtr_core.cli.context import open_current, settings_of
from gtr_core.cli.live_values import LiveValues, with_warehouse_values
from gtr_core.cli.options import Json, ProjectDir, Question, Quiet, SnapshotDir
from gtr_core.cli.output import show_table, show_text, write_json

if TYPE_CHECKING:
    from gtr_core.context.snapshot import Snapshot
    from gtr_core.retrieval.qualifiers import Qualifier
    from gtr_core.retrieval.result import Retrieval
    from gtr_core.retrieval.unknown_values import UnknownValue

__all__ = ["command", "show_grounding"]

_COLUMNS_SHOWN = 3


def command(
    question: Question,
    live_values: LiveValues = False,
    snapshot_dir: SnapshotDir = None,
    project_dir: ProjectDir = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Show what each word of a question was grounded to."""
    from gtr_core.retrieval import retrieve
    from gtr_core.schemas.retrieval_form import grounding_to_json, tokens_to_json

    settings, _ = settings_of(project_dir, {"snapshot_dir": snapshot_dir})
    snapshot = open_current(settings, quiet=quiet)
    if live_values:
        snapshot = with_warehouse_values(question, snapshot, settings, quiet=quiet)
    retrieval = retrieve(question, snapshot)
    qualified, unknown = _qualifiers(retrieval), _unknown(question, snapshot)
    if as_json:
        write_json(
            {
                "tokens": tokens_to_json(retrieval),
                "grounding": [
                    {**grounding_to_json(mention), "kind": mention.variant_kind, "weight": mention.weight}
                    for mention in retrieval.mentions
                ],
                "targets": sorted({mention.posting.table for mention in retrieval.mentions}),
                "qualifiers": [
                    {"text": q.text, "kind": q.kind, "unit": q.unit, "of": _text_of(retrieval, q)} for q in qualified
                ],
                "maybe": [
                    {"text": value.text, "columns": [{"table": t, "column": c} for t, c in value.places]}
                    for value in unknown
                ],
            }
        )
        return
    show_grounding(retrieval, qualified)
    if qualified:
        rows = [(q.text, q.kind, q.unit, _text_of(retrieval, q)) for q in qualified]
        show_table(("words", "what they say", "unit", "of"), rows)
    for value in unknown:
        columns = ", ".join(f"{table}.{column}" for table, column in value.places[:_COLUMNS_SHOWN])
        more = ", ..." if len(value.places) > _COLUMNS_SHOWN else ""
        show_text(f"{value.text!r} may be a value that the snapshot does not keep, of {columns}{more} (--live-values)")


def show_grounding(retrieval: Retrieval, qualified: Sequence[Qualifier] = ()) -> None:
    """Phrases with what they were taken to mean, and the words that nothing explains."""
    rows = [
        (mention.text, f"{mention.variant} ({mention.variant_kind})", mention.posting.kind, mention.posting.table,
         mention.posting.column, mention.posting.value, f"{mention.weight:.2f}")
        for mention in retrieval.mentions
    ]  # fmt: skip
    show_table(("phrase", "found as", "match", "table", "column", "value", "weight"), rows, (6,))
    said = {i for qualifier in qualified for i in range(qualifier.first, qualifier.last)}
    unexplained = [
        token.text for i, token in enumerate(retrieval.tokens) if token.role == "unexplained" and i not in said
    ]
    if unexplained:
        show_text(f"Not explained: {', '.join(unexplained)}\n", "yellow")


def _qualifiers(retrieval: Retrieval) -> tuple[Qualifier, ...]:
    from gtr_core.retrieval.qualifiers import qualifiers

    phrases = [(mention.first, mention.last) for mention in retrieval.mentions]
    return qualifiers(retrieval.question, retrieval.tokens, phrases)


def _unknown(question: str, snapshot: Snapshot) -> tuple[UnknownValue, ...]:
    from gtr_core.retrieval.grounding import ground
    from gtr_core.retrieval.unknown_values import unknown_values

    return unknown_values(question, ground(question, snapshot.graph, snapshot.index), snapshot.graph)


def _text_of(retrieval: Retrieval, qualifier: Qualifier) -> str | None:
    return None if qualifier.phrase is None else retrieval.mentions[qualifier.phrase].text
