"""A made-up warehouse: its tables, and what each column and foreign key of them means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gtr_core.evaluation.training.made_up.lexicon import Deal, Entity, Lexicon

__all__ = ["Edge", "Feature", "MadeColumn", "MadeTable", "Path", "Step", "World"]


@dataclass(slots=True)
class MadeColumn:
    """A column; ``values`` is what the sample shows of it, ``distinct`` how many there are in all."""

    name: str
    data_type: str
    description: str = ""
    label: str = ""
    values: tuple[str, ...] = ()
    distinct: int = 0


@dataclass(slots=True)
class MadeTable:
    """A table; its first column is its primary key, unless it has none."""

    name: str
    columns: list[MadeColumn] = field(default_factory=list)
    key: str = ""
    rows: int = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A foreign key between tables, by their keys in ``World.tables``; ``of`` and ``did`` as in the lexicon's link."""

    child: str
    column: str
    parent: str
    parent_column: str
    role: str = ""
    of: tuple[str, ...] = ()
    did: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """An edge, walked from child to parent (``up``) or back."""

    edge: Edge
    up: bool = True

    @property
    def end(self) -> str:
        """Where it arrives."""
        return self.edge.parent if self.up else self.edge.child


Path = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Feature:
    """What can be asked of an entity: a column of its own table, or of one that its foreign keys lead to.

    Attributes:
        kind: category, number, date, flag, city, country or region.
        name: In words.
        path: From the entity's table to the column's.
        column: Of a calendar, its year.
        values: As people say them.
        phrases: As the lexicon's attribute has them.
        calendar: A date that is kept as a key of a calendar table.
        codes: How the values are stored, where that is not how people say them; the description explains them.
        demonym: A country by which the adjective would be understood.
    """

    kind: str
    name: str
    path: Path
    column: str
    values: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    additive: bool = False
    unit: str = ""
    calendar: bool = False
    codes: tuple[str, ...] = ()
    demonym: bool = True


@dataclass(slots=True)
class World:
    """A made-up warehouse.

    Attributes:
        tables: By key: an entity's key, or ``@`` and the name of a look-up.
        edges: All foreign keys.
        entities: What questions can be about.
        nouns: What questions may call each entity; no noun stands for two.
        features: By entity.
        names: By entity, its rows' names as one value a naming column.
        name_columns: By entity.
        natural: Edges to a table whose key is a code that people use, its noun, and the codes.
        deals: Those whose fact is there.
        taken: Names that stand for one row of one entity.
    """

    name: str
    lexicon: Lexicon
    tables: dict[str, MadeTable] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    entities: dict[str, Entity] = field(default_factory=dict)
    nouns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    features: dict[str, list[Feature]] = field(default_factory=dict)
    names: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    name_columns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    natural: list[tuple[Edge, str, tuple[str, ...]]] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def links(self, entity: str) -> list[Edge]:
        """Foreign keys from an entity to entities."""
        return [edge for edge in self.edges if edge.child == entity and edge.of]

    def children(self, entity: str) -> list[Edge]:
        """Foreign keys from entities to an entity."""
        return [edge for edge in self.edges if edge.parent == entity and edge.did]

    def named(self, entity: str) -> bool:
        """Whether its rows have names."""
        return entity in self.name_columns

    def sampled(self, entity: str) -> list[tuple[str, ...]]:
        """Those of its rows' names that the sample of values shows."""
        columns = {column.name: set(column.values) for column in self.tables[entity].columns}
        shown = [columns[name] for name in self.name_columns[entity]]
        return [row for row in self.names[entity] if all(part in of for part, of in zip(row, shown, strict=True))]

    def routes(self, start: str, end: str, longest: int = 5) -> Iterator[Path]:
        """Paths from child to parent that meet no entity twice, shortest first."""
        layer: list[Path] = [()]
        for _ in range(longest):
            longer: list[Path] = []
            for path in layer:
                here = path[-1].end if path else start
                met = {start, *(step.end for step in path)}
                longer += [(*path, Step(edge)) for edge in self.links(here) if edge.parent not in met]
            yield from (path for path in longer if path[-1].end == end)
            layer = longer

    def route(self, start: str, end: str, role: str = "") -> Path | None:
        """The path that a reader would take: of the role, else without roles where one is; None if several tie."""
        found = list(self.routes(start, end))
        if role:
            found = [path for path in found if any(step.edge.role == role for step in path)]
        elif any(all(not step.edge.role for step in path) for path in found):
            found = [path for path in found if all(not step.edge.role for step in path)]
        elif any(step.edge.role for path in found for step in path) and len(found) > 1:
            return None
        shortest = [path for path in found if len(path) == len(found[0])]
        return shortest[0] if len(shortest) == 1 else None

    def participant(self, fact: str, words: str) -> Path | None:
        """The path to a deal's subject or target, ``role entity`` or ``entity``."""
        if words in self.entities:
            return self.route(fact, words)
        role, _, entity = words.partition(" ")
        return self.route(fact, entity, role) if entity in self.entities else None
