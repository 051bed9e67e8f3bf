"""Aliases made from names alone, beside the labels that a benchmark's makers gave.

Run on demand: ``python -m tests.bench.bench_aliases FOLDER`` with a folder of a table retrieval benchmark. No label,
description or value is read in making an alias. Counted are the tables and columns that have a label; where no alias
was made the name's own words count.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field, replace
from pathlib import Path

from gtr_core.catalog import Catalog
from gtr_core.evaluation.schema_file import database_catalog, read_schema
from gtr_core.semantics import alias_catalog
from gtr_core.text import FUNCTION_WORDS, lemma, normalise, split_identifier


@dataclass
class Score:
    """Counts of one sort of name."""

    names: int = 0
    exact: int = 0
    exact_as_written: int = 0
    shares: list[float] = field(default_factory=list)
    shares_as_written: list[float] = field(default_factory=list)

    def add(self, name: str, alias: str, label: str) -> None:
        meant = content(normalise(label))
        if not meant:
            return
        made = content(normalise(alias) if alias else split_identifier(name))
        written = content(normalise(name.replace("_", " ")))
        self.names += 1
        self.exact += made == meant
        self.exact_as_written += written == meant
        self.shares.append(len(made & meant) / len(meant))
        self.shares_as_written.append(len(written & meant) / len(meant))

    def report(self) -> dict[str, float]:
        n = max(self.names, 1)
        return {
            "names": self.names,
            "exact": round(self.exact / n, 4),
            "words_right": round(sum(self.shares) / n, 4),
            "exact_as_written": round(self.exact_as_written / n, 4),
            "words_right_as_written": round(sum(self.shares_as_written) / n, 4),
        }


def content(words: tuple[str, ...]) -> frozenset[str]:
    """Lemmas of the words that carry meaning."""
    return frozenset(lemma(word) for word in words if word not in FUNCTION_WORDS)


def is_run_together(name: str) -> bool:
    """Whether nothing in the writing parts the words: ``LINEITEM``."""
    return name.isalpha() and (name.isupper() or name.islower() or name.istitle()) and len(split_identifier(name)) > 1


def bare(catalog: Catalog) -> Catalog:
    tables = tuple(
        replace(table, label=None, columns=tuple(replace(column, label=None) for column in table.columns))
        for table in catalog.tables
    )
    return replace(catalog, tables=tables)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    scores = {"tables": Score(), "columns": Score(), "run_together": Score()}
    for db, database in read_schema(given.folder).items():
        catalog, _ = database_catalog(db, database, {}, {})
        made = alias_catalog(bare(catalog), {})
        for table, labelled in zip(made.tables, catalog.tables, strict=True):
            pairs = [("tables", table.name, table.alias, labelled.label)]
            pairs += [
                ("columns", column.name, column.alias, known.label)
                for column, known in zip(table.columns, labelled.columns, strict=True)
            ]
            for sort, name, alias, label in pairs:
                if not label:
                    continue
                scores[sort].add(name, alias, label)
                if is_run_together(name):
                    scores["run_together"].add(name, alias, label)
                if given.misses and content(normalise(alias or name)) != content(normalise(label)):
                    print(db, name, alias, label, sep=" | ")
    print(json.dumps({sort: score.report() for sort, score in scores.items()}, indent=2))


if __name__ == "__main__":
    main()
