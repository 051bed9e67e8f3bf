"""Execution accuracy without a model: questions of public databases, answered and run, against their gold rows.

    python -m tests.bench.bench_execution_accuracy BENCH_FOLDER [--questions spider_train] [--wrong N] [--db NAME]

``BENCH_FOLDER`` holds ``spider_data`` (rows) and the question folders. Gold runs in sqlite3 on the same rows; gold
that errs, returns nothing, or cuts ties by its limit (so that several answers are right) is left out and counted. A
question is *claimed* where there is SQL and no word is said to be not understood, *reserved* where there is SQL and
some are, else *declined*. Its rows are right where the gold columns are among its columns: the same multiset of rows,
in order where the gold orders them without ties.
"""

from __future__ import annotations

import argparse
import re
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import duckdb

from gtr_core.compiler import CompilerError, Intent, Verdict, compile_query, derive_spec
from gtr_core.context.index_entries import index_entries
from gtr_core.context.snapshot import Snapshot
from gtr_core.evaluation.question import Question
from gtr_core.evaluation.reader import ReaderOptions, open_benchmark
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval import RetrievalOptions, retrieve
from tests.bench.execution_rows import Row, agree, as_built, cuts_ties, duckdb_of, sqlite_of

TODAY = date(2020, 1, 1)
_ORDERED = re.compile(r"\border\s+by\b", re.IGNORECASE)


@dataclass(frozen=True)
class Outcome:
    """What became of a question: claimed, reserved, declined, or its gold's fault (gold_...)."""

    question: Question
    state: str
    right: bool = False
    exact_columns: bool = False
    right_tables: bool = False
    reason: str = ""
    understood: str = ""
    sql: str = ""


def main() -> None:
    """Answer, run, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--questions", default="spider_train")
    parser.add_argument("--db")
    parser.add_argument("--wrong", type=int, default=0, help="print so many of the claimed and wrong")
    parser.add_argument("--declined", type=int, default=0, help="print so many of the declined")
    parser.add_argument("--reserved", type=int, default=0, help="print so many of the reserved")
    parser.add_argument("--gold-tables", action="store_true", help="print only questions with the gold's tables")
    options = parser.parse_args()
    started = time.process_time()
    outcomes = list(_outcomes(options.folder, options.questions, options.db))
    _report(options.questions, outcomes, time.process_time() - started)
    shown = [o for o in outcomes if not o.right and (o.right_tables or not options.gold_tables)]
    for state, most in (("claimed", options.wrong), ("reserved", options.reserved), ("declined", options.declined)):
        _show([outcome for outcome in shown if outcome.state == state], most)


def _outcomes(folder: Path, questions: str, only: str | None) -> Iterator[Outcome]:
    rows = folder / "spider_data"
    databases = frozenset(path.name for path in rows.iterdir() if path.is_dir() and only in (None, path.name))
    with open_benchmark(folder / questions, ReaderOptions(databases=databases)) as benchmark:
        for db, context in benchmark.contexts.items():
            asked = [question for question in benchmark.questions if question.db == db]
            connection = duckdb_of(rows, db)
            gold = sqlite_of(connection, rows, db)
            with tempfile.TemporaryDirectory() as place:
                snapshot = _built(context, connection, Path(place))
                yield from (_outcome(question, snapshot, connection, gold) for question in asked)


def _built(context: Snapshot, connection: duckdb.DuckDBPyConnection, place: Path) -> Snapshot:
    graph = as_built(context.graph, connection)
    write_index(index_entries(graph), place)
    return replace(context, graph=graph, index=ValueIndex.open(place))


def _outcome(
    question: Question, snapshot: Snapshot, connection: duckdb.DuckDBPyConnection, gold: sqlite3.Connection
) -> Outcome:
    try:
        expected = gold.execute(question.sql).fetchall()
    except sqlite3.Error as error:
        return Outcome(question, "gold_error", reason=str(error))
    if not expected:
        return Outcome(question, "gold_empty")
    other = _turned(question.sql, gold)
    if Counter(other) != Counter(expected) or cuts_ties(question.sql, gold):
        return Outcome(question, "gold_tied")
    retrieval = retrieve(question.text, snapshot, RetrievalOptions(semantic=False))
    if retrieval.tree is None:
        return Outcome(question, "declined", reason="unresolved")
    intent = derive_spec(retrieval, snapshot.graph, TODAY)
    verdicts: tuple[Verdict, ...] = intent.verdicts
    sql = ""
    right_tables = frozenset(intent.tree.tables) == question.gold_tables
    if not intent.refused:
        try:
            compiled = compile_query(intent.tree, intent.spec, snapshot.graph, "duckdb")
        except CompilerError as error:
            return _declined(question, intent, f"fault: {type(error).__name__} {error}", right_tables)
        verdicts, sql = (*intent.verdicts, *compiled.verdicts), compiled.sql
    if not sql:
        refusals = [verdict for verdict in verdicts if verdict.action == "refused"]
        return _declined(question, intent, _kind(refusals[0]), right_tables)
    try:
        rows = connection.execute(sql).fetchall()
    except duckdb.Error as error:
        return _declined(question, intent, f"fault: {type(error).__name__} {str(error)[:120]}", right_tables)
    doubts = [verdict for verdict in verdicts if verdict.kind == "not_understood"]
    ordered = bool(_ORDERED.search(question.sql)) and other == expected
    return Outcome(
        question,
        "reserved" if doubts else "claimed",
        right=agree(rows, expected, ordered=ordered),
        exact_columns=agree(rows, expected, ordered=ordered, exact_columns=True),
        right_tables=right_tables,
        reason=_kind(doubts[0]) if doubts else "",
        understood=intent.understood,
        sql=sql,
    )


def _declined(question: Question, intent: Intent, reason: str, right_tables: bool) -> Outcome:
    return Outcome(question, "declined", reason=reason, understood=intent.understood, right_tables=right_tables)


def _kind(verdict: Verdict) -> str:
    """The verdict's sentence without what is particular to the question."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "…", verdict.text)
    return f"{verdict.kind}: {text}"[:110]


