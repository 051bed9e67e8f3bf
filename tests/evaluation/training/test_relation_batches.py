"""Lessons as padded arrays: nothing that is right is dropped, and each lesson stands in one batch."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.evaluation.training.relation_batches import Lesson, Texts, batches, lesson, padded, thinned
from gtr_core.retrieval.scoring.relation_inputs import relation_inputs
from gtr_core.retrieval.scoring.word_vectors import WordVectors
from tests.evaluation.training.lessons import random_lesson
from tests.retrieval.scoring.scoring_inputs import inputs as made
from tests.retrieval.scoring.trade import grounded, means, members, named, trade, valued

TEXTS = ("words", "names", "descriptions", "values", "tables")
OF_INPUTS = ("column_features", "table_features", "word_column", "word_table", "adjacent", "table_of", "notes")

LESSONS = st.builds(
    random_lesson,
    st.integers(0, 2**16),
    st.integers(0, 6),
    st.integers(1, 12),
    st.integers(1, 6),
    n_sets=st.integers(1, 8),
    among=st.booleans(),
    parsed=st.booleans(),
)


def test_texts_are_numbered_once_and_read_as_the_scorer_reads_them() -> None:
    of_pieces = np.random.default_rng(0).normal(size=(30_522, 6)).astype(np.float32)
    texts = Texts(of_pieces)
    assert texts.numbers(["order date", "", "customer", "order date", " ", "\ud83d"]).tolist() == [1, 0, 2, 1, 0, 3]
    assert texts.numbers(["customer", "new"]).tolist() == [2, 4]
    assert texts.numbers([]).dtype == np.int64
    found = texts.vectors()
    assert found.shape == (5, 6)
    assert not found[0].any()
    expected = WordVectors.quantise(of_pieces).of(["order date", "customer", "?", "new"])
    np.testing.assert_allclose(found[1:], expected, atol=0.02)


def test_a_lesson_of_a_question() -> None:
    graph = trade()
    of = made(graph, grounded("suppliers in India", means(0, named("supplier")), means(2, valued("India"))))
    n_columns, n_tables = of.candidates.n_columns, len(of.candidates.tables)
    scores = np.zeros(n_columns, np.float32), np.zeros(n_tables, np.float32)
    scores[0][of.column("country", "country_name")] = 0.9
    inputs = relation_inputs(
        of.schema,
        of.candidates,
        of.texts[1],
        ["suppliers", "in", "India"],
        3,
        (np.zeros((n_columns, 2), np.float32), scores[0]),
        (np.zeros((n_tables, 2), np.float32), scores[1]),
    )
    texts = Texts(np.ones((30_522, 2), np.float32))
    right_columns = np.arange(n_columns) == of.column("country", "country_name")
    sets = [members(graph, name) for name in ("supplier", "supplier country")]
    held = np.array([[bool(whole >> position & 1) for position in of.candidates.tables] for whole in sets])
    found = lesson(graph, inputs, texts, held, (right_columns, held[1], np.array([False, True])))
    assert found.words.tolist() == texts.numbers(["suppliers", "in", "India"]).tolist()
    assert found.tables.tolist() == texts.numbers(table.id for table in graph.tables).tolist()
    names = [name.replace("_", " ") for of_table in of.candidates.column_place for name in of_table]
    assert found.names.tolist() == texts.numbers(names).tolist()
    assert not found.descriptions.any()
    values = ["India China Peru" if name == "country name" else "" for name in names]
    assert found.values.tolist() == texts.numbers(values).tolist()
    assert found.right_columns is not None
    assert found.right_columns.tolist() == right_columns.tolist()
    assert found.nodes == 3 + n_columns + n_tables
    unparsed = lesson(graph, inputs, texts, held, (None, held[1], np.array([False, True])))
    assert unparsed.right_columns is None


@given(one=LESSONS, share=st.floats(0.0, 1.0), seed=st.integers(0, 2**16))
@settings(deadline=None)
def test_a_thinned_lesson_keeps_all_that_is_right(one: Lesson, share: float, seed: int) -> None:
    found = thinned(one, share, np.random.default_rng(seed))
    of_id = {table: k for k, table in enumerate(one.inputs.tables)}
    kept = [of_id[table] for table in found.inputs.tables]
    assert kept == sorted(kept)
    right = {table for table, is_right in zip(one.inputs.tables, one.right_tables, strict=True) if is_right}
    assert {table for table, is_right in zip(found.inputs.tables, found.right_tables, strict=True) if is_right} == right
    assert found.right_set.any() == one.right_set.any()
    assert found.right_set.sum() <= 1
    if found.right_set.any():
        assert np.array_equal(found.members[int(np.argmax(found.right_set))], found.right_tables)
    # Sets that hold a table that is gone are gone, the others stay as they were.
    whole = [of for of in one.members.tolist() if not any(held and k not in kept for k, held in enumerate(of))]
    assert found.members.tolist() == [[of[k] for k in kept] for of in whole]
    # The same columns, of the same tables.
    columns = [k for k, row in enumerate(one.inputs.table_of.tolist()) if row in kept]
    assert found.inputs.columns.tolist() == one.inputs.columns[columns].tolist()
    assert [kept[row] for row in found.inputs.table_of.tolist()] == one.inputs.table_of[columns].tolist()
    for name in ("names", "descriptions", "values"):
        assert getattr(found, name).tolist() == getattr(one, name)[columns].tolist()
    if one.right_columns is not None and found.right_columns is not None:
        assert found.right_columns.tolist() == one.right_columns[columns].tolist()
    assert (found.right_columns is None) == (one.right_columns is None)
    assert found.tables.tolist() == one.tables[kept].tolist()
    assert np.array_equal(found.inputs.column_features, one.inputs.column_features[columns])
    assert np.array_equal(found.inputs.table_features, one.inputs.table_features[kept])
    assert np.array_equal(found.inputs.word_column, one.inputs.word_column[:, columns])
    assert np.array_equal(found.inputs.word_table, one.inputs.word_table[:, kept])
    assert np.array_equal(found.inputs.adjacent, one.inputs.adjacent[np.ix_(kept, kept)])
    assert np.array_equal(found.words, one.words)


def test_how_much_is_thinned() -> None:
    one = random_lesson(3, 3, 30, 12)
    chance = np.random.default_rng(0)
    assert thinned(one, 0.0, chance) is one
    assert len(thinned(one, 1.0, chance).tables) == one.right_tables.sum()
    left = [len(thinned(one, 0.5, chance).tables) - one.right_tables.sum() for _ in range(60)]
    assert np.mean(left) == pytest.approx((~one.right_tables).sum() / 2, rel=0.25)


@given(lessons=st.lists(LESSONS, min_size=1, max_size=5))
@settings(deadline=None)
def test_a_batch_holds_each_lesson_and_nothing_beside_it(lessons: list[Lesson]) -> None:
    arrays = padded(lessons).arrays
    assert {len(array) for array in arrays.values()} == {len(lessons)}
    most = {name: max(len(getattr(one, name)) for one in lessons) for name in ("names", "tables", "members")}
    assert arrays["has_words"].shape[1] == max(1, *(len(one.words) for one in lessons))
    assert arrays["has_columns"].shape[1] == most["names"]
    assert arrays["has_tables"].shape[1] == most["tables"]
    assert arrays["has_sets"].shape[1] == most["members"]
    for k, one in enumerate(lessons):
        sizes = {"has_words": len(one.words), "has_columns": len(one.names)}
        sizes |= {"has_tables": len(one.tables), "has_sets": len(one.members)}
        for name, size in sizes.items():
            assert arrays[name][k].tolist() == [i < size for i in range(arrays[name].shape[1])]
        wanted = {name: getattr(one, name) for name in TEXTS} | {"members": one.members.astype(np.float32)}
        wanted |= {name: getattr(one.inputs, name) for name in OF_INPUTS}
        wanted["right_tables"] = one.right_tables.astype(np.float32)
        labels = np.zeros(len(one.names)) if one.right_columns is None else one.right_columns
        wanted["right_columns"] = labels.astype(np.float32)
        wanted["labelled"] = np.full(len(one.names), float(one.right_columns is not None), np.float32)
        for name, array in wanted.items():
            whole = arrays[name][k]
            inside = tuple(slice(0, size) for size in array.shape)
            assert np.array_equal(whole[inside], array), name
            # What is left is padding: zeros alone.
            rest = whole.copy()
            rest[inside] = 0
            assert not rest.any(), name
        places = np.flatnonzero(one.right_set).tolist()
        assert arrays["right_set"][k] == (places[0] if places else -1)
    assert set(arrays) == {
        *TEXTS,
        *OF_INPUTS,
        *sizes,
        "members",
        "right_columns",
        "right_tables",
        "labelled",
        "right_set",
    }


@given(
    sizes=st.lists(st.tuples(st.integers(0, 6), st.integers(1, 40), st.integers(1, 6)), min_size=1, max_size=40),
    budget=st.floats(1.0, 5000.0),
    seed=st.one_of(st.none(), st.integers(0, 99)),
)
@settings(deadline=None, max_examples=60)
def test_batches_hold_every_lesson_once(sizes: list[tuple[int, int, int]], budget: float, seed: int | None) -> None:
    lessons = [random_lesson(k, *size, n_sets=1) for k, size in enumerate(sizes)]
    found = batches(lessons, budget, None if seed is None else np.random.default_rng(seed))
    assert all(found)
    assert sorted(k for part in found for k in part) == list(range(len(lessons)))
    for part in found:
        last = lessons[part[-1]].nodes
        assert len(part) == 1 or len(part) * last**1.5 <= budget
        nodes = [lessons[k].nodes for k in part]
        # In ascending order, but for what chance adds.
        slack = 0 if seed is None else 30
        assert all(after >= before - slack for before, after in pairwise(nodes))


def test_without_chance_lessons_of_like_size_stand_together() -> None:
    lessons = [random_lesson(k, 2, size, 2, n_sets=1) for k, size in enumerate((30, 4, 28, 6, 5))]
    assert [lessons[k].nodes for part in batches(lessons, 300.0) for k in part] == [8, 9, 10, 32, 34]
    assert batches(lessons, 300.0) == [[1, 4, 3], [2], [0]]


def test_chance_orders_the_batches_anew_and_the_seed_fixes_it() -> None:
    lessons = [random_lesson(k, 2, 3 + k, 2, n_sets=1) for k in range(30)]
    first, again, other = (batches(lessons, 300.0, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == again != other
