"""Files that are not what was written."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gtr_core.errors import GtrError
from gtr_core.index import DamagedIndexError, ValueIndex, write_index
from gtr_core.index.layout import ARRAYS
from tests.index.indexes import name, value


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_index([value("Oslo"), value("New York"), name("o_orderdate", "orders", "o_orderdate")], tmp_path)
    return tmp_path


@pytest.mark.parametrize("array", [*ARRAYS, "index"])
def test_a_missing_file_is_named_with_the_remedy(folder: Path, array: str) -> None:
    path = next(folder.glob(f"{array}.*"))
    path.unlink()
    with pytest.raises(DamagedIndexError, match=rf"{path.name} is missing.*gtr build --full-refresh"):
        ValueIndex.open(folder)


@pytest.mark.parametrize("array", ARRAYS)
@pytest.mark.parametrize("keep", [0.0, 0.3, 0.97])
def test_a_cut_file_is_refused(folder: Path, array: str, keep: float) -> None:
    path = folder / f"{array}.npy"
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * keep)])
    with pytest.raises(DamagedIndexError) as caught:
        ValueIndex.open(folder)
    assert caught.value.path == path


def test_pickled_objects_are_refused(folder: Path) -> None:
    np.save(folder / "keys.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(DamagedIndexError, match=r"keys\.npy"):
        ValueIndex.open(folder)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"format": 99}', '{"format": 1}', '{"format": 1, "bucket_bits": 99, "items": {}}']
)
def test_a_header_that_is_none_is_refused(folder: Path, text: str) -> None:
    (folder / "index.json").write_text(text)
    with pytest.raises(DamagedIndexError, match=r"index\.json"):
        ValueIndex.open(folder)


def test_arrays_of_another_index_are_refused(folder: Path) -> None:
    header = json.loads((folder / "index.json").read_text())
    header["items"]["keys"] += 1
    (folder / "index.json").write_text(json.dumps(header))
    with pytest.raises(DamagedIndexError, match=r"keys\.npy holds"):
        ValueIndex.open(folder)


def test_postings_that_lead_nowhere_are_an_error_of_the_index(folder: Path) -> None:
    things = np.load(folder / "posting_things.npy")
    np.save(folder / "posting_things.npy", np.full_like(things, 4_000_000))
    with pytest.raises(GtrError, match="do not fit together"):
        ValueIndex.open(folder).lookup(("oslo",))
