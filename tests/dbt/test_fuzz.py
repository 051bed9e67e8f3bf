"""Damaged artifacts load or give a ``GtrError``, never another exception. ``GTR_FUZZ`` sets how many are tried."""

from __future__ import annotations

import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from gtr_core.dbt import check, load_catalog
from gtr_core.errors import GtrError
from tests.dbt.artifacts import catalog_entry, generic_test, manifest, model, source
from tests.dbt.mutation import mutated
from tests.dbt.semantic import metric, semantic_model

_DEFAULT = 200
_LARGE = 500_000
_MUTATIONS = int(os.environ.get("GTR_FUZZ", _DEFAULT))
_SELECTIONS: tuple[tuple[str, ...], ...] = ((), ("+orders",), ("tag:x,config.materialized:table", "@people"))
_SAID = {"synonyms": ["a"], "glossary": {"b": "c"}, "joins": [{"to": "people", "columns": "id"}], "primary_key": "id"}


def _made_up() -> dict[str, Any]:
    keys = [{"type": "foreign_key", "to": "main.people", "to_columns": ["id"]}, {"type": "primary_key"}]
    person = {"name": "id", "entity": {"name": "p", "type": "primary"}, "meta": {"gtr": {"personal": True}}}
    exposure = {"name": "e", "owner": {"name": "x"}, "depends_on": {"nodes": ["model.shop.orders"]}}
    ratio = {"numerator": "m", "denominator": {"name": "m"}}
    return manifest(
        model("orders", {"name": "id", "constraints": keys, "tags": ["pii"]}, "total", meta={"gtr": _SAID}, version=1),
        model("people", person),
        source("orders", "id"),
        generic_test("relationships", "ref('orders')", {"column_name": "id", "to": "ref('people')", "field": "id"}),
        generic_test("accepted_values", "ref('orders')", {"column_name": "total", "values": [1, 2]}),
        generic_test("unique_combination_of_columns", "ref('orders')", {"combination_of_columns": ["id", "total"]}),
        semantic_models=semantic_model("orders", measures=[{"name": "m", "agg": "sum"}], defaults={}),
        metrics=metric("m2", "ratio", ratio, filter={"where_filters": []}),
        exposures={"exposure.shop.e": exposure},
        disabled={"model.shop.x": [{"unique_id": "model.shop.x"}]},
    )


def _try(folder: Path, documents: list[dict[str, Any]], beside: list[dict[str, Any]], draw: random.Random) -> bool:
    """Whether one mutation of one manifest, at times with one of another artifact, loads."""
    path, other = folder / "manifest.json", folder / "other.json"
    path.write_bytes(mutated(draw.choice(documents), draw))
    second = draw.choice([None, *beside])
    if second is not None:
        other.write_bytes(mutated(second, draw))
    named = {} if second is None else {"semantic_manifest" if "semantic_models" in second else "catalog": other}
    try:
        catalog = load_catalog(path, **named, select=draw.choice(_SELECTIONS))
    except GtrError as error:
        return not error.problem
    json.dumps(check(catalog))
    ids = {table.id for table in catalog.tables}
    assert all(edge.child in ids and edge.parent in ids and edge.pairs for edge in catalog.joins)
    assert all(key.table in ids and key.columns for key in catalog.keys)
    return True


def _fuzz(folder: Path, documents: list[dict[str, Any]], beside: list[dict[str, Any]], seed: int) -> None:
    draw = random.Random(seed)
    loaded = sum(_try(folder, documents, beside, draw) for _ in range(_MUTATIONS))
    # Were all refused, nothing behind the first check would have been tried.
    assert loaded > _MUTATIONS // 4


def test_made_up_artifacts(tmp_path: Path) -> None:
    entry = catalog_entry("db", "main", "orders", id="INT", total="INT")
    _fuzz(tmp_path, [_made_up()], [{"metadata": {}, "nodes": {"x": entry}, "sources": {}}], seed=1)


@pytest.mark.parametrize("seed", [2])
def test_shared_artifacts(shared: Path, tmp_path: Path, seed: int) -> None:
    def read(pattern: str) -> list[dict[str, Any]]:
        paths = sorted((shared / "dbt").glob(pattern))
        if _MUTATIONS <= _DEFAULT:
            # Most of the time of a large one is spent in writing it.
            paths = [path for path in paths if path.stat().st_size < _LARGE]
        return [json.loads((gzip.open if path.suffix == ".gz" else open)(path, "rb").read()) for path in paths]

    manifests = read("*.manifest.json*")
    for document in manifests:
        # They are never read, and writing them again and again is most of the time.
        del document["macros"]
        document.pop("docs", None)
    _fuzz(tmp_path, manifests, read("*.catalog.json") + read("*.semantic_manifest.json"), seed)
