"""A small warehouse of our own, as an opened context, for asking questions."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Key, Metric, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.context.snapshot_info import FailedTable
from gtr_core.index import ValueIndex, write_index

_TABLES: dict[str, dict[str, tuple[str, ...]]] = {
    "flights": {
        "flight_id": (),
        "origin_id": (),
        "destination_id": (),
        "airline_id": (),
        "departure_date": (),
        "delay_minutes": (),
    },
    "airports": {"airport_id": (), "airport_name": ("Lyon", "Turin", "Oslo Gardermoen"), "city_id": ()},
    "cities": {"city_id": (), "city_name": ("Lyon", "Turin", "Oslo"), "country_id": ()},
    "countries": {"country_id": (), "country_name": ("France", "Italy", "Norway")},
    "airlines": {"airline_id": (), "airline_name": ("Fjord Air", "Alpine Wings"), "country_id": ()},
    "tickets": {"ticket_id": (), "flight_id": (), "passenger_id": (), "fare": (), "cabin": ("economy", "business")},
    "passengers": {"passenger_id": (), "passenger_name": (), "home_country_id": ()},
    "crew": {"crew_id": (), "crew_name": (), "supervisor_id": (), "airline_id": ()},
    "warehouses": {"warehouse_id": (), "warehouse_name": ("North Depot",)},
}

_JOINS: tuple[tuple[str, str, str, str, str | None], ...] = (
    ("flights", "origin_id", "airports", "airport_id", "origin"),
    ("flights", "destination_id", "airports", "airport_id", "destination"),
    ("flights", "airline_id", "airlines", "airline_id", None),
    ("airports", "city_id", "cities", "city_id", None),
    ("cities", "country_id", "countries", "country_id", None),
    ("airlines", "country_id", "countries", "country_id", None),
    ("tickets", "flight_id", "flights", "flight_id", None),
    ("tickets", "passenger_id", "passengers", "passenger_id", None),
    ("passengers", "home_country_id", "countries", "country_id", "home_country"),
    ("crew", "supervisor_id", "crew", "crew_id", "supervisor"),
    ("crew", "airline_id", "airlines", "airline_id", None),
)


@dataclass(frozen=True)
class OpenContext:
    """The parts of a snapshot that a question reads."""

    graph: ContextGraph
    index: ValueIndex
    embeddings: Any = None
    encoder_name: str | None = None
    failed: tuple[FailedTable, ...] = ()


def travel(folder: Path, seed: int | None = None) -> OpenContext:
    """Flights, tickets, airlines, places and a warehouse that nothing joins; a seed shuffles the input."""
    tables = []
    profiles = {}
    for name, columns in _TABLES.items():
        made = tuple(Column(column, "VARCHAR", i, alias=column.replace("_", " ")) for i, column in enumerate(columns))
        tables.append(Table(name, Relation("db", "main", name), name, columns=made))
        known = tuple(ColumnProfile(column, values=values) for column, values in columns.items())
        profiles[name] = TableProfile(name, 10, 10, False, known)
    joins = [
        JoinEdge(child, (column,), parent, (key,), ("relationships_test",), role)
        for child, column, parent, key, role in _JOINS
    ]
    keys = [Key(name, (next(iter(columns)),), "tests", primary=True) for name, columns in _TABLES.items()]
    metrics = [
        Metric("ticket_revenue", tables=("tickets",), aggregate="sum", expression="fare", label="Ticket revenue"),
        Metric("total_delay", tables=("flights",), aggregate="sum", expression="delay_minutes", label="Total delay"),
    ]
    if seed is not None:
        for things in (tables, joins, keys, metrics):
            random.Random(seed).shuffle(things)
    graph = ContextGraph(tables=tables, joins=joins, keys=keys, metrics=metrics, profiles=profiles)
    write_index(index_entries(graph), folder)
    return OpenContext(graph, ValueIndex.open(folder))
