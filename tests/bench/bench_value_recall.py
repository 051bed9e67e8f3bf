"""Recall of values: literals of gold SQL that grounding finds in the right column, by kind of variant.

Run on demand: ``python -m tests.bench.bench_value_recall FOLDER [--evidence] [--misses]`` with a folder of a table
retrieval benchmark. The literals serve for scoring alone: what is looked up is the question.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp

from gtr_core.index import IndexEntry, Posting, ValueIndex, write_index
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, Token, normalise, tokenize, variants

_SPOKEN = FUNCTION_WORDS | OPERATOR_WORDS
_LONGEST = 5

Place = tuple[str, str]


def read_values(folder: Path) -> dict[str, dict[Place, list[str]]]:
    """Text values by database and column."""
    found: dict[str, dict[Place, list[str]]] = {}
    with gzip.open(folder / "values.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            texts = [value for value in row["values"] if isinstance(value, str)]
            if texts:
                found.setdefault(row["db"], {})[(row["table"], row["column"])] = texts
    return found


def literals(sql: str, schema: dict[str, Any]) -> Iterator[tuple[Place, str]]:
    """Columns that the SQL compares with a string, and the strings."""
    tree = sqlglot.parse_one(sql, dialect="sqlite")
    names = Names(schema, tree)
    for node in tree.find_all(exp.EQ, exp.NEQ, exp.In, exp.Like):
        for other in node.expressions if isinstance(node, exp.In) else [node.expression]:
            for left, right in ((node.this, other), (other, node.this)):
                at, literal = names.place(left), names.text(right)
                if at is not None and literal is not None:
                    yield at, literal


class Names:
    """What the names in a statement stand for."""

    def __init__(self, schema: dict[str, Any], tree: exp.Expr) -> None:
        self.tables = {
            table["name"].lower(): (
                table["name"],
                {column["name"].lower(): column["name"] for column in table["columns"]},
            )
            for table in schema["tables"]
        }
        self.columns = {name for _, of_table in self.tables.values() for name in of_table}
        self.aliases = {table.alias_or_name.lower(): table.name.lower() for table in tree.find_all(exp.Table)}

    def place(self, column: exp.Expr) -> Place | None:
        """Table and column in the schema's spelling."""
        if not isinstance(column, exp.Column):
            return None
        named = [self.aliases.get(column.table.lower(), "")] if column.table else list(self.aliases.values())
        for name in named:
            if name in self.tables and column.name.lower() in self.tables[name][1]:
                return self.tables[name][0], self.tables[name][1][column.name.lower()]
        return None

    def text(self, side: exp.Expr) -> str | None:
        """The string; SQLite reads a double-quoted name that is no column as one."""
        if isinstance(side, exp.Literal) and side.is_string:
            return str(side.this)
        if (
            isinstance(side, exp.Column)
            and not side.table
            and side.this.quoted
            and side.name.lower() not in self.columns
        ):
            return str(side.name)
        return None


def spans(tokens: list[Token]) -> Iterator[list[Token]]:
    for first in range(len(tokens)):
        for last in range(first + 1, min(first + _LONGEST, len(tokens)) + 1):
            if any(token.norm not in _SPOKEN or token.quoted for token in tokens[first:last]):
                yield tokens[first:last]


def ground(question: str, index: ValueIndex) -> dict[tuple[str, str | None, str | None], tuple[float, str]]:
    """Best weight and kind by table, column and value."""
    found: dict[tuple[str, str | None, str | None], tuple[float, str]] = {}
    unexplained = []
    for span in spans(tokenize(question)):
        hit = False
        for variant in variants(span):
            for posting in index.lookup(variant.form):
                hit = True
                kind = variant.kind if posting.coverage >= 1 else f"{variant.kind}, part"
                key = (posting.table, posting.column, posting.value)
                weight = variant.weight * posting.coverage
                if key not in found or found[key][0] < weight:
                    found[key] = (weight, kind)
        if not hit and len(span) == 1:
            unexplained.append(span[0])
    for token in unexplained:
        for variant in index.vocabulary_near(token.norm):
            for posting in index.lookup(variant.form):
                key = (posting.table, posting.column, posting.value)
                found.setdefault(
                    key, (variant.weight * posting.coverage, "spelling" if posting.coverage >= 1 else "spelling, part")
                )
    return found


def main() -> None:
    logging.getLogger("sqlglot").setLevel(logging.ERROR)
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--evidence", action="store_true")
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    schemas = json.loads((given.folder / "schema.json").read_text(encoding="utf-8"))["databases"]
    values = read_values(given.folder)
    kinds: Counter[str] = Counter()
    others: list[int] = []
    rivals: list[int] = []
    total = unreadable = 0
    missed = []
    with tempfile.TemporaryDirectory() as temporary:
        indexes = {}
        for db, columns in values.items():
            (Path(temporary) / db).mkdir()
            entries = (
                IndexEntry(form, Posting("value", table, column, text))
                for (table, column), texts in columns.items()
                for text in texts
                if (form := normalise(text))
            )
            write_index(entries, Path(temporary) / db)
            indexes[db] = ValueIndex.open(Path(temporary) / db)
        for line in (given.folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            try:
                compared = dict.fromkeys(literals(row["sql"], schemas[row["db"]]))
            except sqlglot.errors.ParseError:
                unreadable += 1
                continue
            kept = [(at, text) for at, text in compared if text in values.get(row["db"], {}).get(at, ())]
            if not kept:
                continue
            question = row["question"] + (" " + row.get("evidence", "") if given.evidence else "")
            found = ground(question, indexes[row["db"]])
            for at, text in kept:
                total += 1
                weight, kind = found.get((*at, text), (0.0, "missed"))
                kinds[kind] += 1
                if kind == "missed":
                    missed.append((row["id"], question, at, text))
                    continue
                places = {(t, c): w for (t, c, _), (w, _) in found.items()}
                others.append(len(places) - 1)
                rivals.append(sum(w >= weight for (t, c), w in places.items() if (t, c) != at))
    report = {
        "literals": total,
        "unreadable": unreadable,
        "recall": round(1 - kinds["missed"] / max(total, 1), 4),
        "kinds": {kind: round(count / max(total, 1), 4) for kind, count in kinds.most_common()},
        "other_columns": round(sum(others) / max(len(others), 1), 2),
        "other_columns_as_heavy": round(sum(rivals) / max(len(rivals), 1), 2),
    }
    print(json.dumps(report, indent=2))
    if given.misses:
        for miss in missed:
            print(*miss, sep=" | ")


if __name__ == "__main__":
    main()
