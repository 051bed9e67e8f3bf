"""Settled memory: passed over by the collector, and collected when settled anew."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from gtr_core.context.settled_memory import settle_memory


class _Ring:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_is_alive_is_passed_over() -> None:
    before = gc.isenabled(), gc.get_threshold()
    ring = _Ring()
    settle_memory()
    assert gc.get_freeze_count() > 0
    assert all(ring is not one for one in gc.get_objects())
    assert (gc.isenabled(), gc.get_threshold()) == before


def test_what_was_settled_and_is_unused_goes_when_memory_is_settled_anew() -> None:
    ring = _Ring()
    gone = ref(ring)
    settle_memory()
    del ring
    gc.collect()
    assert gone() is not None
    settle_memory()
    assert gone() is None


def test_later_cycles_are_collected_as_ever() -> None:
    settle_memory()
    gone = ref(_Ring())
    gc.collect()
    assert gone() is None
