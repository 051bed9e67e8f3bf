from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gtr_core.catalog import Catalog
from gtr_core.dbt import load_catalog
from tests.dbt.artifacts import manifest, written

Load = Callable[..., Catalog]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Loads nodes as a manifest: ``load(node, ..., adapter=, catalog={unique_id: entry}, select=)``."""

    def loaded(
        *nodes: dict[str, Any],
        catalog: dict[str, Any] | None = None,
        select: tuple[str, ...] = (),
        exclude: tuple[str, ...] = (),
        **rest: Any,
    ) -> Catalog:
        path = written(tmp_path, manifest(*nodes, **rest))
        entries = {"metadata": {}, "nodes": catalog, "sources": {}} if catalog is not None else None
        beside = written(tmp_path, entries, "catalog.json") if entries is not None else None
        return load_catalog(path, beside, select=select, exclude=exclude)

    return loaded
