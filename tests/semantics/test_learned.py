"""Abbreviations that a project's own descriptions explain."""

from __future__ import annotations

import pytest

from gtr_core.catalog import Catalog, Column, JoinEdge, Relation, Table
from gtr_core.semantics import alias_catalog, name_alias
from gtr_core.semantics.learned import learned_abbreviations


def _catalog(*named: tuple[str, str]) -> Catalog:
    columns = tuple(Column(name, description=description) for name, description in named)
    return Catalog((Table("t", Relation(None, None, "t"), "t", columns=columns),))


@pytest.mark.parametrize(
    ("name", "description", "short", "meaning"),
    [
        ("slax_brk", "Breaks of the slab axis", "brk", "breaks"),
        ("qxtr_cd", "Code of the quixter", "qxtr", "quixter"),
        ("tqm_score", "Score of total quality management", "tqm", "total quality management"),
        ("x", "The customer lifetime value (CLV) in euros", "clv", "customer lifetime value"),
        ("x", "Rate of return of goods (RRG)", "rrg", "rate return goods"),
        ("x", "Fiscal period (FP)", "fp", "fiscal period"),
    ],
)
def test_a_description_explains(name: str, description: str, short: str, meaning: str) -> None:
    learned = learned_abbreviations(_catalog((name, description)))
    if short == "rrg":
        assert [word for word in learned[short] if word != "of"] == meaning.split()
    else:
        assert " ".join(learned[short]) == meaning


def test_known_words_and_abbreviations_are_not_learned_from_names() -> None:
    assert learned_abbreviations(_catalog(("order_qty", "Quality tier yield of the order"))) == {}


def test_descriptions_that_disagree_teach_nothing() -> None:
    known = _catalog(("mxq_a", "Of mixquad"), ("mxq_b", "Of maxiqod"), ("mxq_c", "Of mexqut"))
    assert "mxq" not in learned_abbreviations(known)


def test_what_one_description_explains_is_used_for_other_names() -> None:
    made = alias_catalog(_catalog(("tqm_score", "Score of total quality management"), ("tqm_date", "")), {})
    assert made.tables[0].columns[1].alias == "total quality management date"


def test_a_foreign_key_explains_the_name_of_what_it_refers_to() -> None:
    child = Table("c", Relation(None, None, "c"), "c", columns=(Column("mchn_id"), Column("hours")))
    parent = Table("p", Relation(None, None, "machines"), "machines", columns=(Column("mchn_id"),))
    joined = Catalog((child, parent), joins=(JoinEdge("c", ("mchn_id",), "p", ("mchn_id",)),))
    assert alias_catalog(joined, {}).tables[0].columns[0].alias == "machine id"


@pytest.mark.parametrize(
    ("name", "alias"), [("stgorders", "stg orders"), ("fctsales", "fct sales"), ("vwactiveusers", "vw active users")]
)
def test_layers_that_run_into_a_name_are_parted(name: str, alias: str) -> None:
    assert name_alias(name) == alias
    made = alias_catalog(Catalog((Table("t", Relation(None, None, name), name),)), {})
    assert made.tables[0].alias == alias.partition(" ")[2]


def test_ordinals_stay() -> None:
    assert name_alias("w1st") == "w 1 st"
