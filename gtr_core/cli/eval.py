"""``gtr eval``: how well retrieval does on a benchmark folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gtr_core.cli.ask_model_use import ChoiceLlm, ModelUse
from gtr_core.cli.exceptions import InvalidDepthsError, UnwritableFileError
from gtr_core.cli.options import History, Json, MethodName, Quiet
from gtr_core.cli.output import notice, show_table, show_text, write_json

if TYPE_CHECKING:
    from gtr_core.embedding import Encoder
    from gtr_core.evaluation import Prediction

__all__ = ["command"]

_ENCODED_TOGETHER = 256
_SHOWN = ("Run", "Figures", "By database", "By number of gold tables")


def command(
    folder: Annotated[Path, typer.Argument(help="A folder with schema.json and questions.jsonl.", show_default=False)],
    method: MethodName = "guided",
    evidence: Annotated[bool, typer.Option("--evidence", help="Hand each question's evidence to the method.")] = False,
    no_values: Annotated[bool, typer.Option("--no-values", help="Index no sampled values.")] = False,
    no_descriptions: Annotated[bool, typer.Option("--no-descriptions", help="Use no column descriptions.")] = False,
    no_graph: Annotated[bool, typer.Option("--no-graph", help="Use no foreign keys.")] = False,
    no_embeddings: Annotated[bool, typer.Option("--no-embeddings", help="Embed no tables (guided).")] = False,
    union: Annotated[bool, typer.Option("--union", help="Search the tables of all databases at once.")] = False,
    k: Annotated[str, typer.Option("--k", help="Depths at which the ranking is scored.")] = "5,15",
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first questions.", show_default=False)] = None,
    history: History = None,
    llm: ChoiceLlm = ModelUse.never,
    predictions: Annotated[
        Path | None, typer.Option(help="Write one JSON line a question.", show_default=False)
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report, .md or .html.", show_default=False)] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure a method of retrieval on the questions of a benchmark folder.

    Exits 0 whatever the statuses of the questions.
    """
    from gtr_core.cli.language_model import chooser_of, when_asked
    from gtr_core.evaluation import ReaderOptions, evaluation_form, open_benchmark, run
    from gtr_core.evaluation.report import check_format, report_text
    from gtr_core.retrieval.hypergraph import read_history
    from gtr_core.retrieval.methods import MethodSettings, retrieval_method

    depths = _depths(k)
    if report is not None:
        check_format(report)
    model = _model(needed=method != "guided", wanted=not no_embeddings, quiet=quiet)
    options = ReaderOptions(
        values=not no_values,
        descriptions=not no_descriptions,
        graph=not no_graph,
        union=union,
        encoder=None if no_embeddings else model,
    )
    past = None if history is None else read_history(history)
    chosen = MethodSettings(model, past, leave_out_same=True, chooser=chooser_of(llm, method), asked=when_asked(llm))
    retriever = retrieval_method(method, chosen)
    with open_benchmark(folder, options) as benchmark:
        asked = benchmark.questions[:limit]
        if model is not None and method != "guided":
            _encode(model, [f"{one.text} {one.evidence if evidence else ''}".strip() for one in asked], quiet=quiet)
        with _progress("questions", len(asked), quiet=quiet) as advance:
            answered = run(benchmark, retriever, evidence=evidence, limit=limit, advance=advance)
        form = evaluation_form(benchmark.name, answered, benchmark.names, depths)
    form["method"] = method
    if predictions is not None:
        _write(predictions, "".join(json.dumps(one.to_json(), ensure_ascii=False) + "\n" for one in answered))
    if report is not None:
        _write(report, report_text(report, f"{method} on {form['folder']}", form, answered))
    if as_json:
        write_json(form)
    else:
        _show(form, answered)


def _depths(text: str) -> list[int]:
    """The k of the ranking scores, each once, ascending."""
    try:
        depths = sorted({int(part) for part in text.split(",")})
    except ValueError:
        raise InvalidDepthsError(text) from None
    if depths[0] < 1:
        raise InvalidDepthsError(text)
    return depths


def _model(*, needed: bool, wanted: bool, quiet: bool) -> Encoder | None:
    """The default encoder, its vectors kept on this machine; None where it is not wanted.

    Where it is wanted, not needed and not there, None too, with a notice.
    """
    if not needed and not wanted:
        return None
    from gtr_core.embedding import EmbeddingUnavailableError, encoder
    from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder

    try:
        return CachedEncoder(encoder(), cache_folder())
    except EmbeddingUnavailableError as error:
        if needed:
            raise
        notice(f"Without table embeddings: {error}", quiet=quiet)
        return None


def _encode(model: Encoder, texts: Sequence[str], *, quiet: bool) -> None:
    """Encode the questions together, so that a question's latency is that of retrieval alone."""
    with _progress("encoding", len(texts), quiet=quiet) as advance:
        for start in range(0, len(texts), _ENCODED_TOGETHER):
            part = texts[start : start + _ENCODED_TOGETHER]
            model.encode(part)
            for text in part:
                advance(text)


@contextmanager
def _progress(what: str, total: int, *, quiet: bool) -> Iterator[Callable[[str], None]]:
    """A bar on a terminal; nothing elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda done: None
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnwritableFileError(str(path), error.strerror or str(error)) from error


def _show(form: dict[str, Any], answered: Sequence[Prediction]) -> None:
    from gtr_core.evaluation.report import report_parts

    for part in report_parts(form, answered):
        # The questions one by one are for a report, not for a terminal.
        if part.title in _SHOWN:
            show_text(part.title, "bold")
            show_table(part.columns, part.rows)
