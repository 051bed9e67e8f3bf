"""``gtr train`` from the command line; what fits the weights is tested where it stands."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gtr_core.cli.main import main
from gtr_core.embedding.onnx_encoder import OnnxEncoder
from gtr_core.evaluation import training
from gtr_core.evaluation.training import Example, Fitted, save
from gtr_core.retrieval.scoring import shipped_model
from tests.evaluation.folders import write_folder

Given = list[tuple[list[Example], np.ndarray]]


@pytest.fixture
def fitted_to(monkeypatch: pytest.MonkeyPatch) -> Given:
    """What is fitted to; the outcome is the model that ships."""
    given: Given = []

    def fit(examples: Sequence[Example], piece_vectors: np.ndarray, progress: Callable[[str], None]) -> Fitted:
        given.append((list(examples), piece_vectors))
        for stage in ("columns", "network, epoch 1 of 6, loss 3.210"):
            progress(stage)
        return Fitted(shipped_model(), {"all": 0.5}, {"all": 0.75}, {"all": len(examples)}, 0.02)

    monkeypatch.setattr(training, "fit", fit)
    monkeypatch.setattr(training, "check_installed", lambda: None)
    few = np.random.default_rng(0).normal(3.0, 2.0, size=(40, 384)).astype(np.float32)
    monkeypatch.setattr(OnnxEncoder, "piece_vectors", lambda _: few)
    return given


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "small")


def _run(*arguments: object, made_up: int = 0) -> int:
    return main(["train", "--made-up", str(made_up), *(str(argument) for argument in arguments)])


def test_questions_alone_and_in_larger_contexts_are_fitted_to(folder: Path, tmp_path: Path, fitted_to: Given) -> None:
    assert _run(folder, "--output", tmp_path / "w.npz", "--quiet", made_up=2) == 0
    ((examples, pieces),) = fitted_to
    kinds = [example.kind.split(",")[0] for example in examples]
    expected = {"small": 4, "small x8": 4, "small x8 without values": 4, "made_up": 50}
    assert {kind: kinds.count(kind) for kind in expected} == expected
    assert len(kinds) == sum(expected.values())
    assert pieces.shape == (40, 384)
    assert np.abs(pieces.mean(axis=0)).max() < 1e-4
    assert np.linalg.norm(pieces, axis=1).mean() == pytest.approx(1.0, abs=1e-4)


def test_some_databases_and_all_evidence_are_left_out(folder: Path, tmp_path: Path, fitted_to: Given) -> None:
    flags = ["--leave-out", "zoo, nothing", "--evidence", "0", "--quiet"]
    assert _run(folder, "--output", tmp_path / "w.npz", *flags) == 0
    ((examples, _),) = fitted_to
    databases = {table.id.split(".")[0] for example in examples for table in example.graph.tables}
    assert databases == {"library"}
    assert {example.kind.rsplit(", ", 1)[1] for example in examples} == {"without evidence"}


def test_the_weights_file_is_whole_and_alone(folder: Path, tmp_path: Path, fitted_to: Given, capsys: Any) -> None:
    output = tmp_path / "out" / "w.npz"
    output.parent.mkdir()
    assert _run(folder, "--output", output, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "weights": str(output),
        "examples": {"all": 12},
        "exact": {"all": 0.5},
        "among_candidates": {"all": 0.75},
        "calibration_error": 0.02,
    }
    assert [path.name for path in output.parent.iterdir()] == ["w.npz"]
    expected = save(shipped_model())
    with np.load(output, allow_pickle=False) as arrays:
        assert set(arrays) == set(expected)
        assert all(np.array_equal(arrays[name], expected[name]) for name in expected)


def test_what_is_done_is_told(folder: Path, tmp_path: Path, fitted_to: Given, capsys: Any) -> None:
    assert _run(folder, "--output", tmp_path / "w.npz") == 0
    lines = capsys.readouterr().err.splitlines()
    assert "small: 8 examples so far" in lines
    assert "Fitted: columns" in lines
    assert "Fitted: network, epoch 1 of 6, loss 3.210" in lines
    assert _run(folder, "--output", tmp_path / "w.npz", "--quiet") == 0
    assert "Fitted" not in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_named(folder: Path, tmp_path: Path, fitted_to: Given, capsys: Any) -> None:
    output = tmp_path / "nowhere" / "w.npz"
    assert _run(folder, "--output", output, "--quiet") != 0
    assert str(output) in capsys.readouterr().err.replace("\n", "")


def test_what_cannot_be_fitted_is_refused_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """The folder of questions does not exist, which nobody has looked at yet."""
    monkeypatch.setattr("gtr_core.evaluation.training.fitting.find_spec", lambda package: None)
    assert _run(tmp_path / "nothing", "--output", tmp_path / "w.npz") != 0
    assert "lightgbm" in capsys.readouterr().err
    monkeypatch.setattr(training, "check_installed", lambda: None)
    assert _run(tmp_path / "nothing", "--output", tmp_path / "nowhere" / "w.npz") != 0
    assert "nowhere" in capsys.readouterr().err
