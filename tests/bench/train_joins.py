"""Fit the scores of keys and joins, out of fold by database, and write the weights that ship.

    python -m tests.bench.train_joins SHARED_BENCH_FOLDER [--write] [--no-extra]

Needs scikit-learn, which the package itself does not. The rows of ``spider_data`` are scored out of fold (eleven
folds by database). Databases of ``spider_train`` that are not among these add training rows from their lists
of distinct values, with less weight: how often each value occurs is not known there.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from gtr_core.joins.inference.column_values import ColumnValues, TableValues
from gtr_core.joins.inference.encoding import encode
from gtr_core.joins.inference.features import JOIN_FEATURES
from gtr_core.joins.inference.keys import KEY_FEATURES, key_features
from gtr_core.joins.inference.logistic import Logistic
from gtr_core.joins.inference.preparation import Prepared, prepare
from gtr_core.joins.inference.rules import ruled
from gtr_core.joins.inference.selection import (
    ScoredEdge,
    select_composites,
    select_edges,
    without_parts,
    without_second_keys,
)
from tests.bench.spider_databases import Database, Pair, databases, edge_pair

WEIGHTS = Path(__file__).resolve().parents[2] / "gtr_core" / "joins" / "inference" / "weights"
FOLDS = 11
EXTRA_WEIGHT = 0.5


def value_databases(folder: Path, without: set[str]) -> Iterator[Database]:
    """Databases of which only distinct values are known."""
    schema = json.loads((folder / "schema.json").read_text(encoding="utf-8"))["databases"]
    values: dict[tuple[str, str], dict[str, dict]] = collections.defaultdict(dict)
    with gzip.open(folder / "values.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            values[row["db"], row["table"]][row["column"]] = row
    for name, database in schema.items():
        if name not in without and database["foreign_keys"]:
            yield Database(
                name,
                tuple(_table(table, values.get((name, table["name"]), {})) for table in database["tables"]),
                {table["name"]: tuple(table["primary_key"]) for table in database["tables"] if table["primary_key"]},
                frozenset(
                    edge_pair(key["from_table"], key["from_column"], key["to_table"], key["to_column"])
                    for key in database["foreign_keys"]
                ),
            )


def _table(table: dict, values: dict[str, dict]) -> TableValues:
    sizes = [row.get("n_distinct") or len(row["values"]) for row in values.values()]
    rows = table.get("row_count") or max(sizes, default=0)
    columns = []
    for place, column in enumerate(table["columns"]):
        row = values.get(column["name"], {"values": []})
        raw = row["values"]
        known = row.get("n_distinct") or len(raw)
        kind, numbers, as_text = encode(_typed(raw, column["type"]))
        distinct = np.unique(numbers)
        columns.append(
            ColumnValues(
                table["name"], column["name"], place, len(table["columns"]), kind, rows, rows, rows,
                known <= len(raw), distinct, np.ones(len(distinct), np.int64),
                float(np.mean([len(value) for value in raw[:500]])) if raw else 0.0, as_text,
                bool(known and known == rows and kind not in ("real", "other")),
            )
        )  # fmt: skip
    return TableValues(table["name"], table["name"], rows, True, tuple(columns), np.empty((len(columns), 0), np.int32))


def _typed(raw: Sequence[str], declared: str) -> Sequence[object]:
    if declared in ("number", "integer", "real"):
        try:
            return [float(value) for value in raw]
        except ValueError:
            return raw
    return raw


def key_rows(found: Sequence[Database]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vectors, labels and databases of unique columns of tables whose declared key is one of them."""
    vectors, labels, groups = [], [], []
    for place, database in enumerate(found):
        for table in database.tables:
            declared = database.keys.get(table.table, ())
            unique = key_features(table)
            if len(declared) == 1 and any(column.name.lower() == declared[0].lower() for column, _ in unique):
                for column, features in unique:
                    vectors.append(features)
                    labels.append(column.name.lower() == declared[0].lower())
                    groups.append(place)
    return np.array(vectors, float), np.array(labels, int), np.array(groups)


