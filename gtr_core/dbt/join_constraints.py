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

# What dbt before 1.9 renders after "foreign key (...)", or all that a project wrote.
_REFERENCES = re.compile(
    r"(?is)^\s*(?:.*?\breferences\s+)?(?P<to>.+?)\s*\(\s*(?P<columns>[^()]+?)\s*\)\s*(?:\w[\w\s]*)?$"
)


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
    match = _REFERENCES.match(constraint.expression or "")
    if match is None:
        return constraint.to, ()
    return constraint.to or match["to"], tuple(column.strip() for column in match["columns"].split(","))
