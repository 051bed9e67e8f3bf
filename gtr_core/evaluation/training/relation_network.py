"""The relation-aware network for batches, in torch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from gtr_core.retrieval.scoring.relation_aware import CUT, HEADS, LAYERS, NEAR_WORDS, PAIR

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gtr_core.evaluation.training.relation_aware import NetworkSettings

__all__ = ["Network"]

_LEAST_SCALE = 1e-2
_COLUMNS_WEIGHT = 0.5
_SETS_WEIGHT = 2.0
_FAR = -1e4


class Layer(nn.Module):  # type: ignore[misc]
    """Attention among all nodes, with what relates them, and a hidden layer behind it."""

    def __init__(self, settings: NetworkSettings) -> None:
        super().__init__()
        width = settings.width
        self.attention, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norm_attention, self.norm_wide = nn.LayerNorm(width), nn.LayerNorm(width)
        self.wide, self.narrow = nn.Linear(width, settings.wide), nn.Linear(settings.wide, width)
        self.dropout = nn.Dropout(settings.dropped)
        sizes = {"words": 1, "word_column": 6, "word_table": 4, "column_word": 6, "columns": 2}
        sizes |= {"column_table": 1, "table_word": 4, "table_column": 1, "tables": 1}
        for name, size in sizes.items():
            relation = nn.Linear(size, HEADS)
            nn.init.normal_(relation.weight, std=0.5)
            self.add_module(name, relation)

    def _bias(self, r: dict[str, Tensor]) -> Tensor:
        def heads(name: str, relation: str, *, turned: bool = False) -> Tensor:
            weighed: Tensor = self.get_submodule(name)(r[relation])
            return weighed.permute(0, 3, 2, 1) if turned else weighed.permute(0, 3, 1, 2)

        words = heads("words", "near").expand(r["owner"].shape[0], -1, -1, -1)
        rows = (
            (words, heads("word_column", "word_column"), heads("word_table", "word_table")),
            (
                heads("column_word", "word_column", turned=True),
                heads("columns", "columns"),
                heads("column_table", "owner"),
            ),
            (
                heads("table_word", "word_table", turned=True),
                heads("table_column", "owner", turned=True),
                heads("tables", "tables"),
            ),
        )
        return torch.cat([torch.cat(row, 3) for row in rows], 2)

    def forward(self, nodes: Tensor, relations: dict[str, Tensor], there: Tensor) -> Tensor:
        """``(B, N, width)`` after the layer; ``there`` tells which of the N nodes are no padding."""
        n, count, width = nodes.shape
        size = width // HEADS
        mixed = self.attention(self.norm_attention(nodes)).view(n, count, 3, HEADS, size)
        query, key, value = mixed.permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) / math.sqrt(size) + self._bias(relations)
        shares = scores.masked_fill(~there[:, None, None, :], _FAR).softmax(-1)
        nodes = nodes + self.dropout(self.out((shares @ value).transpose(1, 2).reshape(n, count, width)))
        wide: Tensor = self.narrow(torch.relu(self.wide(self.norm_wide(nodes))))
        return nodes + self.dropout(wide)


class Network(nn.Module):  # type: ignore[misc]
    """The network of ``gtr_core.retrieval.scoring.relation_aware`` for batches; called, it gives the loss.

    Args:
        column_rows: ``(n, n_features)`` rows by which the features of columns are standardised.
        table_rows: Likewise of tables.
        texts: ``(n_texts, d)``.
        axes: ``(text, d)``: where the projection of texts starts from.
        settings: See ``NetworkSettings``.
    """

    def __init__(
        self,
        column_rows: NDArray[np.float32],
        table_rows: NDArray[np.float32],
        texts: NDArray[np.float32],
        axes: NDArray[np.float32],
        settings: NetworkSettings,
    ) -> None:
        super().__init__()
        self.settings = settings
        width = settings.width
        self.register_buffer("texts", torch.from_numpy(texts))
        for name, rows in (("column", column_rows), ("table", table_rows)):
            self.register_buffer(f"{name}_mean", torch.from_numpy(rows.mean(axis=0)))
            self.register_buffer(f"{name}_scale", torch.from_numpy(rows.std(axis=0) + _LEAST_SCALE))
        self.projection = nn.Linear(texts.shape[1], settings.text, bias=False)
        self.projection.weight.data = torch.from_numpy(axes.copy())
        self.note = nn.Parameter(torch.zeros(width))
        self.word, self.table = nn.Linear(settings.text, width), nn.Linear(settings.text, width)
        self.column = nn.Linear(4 * settings.text, width)
        self.column_features = nn.Linear(column_rows.shape[1], width)
        self.table_features = nn.Linear(table_rows.shape[1], width)
        self.layers = nn.ModuleList([Layer(settings) for _ in range(LAYERS)])
        self.dropout = nn.Dropout(settings.dropped_features)
        for name in ("columns", "tables"):
            self.add_module(f"{name}_norm", nn.LayerNorm(width))
            self.add_module(f"{name}_inner", nn.Linear(width, width))
            self.add_module(f"{name}_outer", nn.Linear(width, 1))
        self.sets_norm, self.alone = nn.LayerNorm(width), nn.Linear(width, 1)
        self.pair_left, self.pair_right = nn.Linear(width, PAIR), nn.Linear(width, PAIR)
        self.pair_adjacent = nn.Linear(1, 1)

    def _vectors(self, numbers: Tensor, dropped: float) -> Tensor:
        found: Tensor = self.projection(self.texts[numbers])
        if self.training and dropped:
            found = found * (torch.rand(found.shape[:-1]) >= dropped)[..., None]
        return found

    def _standard(self, name: str, rows: Tensor) -> Tensor:
        mean, scale = self.get_buffer(f"{name}_mean"), self.get_buffer(f"{name}_scale")
        out: Tensor = self.dropout(((rows - mean) / scale).clamp(-CUT, CUT))
        return out

    def _head(self, name: str, nodes: Tensor) -> Tensor:
        inner = torch.relu(self.get_submodule(f"{name}_inner")(self.get_submodule(f"{name}_norm")(nodes)))
        out: Tensor = self.get_submodule(f"{name}_outer")(inner)
        return out.squeeze(-1)

    def _nodes(self, b: dict[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        few = self.settings.dropped_texts / 2
        words, names, tables = (self._vectors(b[name], few) for name in ("words", "names", "tables"))
        described, held = (self._vectors(b[name], self.settings.dropped_texts) for name in ("descriptions", "values"))
        at = b["table_of"][..., None].expand(-1, -1, tables.shape[-1])
        parts = torch.cat([names, described, held, torch.gather(tables, 1, at)], -1)
        nodes = torch.cat(
            [
                self.word(words) + b["notes"][..., None] * self.note,
                self.column(parts) + self.column_features(self._standard("column", b["column_features"])),
                self.table(tables) + self.table_features(self._standard("table", b["table_features"])),
            ],
            1,
        )
        owner = F.one_hot(b["table_of"], tables.shape[1]).float() * b["has_columns"][..., None]
        places = torch.arange(words.shape[1]).float()
        unit = [F.normalize(vectors, dim=-1, eps=1e-4).transpose(1, 2) for vectors in (names, described, tables)]
        like = F.normalize(words, dim=-1, eps=1e-4)
        return nodes, {
            "near": (-(places[:, None] - places[None]).abs() / NEAR_WORDS).exp()[None, ..., None],
            "word_column": torch.cat([b["word_column"], *((like @ of)[..., None] for of in unit[:2])], -1),
            "word_table": torch.cat([b["word_table"], (like @ unit[2])[..., None]], -1),
            "columns": torch.stack([owner @ owner.transpose(1, 2), owner @ b["adjacent"] @ owner.transpose(1, 2)], -1),
            "owner": owner[..., None],
            "tables": b["adjacent"][..., None],
        }

    def forward(self, b: dict[str, Tensor]) -> Tensor:
        """The mean loss of a batch, by the names of ``Batch``."""
        nodes, relations = self._nodes(b)
        there = torch.cat([b["has_words"], b["has_columns"], b["has_tables"]], 1)
        for layer in self.layers:
            nodes = layer(nodes, relations, there)
        n_words, n_columns = b["words"].shape[1], b["names"].shape[1]
        of_columns = self._head("columns", nodes[:, n_words : n_words + n_columns])
        tables = nodes[:, n_words + n_columns :]
        of_tables = self._head("tables", tables)
        normal = self.sets_norm(tables)
        pairs = self.pair_left(normal) @ self.pair_right(normal).transpose(1, 2) / math.sqrt(PAIR)
        pairs = (pairs + pairs.transpose(1, 2)) / 2 + self.pair_adjacent(b["adjacent"][..., None]).squeeze(-1)
        pairs = pairs * (1 - torch.eye(pairs.shape[1]))
        alone = self.alone(normal).squeeze(-1) + of_tables
        held = b["members"]
        sets = (held * alone[:, None]).sum(-1) + 0.5 * ((held @ pairs) * held).sum(-1)
        return _loss(b, of_columns, of_tables, sets.masked_fill(~b["has_sets"], _FAR))


def _loss(b: dict[str, Tensor], columns: Tensor, tables: Tensor, sets: Tensor) -> Tensor:
    def each(scores: Tensor, right: Tensor, counts: Tensor) -> Tensor:
        losses = F.binary_cross_entropy_with_logits(scores, right, reduction="none") * counts
        return losses.sum(1).mean()

    loss = _COLUMNS_WEIGHT * each(columns, b["right_columns"], b["has_columns"] * b["labelled"])
    loss = loss + each(tables, b["right_tables"], b["has_tables"])
    if bool((b["right_set"] >= 0).any()):
        loss = loss + _SETS_WEIGHT * F.cross_entropy(sets, b["right_set"], ignore_index=-1)
    return loss
