"""A few questions, and settings by which a fit of them takes seconds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from gtr_core.evaluation.training.boosting import Boosting
from gtr_core.evaluation.training.examples import FOLDS, Example, Source, read_examples
from gtr_core.evaluation.training.fitting import FittingSettings
from gtr_core.evaluation.training.relation_aware import NetworkSettings
from tests.evaluation.folders import write_folder

__all__ = ["NETWORK", "SETTINGS", "pieces", "small_examples"]

TINY = Boosting(trees=4, least=1, leaves=4)
NETWORK = NetworkSettings(text=8, width=16, wide=16, epochs=1)
SETTINGS = FittingSettings(TINY, TINY, TINY, network=NETWORK)


def pieces() -> np.ndarray:
    """Vectors of as many word pieces as there are."""
    return np.random.default_rng(0).normal(size=(30_522, 16)).astype(np.float32)


def small_examples(folder: Path) -> list[Example]:
    """Four questions, each in a fold of its own in turn and with more than one order of reading."""
    write_folder(folder)
    read = [example for seed in range(3) for example in read_examples(Source(folder), seed)]
    return [replace(example, fold=k % FOLDS) for k, example in enumerate(read)]
