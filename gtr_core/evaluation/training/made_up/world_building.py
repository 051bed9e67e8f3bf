"""From a field of business to a warehouse: which things, which tables, which look-ups, which noise."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from gtr_core.evaluation.training.made_up.lexicon import Attribute, Deal, Domain, Entity, Lexicon, Link
from gtr_core.evaluation.training.made_up.noise import add_noise
from gtr_core.evaluation.training.made_up.places import Places
from gtr_core.evaluation.training.made_up.table_making import EXPLAINED, TableMaker
from gtr_core.evaluation.training.made_up.values import made_names
from gtr_core.evaluation.training.made_up.world import Edge, Feature, Step, World

__all__ = ["build_world"]

_GENERIC = (
    "state",
    "status",
    "type",
    "condition",
    "date",
    "phase",
    "stage",
    "class",
    "level",
    "amount",
    "fee",
    "price",
)

_CLERKS = (
    (("creator", "entered"), ("approver", "approved")),
    (("registrar", "registered"), ("controller", "checked")),
    (("author", "drafted"), ("auditor", "audited")),
)


def build_world(name: str, domain: Domain, lexicon: Lexicon, chance: random.Random) -> World:
    """A warehouse about a domain, with some of the lexicon's modules; ``chance`` decides everything else."""
    world = World(name, lexicon)
    _choose_entities(world, domain, chance)
    _choose_nouns(world, chance)
    maker = TableMaker(world, chance)
    for key, entity in world.entities.items():
        maker.start(key, entity)
    places = Places(maker)
    with_calendar, normalised = chance.random() < 0.3, chance.choice([0.0, 0.0, 0.2, 0.5])
    for key, entity in world.entities.items():
        _name(maker, key, entity)
        for link in entity.links:
            _link(maker, key, link)
        for attribute in entity.attributes:
            fact = not entity.named and not entity.bridge
            if attribute.kind == "date" and with_calendar and fact:
                _calendar(maker, key, attribute)
            elif attribute.kind == "category" and chance.random() < normalised:
                _look_up(maker, key, attribute)
            else:
                _column(maker, key, attribute)
        if entity.places:
            places.add(key, entity)
    add_noise(maker)
    return world


def _choose_entities(world: World, domain: Domain, chance: random.Random) -> None:
    chosen = dict(domain.entities)
    deals = list(domain.deals)
    for module in chance.sample(sorted(world.lexicon.modules), chance.choice([0, 1, 1, 2, 2, 3, 4, 6])):
        part = world.lexicon.modules[module]
        taken = {noun for entity in chosen.values() for noun in entity.nouns}
        if any(noun in taken for entity in part.entities.values() for noun in entity.nouns):
            continue
        for key, entity in part.entities.items():
            links = tuple(replace(link, parent=_meant(link.parent, domain)) for link in entity.links)
            chosen[key] = replace(entity, links=links)
        deals += [
            replace(deal, subject=_meant(deal.subject, domain), target=_meant(deal.target, domain))
            for deal in part.deals
        ]
    _add_clerks(chosen, chance)
    if len(chosen) > 8:
        for key in [key for key in chosen if chance.random() < 0.07]:
            del chosen[key]
    kept = {
        key: replace(entity, links=tuple(link for link in entity.links if link.parent in chosen))
        for key, entity in chosen.items()
    }
    world.entities = {key: entity for key, entity in kept.items() if not entity.bridge or len(entity.links) > 1}
    world.deals = [deal for deal in deals if _possible(deal, world)]


def _add_clerks(chosen: dict[str, Entity], chance: random.Random) -> None:
    """Two foreign keys to the employees in some facts: who entered a row and who checked it."""
    facts = [key for key, entity in chosen.items() if not entity.named and not entity.bridge and len(entity.links) > 1]
    if "employee" not in chosen or chance.random() < 0.4:
        return
    for key in chance.sample(facts, min(len(facts), chance.choice([1, 2]))):
        pair = chance.choice(_CLERKS)
        links = tuple(Link("employee", role, (f"{verb} by {{p}}",), (f"who {verb} {{c}}",)) for role, verb in pair)
        chosen[key] = replace(chosen[key], links=(*chosen[key].links, *links))


def _meant(words: str, domain: Domain) -> str:
    return words.replace("$party", domain.party).replace("$site", domain.site)


def _possible(deal: Deal, world: World) -> bool:
    return deal.fact in world.entities


def _choose_nouns(world: World, chance: random.Random) -> None:
    """Words for each entity; a word that two share belongs to neither, a key always to its own."""
    uses = Counter(noun for entity in world.entities.values() for noun in entity.nouns)
    for key, entity in world.entities.items():
        own = [noun for noun in entity.nouns if uses[noun] == 1 and (noun == key or noun not in world.entities)]
        own = own or [key]
        if chance.random() < 0.3:
            own.reverse()
        world.nouns[key] = tuple(own)


