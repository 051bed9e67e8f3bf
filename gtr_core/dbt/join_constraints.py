"""Join claims of foreign-key constraints, on columns and on models."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gtr_core.catalog import LeftOut, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.columns import stored_column
from gtr_core.dbt.join_claims import JoinClaim
from gtr_core.dbt.manifest_nodes import ConstraintNode, Node
from gtr_core.dbt.references import References
from gtr_core.dbt.relations import PlacedRelations

__all__ = ["claims_of_constraints", "constraints_of"]

_WORD_REFERENCES = re.compile(r"(?i)\breferences\b")


def constraints_of(node: Node, *kinds: str) -> Iterator[tuple[ConstraintNode, tuple[str, ...]]]:
    """A node's constraints of some types, with the columns that they stand for."""
    for name, column in (node.columns or {}).items():
        if column is not None and column.constraints:
            for constraint in column.constraints:
                if constraint is not None and constraint.type in kinds:
                    yield constraint, (column.name or name,)
    for constraint in node.constraints or ():
        if constraint is not None and constraint.type in kinds and constraint.columns:
            yield constraint, tuple(constraint.columns)


def claims_of_constraints(
    placed: PlacedRelations, tables: Mapping[str, Table], references: References, rules: AdapterRules
) -> Iterator[JoinClaim | LeftOut]:
    """One claim a foreign-key constraint; what names no table or no columns is handed out as left out."""
    for unique_id, node in placed.nodes.items():
        child = tables[placed.canonical[unique_id]]
        for constraint, columns in constraints_of(node, "foreign_key"):
            to, to_columns = _target(constraint)
            parent = tables.get(references.resolve(to, node.package_name) or "") if to else None
            if parent is None or len(columns) != len(to_columns):
                reason = f"it refers to {to or 'nothing'} ({', '.join(to_columns)})"
                yield LeftOut(unique_id, "unused_constraint", reason)
                continue
            yield JoinClaim(
                child.id,
                tuple(stored_column(child, column, rules) or column for column in columns),
                parent.id,
                tuple(stored_column(parent, column, rules) or column for column in to_columns),
                "constraint",
                unique_id,
            )


def _target(constraint: ConstraintNode) -> tuple[str | None, tuple[str, ...]]:
    if constraint.to and constraint.to_columns:
        return constraint.to, tuple(constraint.to_columns)
    to, columns = _expressed(constraint.expression or "")
    return constraint.to or to, columns


def _expressed(expression: str) -> tuple[str | None, tuple[str, ...]]:
    """``parent (columns)``, or what dbt renders around it: ``foreign key (..) references parent (columns) ..``.

    >>> _expressed("foreign key (a) references shop.orders (id) on delete cascade")
    ('shop.orders', ('id',))
    """
    spoken = _WORD_REFERENCES.split(expression)[-1]
    to, opened, rest = spoken.partition("(")
    columns, closed, _ = rest.partition(")")
    if not (to.strip() and opened and closed):
        return None, ()
    return to.strip(), tuple(column.strip() for column in columns.split(",") if column.strip())
