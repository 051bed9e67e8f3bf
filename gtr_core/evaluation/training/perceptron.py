"""Fitting the network that compares candidate sets, with torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.evaluation.training.exceptions import TrainingUnavailableError
from gtr_core.retrieval.scoring.perceptron import Perceptron

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["fit_perceptron"]

HIDDEN = 64
EPOCHS = 14
QUESTIONS_A_STEP = 48
RATE = 2e-3
DECAY = 1e-3
DROPPED = 0.15


def fit_perceptron(
    rows: Sequence[NDArray[np.float32]], labels: Sequence[NDArray[np.bool_]], seed: int = 5
) -> Perceptron:
    """A network that gives the right set of each question the largest share (softmax cross entropy).

    Questions whose right set is no candidate teach nothing and are left out.

    Args:
        rows: Per question ``(n_sets, n_features)``.
        labels: Per question ``(n_sets,)``.
        seed: Of the first weights, the order and the dropout.

    Raises:
        TrainingUnavailableError: torch is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise TrainingUnavailableError("torch") from error
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    kept = [i for i, label in enumerate(labels) if label.any()]
    every = np.concatenate([rows[i] for i in kept])
    mean, scale = every.mean(axis=0), every.std(axis=0) + 1e-3
    most = max(len(rows[i]) for i in kept)
    padded = np.zeros((len(kept), most, every.shape[1]), dtype=np.float32)
    absent = np.ones((len(kept), most), dtype=bool)
    right = np.zeros(len(kept), dtype=np.int64)
    for k, i in enumerate(kept):
        padded[k, : len(rows[i])] = np.clip((rows[i] - mean) / scale, -5.0, 5.0)
        absent[k, : len(rows[i])] = False
        right[k] = int(np.argmax(labels[i]))
    inputs, gone, gold = torch.from_numpy(padded), torch.from_numpy(absent), torch.from_numpy(right)
    first = torch.nn.Linear(every.shape[1], HIDDEN)
    last = torch.nn.Linear(HIDDEN, 1, bias=False)
    network = torch.nn.Sequential(first, torch.nn.ReLU(), torch.nn.Dropout(DROPPED), last)
    steps = EPOCHS * -(-len(kept) // QUESTIONS_A_STEP)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    order = np.random.default_rng(seed)
    for _ in range(EPOCHS):
        shuffled = order.permutation(len(kept))
        for start in range(0, len(kept), QUESTIONS_A_STEP):
            part = torch.from_numpy(shuffled[start : start + QUESTIONS_A_STEP])
            scores = network(inputs[part]).squeeze(-1).masked_fill(gone[part], -1e9)
            loss = torch.nn.functional.cross_entropy(scores, gold[part])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    return Perceptron(
        mean.astype(np.float32),
        scale.astype(np.float32),
        first.weight.detach().numpy().T.copy(),
        first.bias.detach().numpy().copy(),
        last.weight.detach().numpy()[0].copy(),
    )
