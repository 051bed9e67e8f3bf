"""A query under construction: instances of tables by the paths that lead to them, and its SQL."""

from __future__ import annotations

from collections import Counter

from gtr_core.evaluation.training.made_up.world import Path, World

__all__ = ["Query", "literal"]


def literal(value: str | float) -> str:
    """A value as SQL.

    >>> literal("O'Neil"), literal(3)
    ("'O''Neil'", '3')
    """
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


class Query:
    """Grows by paths from its root: two that begin alike share the instances of what they share.

    Attributes:
        root: Key of the table whose rows, or groups of rows, are told.
        selected: Expressions.
        conditions: Joined by AND.
        groups: Expressions to group by.
        having: Condition on groups.
        order: Expression to order by, with its direction; ``limit`` rows of that.
        absent: Paths whose last step finds no row.
    """

    def __init__(self, world: World, root: str) -> None:
        self.world = world
        self.root = root
        self.selected: list[str] = []
        self.conditions: list[str] = []
        self.groups: list[str] = []
        self.having = ""
        self.order = ""
        self.limit = 0
        self.distinct = False
        self.absent: set[Path] = set()
        self._aliases: dict[Path, str] = {(): "T1"}

    def at(self, path: Path) -> str:
        """The alias of the instance at the end of a path."""
        for length in range(1, len(path) + 1):
            self._aliases.setdefault(path[:length], f"T{len(self._aliases) + 1}")
        return self._aliases[path]

    def column(self, path: Path, name: str) -> str:
        """A column of the instance at the end of a path."""
        return f'{self.at(path)}."{name}"'

    def end(self, path: Path) -> str:
        """Key of the table at the end of a path."""
        return path[-1].end if path else self.root

    def name_of(self, path: Path) -> list[str]:
        """The naming columns of the entity at the end of a path."""
        return [self.column(path, name) for name in self.world.name_columns[self.end(path)]]

    def mark(self) -> tuple[int, int]:
        """Where the query stands now, for ``undo``."""
        return len(self.conditions), len(self._aliases)

    def undo(self, mark: tuple[int, int]) -> None:
        """Forget the conditions and instances that came after a mark."""
        del self.conditions[mark[0] :]
        for path in list(self._aliases)[mark[1] :]:
            del self._aliases[path]

    def tables(self) -> list[str]:
        """Names of the tables, each once."""
        return sorted({self.world.tables[self.end(path)].name for path in self._aliases})

    def roles(self) -> dict[str, int]:
        """Instances of each table."""
        return dict(Counter(self.world.tables[self.end(path)].name for path in self._aliases))

    def joins(self) -> list[tuple[str, str]]:
        """Equality conditions as pairs of ``table.column``, each once."""
        pairs = []
        for path in self._aliases:
            if path:
                edge = path[-1].edge
                child, parent = self.world.tables[edge.child], self.world.tables[edge.parent]
                pairs.append((f"{child.name}.{edge.column}", f"{parent.name}.{edge.parent_column}"))
        return list(dict.fromkeys(pairs))

    def sql(self) -> str:
        """The query in SQLite's dialect."""
        conditions = list(self.conditions)
        parts = ["SELECT", "DISTINCT" if self.distinct else "", ", ".join(self.selected)]
        parts += ["FROM", f'"{self.world.tables[self.root].name}" AS T1']
        for path, alias in self._aliases.items():
            if not path:
                continue
            edge, up = path[-1].edge, path[-1].up
            before = self._aliases[path[:-1]]
            mine, theirs = (edge.parent_column, edge.column) if up else (edge.column, edge.parent_column)
            way = "LEFT JOIN" if path in self.absent else "JOIN"
            parts.append(
                f'{way} "{self.world.tables[self.end(path)].name}" AS {alias} ON {before}."{theirs}" = {alias}."{mine}"'
            )
            if path in self.absent:
                conditions.append(f'{alias}."{mine}" IS NULL')
        parts += ["WHERE", " AND ".join(conditions)] if conditions else []
        parts += ["GROUP BY", ", ".join(self.groups)] if self.groups else []
        parts += ["HAVING", self.having] if self.having else []
        parts += ["ORDER BY", self.order] if self.order else []
        parts += ["LIMIT", str(self.limit)] if self.limit else []
        return " ".join(part for part in parts if part)
