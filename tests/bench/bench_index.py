"""The value index at size: build, size, memory, opening and look-up, beside DuckDB and SQLite on the same values.

Run on demand: ``python -m tests.bench.bench_index 1000000 [--beside] [--index FOLDER]``; FOLDER holds an index of as
many values that a former run left there, or takes the one that this run makes.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from gtr_core.catalog import Column, Relation, Table
from gtr_core.context.graph import ContextGraph
from gtr_core.index import IndexEntry, Posting, ValueIndex, write_index
from gtr_core.retrieval.grounding import ground
from gtr_core.text import FUNCTION_WORDS, OPERATOR_WORDS, normalise, tokenize, variants
from gtr_core.text.data_files import lines

QUESTIONS = 300
_COLUMNS = 40
_SPOKEN = FUNCTION_WORDS | OPERATOR_WORDS
_TEMPLATE = "what is the average order value of {} in {} per month since 2019 by region"

_OPEN = """
import sys, time
from pathlib import Path
import numpy
from gtr_core.index import ValueIndex
from gtr_core.text import variants
def resident_kb():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])
before = resident_kb()
start = time.perf_counter()
index = ValueIndex.open(Path(sys.argv[1]))
index.lookup(("a",))
print((time.perf_counter() - start) * 1000, (resident_kb() - before) / 1024)
"""


def values(count: int) -> Iterator[tuple[int, str]]:
    """Column and value: distinct names, addresses, products, companies and codes of one to six words."""
    words = lines("words.txt")
    draw = random.Random(7)
    for i in range(count):
        column = i % _COLUMNS
        picked = [words[min(int(draw.paretovariate(0.35)), len(words) - 1)].title() for _ in range(1 + column % 4)]
        yield column, f"{' '.join(picked)} {i:x}" if column % 5 else f"{picked[0]}-{i:08d}"


def entries(count: int) -> Iterator[IndexEntry]:
    for column, value in values(count):
        yield IndexEntry(normalise(value), Posting("value", f"table_{column // 4}", f"column_{column}", value))


def questions(count: int) -> list[str]:
    """Questions of twenty tokens, give or take a few, that name two of the values."""
    draw = random.Random(11)
    chosen = set(draw.sample(range(count), 2 * QUESTIONS))
    named = [value for i, (_, value) in enumerate(values(count)) if i in chosen]
    draw.shuffle(named)
    return [_TEMPLATE.format(named[2 * i], named[2 * i + 1]) for i in range(QUESTIONS)]


def look_up(index: ValueIndex, question: str) -> int:
    """Look up every n-gram of one to five tokens with all its variants, as grounding does; the number of postings."""
    tokens = tokenize(question)
    forms = [
        variant.form
        for first in range(len(tokens))
        for last in range(first + 1, min(first + 5, len(tokens)) + 1)
        if not all(token.norm in _SPOKEN for token in tokens[first:last])
        for variant in variants(tokens[first:last])
    ]
    return sum(map(len, index.lookup_all(forms).values()))


def graph() -> ContextGraph:
    """The tables and columns of the values."""
    tables = [
        Table(
            f"table_{t}",
            Relation(None, None, f"table_{t}"),
            f"table_{t}",
            columns=tuple(Column(f"column_{4 * t + c}", "text") for c in range(4)),
        )
        for t in range(_COLUMNS // 4)
    ]
    return ContextGraph(tables=tables, joins=(), keys=(), profiles={})


def ngrams(question: str) -> list[str]:
    norms = [token.norm for token in tokenize(question)]
    return [" ".join(norms[i:j]) for i in range(len(norms)) for j in range(i + 1, min(i + 5, len(norms)) + 1)]


def times(answer: Callable[[str], object], asked: list[str]) -> dict[str, float]:
    """Median and 99th percentile in milliseconds, of the wall clock and of processor time, which others change less."""
    taken, used = [], []
    for question in asked:
        start, cpu = time.perf_counter(), time.process_time()
        answer(question)
        taken.append((time.perf_counter() - start) * 1000)
        used.append((time.process_time() - cpu) * 1000)
    return {
        "p50_ms": round(statistics.median(taken), 3),
        "p99_ms": round(statistics.quantiles(taken, n=100)[98], 3),
        "cpu_p50_ms": round(statistics.median(used), 3),
        "cpu_p99_ms": round(statistics.quantiles(used, n=100)[98], 3),
    }


def beside(folder: Path, count: int, asked: list[str]) -> dict[str, object]:
    """The n-grams of the same questions as equality look-ups in DuckDB and as phrases in SQLite FTS5."""
    import duckdb
    import pyarrow as pa

    columns, texts, norms = [], [], []
    for column, value in values(count):
        columns.append(column)
        texts.append(value)
        norms.append(" ".join(normalise(value)))
    given = pa.table({"col": columns, "value": texts, "norm": norms})
    start = time.perf_counter()
    database = duckdb.connect(str(folder / "values.duckdb"))
    database.execute("CREATE TABLE v AS SELECT * FROM given")
    database.execute("CREATE INDEX i ON v(norm)")
    duck_build = time.perf_counter() - start
    start = time.perf_counter()
    lite = sqlite3.connect(folder / "values.sqlite")
    lite.execute("CREATE VIRTUAL TABLE v USING fts5(norm, value UNINDEXED, col UNINDEXED)")
    lite.executemany("INSERT INTO v VALUES (?, ?, ?)", zip(norms, texts, columns, strict=True))
    lite.commit()
    lite_build = time.perf_counter() - start
    del given, columns, texts, norms

    def ask_duckdb(question: str) -> None:
        database.execute("SELECT col, value FROM v WHERE norm IN (SELECT unnest(?))", [ngrams(question)]).fetchall()

    def ask_sqlite(question: str) -> None:
        phrases = " OR ".join(f'"{ngram}"' for ngram in ngrams(question) if " " in ngram)
        lite.execute("SELECT col, value FROM v WHERE v MATCH ? LIMIT 512", [phrases]).fetchall()

    return {
        "duckdb": {"build_s": round(duck_build, 1), "bytes_a_value": (folder / "values.duckdb").stat().st_size / count}
        | times(ask_duckdb, asked[:100]),
        "sqlite_fts5": {
            "build_s": round(lite_build, 1),
            "bytes_a_value": (folder / "values.sqlite").stat().st_size / count,
        }
        | times(ask_sqlite, asked[:100]),
    }


def measured(folder: Path, count: int, asked: list[str]) -> dict[str, object]:
    """What opening an index and asking it takes."""
    opened = subprocess.run([sys.executable, "-c", _OPEN, str(folder)], capture_output=True, text=True, check=True)
    open_ms, resident_mb = map(float, opened.stdout.split())
    index, tables = ValueIndex.open(folder), graph()
    size = sum(file.stat().st_size for file in folder.glob("*.npy"))
    return {
        "values": count,
        "postings": index.postings,
        "bytes_a_value": round(size / count, 1),
        "bytes_of_the_values_alone": round((folder / "value_bytes.npy").stat().st_size / count, 1),
        "open_ms": round(open_ms, 2),
        "resident_mb": round(resident_mb, 2),
        "look_up_first_pass": times(lambda question: look_up(index, question), asked),
        "look_up_second_pass": times(lambda question: look_up(index, question), asked),
        "whole_grounding": times(lambda question: ground(question, tables, index), asked),
        "postings_a_question": round(statistics.mean(look_up(index, question) for question in asked)),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("values", type=int)
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--index", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.index or Path(temporary) / "index"
        folder.mkdir(exist_ok=True)
        report: dict[str, object] = {}
        if not (folder / "index.json").exists():
            start, used = time.perf_counter(), time.process_time()
            write_index(entries(given.values), folder)
            seconds = time.perf_counter() - start
            report = {
                "build_s": round(seconds, 1),
                "build_cpu_s": round(time.process_time() - used, 1),
                "values_a_second": round(given.values / seconds),
            }
        asked = questions(given.values)
        report |= measured(folder, given.values, asked)
        if given.beside:
            report |= beside(Path(temporary), given.values, asked)
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
