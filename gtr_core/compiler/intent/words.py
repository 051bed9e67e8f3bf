"""The words by which questions say what to compute. Single words unless they are tuples of words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gtr_core.compiler.spec import Aggregate, Direction, Grain, Operator

__all__ = [
    "AGGREGATES",
    "ALTERNATIVES",
    "AMOUNT_SUPERLATIVES",
    "ASKING",
    "COMPARATIVES",
    "COUNTING",
    "DETERMINERS",
    "DISTINCT",
    "EACH",
    "EXCLUDING",
    "FREQUENCY",
    "FREQUENT",
    "FULL_VALUE_SUPERLATIVES",
    "GRAINS",
    "GRAIN_ADVERBS",
    "MAGNITUDES",
    "MONTHS",
    "NEGATIONS",
    "NUMBER_WORDS",
    "ORDINALS",
    "PEOPLE",
    "PER",
    "RANKING",
    "SHOWING",
    "SIGNS",
    "SORTED",
    "TRAILING",
    "TIME_SUPERLATIVES",
]

AGGREGATES: Mapping[str, Aggregate] = {
    "average": "avg",
    "avg": "avg",
    "mean": "avg",
    "averages": "avg",
    "median": "median",
    "total": "sum",
    "totals": "sum",
    "sum": "sum",
    "overall": "sum",
    "combined": "sum",
    "summed": "sum",
    "minimum": "min",
    "min": "min",
    "lowest": "min",
    "smallest": "min",
    "maximum": "max",
    "max": "max",
    "highest": "max",
    "largest": "max",
    "greatest": "max",
    "biggest": "max",
}

# "The most X" adds X up; "the highest X" compares single values of X.
AMOUNT_SUPERLATIVES: Mapping[str, Direction] = {"most": "desc", "least": "asc", "fewest": "asc"}
FULL_VALUE_SUPERLATIVES: Mapping[str, Direction] = {
    "highest": "desc",
    "largest": "desc",
    "biggest": "desc",
    "greatest": "desc",
    "maximum": "desc",
    "max": "desc",
    "longest": "desc",
    "heaviest": "desc",
    "lowest": "asc",
    "smallest": "asc",
    "minimum": "asc",
    "min": "asc",
    "shortest": "asc",
    "lightest": "asc",
}
TIME_SUPERLATIVES: Mapping[str, Direction] = {
    "latest": "desc",
    "newest": "desc",
    "recent": "desc",
    "oldest": "asc",
    "earliest": "asc",
}
FREQUENT = frozenset({"common", "frequent", "popular", "commonly", "frequently", "often"})
FREQUENCY = "common"
RANKING: Mapping[str, Direction] = {"top": "desc", "best": "desc", "bottom": "asc", "worst": "asc"}

COUNTING: tuple[tuple[str, ...], ...] = (
    ("how", "many"),
    ("number", "of"),
    ("numbers", "of"),
    ("count", "of"),
    ("counts", "of"),
    ("count",),
    ("amount", "of"),
    ("quantity", "of"),
)
DISTINCT = frozenset({"distinct", "different", "unique"})

COMPARATIVES: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("greater", "than", "or", "equal", "to"), ">="),
    (("less", "than", "or", "equal", "to"), "<="),
    (("no", "more", "than"), "<="),
    (("not", "more", "than"), "<="),
    (("no", "less", "than"), ">="),
    (("no", "fewer", "than"), ">="),
    (("not", "less", "than"), ">="),
    (("not", "equal", "to"), "!="),
    (("other", "than"), "!="),
    (("more", "than"), ">"),
    (("cheaper", "than"), "<"),
    (("taller", "than"), ">"),
    (("faster", "than"), ">"),
    (("slower", "than"), "<"),
    (("greater", "than"), ">"),
    (("larger", "than"), ">"),
    (("bigger", "than"), ">"),
    (("higher", "than"), ">"),
    (("longer", "than"), ">"),
    (("older", "than"), ">"),
    (("heavier", "than"), ">"),
    (("less", "than"), "<"),
    (("fewer", "than"), "<"),
    (("smaller", "than"), "<"),
    (("lower", "than"), "<"),
    (("shorter", "than"), "<"),
    (("younger", "than"), "<"),
    (("lighter", "than"), "<"),
    (("at", "least"), ">="),
    (("minimum", "of"), ">="),
    (("at", "most"), "<="),
    (("maximum", "of"), "<="),
    (("up", "to"), "<="),
    (("equal", "to"), "="),
    (("equals",), "="),
    (("exactly",), "="),
    (("above",), ">"),
    (("over",), ">"),
    (("exceeding",), ">"),
    (("exceeds",), ">"),
    (("exceed",), ">"),
    (("below",), "<"),
    (("under",), "<"),
)
TRAILING: tuple[tuple[tuple[str, ...], Operator], ...] = (
    (("or", "more"), ">="),
    (("or", "above"), ">="),
    (("or", "higher"), ">="),
    (("or", "less"), "<="),
    (("or", "fewer"), "<="),
    (("or", "below"), "<="),
    (("or", "lower"), "<="),
)
MAGNITUDES: Mapping[str, int] = {
    "hundred": 100,
    "thousand": 1000,
    "k": 1000,
    "million": 10**6,
    "m": 10**6,
    "billion": 10**9,
    "bn": 10**9,
}
NUMBER_WORDS: Mapping[str, int] = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "twenty": 20,
    "fifty": 50,
    "hundred": 100,
}

_NEGATIONS = """
    never no none without not neither nor lack lacks lacking cannot cant dont doesnt didnt isnt arent wasnt werent hasnt
    havent hadnt wont wouldnt couldnt
"""
NEGATIONS = frozenset(_NEGATIONS.split())
SIGNS: Mapping[str, Operator] = {
    ">=": ">=",
    "<=": "<=",
    "!=": "!=",
    "<>": "!=",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    ">": ">",
    "<": "<",
    "=": "=",
}
EXCLUDING = frozenset({"except", "excluding", "besides"})
ALTERNATIVES = frozenset({"or", "and", "&"})
DETERMINERS = frozenset({"the", "a", "an", "all", "any", "their", "its", "his", "her", "our", "these", "those", "some"})
EACH = frozenset({"each", "every"})
PER = frozenset({"per", "by"})
ASKING = frozenset({"which", "what", "who", "whose", "whom"})
PEOPLE = frozenset({"who", "whose", "whom"})
SORTED = frozenset({"sorted", "ordered", "ranked", "sort", "order", "rank", "arranged"})
SHOWING = frozenset({"list", "show", "name", "give", "find", "display", "return", "get", "tell", "identify", "provide"})

GRAINS: Mapping[str, Grain] = {
    "year": "year",
    "years": "year",
    "quarter": "quarter",
    "quarters": "quarter",
    "month": "month",
    "months": "month",
    "week": "week",
    "weeks": "week",
    "day": "day",
    "days": "day",
    "date": "day",
}
GRAIN_ADVERBS: Mapping[str, Grain] = {
    "yearly": "year",
    "annually": "year",
    "annual": "year",
    "quarterly": "quarter",
    "monthly": "month",
    "weekly": "week",
    "daily": "day",
}
_MONTH_NAMES = (
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may",),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep", "sept"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
)
MONTHS: Mapping[str, int] = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names}
ORDINALS: Mapping[str, Literal[1, 2, 3, 4]] = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
