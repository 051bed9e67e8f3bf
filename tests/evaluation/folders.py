"""A small benchmark folder of our own: two databases, five questions, files as the layout has them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = {
    "databases": {
        "library": {
            "tables": [
                {
                    "name": "books",
                    "row_count": 120,
                    "primary_key": ["book_id"],
                    "columns": [
                        {"name": "book_id", "type": "integer", "pk": True},
                        {"name": "title", "type": "text", "pk": False},
                        {"name": "author_id", "type": "integer", "pk": False},
                        {"name": "editor_id", "type": "integer", "pk": False},
                    ],
                },
                {
                    "name": "persons",
                    "label": "people",
                    "primary_key": ["person_id"],
                    "columns": [
                        {"name": "person_id", "type": "integer", "pk": True},
                        {"name": "surname", "type": "text", "pk": False, "label": "family name"},
                    ],
                },
                {
                    "name": "loans",
                    "primary_key": ["book_id", "copy_no"],
                    "columns": [
                        {"name": "book_id", "type": "integer", "pk": True},
                        {"name": "copy_no", "type": "integer", "pk": True},
                    ],
                },
                {
                    "name": "fines",
                    "primary_key": [],
                    "columns": [
                        {"name": "book_id", "type": "integer", "pk": False},
                        {"name": "copy_no", "type": "integer", "pk": False},
                        {"name": "amount", "type": "real", "pk": False},
                    ],
                },
            ],
            "foreign_keys": [
                {"from_table": "books", "from_column": "author_id", "to_table": "persons", "to_column": "person_id"},
                {"from_table": "books", "from_column": "editor_id", "to_table": "persons", "to_column": "person_id"},
                {"from_table": "loans", "from_column": "book_id", "to_table": "books", "to_column": "book_id"},
                {"from_table": "fines", "from_column": "book_id", "to_table": "loans", "to_column": "book_id"},
                {"from_table": "fines", "from_column": "copy_no", "to_table": "loans", "to_column": "copy_no"},
            ],
        },
        "zoo": {
            "tables": [
                {
                    "name": "animals",
                    "primary_key": ["animal_id"],
                    "columns": [
                        {"name": "animal_id", "type": "integer", "pk": True},
                        {"name": "species", "type": "text", "pk": False},
                        {"name": "keeper_id", "type": "integer", "pk": False},
                    ],
                },
                {
                    "name": "keepers",
                    "primary_key": ["keeper_id"],
                    "columns": [
                        {"name": "keeper_id", "type": "integer", "pk": True},
                        {"name": "nickname", "type": "text", "pk": False},
                    ],
                },
            ],
            "foreign_keys": [
                {"from_table": "animals", "from_column": "keeper_id", "to_table": "keepers", "to_column": "keeper_id"}
            ],
        },
    }
}

QUESTIONS: list[dict[str, Any]] = [
    {
        "id": "q1",
        "db": "library",
        "question": "Titles of books",
        "sql": "SELECT title FROM books",
        "gold_tables": ["books"],
    },
    {
        "id": "q2",
        "db": "library",
        "question": "Amount of fines for each copy in loans",
        "evidence": "fine refers to amount",
        "sql": "SELECT f.amount FROM fines f JOIN loans l ON f.book_id = l.book_id AND f.copy_no = l.copy_no",
        "gold_tables": ["fines", "loans"],
        "gold_joins": [["loans.book_id", "fines.book_id"], ["fines.copy_no", "loans.copy_no"]],
    },
    {
        "id": "q3",
        "db": "zoo",
        "question": "Which keepers care for a lynx?",
        "sql": "SELECT k.nickname FROM keepers k JOIN animals a ON a.keeper_id = k.keeper_id WHERE a.species = 'Lynx'",
        "gold_tables": ["animals", "keepers"],
        "gold_joins": [["animals.keeper_id", "keepers.keeper_id"]],
    },
    {
        "id": "q4",
        "db": "library",
        "question": "Authors and editors of books",
        "sql": "",
        "gold_tables": ["books", "persons"],
        "gold_joins": [["books.author_id", "persons.person_id"], ["books.editor_id", "persons.person_id"]],
        "gold_roles": {"persons": 2, "books": 1},
    },
    {
        "id": "q5",
        "db": "zoo",
        "question": "Vets of animals",
        "gold_tables": ["animals"],
        "gold_incomplete": True,
    },
]

VALUES: list[dict[str, Any]] = [
    {"db": "zoo", "table": "animals", "column": "species", "values": ["Lynx", "Otter"], "n_distinct": 2},
    {"db": "library", "table": "books", "column": "title", "values": ["Dune", None], "n_distinct": 90},
    {"db": "library", "table": "books", "column": "author_id", "values": [1, 2], "n_distinct": 2},
]

DESCRIPTIONS = {"zoo": {"animals": {"species": "kind of animal"}}}


def write_folder(
    folder: Path, *, questions: list[dict[str, Any]] | None = None, schema: dict[str, Any] | None = None
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "schema.json").write_text(json.dumps(schema or SCHEMA), encoding="utf-8")
    lines = "".join(json.dumps(question) + "\n" for question in (QUESTIONS if questions is None else questions))
    (folder / "questions.jsonl").write_text(lines, encoding="utf-8")
    with gzip.open(folder / "values.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in VALUES)
    (folder / "descriptions.json").write_text(json.dumps(DESCRIPTIONS), encoding="utf-8")
    return folder
