"""The network in torch computes what the scorer computes in numpy, whatever stands beside a question in its batch."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.evaluation.training.relation_aware import NetworkSettings
from gtr_core.evaluation.training.relation_batches import Lesson, padded
from gtr_core.retrieval.scoring.relation_aware import NetworkScores, RelationAware, TextVectors
from tests.evaluation.training.lessons import WORDS, random_lesson
from tests.retrieval.scoring.random_network import TEXT, random_weights

torch = pytest.importorskip("torch", reason="fitting the network needs torch")

GIVEN = 10
SIZES = [(4, 7, 3), (0, 1, 1), (6, 12, 5), (1, 3, 2)]


@pytest.fixture(scope="module")
def module() -> ModuleType:
    from gtr_core.evaluation.training import relation_network

    return relation_network


def _texts() -> np.ndarray:
    texts = np.random.default_rng(9).normal(size=(len(WORDS), GIVEN)).astype(np.float32)
    texts[0] = 0.0
    return texts


def _projection() -> np.ndarray:
    return np.random.default_rng(8).normal(size=(TEXT, GIVEN)).astype(np.float32) / 3


def _network(module: ModuleType, seed: int) -> Any:
    """The torch network with the random weights of the numpy one."""
    weights = random_weights(seed)
    settings_ = NetworkSettings(text=TEXT, width=16, wide=12)
    rows = np.zeros((2, 5), np.float32), np.zeros((2, 3), np.float32)
    network = module.Network(*rows, _texts(), _projection(), settings_)
    ours = {name: torch.from_numpy(array) for name, array in weights.items()}
    state = network.state_dict()
    # Each part has one name and one shape on both sides, but for the texts and what they are projected by.
    assert {
        name: tuple(tensor.shape) for name, tensor in state.items() if name not in ("texts", "projection.weight")
    } == {name: tuple(tensor.shape) for name, tensor in ours.items()}
    network.load_state_dict({**ours, "texts": state["texts"], "projection.weight": state["projection.weight"]})
    return network.eval()


def _scored(seed: int, one: Lesson) -> NetworkScores:
    """By numpy."""
    vectors = _texts() @ _projection().T
    numbers = (one.words, one.names, one.descriptions, one.values, one.tables)
    return RelationAware(random_weights(seed)).score(one.inputs, TextVectors(*(vectors[of] for of in numbers)))


def _tensors(lessons: list[Lesson]) -> dict[str, Any]:
    return {name: torch.from_numpy(array) for name, array in padded(lessons).arrays.items()}


def _outputs(network: Any, module: ModuleType, lessons: list[Lesson]) -> tuple[np.ndarray, ...]:
    """What the loss is computed from: columns, tables, sets."""
    kept: list[tuple[Any, ...]] = []
    loss = module._loss
    module._loss = lambda b, *found: kept.append(found)
    try:
        with torch.no_grad():
            network(_tensors(lessons))
    finally:
        module._loss = loss
    return tuple(tensor.numpy() for tensor in kept[0])


@pytest.mark.parametrize("seed", range(4))
def test_numpy_and_torch_score_a_batch_of_different_sizes_alike(seed: int, module: ModuleType) -> None:
    network = _network(module, seed)
    lessons = [random_lesson(seed * 10 + k, *size) for k, size in enumerate(SIZES)]
    columns, tables, sets = _outputs(network, module, lessons)
    for k, one in enumerate(lessons):
        found = _scored(seed, one)
        np.testing.assert_allclose(columns[k, : len(one.names)], found.columns, atol=1e-3)
        np.testing.assert_allclose(tables[k, : len(one.tables)], found.tables, atol=1e-3)
        np.testing.assert_allclose(sets[k, : len(one.members)], found.sets(one.members), atol=1e-3)
        # A set that is padding is no candidate.
        assert (sets[k, len(one.members) :] <= -1e4).all()


@given(seed=st.integers(0, 2**16), other=st.tuples(st.integers(0, 9), st.integers(1, 20), st.integers(1, 8)))
@settings(deadline=None, max_examples=15)
def test_what_stands_beside_a_question_does_not_matter(seed: int, other: tuple[int, int, int]) -> None:
    from gtr_core.evaluation.training import relation_network

    network = _network(relation_network, seed)
    one = random_lesson(seed, 4, 7, 3)
    alone = _outputs(network, relation_network, [one])
    among = _outputs(network, relation_network, [random_lesson(seed + 1, *other), one])
    for single, pair in zip(alone, among, strict=True):
        np.testing.assert_allclose(pair[1, : single.shape[1]], single[0], atol=1e-4)


def _plain_loss(lessons: list[Lesson], found: list[NetworkScores]) -> float:
    """Half of what the columns are wrong by, what the tables are, and twice the share of the right set."""

    def wrong(odds: float, *, right: bool) -> float:
        return math.log1p(math.exp(-odds if right else odds))

    total, shares = 0.0, []
    for one, scores in zip(lessons, found, strict=True):
        if one.right_columns is not None:
            pairs = zip(scores.columns.tolist(), one.right_columns.tolist(), strict=True)
            total += 0.5 * sum(wrong(odds, right=right) for odds, right in pairs)
        pairs = zip(scores.tables.tolist(), one.right_tables.tolist(), strict=True)
        total += sum(wrong(odds, right=right) for odds, right in pairs)
        if one.right_set.any():
            sets = scores.sets(one.members).astype(np.float64)
            shares.append(math.log(np.exp(sets - sets.max()).sum()) + sets.max() - sets[one.right_set].item())
    return total / len(lessons) + (2.0 * sum(shares) / len(shares) if shares else 0.0)


@pytest.mark.parametrize(
    ("among", "parsed"),
    [
        ((True, True, True), (True, True, True)),
        ((True, False, True), (True, True, False)),
        ((False,) * 3, (False,) * 3),
    ],
    ids=["all", "some", "none"],
)
def test_the_loss_by_hand(among: tuple[bool, ...], parsed: tuple[bool, ...], module: ModuleType) -> None:
    lessons = [
        random_lesson(40 + k, *size, n_sets=9, among=a, parsed=p)
        for k, (size, a, p) in enumerate(zip([(4, 7, 4), (2, 3, 5), (6, 12, 5)], among, parsed, strict=True))
    ]
    assert [bool(one.right_set.any()) for one in lessons] == list(among)
    with torch.no_grad():
        loss = float(_network(module, 7)(_tensors(lessons)))
    assert loss == pytest.approx(_plain_loss(lessons, [_scored(7, one) for one in lessons]), rel=1e-3)


def test_features_are_standardised_by_the_rows_they_come_from(module: ModuleType) -> None:
    chance = np.random.default_rng(1)
    columns = chance.normal(3.0, 2.0, size=(500, 5)).astype(np.float32)
    columns[:, 4] = 7.0
    network = module.Network(columns, columns[:, :3], _texts(), _projection(), NetworkSettings(text=TEXT, width=16))
    state = network.state_dict()
    assert state["column_mean"].tolist() == pytest.approx(columns.mean(axis=0).tolist(), rel=1e-4)
    assert state["column_scale"].tolist() == pytest.approx((columns.std(axis=0) + 0.01).tolist(), rel=1e-3)
    assert state["table_mean"].shape == (3,)
    assert np.array_equal(state["projection.weight"].numpy(), _projection())


def test_in_training_some_is_left_out_and_afterwards_nothing(module: ModuleType) -> None:
    network, lessons = _network(module, 3), [random_lesson(3, 4, 7, 3)]
    with torch.no_grad():
        after = [float(network(_tensors(lessons))) for _ in range(2)]
        network.train()
        during = [float(network(_tensors(lessons))) for _ in range(2)]
    assert after[0] == after[1]
    assert during[0] != during[1]
