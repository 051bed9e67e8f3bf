from __future__ import annotations

from dataclasses import replace

from gtr_core.catalog import JoinMeasurement
from gtr_core.compiler.walk import Step, beyond, is_repeated, path_between, reaches_to_one, steps_from
from tests.compiler import small_tpch

TREE = small_tpch.tree("lineitem; lineitem>orders; orders>customer; lineitem>supplier; supplier>nation")
ALL = [node.alias for node in TREE.nodes]


def test_path_runs_up_and_down():
    path = path_between(TREE, "customer", "nation")
    assert [(step.source, step.target) for step in path] == [
        ("customer", "orders"),
        ("orders", "lineitem"),
        ("lineitem", "supplier"),
        ("supplier", "nation"),
    ]
    assert [step.to_many for step in path] == [True, True, False, False]


def test_columns_follow_the_direction_of_the_walk():
    step = path_between(TREE, "customer", "orders")[0]
    assert step.on == (("c_custkey", "o_custkey"),)
    assert not step.to_parent


def test_a_fact_reaches_its_parents_and_not_the_reverse():
    assert reaches_to_one(TREE, "lineitem", "nation")
    assert not reaches_to_one(TREE, "nation", "lineitem")
    assert not is_repeated(TREE, "lineitem", ALL)
    assert is_repeated(TREE, "orders", ALL)
    assert not is_repeated(TREE, "orders", ["orders", "customer"])


def test_beyond_is_the_far_side():
    step = steps_from(TREE, "orders", ALL)[0]
    assert (step.target, beyond(TREE, step, ALL)) == ("lineitem", frozenset({"lineitem", "supplier", "nation"}))


def test_one_to_one_is_believed_only_of_all_rows():
    join = TREE.joins[0]
    measurement = JoinMeasurement("one_to_one", 1.0, 0.0, 0.0, 100)
    whole = replace(join, edge=replace(join.edge, measurement=measurement))
    sampled = replace(join, edge=replace(join.edge, measurement=replace(measurement, sampled=True)))
    assert not Step("orders", "lineitem", whole).to_many
    assert Step("orders", "lineitem", sampled).to_many
    assert not Step("lineitem", "orders", sampled).to_many


def test_a_parent_key_that_is_not_unique_repeats_the_child():
    join = TREE.joins[0]
    measurement = JoinMeasurement("many_to_many", 1.0, 0.0, 0.0, 100)
    doubled = replace(join, edge=replace(join.edge, measurement=measurement))
    assert Step("lineitem", "orders", doubled).to_many
