"""What forest and network say together of questions whose databases they never saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.evaluation.training.example_rows import column_rows, likely_sets, table_labels, table_rows
from gtr_core.evaluation.training.examples import FOLDS, Example
from gtr_core.evaluation.training.relation_aware import fit_relation_aware
from gtr_core.evaluation.training.relation_batches import Lesson, Texts, lesson
from gtr_core.retrieval.scoring.blending import Judged, judged, network_scores
from gtr_core.retrieval.scoring.relation_aware import RelationAware
from gtr_core.retrieval.scoring.relation_inputs import relation_inputs
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.word_vectors import WordVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gtr_core.evaluation.training.fitting import FittingSettings

    Rows = NDArray[np.float32]

__all__ = ["judged_out_of_fold"]


def judged_out_of_fold(
    examples: Sequence[Example],
    settings: FittingSettings,
    columns: Sequence[Rows],
    tables: Sequence[Rows],
    piece_vectors: NDArray[np.float32],
    say: Callable[[str], None],
) -> tuple[list[Judged], RelationAware, WordVectors]:
    """Forest and network together, the network's part by one that saw no question of the fold; and the network."""
    folds = np.array([example.fold for example in examples])
    texts = Texts(piece_vectors)
    lessons = [
        _lesson(example, of_columns, of_tables, texts)
        for example, of_columns, of_tables in zip(examples, columns, tables, strict=True)
    ]
    vectors = texts.vectors()
    found: list[Judged | None] = [None] * len(examples)
    for fold in range(FOLDS):
        seen = [lessons[k] for k in np.flatnonzero(folds != fold)]
        network, words = fit_relation_aware(seen, vectors, piece_vectors, settings.network, say)
        for k in np.flatnonzero(folds == fold).tolist():
            inputs, graph = lessons[k].inputs, examples[k].graph
            scores = network_scores(graph, schema_features(graph), network, words, inputs)
            found[k] = judged(columns[k], tables[k], inputs, scores)
        say(f"network without fold {fold + 1}")
    network, words = fit_relation_aware(lessons, vectors, piece_vectors, settings.network, say)
    return [one for one in found if one is not None], network, words


def _lesson(example: Example, columns: Rows, tables: Rows, texts: Texts) -> Lesson:
    sets = likely_sets(example, tables)
    members = np.array([[bool(whole >> position & 1) for position in example.candidates.tables] for whole in sets])
    inputs = relation_inputs(
        schema_features(example.graph),
        example.candidates,
        example.texts[1],
        example.words,
        example.question_words,
        (column_rows(example), columns),
        (table_rows(example, columns), tables),
    )
    right = np.array([whole == example.gold for whole in sets])
    return lesson(example.graph, inputs, texts, members, (example.columns, table_labels(example), right))
