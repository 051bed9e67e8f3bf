"""Made-up schemas with questions, as a benchmark folder: warehouses of companies that public benchmarks hold few of."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from gtr_core.evaluation.training.examples import FOLDS, fold_of
from gtr_core.evaluation.training.made_up import KINDS, World, build_world, read_lexicon
from gtr_core.evaluation.training.made_up.talk import Talk

__all__ = ["write_made_up"]

LARGEST = 40
# How often a kind is tried for each question that is wanted: worlds without bridges offer none about them.
TRIES = 12


def write_made_up(folder: Path, schemas: int, questions_per_schema: int, seed: int) -> None:
    """Write a benchmark folder of made-up schemas and questions; the same for the same arguments.

    The files are ``schema.json``, ``questions.jsonl``, ``values.jsonl`` and ``descriptions.json``. The kind of each
    question stands in its field ``difficulty``. Fields of business take turns, so that a few schemas cover most.

    Args:
        folder: Made if it is not there.
        schemas: How many; each has 8 to 40 tables.
        questions_per_schema: At most so many of each; a small schema may offer fewer.
        seed: Decides everything.
    """
    folder.mkdir(parents=True, exist_ok=True)
    worlds = [_world(number, seed) for number in range(schemas)]
    questions = [
        question
        for number, world in enumerate(worlds)
        for question in _questions(world, questions_per_schema, number, seed)
    ]
    _write_json(folder / "schema.json", {"databases": {world.name: _schema(world) for world in worlds}})
    _write_json(folder / "descriptions.json", {world.name: _descriptions(world) for world in worlds})
    _write_lines(folder / "questions.jsonl", questions)
    _write_lines(folder / "values.jsonl", [row for world in worlds for row in _values(world)])


def _world(number: int, seed: int) -> World:
    lexicon = read_lexicon()
    order = random.Random(f"{seed} domains {number // len(lexicon.domains)}").sample(
        range(len(lexicon.domains)), len(lexicon.domains)
    )
    domain = lexicon.domains[order[number % len(order)]]
    name = _name(domain.name, lexicon.domains.index(domain), number)
    attempt = 0
    while True:
        world = build_world(name, domain, lexicon, random.Random(f"{seed} world {number} {attempt}"))
        if 8 <= len(world.tables) <= LARGEST:
            return world
        attempt += 1


def _name(domain: str, position: int, number: int) -> str:
    """A name that puts all worlds of a domain into one fold, so that no fold is judged on a domain it learnt from."""
    for letter in ascii_lowercase:
        name = f"{domain.replace(' ', '_')}_{number}{letter}"
        if fold_of(name) == position % FOLDS:
            break
    return name


def _questions(world: World, wanted: int, number: int, seed: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(f"{seed} questions {number}")
    names, weights = list(KINDS), [weight for _, weight in KINDS.values()]
    said: set[str] = set()
    for kind in chance.choices(names, weights, k=wanted * TRIES):
        talk = Talk(world, chance)
        text = KINDS[kind][0](talk)
        if text is None or text.lower() in said:
            continue
        said.add(text.lower())
        query = talk.query
        yield {
            "id": f"{world.name}/{len(said) - 1}",
            "db": world.name,
            "question": _cased(text, chance),
            "sql": query.sql(),
            "dialect": "sqlite",
            "gold_tables": query.tables(),
            "gold_joins": [list(pair) for pair in query.joins()],
            **({"gold_roles": query.roles()} if max(query.roles().values()) > 1 else {}),
            "difficulty": kind,
        }
        if len(said) == wanted:
            return


def _cased(text: str, chance: random.Random) -> str:
    """Mostly with a capital; sometimes as people type in a hurry."""
    text = " ".join(text.split())
    if chance.random() < 0.06:
        return text.rstrip("?.").lower()
    return text[0].upper() + text[1:]


def _schema(world: World) -> dict[str, Any]:
    tables = [
        {
            "name": table.name,
            **({"label": table.label} if table.label else {}),
            "row_count": table.rows,
            "primary_key": [table.key] if table.key else [],
            "columns": [
                {
                    "name": column.name,
                    **({"label": column.label} if column.label else {}),
                    "type": column.data_type,
                    "pk": column.name == table.key,
                }
                for column in table.columns
            ],
        }
        for table in sorted(world.tables.values(), key=lambda table: table.name)
    ]
    keys = [
        {
            "from_table": world.tables[edge.child].name,
            "from_column": edge.column,
            "to_table": world.tables[edge.parent].name,
            "to_column": edge.parent_column,
        }
        for edge in world.edges
    ]
    return {"tables": tables, "foreign_keys": keys}


def _descriptions(world: World) -> dict[str, dict[str, str]]:
    return {
        table.name: {column.name: column.description for column in table.columns if column.description}
        for table in world.tables.values()
    }


def _values(world: World) -> list[dict[str, Any]]:
    return [
        {
            "db": world.name,
            "table": table.name,
            "column": column.name,
            "values": list(column.values),
            "n_distinct": column.distinct,
            "source": "made up",
        }
        for table in world.tables.values()
        for column in table.columns
        if column.values
    ]


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
