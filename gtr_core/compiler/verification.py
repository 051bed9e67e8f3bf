"""Read the compiled SQL back and check that it is what may be handed out."""

from __future__ import annotations

from collections.abc import Iterable

from sqlglot import exp, parse
from sqlglot.errors import SqlglotError

from gtr_core.catalog import Relation
from gtr_core.compiler.exceptions import VerificationError

__all__ = ["verify"]

_FORBIDDEN = (exp.Into, exp.Lock, exp.Command, exp.DML, exp.DDL, exp.Anonymous, exp.Parameter, exp.Placeholder)


def verify(sql: str, relations: Iterable[Relation], dialect: str) -> None:
    """Check that the text is one SELECT which names no relation but these and its own table expressions.

    Raises:
        VerificationError: It is not.
    """
    try:
        statements = parse(sql, read=dialect)
    except (SqlglotError, RecursionError) as error:
        raise VerificationError(f"it does not parse as {dialect} ({type(error).__name__})", sql) from None
    if len(statements) != 1 or not isinstance(statements[0], exp.Select):
        raise VerificationError("it is not one SELECT", sql)
    statement = statements[0]
    for node in statement.walk():
        if isinstance(node, _FORBIDDEN) and not isinstance(node, exp.Select):
            raise VerificationError(f"it holds {node.key.upper()}", sql)
    own = {expression.alias.casefold() for expression in statement.find_all(exp.CTE)}
    known = {tuple(part.casefold() for part in relation.parts) for relation in relations}
    for table in statement.find_all(exp.Table):
        parts = tuple(part.name.casefold() for part in table.parts)
        if parts not in known and not (len(parts) == 1 and parts[0] in own):
            raise VerificationError(f"it names {'.'.join(parts)}, which is not in the join tree", sql)
