"""Tables and columns of a made-up warehouse, in its team's style."""

from __future__ import annotations

import random
from collections.abc import Iterable

from gtr_core.evaluation.training.made_up.lexicon import Entity
from gtr_core.evaluation.training.made_up.naming import naming_style
from gtr_core.evaluation.training.made_up.world import MadeColumn, MadeTable, World

__all__ = ["EXPLAINED", "TableMaker"]

EXPLAINED = "Code: "


class TableMaker:
    """Adds tables and columns to a world.

    Attributes:
        style: How things are spelt.
        name_words: What the naming column of titles and persons is called.
        lower_case: Categories are stored in lower case.
        coded: Some of them are stored as codes that the column's description explains.
    """

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world = world
        self.chance = chance
        self.style = naming_style(chance)
        self.name_words = {
            "title": chance.choice(["title", "name"]),
            "person": chance.choice(["full name", "name", "name"]),
        }
        self.lower_case = chance.random() < 0.5
        self._nouns: dict[str, str] = {}
        self._natural_keys = chance.random() < 0.6
        described = chance.random() < 0.4
        self._described = 0.85 if described else 0.0
        self._labelled = 0.5 if self.style.shortened and not described and chance.random() < 0.6 else 0.0
        self.coded = described and chance.random() < 0.4
        self._without_keys = chance.random() < 0.3
        self._types = chance.choice([("text", "integer", "real", "date"), ("VARCHAR", "INTEGER", "NUMERIC", "DATE")])

    def noun(self, key: str) -> str:
        """The word that a table's names are made of."""
        return self._nouns[key]

    def natural(self, key: str) -> bool:
        """Whether its primary key is a code that people know."""
        entity = self.world.entities.get(key)
        return self._natural_keys and bool(entity and entity.codes)

    def start(self, key: str, entity: Entity) -> None:
        """The table of an entity, with its primary key."""
        nouns = self.world.nouns[key]
        noun = nouns[0] if self.chance.random() < 0.8 else self.chance.choice(nouns)
        kind = "bridge" if entity.bridge else "dimension" if entity.named else "fact"
        self._start(key, noun, kind)
        self.world.features[key] = []
        if entity.bridge and self._without_keys:
            return
        if self.natural(key):
            names = self.style.column(f"{noun} code")
            self._add(key, MadeColumn(names, self._types[0], values=entity.codes, distinct=len(entity.codes)))
        else:
            self._add(key, MadeColumn(self.style.primary_key(noun), self._types[1], f"Key of the {noun}."))
        self.world.tables[key].key = self.world.tables[key].columns[0].name

    def start_look_up(self, key: str, noun: str) -> None:
        """A table that is no entity."""
        self._start(key, noun, "dimension")
        self._add(key, MadeColumn(self.style.primary_key(noun), self._types[1]))
        self.world.tables[key].key = self.world.tables[key].columns[0].name

    def _start(self, key: str, noun: str, kind: str) -> None:
        self._nouns[key] = noun
        taken = {table.name.lower() for table in self.world.tables.values()}
        name = self.style.table(noun, kind)
        while name.lower() in taken:
            noun += " info"
            name = self.style.table(noun, kind)
        rows = self.chance.randrange(8, 900) if kind == "dimension" else self.chance.randrange(900, 90000)
        self.world.tables[key] = MadeTable(name, rows=rows)
        if self.chance.random() < self._labelled:
            self.world.tables[key].label = noun

    def column(self, key: str, words: str, data_type: str, description: str = "", values: Iterable[str] = ()) -> str:
        """Add a column; its name."""
        all_values = list(dict.fromkeys(values))
        shown = all_values
        if len(all_values) > 12 and self.chance.random() < 0.5:
            shown = self.chance.sample(all_values, round(0.85 * len(all_values)))
        spelt = dict(zip(("text", "integer", "real", "date"), self._types, strict=True))[data_type]
        name = self.style.column(words, self._nouns[key])
        made = MadeColumn(name, spelt, description, words, tuple(shown), len(all_values))
        return self._add(key, made)

    def foreign_key(self, key: str, parent: str, role: str, description: str, codes: Iterable[str] = ()) -> str:
        """Add a foreign key's column; its name."""
        noun = self._nouns[parent]
        values = tuple(codes)
        name = self.style.column(f"{noun} code") if values else self.style.foreign_key(noun, role)
        made = MadeColumn(name, self._types[0 if values else 1], description, values=values, distinct=len(values))
        return self._add(key, made)

    def copy_column(self, key: str, column: MadeColumn) -> None:
        """Add a column like that of another table, without a sample of its values."""
        self._add(key, MadeColumn(column.name, column.data_type))

    def _add(self, key: str, column: MadeColumn) -> str:
        table = self.world.tables[key]
        taken = {other.name.lower() for other in table.columns}
        while column.name.lower() in taken:
            column.name += "2"
        if self.chance.random() >= self._described and not column.description.startswith(EXPLAINED):
            column.description = ""
        if self.chance.random() >= self._labelled:
            column.label = ""
        table.columns.append(column)
        return column.name
