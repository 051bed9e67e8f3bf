"""Training the scorer of the walk (JoinGR) on questions with gold tables. Needs torch (the ``training`` extra)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gtr_core.evaluation.walk_examples import WalkExamples
from gtr_core.evaluation.walk_plans import Plans, joined_steps
from gtr_core.retrieval.walk.join_graph import JoinGraph
from gtr_core.retrieval.walk.scorer import LearnedScorer

if TYPE_CHECKING:
    import torch

__all__ = ["TrainingSettings", "train_walk"]

_FIRST_DECAY = 0.5


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How the scorer is trained.

    The defaults are those of JoinGR's table 4, but for the batch, which it does not say, and for the epochs, of which
    it has 20.

    Attributes:
        own_share: Share of the questions, drawn anew in each epoch, whose anchors are taken from the
            tables of their own database alone; of the others they are taken from all tables.
        kept: As in ``WalkSettings``.
        seed: Of all that is drawn.
    """

    anchors: int = 5
    hops: int = 5
    hidden: int = 64
    dropout: float = 0.3
    learning_rate: float = 1e-3
    weight_decay: float = 1e-4
    clipping: float = 1.0
    factor: float = 0.5
    patience: int = 3
    margin: float = 0.1
    epochs: int = 8
    batch: int = 64
    own_share: float = 0.3
    kept: float = 1.0
    seed: int = 7


def train_walk(
    graph: JoinGraph,
    examples: WalkExamples,
    settings: TrainingSettings | None = None,
    *,
    held_out: WalkExamples | None = None,
    report: Callable[[str], None] = lambda line: None,
) -> LearnedScorer:
    """Fit the scorer and the decay of each hop with the pairwise margin loss over tables.

    Encoder, columns and edges stay as they are. The learning rate falls where the loss on ``held_out`` (else on
    the training questions) stands still.

    Source: JoinGR, sections 3.2.5 and 4, appendix B.
    """
    import torch

    settings = settings or TrainingSettings()
    torch.manual_seed(settings.seed)
    random = np.random.default_rng(settings.seed)
    network = _network(graph, settings)
    parameters = [tensor for tensor in network.values() if tensor.requires_grad]
    optimizer = torch.optim.Adam(parameters, lr=settings.learning_rate, weight_decay=settings.weight_decay)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(
        optimizer, factor=settings.factor, patience=settings.patience
    )
    plans = Plans(graph, settings.hops)
    usable = [i for i, gold in enumerate(examples.gold) if set(examples.own[i]) - set(gold)]
    for epoch in range(settings.epochs):
        total = 0.0
        order = random.permutation(usable)
        for start in range(0, len(order), settings.batch):
            batch = examples.take([int(i) for i in order[start : start + settings.batch]])
            alone = random.random(len(batch.gold)) < settings.own_share
            loss = _loss(network, plans, batch, alone, settings, dropout=settings.dropout)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, settings.clipping)
            optimizer.step()
            total += float(loss.detach()) * len(batch.gold)
        trained = total / max(len(order), 1)
        watched = trained if held_out is None else _loss_on(network, plans, held_out, settings)
        scheduler.step(watched)
        report(f"epoch {epoch + 1}: loss {trained:.4f}, watched {watched:.4f}")
    return _scorer(network)


def _network(graph: JoinGraph, settings: TrainingSettings) -> dict[str, torch.Tensor]:
    """Parameters as a linear layer over all features at once would draw them."""
    import torch

    dimensions = graph.nodes.vectors.shape[1]
    bound = (4 * dimensions + 2) ** -0.5
    drawn = torch.Generator().manual_seed(settings.seed)

    def uniform(*shape: int, limit: float = bound) -> torch.Tensor:
        return ((torch.rand(*shape, generator=drawn) * 2 - 1) * limit).requires_grad_()

    hidden = settings.hidden
    first = {name: uniform(dimensions, hidden) for name in ("question", "edge", "frontier", "reached")}
    return {
        **first,
        "deposit": uniform(hidden),
        "hop": uniform(hidden),
        "bias": uniform(hidden),
        "scale": torch.ones(hidden, requires_grad=True),
        "shift": torch.zeros(hidden, requires_grad=True),
        "output": uniform(hidden, limit=hidden**-0.5),
        "decay": torch.full((settings.hops,), float(np.log(_FIRST_DECAY / (1 - _FIRST_DECAY))), requires_grad=True),
        "node_vectors": torch.from_numpy(np.ascontiguousarray(graph.nodes.vectors)),
        "edge_vectors": torch.from_numpy(np.ascontiguousarray(graph.edge_vectors)),
    }


def _loss_on(
    network: dict[str, torch.Tensor], plans: Plans, examples: WalkExamples, settings: TrainingSettings
) -> float:
    import torch

    losses = []
    with torch.no_grad():
        for start in range(0, len(examples.gold), 256):
            batch = examples.take(range(start, min(start + 256, len(examples.gold))))
            alone = np.zeros(len(batch.gold), np.bool_)
            losses.append(float(_loss(network, plans, batch, alone, settings, dropout=0.0)))
    return float(np.mean(losses)) if losses else 0.0


