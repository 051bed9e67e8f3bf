from __future__ import annotations

from datetime import date

from gtr_core.catalog import Column, Key, Relation, Table
from gtr_core.compiler import derive_spec
from gtr_core.compiler.spec import Dimension
from gtr_core.context.graph import ContextGraph
from gtr_core.context.join_tree import Instance, JoinTree
from tests.compiler.marked_questions import retrieval

COLUMNS = ("id", "first_name", "LastName", "start_date", "end_date")
TABLE = Table("staff", Relation(None, None, "staff"), "staff", columns=tuple(Column(c, "VARCHAR") for c in COLUMNS))
GRAPH = ContextGraph(tables=[TABLE], keys=[Key("staff", ("id",), "constraint", primary=True)])
TREE = JoinTree("staff", (Instance("staff", "staff", TABLE.relation),))


def dimensions(question: str) -> tuple[Dimension, ...]:
    return derive_spec(retrieval(question, TREE, GRAPH), GRAPH, date(2025, 1, 1)).spec.dimensions


def test_the_first_of_two_modifiers_is_a_column_too():
    found = dimensions("The first and [last name|staff.LastName] of all [staff|staff]")
    assert found == (Dimension("staff", "first_name"), Dimension("staff", "LastName"))


def test_a_plural_does_not_matter():
    found = dimensions("List start and [end dates|staff.end_date] of [staff|staff]")
    assert found == (Dimension("staff", "start_date"), Dimension("staff", "end_date"))


def test_a_modifier_that_makes_no_column_is_left_alone():
    assert dimensions("Old and [last name|staff.LastName] of [staff|staff]") == (Dimension("staff", "LastName"),)
