"""Benchmark folders as contexts: the same way for every measurement, and without a warehouse."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.snapshot_info import SnapshotInfo
from gtr_core.evaluation.question import Question, read_questions
from gtr_core.evaluation.schema_file import database_catalog, read_descriptions, read_schema, read_values
from gtr_core.index import ValueIndex, write_index

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gtr_core.embedding import Encoder

__all__ = ["UNION", "Benchmark", "ReaderOptions", "open_benchmark", "read_benchmark", "read_graphs"]

UNION = "*"


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """What of a folder goes into its contexts.

    Attributes:
        values: Sampled values are indexed.
        descriptions: Columns bear their generated descriptions.
        official_descriptions: They bear the benchmark's own ones instead, where the folder has them.
        graph: Declared foreign keys become join edges.
        suggested: So do the joins that names suggest beside them, as a build infers joins (only with ``graph``).
        union: One context over the tables of all databases, instead of one a database.
        encoder: Embeds what each table could answer; None for contexts without embeddings.
        databases: Only these databases and their questions; None for all.
    """

    values: bool = True
    descriptions: bool = True
    official_descriptions: bool = False
    graph: bool = True
    suggested: bool = True
    union: bool = False
    encoder: Encoder | None = None
    databases: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A folder, read: its questions and a context for each.

    Attributes:
        name: The folder's name.
        questions: In the order of the file.
        contexts: By database; the only one by ``UNION`` where all databases are one.
        names: Database and table name of each table id.
    """

    name: str
    questions: tuple[Question, ...]
    contexts: Mapping[str, Snapshot]
    names: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def context(self, question: Question) -> Snapshot:
        """The context that a question is put to."""
        return self.contexts[UNION if UNION in self.contexts else question.db]


def read_graphs(folder: Path, options: ReaderOptions | None = None) -> dict[str, ContextGraph]:
    """One context graph a database of the folder, by name; readable aliases are made as a build makes them.

    Raises:
        BenchmarkFolderError: The folder is not of the layout.
    """
    from gtr_core.joins.suggestion import suggested_joins
    from gtr_core.semantics import alias_catalog

    options = options or ReaderOptions()
    databases = read_schema(folder)
    wanted = [db for db in databases if options.databases is None or db in options.databases]
    values = read_values(folder) if options.values else {}
    descriptions = _descriptions(folder, options)
    graphs = {}
    for db in wanted:
        catalog, profiles = database_catalog(db, databases[db], descriptions.get(db, {}), values, graph=options.graph)
        if options.graph and options.suggested:
            catalog = replace(catalog, joins=(*catalog.joins, *suggested_joins(catalog, profiles)))
        catalog = alias_catalog(catalog, profiles)
        graphs[db] = ContextGraph(tables=catalog.tables, joins=catalog.joins, keys=catalog.keys, profiles=profiles)
    return graphs


def read_benchmark(folder: Path, index_folder: Path, options: ReaderOptions | None = None) -> Benchmark:
    """The folder's questions and contexts, their value indexes written below ``index_folder``.

    Raises:
        BenchmarkFolderError: The folder is not of the layout.
    """
    options = options or ReaderOptions()
    graphs = read_graphs(folder, options)
    names = {table.id: (db, table.name) for db, graph in graphs.items() for table in graph.tables}
    if options.union:
        graphs = {UNION: _united(graphs)}
    contexts = {}
    for number, (db, graph) in enumerate(graphs.items()):
        place = index_folder / str(number)
        place.mkdir()
        contexts[db] = _context(folder.name if db == UNION else db, graph, place, options.encoder)
    questions = tuple(
        question for question in read_questions(folder) if options.databases is None or question.db in options.databases
    )
    _check_databases(folder, questions, {db for db, _ in names.values()})
    return Benchmark(folder.name, questions, contexts, names)


@contextmanager
def open_benchmark(folder: Path, options: ReaderOptions | None = None) -> Iterator[Benchmark]:
    """As ``read_benchmark``, its indexes in a temporary folder that goes when the block ends."""
    with tempfile.TemporaryDirectory(prefix="gtr-eval-") as place:
        yield read_benchmark(folder, Path(place), options)


def _descriptions(folder: Path, options: ReaderOptions) -> dict[str, dict[str, dict[str, str]]]:
    if not options.descriptions:
        return {}
    return read_descriptions(folder, official=options.official_descriptions)


def _check_databases(folder: Path, questions: tuple[Question, ...], known: set[str]) -> None:
    from gtr_core.evaluation.exceptions import BenchmarkFolderError

    for question in questions:
        if question.db not in known:
            raise BenchmarkFolderError(
                str(folder), f"question {question.id!r} is put to {question.db!r}, which schema.json does not hold"
            )


def _united(graphs: Mapping[str, ContextGraph]) -> ContextGraph:
    """All databases as one context. Aliases stay as they are: only the number of tables to choose from grows."""
    return ContextGraph(
        tables=[table for graph in graphs.values() for table in graph.tables],
        joins=[edge for graph in graphs.values() for edge in graph.joins],
        keys=[key for graph in graphs.values() for key in graph.keys],
        profiles={table: profile for graph in graphs.values() for table, profile in graph.profiles.items()},
    )


def _context(name: str, graph: ContextGraph, place: Path, encoder: Encoder | None) -> Snapshot:
    write_index(index_entries(graph), place)
    made_at = datetime.now(UTC)
    return Snapshot(
        id=name,
        created_at=made_at,
        graph=graph,
        index=ValueIndex.open(place),
        embeddings=None if encoder is None else _embeddings(graph, encoder),
        encoder_name=None if encoder is None else encoder.name,
        failed=(),
        counts={"tables": len(graph.tables), "joins": len(graph.joins)},
        info=SnapshotInfo(name, made_at),
        folder=place,
    )


def _embeddings(graph: ContextGraph, encoder: Encoder) -> NDArray[np.float32]:
    from gtr_core.semantics import query_context

    return encoder.encode([query_context(table, graph) for table in graph.tables])
