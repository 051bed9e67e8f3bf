"""Meanings that a glossary states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gtr_core.catalog import Column, Relation, Table
from gtr_core.context.glossary import glossary_value, is_condition, unapplied_conditions
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries

TABLE = Table("line", Relation(None, None, "line"), "line", columns=(Column("due"), Column("got"), Column("flag")))


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("flag = 'R'", ("flag", "R")),
        ("\"flag\" = 'it''s'", ("flag", "it's")),
        ("flag is true", ("flag", "true")),
        ("due = 3", ("due", "3")),
        ("line.flag", ("flag", None)),
        ("got > due", None),
        ("what came back", None),
    ],
)
def test_what_a_meaning_states(meaning: str, expected: tuple[str, str | None] | None) -> None:
    assert glossary_value(meaning, TABLE, None) == expected


@pytest.mark.parametrize("meaning", ["got > due", "flag like 'R%'", "flag in ('R', 'A')", "flag = 'R' or due < 3"])
def test_a_condition_is_not_looked_up_and_is_said(meaning: str) -> None:
    assert is_condition(meaning, TABLE)
    table = replace(TABLE, glossary=(("late", meaning), ("returned", "flag = 'R'")))
    forms = {entry.text_forms for entry in index_entries(ContextGraph(tables=[table]))}
    assert ("returned",) in forms
    assert ("late",) not in forms
    assert [text for text in unapplied_conditions([table]) if "'late'" in text]


def test_prose_is_no_condition() -> None:
    assert not is_condition("what was sent back by a buyer", TABLE)
