"""The guard before every statement: one SELECT over tables, of nodes that are known to be harmless."""

from __future__ import annotations

import re

from sqlglot import exp
from sqlglot.errors import SqlglotError

from gtr_core.warehouse.allowed_nodes import ALLOWED_NODES, REFUSED_NODES
from gtr_core.warehouse.exceptions import StatementRefusedError
from gtr_core.warehouse.model_call import is_model_call

__all__ = ["check_read_only", "render_read_only"]

_MATERIALIZES = frozenset({"duckdb", "postgres"})
"""Dialects that know ``AS MATERIALIZED``; to others it is a syntax error, whatever sqlglot writes."""

_PLAIN_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_$ ]*\Z")
_NUMBER = re.compile(r"[0-9]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?\Z")
_FILE_NAME = re.compile(r"[/\\*:]|\.[A-Za-z][A-Za-z0-9]{1,7}(?:\.(?:gz|zst|bz2))?\Z")


def render_read_only(select: exp.Query, dialect: str) -> str:
    """The SQL text of a statement that has passed ``check_read_only``, without its comments.

    >>> from sqlglot import parse_one
    >>> render_read_only(parse_one('SELECT 1 AS a /* x */'), 'duckdb')
    'SELECT 1 AS a'

    Raises:
        StatementRefusedError: It has not passed, or cannot be written in that dialect.
    """
    check_read_only(select)
    if dialect not in _MATERIALIZES and select.find(exp.CTE):
        select = select.copy()
        for part in select.find_all(exp.CTE):
            part.set("materialized", None)
    try:
        return select.sql(dialect=dialect, comments=False)
    except SqlglotError as error:
        raise StatementRefusedError(f"it cannot be written in the dialect {dialect}: {error}") from error


def check_read_only(select: exp.Query) -> None:
    """Let a SELECT, UNION or WITH over tables pass, and nothing else but a model's call over literals.

    Every node must be of a kind that stands in ``allowed_nodes``; a table is a name and no call; what a
    node holds as bare text (join kinds, units, unquoted names, numbers) is a plain word or number, since
    a generator writes it as it stands. Cost: O(nodes).

    Raises:
        StatementRefusedError: Anything else, with the reason.
    """
    if not isinstance(select, exp.Query):
        raise StatementRefusedError(f"it is a {_name(select)} and not a query")
    if is_model_call(select):
        return
    for node in select.walk():
        _check_kind(node)
        _check_text(node)
        if isinstance(node, exp.Table):
            _check_table(node)
        elif isinstance(node, exp.Select):
            _check_select(node)


def _check_kind(node: exp.Expr) -> None:
    if not isinstance(node, ALLOWED_NODES) or isinstance(node, REFUSED_NODES):
        raise StatementRefusedError(f"it holds {_name(node)}, which is not among the permitted parts of a query")


def _check_text(node: exp.Expr) -> None:
    """Whatever a generator writes unquoted must not be able to carry SQL."""
    if isinstance(node, exp.Literal):
        if not node.is_string and not _NUMBER.match(str(node.this)):
            raise StatementRefusedError("it holds a number that is none")
        return
    if isinstance(node, exp.Identifier) and node.args.get("quoted"):
        return
    for key, value in node.args.items():
        for text in value if isinstance(value, list) else (value,):
            if isinstance(text, str) and text and not _PLAIN_WORD.match(text):
                raise StatementRefusedError(f"the {key} of {_name(node)} is no plain word")


def _check_table(table: exp.Table) -> None:
    if not isinstance(table.this, exp.Identifier):
        raise StatementRefusedError(f"it reads from {_name(table.this)} and not from a table by name")
    if not table.args.get("db") and _FILE_NAME.search(table.name):
        raise StatementRefusedError("it reads from a name that looks like a file")


def _check_select(select: exp.Select) -> None:
    for key in ("into", "locks", "hint", "operation_modifiers", "kind", "laterals", "connect", "settings", "format"):
        if select.args.get(key):
            raise StatementRefusedError(f"it has a clause that is not permitted ({key})")


def _name(node: object) -> str:
    """A function by its name in SQL, any other node by its kind."""
    if isinstance(node, exp.Anonymous | exp.AnonymousAggFunc):
        name = str(node.this)
        return f"the function {name}" if _PLAIN_WORD.match(name) else "a function"
    return type(node).__name__
