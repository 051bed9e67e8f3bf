"""Fitting the scorer: columns, then tables, then sets, each on what the former says of databases it never saw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.evaluation.training.boosting import Boosting, fit_forest
from gtr_core.evaluation.training.calibration import calibrated
from gtr_core.evaluation.training.example_rows import column_rows, likely_sets, set_rows, table_labels, table_rows
from gtr_core.evaluation.training.examples import FOLDS, Example
from gtr_core.evaluation.training.exceptions import FewDatabasesError, TrainingUnavailableError
from gtr_core.evaluation.training.out_of_fold import judged_out_of_fold
from gtr_core.evaluation.training.perceptron import fit_perceptron
from gtr_core.evaluation.training.relation_aware import NetworkSettings
from gtr_core.retrieval.scoring.column_features import COLUMN_FEATURES
from gtr_core.retrieval.scoring.demands import adjustments
from gtr_core.retrieval.scoring.forest import Forest
from gtr_core.retrieval.scoring.model import ScoringModel, calibration_row, mixed
from gtr_core.retrieval.scoring.perceptron import Perceptron
from gtr_core.retrieval.scoring.scored_sets import active_columns, column_scores
from gtr_core.retrieval.scoring.set_features import SET_FEATURES
from gtr_core.retrieval.scoring.table_features import TABLE_FEATURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]
    Labels = NDArray[np.bool_]

__all__ = ["Fitted", "FittingSettings", "check_installed", "fit", "save"]


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
        FewDatabasesError: All databases are of one fold.
    """
    databases = {table.id.split(".")[0] for example in examples for table in example.graph.tables}
    if len({example.fold for example in examples}) < 2:
        raise FewDatabasesError(len(databases))
    settings = settings or FittingSettings()
    say = progress or (lambda _: None)
    folds = np.array([example.fold for example in examples])
    chance = np.random.default_rng(settings.seed)
    rows = [column_rows(example) for example in examples]
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
    rows = [table_rows(example, scores) for example, scores in zip(examples, of_columns, strict=True)]
    labels_t = [table_labels(example) for example in examples]
    table_models, tables = _stage(rows, labels_t, folds, settings.tables)
    of_tables = [table_models[example.fold].probabilities(row) for example, row in zip(examples, rows, strict=True)]
    say("tables")
    found, network_model, words = judged_out_of_fold(examples, settings, of_columns, of_tables, piece_vectors, say)
    sets = [likely_sets(example, of_example.tables) for example, of_example in zip(examples, found, strict=True)]
    rows = [set_rows(*of_example) for of_example in zip(examples, found, sets, strict=True)]
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
    calibration, error = calibrated(features, right, folds)
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


def check_installed() -> None:
    """Refuse before anything is read what could not be fitted.

    Raises:
        TrainingUnavailableError: LightGBM or torch is not installed.
    """
    for package in ("lightgbm", "torch"):
        if find_spec(package) is None:
            raise TrainingUnavailableError(package)


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
