"""The fitted scores that ship with the package."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from gtr_core.joins.inference.features import JOIN_FEATURES
from gtr_core.joins.inference.keys import KEY_FEATURES
from gtr_core.joins.inference.logistic import Logistic
from gtr_core.joins.inference.trees import BoostedTrees

__all__ = ["join_model", "key_model"]


@lru_cache(maxsize=1)
def key_model() -> Logistic:
    """How likely a unique column is its table's primary key."""
    model = Logistic.from_json(_weights("keys"))
    assert model.features == KEY_FEATURES, "the weights were fitted to other features"
    return model


@lru_cache(maxsize=1)
def join_model() -> BoostedTrees:
    """How likely a column whose values lie within a key refers to it."""
    model = BoostedTrees.from_json(_weights("joins"))
    assert model.features == JOIN_FEATURES, "the weights were fitted to other features"
    return model


def _weights(name: str) -> Any:  # noqa: ANN401 - JSON
    return json.loads((files("gtr_core.joins.inference") / "weights" / f"{name}.json").read_text(encoding="utf-8"))