def _turned(sql: str, gold: sqlite3.Connection) -> list[Row]:
    """The gold's rows where tables are read from their other end: what differs is left open by the gold."""
    gold.execute("PRAGMA reverse_unordered_selects = 1")
    try:
        return gold.execute(sql).fetchall()
    finally:
        gold.execute("PRAGMA reverse_unordered_selects = 0")


def _report(name: str, outcomes: list[Outcome], seconds: float) -> None:
    states = Counter(outcome.state for outcome in outcomes)
    scored = [outcome for outcome in outcomes if not outcome.state.startswith("gold")]
    lines = [
        f"{name}: {len(outcomes)} questions, gold errs {states['gold_error']}, gold is empty {states['gold_empty']}, "
        f"gold cuts ties {states['gold_tied']}, scored {len(scored)}; {seconds:.1f} s of CPU"
    ]
    for state in ("claimed", "reserved", "declined"):
        of_state = [outcome for outcome in scored if outcome.state == state]
        right = sum(outcome.right for outcome in of_state)
        exact = sum(outcome.exact_columns for outcome in of_state)
        on_gold = [outcome for outcome in of_state if outcome.right_tables]
        lines.append(
            f"{state:9} {len(of_state):5} ({_share(len(of_state), len(scored))}): right {right} "
            f"({_share(right, len(of_state))}), with exactly the gold's columns {exact}; "
            f"on the gold's tables {len(on_gold)}, of them right {sum(o.right for o in on_gold)}"
        )
    all_right = sum(outcome.right for outcome in scored)
    lines.append(f"right of all scored: {all_right} ({_share(all_right, len(scored))})")
    lines.append("most frequent reasons for the rest:")
    reasons = Counter(outcome.reason for outcome in scored if outcome.state != "claimed")
    lines += [f"{count:5}  {reason}" for reason, count in reasons.most_common(10)]
    sys.stdout.write("\n".join(lines) + "\n")


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _show(outcomes: list[Outcome], most: int) -> None:
    step = max(1, len(outcomes) // most) if most else 1
    for outcome in outcomes[::step][:most]:
        gold_tables = "" if outcome.right_tables else f"   TABLES, gold {sorted(outcome.question.gold_tables or ())}"
        sys.stdout.write(
            f"\n{outcome.question.id} {outcome.question.text}\n  gold: {outcome.question.sql}\n"
            f"  ours: {outcome.understood}{gold_tables}\n  {outcome.reason}\n"
        )


if __name__ == "__main__":
    main()
