from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from tests.retrieval.words import WordEncoder


def test_each_text_is_encoded_once_over_processes(tmp_path: Path):
    model = WordEncoder()
    first = CachedEncoder(model, tmp_path).encode(["a b", "c", "a b"])
    assert sorted(model.encoded) == ["a b", "c"]
    again = CachedEncoder(model, tmp_path).encode(["c", "a b", "d"])
    assert model.encoded[2:] == ["d"]
    assert np.array_equal(again[:2], first[[1, 0]])
    assert np.array_equal(first[0], WordEncoder().encode(["a b"])[0])


def test_no_text_lies_in_the_file(tmp_path: Path):
    CachedEncoder(WordEncoder(), tmp_path).encode(["a secret sentence"])
    assert all(b"secret" not in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_written_anew(tmp_path: Path, content: bytes):
    (tmp_path / "words.npz").write_bytes(content)
    model = WordEncoder()
    CachedEncoder(model, tmp_path).encode(["a"])
    CachedEncoder(model, tmp_path).encode(["a"])
    assert model.encoded == ["a"]


def test_what_another_process_added_is_kept(tmp_path: Path):
    one, two = CachedEncoder(WordEncoder(), tmp_path), CachedEncoder(WordEncoder(), tmp_path)
    one.encode(["a"])
    two.encode(["b"])
    model = WordEncoder()
    CachedEncoder(model, tmp_path).encode(["a", "b"])
    assert model.encoded == []


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path: Path):
    (tmp_path / "file").write_text("")
    vectors = CachedEncoder(WordEncoder(), tmp_path / "file" / "below").encode(["a"])
    assert vectors.shape == (1, WordEncoder.dimensions)


def test_no_texts_are_no_vectors(tmp_path: Path):
    assert CachedEncoder(WordEncoder(), tmp_path).encode([]).shape == (0, WordEncoder.dimensions)


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("GTR_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("GTR_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x" / "gtr"
