"""The one function that a statement may call out with: a language model of the warehouse, over a literal prompt."""

from __future__ import annotations

from sqlglot import exp

__all__ = ["is_model_call"]

_PLACE = ("SNOWFLAKE", "CORTEX")
_FUNCTION = "COMPLETE"


def is_model_call(select: exp.Query) -> bool:
    """Whether a query is ``SELECT SNOWFLAKE.CORTEX.COMPLETE('model', 'prompt')`` and nothing beside.

    It reads no table, and both arguments are literals, so that no row can leave with it.

    >>> from sqlglot import parse_one
    >>> is_model_call(parse_one("SELECT SNOWFLAKE.CORTEX.COMPLETE('m', 'hello')", read="snowflake"))
    True
    >>> is_model_call(parse_one("SELECT SNOWFLAKE.CORTEX.COMPLETE('m', name) FROM customer", read="snowflake"))
    False
    """
    if not isinstance(select, exp.Select) or len(select.expressions) != 1:
        return False
    if any(value for key, value in select.args.items() if key != "expressions"):
        return False
    call = select.expressions[0]
    names = []
    while isinstance(call, exp.Dot):
        place, call = call.this, call.expression
        names += [part.name.upper() for part in place.flatten()] if isinstance(place, exp.Dot) else [place.name.upper()]
    if tuple(names) != _PLACE or not isinstance(call, exp.Anonymous) or str(call.this).upper() != _FUNCTION:
        return False
    given = call.expressions
    return len(given) == 2 and all(isinstance(one, exp.Literal) and one.is_string for one in given)
