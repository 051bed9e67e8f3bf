"""Fitting the scorer: columns, then tables, then sets, each on what the former says of databases it never saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.evaluation.training.boosting import Boosting, fit_forest
from gtr_core.evaluation.training.examples import FOLDS, Example
from gtr_core.evaluation.training.perceptron import fit_perceptron
from gtr_core.evaluation.training.relation_aware import NetworkSettings, fit_relation_aware
from gtr_core.evaluation.training.relation_batches import Lesson, Texts, lesson
from gtr_core.retrieval.scoring.blending import Judged, judged, network_scores
from gtr_core.retrieval.scoring.candidate_sets import candidate_sets
from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES, column_features
from gtr_core.retrieval.scoring.demands import adjustments
from gtr_core.retrieval.scoring.forest import Forest
from gtr_core.retrieval.scoring.model import ScoringModel, calibration_row, mixed
from gtr_core.retrieval.scoring.perceptron import Perceptron
from gtr_core.retrieval.scoring.relation_aware import RelationAware
from gtr_core.retrieval.scoring.relation_inputs import relation_inputs
from gtr_core.retrieval.scoring.schema_features import schema_features
from gtr_core.retrieval.scoring.scored_sets import active_columns, column_scores, hand_made_vector
from gtr_core.retrieval.scoring.set_features import SET_FEATURES, set_features
from gtr_core.retrieval.scoring.table_features import TABLE_FEATURES, table_features
from gtr_core.retrieval.scoring.word_vectors import WordVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]
    Labels = NDArray[np.bool_]

__all__ = ["Fitted", "FittingSettings", "fit", "save"]


@dataclass(frozen=True, slots=True)
class FittingSettings:
    """How the three forests are grown.

    Attributes:
        kept_negatives: Share of the columns and of the unlikelier sets without a label that is learnt from.
        sure_sets: Likeliest sets of each question that are always learnt from.
        network: How the relation-aware network is fitted.
    """

    columns: Boosting = field(default_factory=lambda: Boosting(trees=130))
    tables: Boosting = field(default_factory=lambda: Boosting(trees=110))
    sets: Boosting = field(default_factory=lambda: Boosting(trees=140))
    kept_negatives: float = 0.5
    sure_sets: int = 20
    network: NetworkSettings = field(default_factory=NetworkSettings)
    seed: int = 3


@dataclass(frozen=True, slots=True)
class Fitted:
    """The model, and how the stages did out of fold, by kind of example.

    Attributes:
        exact: Kind -> share of questions whose likeliest set is exactly right.
        among: Kind -> share whose right set is among the candidates.
        examples: Kind -> number.
        calibration_error: Expected calibration error of the confidence, in ten bins, out of fold.
        out_of_fold: Per example its candidate sets and their log-odds, by a model that did not see its database.
    """

    model: ScoringModel
    exact: dict[str, float]
    among: dict[str, float]
    examples: dict[str, int]
    calibration_error: float
    out_of_fold: tuple[tuple[tuple[int, ...], NDArray[np.float32]], ...] = ()


def fit(
    examples: Sequence[Example],
    piece_vectors: NDArray[np.float32],
    settings: FittingSettings | None = None,
    progress: Callable[[str], None] | None = None,
) -> Fitted:
    """Fit the scorer.

    The scores that one stage hands to the next are those of a forest that saw no question of the same fold of
    databases, so that each stage learns to trust the former as far as it deserves on a new schema. The
    confidence is fitted to the sets' scores out of fold.

    Args:
        examples: The questions.
        piece_vectors: ``(n_pieces, d)``: what the network's vectors of word pieces are projected from.
        settings: See ``FittingSettings``.
        progress: Told what is done.

    Raises:
        TrainingUnavailableError: LightGBM or torch is not installed.
    """
    settings = settings or FittingSettings()
    say = progress or (lambda _: None)
    folds = np.array([example.fold for example in examples])
    chance = np.random.default_rng(settings.seed)
    rows = [_columns(example) for example in examples]
    active = [active_columns(of_example) for of_example in rows]
    labels = [example.columns for example in examples]
    chosen = [
        None if label is None else on & (label | (chance.random(len(on)) < settings.kept_negatives))
        for label, on in zip(labels, active, strict=True)
    ]
    picked = [
        np.zeros((0, len(COLUMN_FEATURES)), np.float32) if on is None else row[on]
        for row, on in zip(rows, chosen, strict=True)
    ]
    picked_labels = [
        np.zeros(0, bool) if on is None or label is None else label[on]
        for label, on in zip(labels, chosen, strict=True)
    ]
    column_models, columns = _stage(picked, picked_labels, folds, settings.columns)
    of_columns = [column_scores(column_models[example.fold], row) for example, row in zip(examples, rows, strict=True)]
    say("columns")
    rows = [_tables(example, scores) for example, scores in zip(examples, of_columns, strict=True)]
    labels_t = [_table_labels(example) for example in examples]
    table_models, tables = _stage(rows, labels_t, folds, settings.tables)
    of_tables = [table_models[example.fold].probabilities(row) for example, row in zip(examples, rows, strict=True)]
    say("tables")
    found, network_model, words = _judged(examples, settings, of_columns, of_tables, piece_vectors, say)
    sets = [_sets(example, of_example.tables) for example, of_example in zip(examples, found, strict=True)]
    rows = [_set_rows(*of_example) for of_example in zip(examples, found, sets, strict=True)]
    labels_s = [np.array([whole == example.gold for whole in of]) for example, of in zip(examples, sets, strict=True)]
    learnt = [
        label | (np.arange(len(label)) < settings.sure_sets) | (chance.random(len(label)) < settings.kept_negatives)
        for label in labels_s
    ]
    set_models, whole_model = _stage(
        [row[on] for row, on in zip(rows, learnt, strict=True)],
        [label[on] for label, on in zip(labels_s, learnt, strict=True)],
        folds,
        settings.sets,
    )
    networks, network = _networks(rows, labels_s, folds)
    of_sets = [
        mixed(set_models[example.fold].scores(row), networks[example.fold].log_odds(row))
        for example, row in zip(examples, rows, strict=True)
    ]
    say("sets")
    of_sets = [
        score + adjustments(example.graph, example.demands, of, example.hand_made, example.unexplained)
        for example, of, score in zip(examples, sets, of_sets, strict=True)
    ]
    right = np.array([bool(label[int(np.argmax(score))]) for label, score in zip(labels_s, of_sets, strict=True)])
    features = np.stack(
        [
            calibration_row(
                _probabilities(score), example.unexplained, has_notes=example.texts[0] is not example.texts[1]
            )
            for example, score in zip(examples, of_sets, strict=True)
        ]
    )
    calibration, error = _calibrated(features, right, folds)
    kinds = sorted({example.kind for example in examples})
    among = np.array([bool(label.any()) for label in labels_s])
    member = {kind: np.array([example.kind == kind for example in examples]) for kind in kinds}
    return Fitted(
        ScoringModel(columns, tables, whole_model, network, network_model, words, calibration),
        {kind: round(float(right[member[kind]].mean()), 4) for kind in kinds},
        {kind: round(float(among[member[kind]].mean()), 4) for kind in kinds},
        {kind: int(member[kind].sum()) for kind in kinds},
        error,
        tuple((tuple(of), scores) for of, scores in zip(sets, of_sets, strict=True)),
    )


def _probabilities(scores: Rows) -> Rows:
    return np.asarray(1.0 / (1.0 + np.exp(-scores)), dtype=np.float32)


def _stage(
    rows: Sequence[Rows], labels: Sequence[Labels], folds: NDArray[np.intp], settings: Boosting
) -> tuple[list[Forest], Forest]:
    """A forest for each fold that saw none of it, and one that saw all."""
    out = []
    for fold in range(FOLDS):
        others = np.flatnonzero(folds != fold).tolist()
        out.append(
            fit_forest(np.concatenate([rows[i] for i in others]), np.concatenate([labels[i] for i in others]), settings)
        )
    return out, fit_forest(np.concatenate(rows), np.concatenate(labels), settings)


def _networks(
    rows: Sequence[Rows], labels: Sequence[Labels], folds: NDArray[np.intp]
) -> tuple[list[Perceptron], Perceptron]:
    """As ``_stage``, for the network."""
    out = []
    for fold in range(FOLDS):
        others = np.flatnonzero(folds != fold).tolist()
        out.append(fit_perceptron([rows[i] for i in others], [labels[i] for i in others]))
    return out, fit_perceptron(rows, labels)


def _columns(example: Example) -> Rows:
    return column_features(
        example.graph, schema_features(example.graph), example.candidates, example.texts, example.cue
    )


def _tables(example: Example, columns: Rows) -> Rows:
    vector = hand_made_vector(example.candidates.tables, example.hand_made)
    schema = schema_features(example.graph)
    return table_features(example.graph, schema, example.candidates, example.texts, example.cue, columns, vector)


def _table_labels(example: Example) -> Labels:
    return np.array([bool(example.gold >> position & 1) for position in example.candidates.tables])


def _sets(example: Example, tables: Rows) -> list[int]:
    scores = {position: round(float(tables[k]), 6) for k, position in enumerate(example.candidates.tables)}
    return candidate_sets(example.graph, schema_features(example.graph), scores, list(example.hand_made))


def _set_rows(example: Example, found: Judged, sets: Sequence[int]) -> Rows:
    schema = schema_features(example.graph)
    return set_features(
        example.graph,
        schema,
        example.candidates,
        example.texts,
        example.cue,
        found,
        sets,
        example.hand_made,
        example.demands,
    )


def _judged(
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
    sets = _sets(example, tables)
    members = np.array([[bool(whole >> position & 1) for position in example.candidates.tables] for whole in sets])
    inputs = relation_inputs(
        schema_features(example.graph),
        example.candidates,
        example.texts[1],
        example.words,
        example.question_words,
        (_columns(example), columns),
        (_tables(example, columns), tables),
    )
    right = np.array([whole == example.gold for whole in sets])
    return lesson(example.graph, inputs, texts, members, (example.columns, _table_labels(example), right))


def _calibrated(
    rows: NDArray[np.float64], right: NDArray[np.bool_], folds: NDArray[np.intp]
) -> tuple[NDArray[np.float64], float]:
    """Weights of a logistic regression, and its expected calibration error out of fold."""
    confidence = np.zeros(len(rows))
    for fold in range(FOLDS):
        inside = folds == fold
        confidence[inside] = 1.0 / (1.0 + np.exp(-rows[inside] @ _logistic(rows[~inside], right[~inside])))
    bins = np.minimum((confidence * 10).astype(int), 9)
    gaps = [abs(confidence[bins == k].mean() - right[bins == k].mean()) * (bins == k).mean() for k in set(bins)]
    return _logistic(rows, right), round(float(sum(gaps)), 4)


def _logistic(rows: NDArray[np.float64], right: NDArray[np.bool_], penalty: float = 1.0) -> NDArray[np.float64]:
    """Newton's method; the intercept, in the first column, is not penalised."""
    weights = np.zeros(rows.shape[1])
    ridge = np.full(rows.shape[1], penalty)
    ridge[0] = 1e-6
    for _ in range(50):
        expected = 1.0 / (1.0 + np.exp(-rows @ weights))
        gradient = rows.T @ (right - expected) - ridge * weights
        curvature = (rows * (expected * (1 - expected))[:, None]).T @ rows + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient)
        weights += step
        if float(np.abs(step).max()) < 1e-8:
            break
    return weights


def save(model: ScoringModel) -> dict[str, NDArray[np.generic]]:
    """The arrays of a weights file, with the names of the features that they were fitted to."""
    return {
        **model.columns.arrays("columns"),
        **model.tables.arrays("tables"),
        **model.sets.arrays("sets"),
        **model.comparison.arrays("comparison"),
        **model.network.arrays("network"),
        **model.words.arrays("words"),
        "calibration": model.calibration,
        "columns_names": np.array(COLUMN_FEATURES),
        "tables_names": np.array(TABLE_FEATURES),
        "sets_names": np.array(SET_FEATURES),
    }
