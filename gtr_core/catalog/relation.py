"""Physical tables and views, by their stored names."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Relation"]


@dataclass(frozen=True, slots=True)
class Relation:
    """A table or view of the warehouse: database, schema and identifier in their stored spelling."""

    database: str | None
    schema: str | None
    identifier: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that are known, outermost first."""
        return tuple(part for part in (self.database, self.schema, self.identifier) if part)

    def folded(self) -> tuple[str, str, str]:
        """Database, schema and identifier in case-folded form, for comparing across artifacts."""
        return (
            (self.database or "").casefold(),
            (self.schema or "").casefold(),
            self.identifier.casefold(),
        )

    def __str__(self) -> str:
        """Double-quoted, dotted: the form in which answers show a relation.

        >>> str(Relation("db", "main", "orders"))
        '"db"."main"."orders"'
        """
        return ".".join('"' + part.replace('"', '""') + '"' for part in self.parts)
