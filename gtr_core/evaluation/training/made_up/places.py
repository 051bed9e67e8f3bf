"""Where things are: cities, countries and regions, as tables or as columns."""

from __future__ import annotations

from dataclasses import replace

from gtr_core.evaluation.training.made_up.lexicon import Entity
from gtr_core.evaluation.training.made_up.table_making import TableMaker
from gtr_core.evaluation.training.made_up.values import made_names
from gtr_core.evaluation.training.made_up.world import Edge, Feature, Path, Step

__all__ = ["Places"]


class Places:
    """Gives entities a place, in the way of the house; the tables are made when first needed."""

    def __init__(self, maker: TableMaker) -> None:
        self._maker = maker
        chance = maker.chance
        self._way = chance.choices(["city", "country", "flat"], [5, 2, 1.5])[0]
        self._with_regions = chance.random() < 0.4
        self._with_addresses = self._way == "city" and chance.random() < 0.2
        words = maker.world.lexicon.words
        self._countries = chance.sample([entry.split("/")[0] for entry in words["countries"]], chance.randint(10, 35))
        cities = [*words["cities"], *made_names("town", 15, words, chance)]
        self._cities = chance.sample(cities, chance.randint(15, 40))
        self._regions = chance.sample(list(words["regions"]), chance.randint(4, 8))

    def add(self, key: str, entity: Entity) -> None:
        """The features city, country and region of an entity."""
        flat = self._way == "flat" or self._maker.chance.random() < 0.12
        # A port or a stadium is a place itself.
        is_place = entity.named == "town"
        if flat:
            if not is_place:
                self._feature(key, entity, "city", (), self._flat(key, "city", self._cities))
            self._feature(key, entity, "country", (), self._flat(key, "country", self._countries))
            return
        path: Path = ()
        if self._way == "city" and not is_place:
            path = self._to_city(key)
            self._feature(key, entity, "city", path, self._name_column("@city"))
        path = (*path, self._step(path[-1].end if path else key, "@country"))
        two = entity.named == "person" and "living in {p}" in entity.places and self._maker.chance.random() < 0.5
        if two:
            entity = replace(entity, places=("living in {p}",))
        self._feature(key, entity, "country", path, self._name_column("@country"), demonym=not two)
        if two:
            self._birth_country(key)
        if self._with_regions:
            path = (*path, self._step("@country", "@region"))
            self._feature(key, entity, "region", path, self._name_column("@region"))

    def _flat(self, key: str, words: str, values: list[str]) -> str:
        return self._maker.column(key, words, "text", f"The {words} of the {self._maker.noun(key)}.", values)

    def _to_city(self, key: str) -> Path:
        if not self._with_addresses:
            return (self._step(key, "@city"),)
        return (self._step(key, "@address"), self._step("@address", "@city"))

    def _birth_country(self, key: str) -> None:
        """A second country of a person, in a role of its own."""
        maker, world = self._maker, self._maker.world
        column = maker.foreign_key(key, "@country", "birth", "Reference to the country of birth.")
        edge = Edge(key, column, "@country", world.tables["@country"].key, "birth")
        world.edges.append(edge)
        name, values = self._name_column("@country"), tuple(self._countries)
        born = Feature("country", "birth country", (Step(edge),), name, values, ("born in {p}",), demonym=False)
        world.features[key].append(born)

    def _feature(self, key: str, entity: Entity, kind: str, path: Path, column: str, *, demonym: bool = True) -> None:
        values = {"city": self._cities, "country": self._countries, "region": self._regions}[kind]
        feature = Feature(kind, kind, path, column, tuple(values), entity.places, demonym=demonym)
        self._maker.world.features[key].append(feature)

    def _name_column(self, table: str) -> str:
        return self._maker.world.tables[table].columns[1].name

    def _step(self, child: str, parent: str) -> Step:
        """The edge between two tables, made where there is none."""
        world, maker = self._maker.world, self._maker
        for edge in world.edges:
            if (edge.child, edge.parent, edge.role) == (child, parent, ""):
                return Step(edge)
        noun = parent[1:]
        if parent not in world.tables:
            maker.start_look_up(parent, noun)
            if parent == "@address":
                maker.column(parent, "street", "text", "Street and number.")
                maker.column(parent, "postal code", "text", "Postal code.")
            else:
                values = {"@city": self._cities, "@country": self._countries, "@region": self._regions}[parent]
                words = maker.chance.choice(["name", f"{noun} name", noun])
                maker.column(parent, words, "text", f"Name of the {noun}.", values)
        column = maker.foreign_key(child, parent, "", f"Reference to the {noun}.")
        edge = Edge(child, column, parent, world.tables[parent].key)
        world.edges.append(edge)
        return Step(edge)