def _loss(
    network: dict[str, torch.Tensor],
    plans: Plans,
    batch: WalkExamples,
    alone: NDArray[np.bool_],
    settings: TrainingSettings,
    *,
    dropout: float,
) -> torch.Tensor:
    """The mean over questions of the mean over pairs of a gold table and another of its database, or an anchor.

    The anchors from other databases are ours: over a union of databases they are what must be outranked.
    """
    import torch

    anchors = [
        _anchors(batch.similarities[row], batch.own[row] if alone[row] else None, settings.anchors)
        for row in range(len(batch.gold))
    ]
    scores = _table_scores(network, plans, batch, anchors, dropout)
    scores = scores + settings.kept * torch.from_numpy(np.maximum(batch.similarities, 0.0))
    losses = []
    for row, gold in enumerate(batch.gold):
        others = sorted((set(batch.own[row]) | {int(anchor) for anchor in anchors[row]}) - set(gold))
        if others:
            right, wrong = scores[row, list(gold)], scores[row, others]
            losses.append(torch.relu(settings.margin - right[:, None] + wrong[None, :]).mean())
    return torch.stack(losses).mean() if losses else scores.sum() * 0.0


def _anchors(similarities: NDArray[np.float32], among: Sequence[int] | None, most: int) -> NDArray[np.int64]:
    if among is None:
        return np.argsort(-similarities, kind="stable")[:most]
    tables = np.array(among, np.int64)
    return tables[np.argsort(-similarities[tables], kind="stable")[:most]]


def _table_scores(
    network: dict[str, torch.Tensor],
    plans: Plans,
    batch: WalkExamples,
    anchors: Sequence[NDArray[np.int64]],
    dropout: float,
) -> torch.Tensor:
    """``(n_questions, n_tables)``: what ``gtr_core.retrieval.walk.walking.walk`` computes, with gradients."""
    import torch

    n_tables = plans.graph.n_tables
    asked = torch.from_numpy(batch.vectors) @ network["question"] + network["bias"]
    edges = network["edge_vectors"] @ network["edge"]
    frontier = network["node_vectors"] @ network["frontier"]
    reached = network["node_vectors"] @ network["reached"]
    decay = torch.sigmoid(network["decay"])
    walkers = [(row, int(anchor)) for row, own in enumerate(anchors) for anchor in own]
    first = [max(float(batch.similarities[row, anchor]), 0.0) for row, anchor in walkers]
    deposits = torch.tensor(first)
    flat = torch.zeros(len(batch.gold) * n_tables)
    stays = [i for i, (_, anchor) in enumerate(walkers) if not plans.of(anchor)]
    if stays:
        places = torch.tensor([walkers[i][0] * n_tables + walkers[i][1] for i in stays])
        flat = flat.index_add(0, places, deposits[stays] * decay[0])
    live = [i for i in range(len(walkers)) if plans.of(walkers[i][1])]
    deposits = deposits[live]
    following = [walkers[i] for i in live]
    for hop in range(plans.hops):
        if not following:
            break
        steps = joined_steps(following, plans, hop)
        rows = torch.from_numpy(steps.rows)
        hidden = (
            asked[rows]
            + network["hop"] * (hop + 1)
            + edges[torch.from_numpy(steps.edges)]
            + frontier[torch.from_numpy(batch.best[steps.rows, steps.tables].astype(np.int64))]
            + reached[torch.from_numpy(batch.best[steps.rows, steps.reached].astype(np.int64))]
            + deposits[torch.from_numpy(steps.source)][:, None] * network["deposit"]
        )
        normal = torch.nn.functional.layer_norm(hidden, hidden.shape[1:], network["scale"], network["shift"])
        active = torch.nn.functional.dropout(torch.relu(normal), dropout, training=dropout > 0)
        given = _parted(active @ network["output"], torch.from_numpy(steps.source), deposits) * decay[hop]
        flat = flat.index_add(0, rows * n_tables + torch.from_numpy(steps.tables), given)
        other = torch.from_numpy(np.flatnonzero(steps.tables != steps.reached))
        flat = flat.index_add(0, rows[other] * n_tables + torch.from_numpy(steps.reached)[other], given[other])
        onward = torch.from_numpy(np.flatnonzero(steps.onward >= 0))
        deposits = torch.zeros(steps.size_next).index_add(0, torch.from_numpy(steps.onward)[onward], given[onward])
        following = steps.following
    return flat.view(len(batch.gold), n_tables)


def _parted(scores: torch.Tensor, source: torch.Tensor, deposits: torch.Tensor) -> torch.Tensor:
    """Each frontier table's deposit, parted among its steps by the softmax of their scores."""
    import torch

    highest = torch.full((len(deposits),), -torch.inf).scatter_reduce(0, source, scores.detach(), "amax")
    powers = torch.exp(scores - highest[source])
    sums = torch.zeros(len(deposits)).index_add(0, source, powers)
    return deposits[source] * powers / sums[source]


def _scorer(network: dict[str, torch.Tensor]) -> LearnedScorer:
    import torch

    weights = {name: tensor for name, tensor in network.items() if not name.endswith("_vectors")}
    weights["decay"] = torch.sigmoid(weights["decay"])
    return LearnedScorer(**{name: tensor.detach().numpy().astype(np.float32) for name, tensor in weights.items()})