def _name(maker: TableMaker, key: str, entity: Entity) -> None:
    if not entity.named or entity.named == "bridge":
        return
    world, chance, style = maker.world, maker.chance, maker.style
    noun = maker.noun(key)
    if entity.named == "listed":
        names = list(entity.names)
        chance.shuffle(names)
        names = names[: max(4, len(names) - chance.randrange(3))]
    else:
        names = made_names(entity.named, chance.randint(12, 50), world.lexicon.words, chance, world.taken)
    # A name said without a noun is to mean one row of one table.
    world.taken.update(names)
    if entity.named == "person" and style.split_persons:
        parts = [(first, last) for first, last in (name.split(" ") for name in names)]
        columns = tuple(
            maker.column(key, words, "text", f"{words.capitalize()} of the {noun}.", [part[i] for part in parts])
            for i, words in enumerate(("first name", "last name"))
        )
        world.names[key] = [*parts]
    else:
        words = maker.name_words.get(entity.named) or chance.choice(["name", "name", f"{noun} name"])
        columns = (maker.column(key, words, "text", f"Name of the {noun}.", names),)
        world.names[key] = [(name,) for name in names]
    world.name_columns[key] = columns


def _link(maker: TableMaker, key: str, link: Link) -> None:
    world = maker.world
    parent = world.entities[link.parent]
    codes: list[str] = []
    if parent.codes and maker.natural(link.parent):
        codes = [parent.codes[parent.names.index(name)] for (name,) in world.names.get(link.parent, [])]
        codes = codes or list(parent.codes)
    words = f"the {link.role} {maker.noun(link.parent)}" if link.role else f"the {maker.noun(link.parent)}"
    column = maker.foreign_key(key, link.parent, link.role, f"Reference to {words}.", codes)
    edge = Edge(key, column, link.parent, world.tables[link.parent].key, link.role, link.of, link.did)
    world.edges.append(edge)
    if codes:
        world.natural.append((edge, maker.noun(link.parent), tuple(codes)))


def _column_words(maker: TableMaker, name: str) -> str:
    last = name.split()[-1]
    return last if maker.style.plain and last in _GENERIC else name


def _feature(attribute: Attribute, path: tuple[Step, ...], column: str, *, calendar: bool = False) -> Feature:
    return Feature(
        *(attribute.kind, attribute.name, path, column, attribute.values, attribute.phrases),
        *(attribute.low, attribute.high, attribute.additive, attribute.unit, calendar),
    )


def _column(maker: TableMaker, key: str, attribute: Attribute) -> None:
    types = {"category": "text", "number": "real", "date": "date", "flag": "integer"}
    words = _column_words(maker, attribute.name)
    if attribute.kind == "flag" and maker.chance.random() < 0.5:
        words = f"is {words}"
    noun = maker.noun(key)
    told = f"{attribute.name.capitalize()} of the {noun}" + (f", in {attribute.unit}" if attribute.unit else "")
    if attribute.kind == "category" and maker.chance.random() < 0.5:
        told += ": " + ", ".join(attribute.values)
    values = [value.lower() if maker.lower_case else value for value in attribute.values]
    codes = _codes(attribute.values) if maker.coded and maker.chance.random() < 0.5 else ()
    if codes:
        told = EXPLAINED + ", ".join(f"{code} = {value}" for code, value in zip(codes, values, strict=True))
    column = maker.column(key, words, types[attribute.kind], f"{told}.", codes or values)
    feature = replace(_feature(attribute, (), column), values=tuple(values), codes=codes)
    maker.world.features[key].append(feature)


def _codes(values: tuple[str, ...]) -> tuple[str, ...]:
    """Initials of a category's values, none where two have the same.

    >>> _codes(("in transit", "held")), _codes(("paid", "pending"))
    (('IT', 'H'), ())
    """
    codes = tuple("".join(word[0] for word in value.split()).upper() for value in values)
    return codes if len(set(codes)) == len(codes) else ()


def _look_up(maker: TableMaker, key: str, attribute: Attribute) -> None:
    """The category as a table of its own."""
    noun = attribute.name if " " in attribute.name else f"{maker.noun(key)} {attribute.name}"
    table = f"@{noun}"
    if table not in maker.world.tables:
        maker.start_look_up(table, noun)
        words = maker.chance.choice(["name", attribute.name.split()[-1], "description", "label"])
        maker.column(table, words, "text", f"{attribute.name.capitalize()} in words.", attribute.values)
    home = maker.world.tables[table]
    column = maker.foreign_key(key, table, "", f"Reference to the {noun}.")
    edge = Edge(key, column, table, home.key)
    maker.world.edges.append(edge)
    maker.world.features[key].append(_feature(attribute, (Step(edge),), home.columns[1].name))


def _calendar(maker: TableMaker, key: str, attribute: Attribute) -> None:
    """The date as a key of a calendar table."""
    world, table = maker.world, "@calendar"
    if table not in world.tables:
        maker.start_look_up(table, maker.chance.choice(["date", "calendar", "calendar day", "day"]))
        for words, data_type in (("full date", "date"), ("year", "integer"), ("quarter", "integer")):
            maker.column(table, words, data_type, f"{words.capitalize()} of the day.")
        months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]
        maker.column(table, "month name", "text", "Month in words.", [*months, "November", "December"])
        maker.column(
            table, "weekday", "text", "Day of the week.", ["Monday", "Tuesday", "Friday", "Saturday", "Sunday"]
        )
    home = world.tables[table]
    column = maker.foreign_key(key, table, attribute.name.removesuffix(" date"), f"Reference to the {attribute.name}.")
    edge = Edge(key, column, table, home.key, role=attribute.name)
    world.edges.append(edge)
    feature = replace(_feature(attribute, (Step(edge),), home.columns[2].name, calendar=True))
    world.features[key].append(feature)
