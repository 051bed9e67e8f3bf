"""Training examples: the questions of benchmark folders, grounded, with their gold tables and columns."""

from __future__ import annotations

import random
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.evaluation.question import Question, read_questions
from gtr_core.evaluation.reader import ReaderOptions, read_graphs
from gtr_core.evaluation.training.gold_columns import gold_columns
from gtr_core.evaluation.training.gold_values import with_gold_values
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval.candidate import Grounding
from gtr_core.retrieval.disambiguation import LocalDisambiguator
from gtr_core.retrieval.exploration import explore
from gtr_core.retrieval.grounding import ground
from gtr_core.retrieval.learned import table_sets
from gtr_core.retrieval.scoring.candidate_tables import Candidates, candidate_tables
from gtr_core.retrieval.scoring.column_features import cues
from gtr_core.retrieval.scoring.demands import Demands, demands
from gtr_core.retrieval.scoring.hits import Hits, gather, together
from gtr_core.retrieval.scoring.scored_sets import unexplained_share

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Example", "Source", "fold_of", "read_examples"]

FOLDS = 3


@dataclass(frozen=True, slots=True)
class Source:
    """What is taken of a folder.

    Attributes:
        folder: A benchmark folder with gold answers.
        questions: How many of its questions, drawn at random; None for all.
        evidence: Share of those that have evidence whose evidence is handed on.
        union: Databases that are put into one context, so that there is more to choose from; 1 for none.
        leave_out: Databases that are not used.
        gold_values: Share of the questions whose gold queries' values are put among those of their columns; see
            ``with_gold_values``.
        values: Whether contexts hold sampled values at all.
    """

    folder: Path
    questions: int | None = None
    evidence: float = 0.6
    union: int = 1
    leave_out: frozenset[str] = frozenset()
    gold_values: float = 0.0
    values: bool = True


@dataclass(frozen=True, slots=True)
class Example:
    """One question, ready for features.

    Attributes:
        fold: Of its database, so that what is fitted never saw the databases it is judged on.
        kind: Folder and way of reading, for reports.
        texts: Hits of the question, then of the question with its notes.
        words: The tokens of the question, then of its notes, as written.
        question_words: How many of them are the question's.
        hand_made: Set of tables -> score of its best assignment less that of the best of all.
        gold: Bit set of the gold tables.
        columns: ``(n_columns,)``: which the gold query uses; None where it does not parse.
    """

    fold: int
    kind: str
    graph: ContextGraph
    candidates: Candidates
    texts: tuple[Hits, Hits]
    cue: NDArray[np.float32]
    hand_made: Mapping[int, float]
    unexplained: float
    demands: Demands
    gold: int
    columns: NDArray[np.bool_] | None
    words: tuple[str, ...]
    question_words: int


def fold_of(database: str) -> int:
    """The fold of a database, by its name alone."""
    return zlib.crc32(database.encode()) % FOLDS


def read_examples(source: Source, seed: int = 1) -> Iterator[Example]:
    """The examples of a source, in a random order that the seed fixes."""
    chance = random.Random(seed)
    graphs = {
        db: graph
        for db, graph in read_graphs(source.folder, ReaderOptions(values=source.values)).items()
        if db not in source.leave_out
    }
    questions = [question for question in read_questions(source.folder) if question.scored and question.db in graphs]
    if source.gold_values:
        graphs = {
            db: with_gold_values(graph, db, questions, source.gold_values, chance) for db, graph in graphs.items()
        }
    home = _unions(graphs, source.union, chance)
    chance.shuffle(questions)
    kind = source.folder.name + (f" x{source.union}" if source.union > 1 else "")
    kind += "" if source.values else " without values"
    with tempfile.TemporaryDirectory(prefix="gtr-train-") as place:
        opened: dict[int, ValueIndex] = {}
        for question in questions[: source.questions]:
            graph = home[question.db]
            if id(graph) not in opened:
                folder = Path(place) / str(len(opened))
                folder.mkdir()
                write_index(index_entries(graph), folder)
                opened[id(graph)] = ValueIndex.open(folder)
            with_evidence = bool(question.evidence) and chance.random() < source.evidence
            example = _example(question, graph, opened[id(graph)], kind, with_evidence=with_evidence)
            # Of a question that hits nothing in a large context nothing can be learnt.
            if example.candidates.n_columns:
                yield example


def _unions(graphs: Mapping[str, ContextGraph], size: int, chance: random.Random) -> dict[str, ContextGraph]:
    """The context of each database: its own, or one with others of its fold."""
    if size == 1:
        return dict(graphs)
    home: dict[str, ContextGraph] = {}
    for fold in range(FOLDS):
        names = sorted(db for db in graphs if fold_of(db) == fold)
        chance.shuffle(names)
        for start in range(0, len(names), size):
            part = names[start : start + size]
            union = ContextGraph(
                tables=[table for db in part for table in graphs[db].tables],
                joins=[edge for db in part for edge in graphs[db].joins],
                keys=[key for db in part for key in graphs[db].keys],
                profiles={table: profile for db in part for table, profile in graphs[db].profiles.items()},
            )
            home.update(dict.fromkeys(part, union))
    return home


def _example(question: Question, graph: ContextGraph, index: ValueIndex, kind: str, *, with_evidence: bool) -> Example:
    words = ground(question.text, graph, index)
    has_words = with_evidence and any(character.isalnum() for character in question.evidence)
    notes = ground(question.evidence, graph, index) if has_words else None
    choices = LocalDisambiguator().choose(graph, words, explore(graph, words.phrases))
    trees = table_sets(choices)
    top = max((found[0].score for found in trees.values()), default=0.0)
    hand_made = {whole: found[0].score - top for whole, found in trees.items()}
    extra = 0
    for whole in hand_made:
        extra |= whole
    candidates = candidate_tables(graph, [words] if notes is None else [words, notes], extra)
    own = gather(graph, candidates, words)
    return Example(
        fold=fold_of(question.db),
        kind=f"{kind}, {'with' if notes is not None else 'without'} evidence",
        graph=graph,
        candidates=candidates,
        texts=(own, _with_notes(graph, candidates, own, notes)),
        cue=cues(words),
        hand_made=hand_made,
        unexplained=unexplained_share(words),
        demands=demands(graph, words),
        gold=sum(1 << graph.positions[table] for table in question.gold_tables or () if table in graph.positions),
        columns=_gold(question, graph, candidates),
        words=tuple(token.text for token in (*words.tokens, *(notes.tokens if notes is not None else ()))),
        question_words=len(words.tokens),
    )


def _with_notes(graph: ContextGraph, candidates: Candidates, own: Hits, notes: Grounding | None) -> Hits:
    return own if notes is None else together(own, gather(graph, candidates, notes))


def _gold(question: Question, graph: ContextGraph, candidates: Candidates) -> NDArray[np.bool_] | None:
    home = f"{question.db}."
    own = [table for table in graph.tables if table.id.startswith(home)]
    known = {table.name.lower(): {column.name.lower() for column in table.columns} for table in own}
    used = gold_columns(question.sql, known)
    if used is None:
        return None
    labels = np.zeros(candidates.n_columns, dtype=bool)
    for row, position in enumerate(candidates.tables):
        table = graph.tables[position]
        if table.id.startswith(home):
            for name, place in candidates.column_place[row].items():
                labels[place] = (table.name.lower(), name.lower()) in used
    return labels
