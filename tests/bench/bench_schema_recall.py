"""Recall of gold tables by what the index finds in the question, with each kind of variant switched off in turn.

Run on demand: ``python -m tests.bench.bench_schema_recall FOLDER`` with a folder of a table retrieval benchmark.
Names and sampled values alone are indexed: no descriptions, no evidence, no aliases unless ``--aliases``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gtr_core.catalog import Catalog, Column, Relation, Table
from gtr_core.index import IndexEntry, Posting, ValueIndex, write_index
from gtr_core.semantics import alias_catalog
from gtr_core.text import normalise, split_identifier, tokenize, variants
from gtr_core.text.variant import WEIGHTS
from tests.bench.bench_value_recall import read_values, spans

Hits = list[tuple[str, str, str, float]]


def catalog(schema: dict[str, Any], *, aliases: bool) -> Catalog:
    tables = tuple(
        Table(
            table["name"],
            Relation(None, None, table["name"]),
            table["name"],
            columns=tuple(Column(column["name"], column.get("type", "")) for column in table["columns"]),
        )
        for table in schema["tables"]
    )
    return alias_catalog(Catalog(tables), {}) if aliases else Catalog(tables)


def entries(known: Catalog, values: dict[tuple[str, str], list[str]]) -> Iterator[IndexEntry]:
    for table in known.tables:
        yield from _named(table.name, table.alias, "table", table.id, None)
        for column in table.columns:
            yield from _named(column.name, column.alias, "column", table.id, column.name)
    for (name, of_column), texts in values.items():
        for text in texts:
            if form := normalise(text):
                yield IndexEntry(form, Posting("value", name, of_column, text))


def _named(name: str, alias: str, kind: Any, table: str, column: str | None) -> Iterator[IndexEntry]:
    for form in dict.fromkeys((normalise(name), split_identifier(name))):
        if form:
            yield IndexEntry(form, Posting(kind, table, column))
    if alias:
        yield IndexEntry(normalise(alias), Posting("alias", table, column))


def hits(question: str, index: ValueIndex) -> Hits:
    """Table, kind of variant, form of the entry, and coverage of every match."""
    found = []
    for span in spans(tokenize(question)):
        for variant in variants(span):
            for posting in index.lookup(variant.form):
                found.append((posting.table, variant.kind, posting.matched_by, posting.coverage))
    return found


def scores(all_hits: list[tuple[Hits, set[str]]], without: str, least: float) -> dict[str, float]:
    recalled = gold_tables = tables = 0
    for found, gold in all_hits:
        hit = {table for table, kind, form, share in found if without not in (kind, form) and share >= least}
        recalled += len(hit & gold)
        gold_tables += len(gold)
        tables += len(hit)
    return {"recall": round(recalled / gold_tables, 4), "tables": round(tables / len(all_hits), 2)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--aliases", action="store_true")
    given = parser.parse_args()
    schemas = json.loads((given.folder / "schema.json").read_text(encoding="utf-8"))["databases"]
    values = read_values(given.folder)
    path = next(given.folder.glob("questions.jsonl*"))
    read = path.read_bytes()
    text = (gzip.decompress(read) if path.suffix == ".gz" else read).decode("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    all_hits: list[tuple[Hits, set[str]]] = []
    with tempfile.TemporaryDirectory() as temporary:
        indexes = {}
        for db, schema in schemas.items():
            folder = Path(temporary) / db
            folder.mkdir()
            write_index(entries(catalog(schema, aliases=given.aliases), values.get(db, {})), folder)
            indexes[db] = ValueIndex.open(folder)
        for row in rows:
            if row["gold_tables"] and not row.get("gold_incomplete"):
                all_hits.append((hits(row["question"], indexes[row["db"]]), set(row["gold_tables"])))
    for least, said in ((0.0, "any match"), (1.0, "whole entries alone")):
        print(said)
        print(f"  {'all kinds':<22}", scores(all_hits, "", least))
        for kind in WEIGHTS:
            print(f"  {'without ' + kind:<22}", scores(all_hits, kind, least))


if __name__ == "__main__":
    main()
