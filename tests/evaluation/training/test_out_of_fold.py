"""What is said of questions by networks that never saw their fold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gtr_core.evaluation.training.examples import Example
from gtr_core.evaluation.training.out_of_fold import judged_out_of_fold
from tests.evaluation.training.small_fit import SETTINGS, pieces, small_examples


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    return small_examples(tmp_path_factory.mktemp("bench") / "small")


def test_the_networks_answer_to_a_question_is_of_one_that_saw_none_of_its_fold(examples: list[Example]) -> None:
    pytest.importorskip("torch", reason="fitting the network needs torch")
    columns = [np.full(example.candidates.n_columns, 0.3, np.float32) for example in examples]
    tables = [np.full(len(example.candidates.tables), 0.4, np.float32) for example in examples]
    found, _, _ = judged_out_of_fold(examples, SETTINGS, columns, tables, pieces(), lambda _: None)
    assert len(found) == len(examples)
    # Other gold in one fold: what is said of that fold stays, and what is said of the others does not.
    changed = [
        replace(example, gold=example.gold ^ 1, columns=None) if example.fold == 1 else example for example in examples
    ]
    again, _, _ = judged_out_of_fold(changed, SETTINGS, columns, tables, pieces(), lambda _: None)
    for example, one, two in zip(examples, found, again, strict=True):
        assert one.columns.shape == (example.candidates.n_columns,)
        assert np.array_equal(one.forest, two.forest)
        assert np.array_equal(one.network.tables, two.network.tables) == (example.fold == 1)
