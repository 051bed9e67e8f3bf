"""Keys: columns that tell the rows of a table apart."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Key"]


@dataclass(frozen=True, slots=True)
class Key:
    """Columns whose values are unique within a table.

    Attributes:
        table: Table id.
        columns: Column names, in the key's order.
        origin: Where the key is stated: constraint, meta, primary_key_test, tests (unique and not_null),
            unique_test, combination_test, semantic_entity, warehouse_key, inferred.
        primary: Whether it is the table's primary key.
        severity: ``warn`` where only tests that warn state it, else ``error``; None where no test.
    """

    table: str
    columns: tuple[str, ...]
    origin: str
    primary: bool = False
    severity: str | None = None