def fit_logistic(vectors: np.ndarray, labels: np.ndarray, features: Sequence[str], strength: float) -> Logistic:
    from sklearn.linear_model import LogisticRegression

    mean, scale = vectors.mean(0), vectors.std(0)
    scale[scale == 0] = 1
    fitted = LogisticRegression(C=strength, max_iter=5000).fit((vectors - mean) / scale, labels)
    return Logistic(tuple(features), mean, scale, fitted.coef_[0], float(fitted.intercept_[0]))


def fit_trees(vectors: np.ndarray, labels: np.ndarray, weights: np.ndarray):
    from sklearn.ensemble import GradientBoostingClassifier

    return GradientBoostingClassifier(
        n_estimators=320, max_depth=3, learning_rate=0.03, subsample=0.7, max_features=0.35, min_samples_leaf=6,
        random_state=0,
    ).fit(vectors, labels, sample_weight=weights)  # fmt: skip


def trees_form(fitted, slope: float, offset: float) -> dict:
    trees = []
    for (regressor,) in fitted.estimators_:
        tree = regressor.tree_
        trees.append(
            {
                "feature": [int(x) if x >= 0 else -1 for x in tree.feature],
                "threshold": [round(float(x), 6) for x in tree.threshold],
                "left": [max(0, int(x)) for x in tree.children_left],
                "right": [max(0, int(x)) for x in tree.children_right],
                "value": [round(float(x) * fitted.learning_rate, 6) for x in tree.value[:, 0, 0]],
            }
        )
    prior = fitted.init_.class_prior_
    return {
        "features": list(JOIN_FEATURES), "intercept": float(np.log(prior[1] / prior[0])), "slope": slope,
        "offset": offset, "trees": trees,
    }  # fmt: skip


def calibration(scores: np.ndarray, labels: np.ndarray) -> tuple[float, float]:
    """Slope and offset (Platt, 1999) that turn summed scores into probabilities."""
    from sklearn.linear_model import LogisticRegression

    fitted = LogisticRegression(C=1e6).fit(scores[:, None], labels)
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def labelled(prepared: Prepared, database: Database) -> np.ndarray:
    return np.array(
        [edge_pair(*one.child.column.id, *one.parent.column.id) in database.edges for one in prepared.candidates], int
    )


def chosen_edges(prepared: Prepared, confidences: np.ndarray, least: float) -> tuple[ScoredEdge, ...]:
    """What ``infer_joins`` takes of these candidates at these confidences."""
    singles = select_edges(prepared.candidates, ruled(prepared.candidates, confidences, prepared.facts), least)
    singles = without_second_keys(singles, prepared.facts.primary)
    wide = select_composites(prepared.composites, singles, least)
    return (*without_parts(singles, wide), *wide)


def edge_pairs(edge: ScoredEdge) -> set[Pair]:
    """An edge as unordered pairs of columns."""
    return {
        edge_pair(edge.child, one, edge.parent, other)
        for one, other in zip(edge.child_columns, edge.parent_columns, strict=True)
    }


def pairs_of(edges: Sequence[ScoredEdge]) -> set[Pair]:
    return {pair for edge in edges for pair in edge_pairs(edge)}


@dataclass(frozen=True)
class Folds:
    """The databases with rows, each scored by models of the databases of other folds.

    Attributes:
        vectors, targets, groups, weights: Of all candidates, those of training databases without rows after.
        scores: (candidates,) float64, out of fold; 0 for those without rows.
        confidences: By database, out of fold, calibrated on the scores of the other folds.
        labels: By database.
    """

    databases: tuple[Database, ...]
    prepared: tuple[Prepared, ...]
    vectors: np.ndarray
    targets: np.ndarray
    groups: np.ndarray
    weights: np.ndarray
    scores: np.ndarray
    confidences: tuple[np.ndarray, ...]
    labels: tuple[np.ndarray, ...]

    def fitted_without(self, features: Sequence[int]) -> Folds:
        """The same, fitted anew with those features blanked."""
        vectors = self.vectors.copy()
        vectors[:, list(features)] = 0.0
        scores, confidences = _out_of_fold(vectors, self.targets, self.groups, self.weights, len(self.databases))
        return replace(self, vectors=vectors, scores=scores, confidences=confidences)

    def found(self, least: float) -> list[set[Pair]]:
        """Pairs that are found, by database."""
        return [
            pairs_of(chosen_edges(one, two, least)) for one, two in zip(self.prepared, self.confidences, strict=True)
        ]


