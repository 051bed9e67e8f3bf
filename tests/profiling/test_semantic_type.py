from __future__ import annotations

import pytest

from gtr_core.catalog import Column
from gtr_core.profiling.name_hints import name_words
from gtr_core.profiling.personal import Personal
from gtr_core.profiling.semantic_type import Observed, column_use, semantic_type
from gtr_core.profiling.statistics import ColumnStatistics, ProfiledColumn
from gtr_core.profiling.type_group import TypeGroup


def observed(
    name: str,
    group: TypeGroup,
    values: list[str] | None = None,
    *,
    filled: int = 1000,
    distinct: int | None = None,
    edges: tuple[str, str] | None = None,
    length: float | None = None,
    position: int = 1,
) -> Observed:
    values = values or []
    low, high = edges or (None, None)
    statistics = ColumnStatistics(filled, filled, len(values) if distinct is None else distinct, low, high, length)
    profiled = ProfiledColumn(Column(name, position=position), group)
    return Observed(profiled, name_words(name), statistics, values, free_text_length=60)


CASES = [
    (observed("a", "boolean"), "boolean", "dimension"),
    (observed("a", "date"), "date", "time"),
    (observed("a", "timestamp"), "timestamp", "time"),
    (observed("a", "time"), "other", "other"),
    (observed("a", "json"), "json", "other"),
    (observed("a", "other"), "other", "other"),
    (observed("a", "uuid"), "identifier", "key"),
    (observed("c_custkey", "integer"), "identifier", "key"),
    (observed("n_nationkey", "integer", distinct=25), "identifier", "key"),
    (observed("l_quantity", "decimal", distinct=50), "quantity", "measure"),
    (observed("l_extendedprice", "decimal"), "money", "measure"),
    (observed("c_acctbal", "decimal"), "money", "measure"),
    (observed("l_discount", "decimal"), "share", "measure"),
    (observed("tax_rate", "float"), "share", "measure"),
    (observed("l_linenumber", "integer", distinct=7), "code", "dimension"),
    (observed("o_shippriority", "integer", distinct=1), "code", "dimension"),
    (observed("is_active", "integer", edges=("0", "1")), "boolean", "dimension"),
    (observed("release_year", "integer", edges=("1920", "2024")), "year", "time"),
    (observed("year_count", "integer", edges=("0", "7")), "quantity", "measure"),
    (observed("latitude", "float"), "number", "other"),
    (observed("whatever", "float"), "number", "measure"),
    (observed("nr", "integer", distinct=1000, edges=("1", "1000"), position=0), "code", "dimension"),
    (observed("n", "integer", distinct=1000, edges=("1", "1000"), position=0), "identifier", "key"),
    (observed("n", "integer", distinct=1000, edges=("1", "9000"), position=0), "number", "measure"),
    (observed("n", "integer", distinct=1000, edges=("1", "1000"), position=3), "number", "measure"),
    (observed("n_name", "text", ["INDIA", "CHINA"], distinct=25), "name", "dimension"),
    (observed("o_comment", "text", ["furiously quick deposits"], length=40), "text", "other"),
    (observed("anything", "text", ["a long tale about one thing and another"], length=90), "text", "other"),
    (observed("l_returnflag", "text", ["N", "R", "A"]), "code", "dimension"),
    (observed("o_orderpriority", "text", ["1-URGENT", "2-HIGH", "5-LOW"]), "code", "dimension"),
    (observed("c_mktsegment", "text", ["BUILDING", "MACHINERY", "HOUSEHOLD"]), "category", "dimension"),
    (observed("colour", "text", ["dark red", "blue"], distinct=9), "category", "dimension"),
    (observed("film", "text", ["Alien", "Brazil"], distinct=990), "name", "dimension"),
    (observed("country", "text", ["France", "Chad"]), "country", "dimension"),
    (observed("country_code", "text", ["FR", "TD"]), "code", "dimension"),
    (observed("city", "text", ["Paris", "Rome"], distinct=900), "category", "dimension"),
    (observed("answer", "text", ["Y", "N"]), "boolean", "dimension"),
    (observed("answer", "text", ["yes", "NO"]), "boolean", "dimension"),
    (observed("link", "text", ["https://a.b/c", "http://d.e"]), "url", "dimension"),
    (observed("session", "text", ["123e4567-e89b-12d3-a456-426614174000"]), "identifier", "key"),
    (observed("payload", "text", ['{"a": 1}', '{"b": 2}']), "json", "other"),
    (observed("day", "text", ["1995-01-31", "1995-02-28"]), "date", "dimension"),
    (observed("order_id", "text", ["ORD-1", "ORD-2"], distinct=1000), "identifier", "key"),
    (observed("zip", "text", ["01234", "99999"]), "code", "dimension"),
    (observed("nothing", "text", []), "category", "dimension"),
    (observed("destination", "text", ["Honolulu", "Boston"], distinct=9), "category", "dimension"),
    (observed("size_description", "text", ["Large", "Small"], length=5), "category", "dimension"),
    (observed("p_comment", "text", ["final deposits"], distinct=900, length=14), "text", "other"),
    (observed("discount_amount", "decimal", edges=("0", "7")), "money", "measure"),
    (observed("price_ratio", "decimal", edges=("0", "7")), "share", "measure"),
    (observed("tax_amount", "decimal", edges=("0", "7")), "money", "measure"),
    (observed("room_rate", "decimal", edges=("75", "175")), "number", "measure"),
    (observed("abandoned_yn", "integer", edges=("0", "1")), "boolean", "dimension"),
    (observed("eid", "integer"), "identifier", "key"),
]


@pytest.mark.parametrize(("column", "kind", "use"), CASES)
def test_kind_and_use(column: Observed, kind: str, use: str):
    found = semantic_type(column, None)
    assert (found, column_use(found, column)) == (kind, use)


@pytest.mark.parametrize(
    ("kind", "group", "expected"),
    [
        ("email", "text", "email"), ("name", "text", "name"), ("user_name", "text", "name"),
        ("account", "integer", "identifier"), ("national_id", "text", "identifier"), ("address", "text", "address"),
        ("birth_date", "text", "date"), ("birth_date", "date", "date"), ("other", "text", "category"),
        ("other", "decimal", "number"),
    ],
)  # fmt: skip
def test_personal_data_keep_their_kind(kind: str, group: TypeGroup, expected: str):
    assert semantic_type(observed("x", group, distinct=3), Personal(kind, "so it is")) == expected
