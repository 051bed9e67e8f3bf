"""Queries that grow by paths."""

from __future__ import annotations

import random

import pytest

from gtr_core.evaluation.training.made_up import World, build_world, read_lexicon
from gtr_core.evaluation.training.made_up.query import Query, literal
from gtr_core.evaluation.training.made_up.world import Step


@pytest.fixture(scope="module")
def world() -> World:
    """A bike share with all of its own things; few things are left out of a world, so a few seeds will do."""
    lexicon = read_lexicon()
    domain = next(domain for domain in lexicon.domains if domain.name == "bike share")
    for seed in range(50):
        made = build_world("bikes", domain, lexicon, random.Random(seed))
        if set(domain.entities) <= set(made.entities):
            return made
    raise AssertionError("no seed keeps every entity")


def test_paths_that_begin_alike_share_instances(world: World) -> None:
    query = Query(world, "ride")
    rider = world.route("ride", "rider")
    plan = world.route("ride", "membership plan")
    assert rider is not None
    assert plan is not None
    assert plan[: len(rider)] == rider
    assert (query.at(plan), query.at(rider)) == ("T3", "T2")
    assert sorted(query.roles().values()) == [1, 1, 1]


def test_two_roles_are_two_instances(world: World) -> None:
    query = Query(world, "ride")
    aliases = {query.at((Step(edge),)) for edge in world.links("ride") if edge.role in ("pickup", "dropoff")}
    assert len(aliases) == 2
    assert query.roles()[world.tables["dock"].name] == 2
    assert len(query.joins()) == 2


def test_what_is_undone_leaves_no_trace(world: World) -> None:
    query = Query(world, "ride")
    query.selected = ["COUNT(*)"]
    before = query.sql()
    mark = query.mark()
    path = world.route("ride", "rider")
    assert path is not None
    query.conditions.append(f"{query.column(path, 'x')} = 1")
    assert query.sql() != before
    query.undo(mark)
    assert query.sql() == before


def test_a_role_decides_between_routes(world: World) -> None:
    assert world.route("ride", "dock") is None
    pickup = world.route("ride", "dock", "pickup")
    assert pickup is not None
    assert [step.edge.role for step in pickup] == ["pickup"]
    assert world.participant("ride", "dropoff dock") == world.route("ride", "dock", "dropoff")
    assert world.participant("ride", "no such thing") is None


def test_absence_is_a_left_join(world: World) -> None:
    edge = next(edge for edge in world.children("rider") if edge.child == "ride")
    query = Query(world, "rider")
    query.selected = query.name_of(())
    down = (Step(edge, up=False),)
    query.at(down)
    query.absent.add(down)
    assert " LEFT JOIN " in query.sql()
    assert query.sql().endswith(f'T2."{edge.column}" IS NULL')


def test_literals_are_escaped() -> None:
    assert literal("O'Neil") == "'O''Neil'"
