"""A context in memory for methods that read no index: what a snapshot hands them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gtr_core.context.graph import ContextGraph


def context(graph: ContextGraph) -> Any:
    return SimpleNamespace(id="test", graph=graph, index=None, embeddings=None, encoder_name=None, failed=())
