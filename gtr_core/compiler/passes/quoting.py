"""Write identifiers as the target resolves them."""

from __future__ import annotations

import re
from dataclasses import replace

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect, NormalizationStrategy

from gtr_core.compiler.plan import Plan
from gtr_core.compiler.reserved import RESERVED

__all__ = ["quoting"]

_LOWER = re.compile(r"[a-z_][a-z0-9_]*\Z")
_UPPER = re.compile(r"[A-Z_][A-Z0-9_]*\Z")


def quoting(plan: Plan) -> Plan:
    """Identifiers for the target: as stored and quoted, in the snapshot's own dialect.

    For another dialect the same tables are taken to stand there under the same names in that target's own
    default case. So a plain name (lower case, or upper case where the snapshot's warehouse stores upper case;
    letters, digits and underscores) is written without quotes, by which it resolves there; a reserved word is
    quoted in the target's default case; any other name is quoted as it is stored.
    """
    statement = plan.statement
    assert statement is not None
    if plan.dialect == plan.graph.dialect:
        return plan
    plain = _UPPER if _folds_up(plan.graph.dialect) else _LOWER
    to_upper = _folds_up(plan.dialect)

    def rewritten(node: exp.Expr) -> exp.Expr:
        if not isinstance(node, exp.Identifier) or not plain.match(node.name):
            return node
        if node.name.casefold() in RESERVED:
            return exp.Identifier(this=node.name.upper() if to_upper else node.name.lower(), quoted=True)
        return exp.Identifier(this=node.name, quoted=False)

    rewritten_statement = statement.transform(rewritten)
    assert isinstance(rewritten_statement, exp.Select)
    return replace(plan, statement=rewritten_statement)


def _folds_up(dialect: str) -> bool:
    """Whether unquoted names are stored in upper case."""
    return Dialect.get_or_raise(dialect).normalization_strategy is NormalizationStrategy.UPPERCASE