def _out_of_fold(
    vectors: np.ndarray, targets: np.ndarray, groups: np.ndarray, weights: np.ndarray, own: int
) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    scores = np.zeros(len(targets))
    for fold in range(FOLDS):
        tested = (groups % FOLDS == fold) & (groups < own)
        fitted = fit_trees(vectors[~tested], targets[~tested], weights[~tested])
        scores[tested] = fitted.decision_function(vectors[tested])
    confidences = np.zeros(len(targets))
    for fold in range(FOLDS):
        tested = (groups % FOLDS == fold) & (groups < own)
        others = ~tested & (groups < own)
        slope, offset = calibration(scores[others], targets[others])
        confidences[tested] = 1 / (1 + np.exp(-(slope * scores[tested] + offset)))
    return scores, tuple(confidences[groups == place] for place in range(own))


def folds_of(folder: Path, *, with_extra: bool = True) -> Folds:
    """All databases of ``spider_data``, scored out of fold.

    The score of a key, a feature of joins, is fitted for each fold without it, too.
    """
    measured = tuple(databases(folder / "spider_data"))
    names = {database.name for database in measured}
    extra = list(value_databases(folder / "spider_train", names)) if with_extra else []
    key_vectors, key_labels, key_groups = key_rows(measured)
    prepared: list[Prepared] = []
    for place, database in enumerate(measured):
        held_out = key_groups % FOLDS != place % FOLDS
        model = fit_logistic(key_vectors[held_out], key_labels[held_out], KEY_FEATURES, 1.0)
        prepared.append(prepare(database.tables, model))
    more = [prepare(database.tables, fit_logistic(key_vectors, key_labels, KEY_FEATURES, 1.0)) for database in extra]
    both = list(zip((*prepared, *more), (*measured, *extra), strict=True))
    vectors = np.concatenate([one.features for one, _ in both])
    targets = np.concatenate([labelled(one, database) for one, database in both])
    groups = np.repeat(np.arange(len(both)), [len(one.candidates) for one, _ in both])
    weights = np.where(groups < len(prepared), 1.0, EXTRA_WEIGHT)
    scores, confidences = _out_of_fold(vectors, targets, groups, weights, len(prepared))
    labels = tuple(targets[groups == place] for place in range(len(prepared)))
    return Folds(measured, tuple(prepared), vectors, targets, groups, weights, scores, confidences, labels)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--no-extra", action="store_true", help="without databases of which only values are known")
    arguments = parser.parse_args()
    folds = folds_of(arguments.folder, with_extra=not arguments.no_extra)
    declared = sum(len(one.edges) for one in folds.databases)
    for least in (0.3, 0.35, 0.4, 0.5, 0.6, 0.7):
        pairs = folds.found(least)
        found = sum(len(one) for one in pairs)
        hits = sum(len(one & database.edges) for one, database in zip(pairs, folds.databases, strict=True))
        print(f"least {least}: precision {hits / found:.3f} recall {hits / declared:.3f} ({found} found)")
    if arguments.write:
        WEIGHTS.mkdir(exist_ok=True)
        own = folds.groups < len(folds.databases)
        slope, offset = calibration(folds.scores[own], folds.targets[own])
        _write("joins.json", trees_form(fit_trees(folds.vectors, folds.targets, folds.weights), slope, offset))
        key_vectors, key_labels, _ = key_rows(folds.databases)
        model = fit_logistic(key_vectors, key_labels, KEY_FEATURES, 1.0)
        _write(
            "keys.json",
            {
                "features": list(KEY_FEATURES), "mean": model.mean.round(6).tolist(),
                "scale": model.scale.round(6).tolist(), "weights": model.weights.round(6).tolist(),
                "intercept": model.intercept,
            },
        )  # fmt: skip


def _write(name: str, form: dict) -> None:
    (WEIGHTS / name).write_text(json.dumps(form, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
