"""Fitting the relation-aware network, with torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gtr_core.evaluation.training.exceptions import TrainingUnavailableError
from gtr_core.evaluation.training.relation_batches import Batch, Lesson, batches, padded, thinned
from gtr_core.retrieval.scoring.relation_aware import RelationAware
from gtr_core.retrieval.scoring.word_vectors import WordVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor, nn

__all__ = ["NetworkSettings", "centred", "fit_relation_aware"]

_EIGHTH = 8
_FEWEST_STEPS = 20
_FREQUENT = slice(1000, 20_000, 3)


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """How the network is fitted.

    Attributes:
        text: Dimensions of the texts' vectors.
        width: Of a node.
        wide: Of the hidden layer behind each attention.
        epochs: Passes over the lessons.
        budget: Size of a batch; see ``batches``.
        dropped: Share of what stands between layers that is left out.
        dropped_features: Of the hand-made features.
        dropped_texts: Of the descriptions and values; half of it, of the names and words.
        thinned: Up to which share of the tables that a question does not use are left out.
    """

    text: int = 64
    width: int = 64
    wide: int = 128
    epochs: int = 6
    budget: float = 20_000.0
    rate: float = 1.5e-3
    decay: float = 0.05
    dropped: float = 0.25
    dropped_features: float = 0.3
    dropped_texts: float = 0.3
    thinned: float = 0.5
    seed: int = 1


def centred(piece_vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors of word pieces about their mean, of length 1 on average."""
    moved = piece_vectors.astype(np.float32) - piece_vectors.astype(np.float32).mean(axis=0)
    return np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True).mean(), dtype=np.float32)


def fit_relation_aware(
    lessons: Sequence[Lesson],
    texts: NDArray[np.float32],
    piece_vectors: NDArray[np.float32],
    settings: NetworkSettings | None = None,
    progress: Callable[[str], None] | None = None,
) -> tuple[RelationAware, WordVectors]:
    """The network, and the vectors of word pieces that it reads texts by.

    It learns which columns and tables each gold query uses (binary cross entropy), and to give the right set the
    largest share of the candidates (softmax cross entropy).

    Args:
        lessons: The questions.
        texts: ``(n_texts, d)``: the vectors of their texts.
        piece_vectors: ``(n_pieces, d)``: what those were made of.
        settings: See ``NetworkSettings``.
        progress: Told each epoch's mean loss.

    Raises:
        TrainingUnavailableError: torch is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise TrainingUnavailableError("torch") from error
    settings = settings or NetworkSettings()
    torch.manual_seed(settings.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(settings.seed)
    network = _network(lessons, texts, piece_vectors, settings)
    plans = [batches(lessons, settings.budget, chance) for _ in range(settings.epochs)]
    steps = max(sum(len(parts) for parts in plans), _FEWEST_STEPS)
    optimiser = torch.optim.AdamW(network.parameters(), lr=settings.rate, weight_decay=settings.decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=steps, pct_start=0.1)
    for epoch, parts in enumerate(plans):
        total = 0.0
        for part in parts:
            chosen = [thinned(lessons[k], settings.thinned * chance.random(), chance) for k in part]
            loss = network(_tensors(padded(chosen)))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        if progress is not None:
            progress(f"network, epoch {epoch + 1} of {settings.epochs}, loss {total / len(parts):.3f}")
    return _exported(network, piece_vectors)


def _tensors(batch: Batch) -> dict[str, Tensor]:
    import torch

    return {name: torch.from_numpy(array) for name, array in batch.arrays.items()}


def _exported(network: nn.Module, piece_vectors: NDArray[np.float32]) -> tuple[RelationAware, WordVectors]:
    weights = {name: tensor.detach().numpy().copy() for name, tensor in network.state_dict().items()}
    projection = weights.pop("projection.weight")
    del weights["texts"]
    return RelationAware(weights), WordVectors.quantise(piece_vectors @ projection.T)


def _network(
    lessons: Sequence[Lesson],
    texts: NDArray[np.float32],
    piece_vectors: NDArray[np.float32],
    settings: NetworkSettings,
) -> nn.Module:
    from gtr_core.evaluation.training.relation_network import Network

    columns = np.concatenate([one.inputs.column_features for one in lessons[::_EIGHTH]])
    tables = np.concatenate([one.inputs.table_features for one in lessons[::_EIGHTH]])
    _, _, axes = np.linalg.svd(piece_vectors[_FREQUENT], full_matrices=False)
    return Network(columns, tables, texts, axes[: settings.text], settings)
