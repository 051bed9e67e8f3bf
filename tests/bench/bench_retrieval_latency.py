r"""Latency of retrieval by phase, in one warm process with one thread, beside the encoder's time for one question.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python -m tests.bench.bench_retrieval_latency SHARED_BENCH_FOLDER \
        [--tables 1000,10000] [--methods guided,...] [--settled]

On bird_dev_a, on beaver_nw with its 366 tables as one context, and on made-up warehouses of 20 columns a table whose
foreign keys form stars and chains. Times are wall clock, with CPU milliseconds a question beside them. Methods that
compare vectors get random unit vectors in the made-up warehouses, as encoding 200,000 columns is the build's work.
With ``--settled`` memory is settled after the first questions (``gtr_core.context.settled_memory``), as a server would.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from gtr_core.catalog import Column, ColumnProfile, JoinEdge, Key, Relation, Table, TableProfile
from gtr_core.context.graph import ContextGraph
from gtr_core.context.index_entries import index_entries
from gtr_core.context.settled_memory import settle_memory
from gtr_core.context.snapshot import Snapshot
from gtr_core.context.snapshot_info import SnapshotInfo
from gtr_core.embedding import Encoder, encoder
from gtr_core.embedding.cached_encoder import CachedEncoder, cache_folder
from gtr_core.evaluation import ReaderOptions, open_benchmark
from gtr_core.index import ValueIndex, write_index
from gtr_core.retrieval import RetrievalOptions
from gtr_core.retrieval.methods import MethodSettings, RetrievalMethod, retrieval_method

_THINGS = re.findall(
    r"\w+",
    "order customer product supplier shipment invoice payment refund store region country city warehouse employee "
    "contract policy claim vehicle driver route ticket flight hotel booking room guest patient doctor clinic visit "
    "account ledger budget project task sprint device sensor reading alarm campaign click session page article author",
)
_FACTS = re.findall(
    r"\w+",
    "date status amount price quantity name code type category description weight height rating score comment address "
    "email phone currency discount tax total balance limit rate level priority channel source owner",
)
_VALUES = ("open", "closed", "pending", "gold", "silver", "express", "standard", "north", "south", "urgent")


def made_up(tables: int, seed: int = 5) -> ContextGraph:
    """A warehouse of so many tables: families of a fact, its dimensions and what these refer to."""
    drawn = random.Random(seed)
    names = [f"{_THINGS[i % len(_THINGS)]}_{_FACTS[(i // len(_THINGS)) % len(_FACTS)]}_{i}" for i in range(tables)]
    made, joins, keys, profiles = [], [], [], {}
    for i, name in enumerate(names):
        parents = sorted(
            {drawn.randrange(max(0, i - 40), i) for _ in range(drawn.choice((1, 2, 2, 3, 4)))} if i else set()
        )
        columns = [f"{name}_id", *(f"{names[parent]}_id" for parent in parents)]
        facts = drawn.sample(_FACTS, 20 - len(columns))
        made.append(
            Table(
                f"w.{name}",
                Relation(None, "w", name),
                name,
                columns=tuple(Column(column, "text", place) for place, column in enumerate([*columns, *facts])),
            )
        )
        keys.append(Key(f"w.{name}", (f"{name}_id",), "constraint", True))
        joins += [
            JoinEdge(f"w.{name}", (f"{names[p]}_id",), f"w.{names[p]}", (f"{names[p]}_id",), ("constraint",))
            for p in parents
        ]
        values = tuple(ColumnProfile(fact, values=tuple(drawn.sample(_VALUES, 3))) for fact in facts[:3])
        profiles[f"w.{name}"] = TableProfile(f"w.{name}", 1000, 1000, True, values)
    return ContextGraph(tables=made, joins=joins, keys=keys, profiles=profiles)


def made_up_questions(graph: ContextGraph, count: int = 60, seed: int = 6) -> list[str]:
    drawn = random.Random(seed)
    questions = []
    for _ in range(count):
        edge = drawn.choice(graph.joins)
        child, parent = graph.table(edge.child), graph.table(edge.parent)
        fact = drawn.choice(child.columns[-8:]).name
        questions.append(
            f"What is the average {fact} of {child.name.replace('_', ' ')} by {parent.name.replace('_', ' ')} "
            f"where the {drawn.choice(_FACTS)} is {drawn.choice(_VALUES)}?"
        )
    return questions


@contextmanager
def context_of(graph: ContextGraph) -> Iterator[Snapshot]:
    with tempfile.TemporaryDirectory() as place:
        write_index(index_entries(graph), Path(place))
        made_at = datetime.now(UTC)
        index = ValueIndex.open(Path(place))
        yield Snapshot("w", made_at, graph, index, None, None, (), {}, SnapshotInfo("w", made_at), Path(place))


class RandomEncoder:
    """Unit vectors drawn by the text's length and place: as much work to compare as real ones."""

    name = "random"
    dimensions = 384

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.random.default_rng(len(texts)).standard_normal((len(texts), self.dimensions), dtype=np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def percentiles(times: Sequence[float]) -> str:
    p50, p95, p99 = np.percentile(times, [50, 95, 99])
    return f"p50 {p50:8.2f}  p95 {p95:8.2f}  p99 {p99:8.2f}"


def measure(title: str, method: RetrievalMethod, asked: Sequence[tuple[str, Snapshot]], *, settled: bool) -> None:
    options = RetrievalOptions(semantic=False)
    for question, snapshot in asked[:8]:
        method.retrieve(question, snapshot, options)
    if settled:
        settle_memory()
    phases: dict[str, list[float]] = {}
    started = time.process_time()
    for question, snapshot in asked:
        for phase, milliseconds in method.retrieve(question, snapshot, options).timings_ms.items():
            phases.setdefault(phase, []).append(milliseconds)
    cpu = (time.process_time() - started) * 1000 / len(asked)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{title}: {len(asked)} questions, {cpu:.2f} ms CPU each, peak memory {peak:.0f} MB")
    for phase, times in phases.items():
        print(f"  {phase:13}{percentiles(times)}", flush=True)


def measure_encoder(model: Encoder, questions: Sequence[str]) -> None:
    for question in questions[:5]:
        model.encode([question])
    times = []
    cpu = time.process_time()
    for question in questions:
        started = time.perf_counter()
        model.encode([question])
        times.append((time.perf_counter() - started) * 1000)
    cpu = (time.process_time() - cpu) * 1000 / len(questions)
    print(f"encoder {model.name}, one question at a time: {cpu:.2f} ms CPU each\n  {'encode':13}{percentiles(times)}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--tables", default="1000,10000")
    arguments.add_argument("--methods", default="guided,joingr,joingr-heuristic,csr-rag,dense")
    arguments.add_argument("--limit", type=int, default=150)
    arguments.add_argument("--settled", action="store_true")
    given = arguments.parse_args()
    names = given.methods.split(",")
    plain = encoder()
    model = CachedEncoder(plain, cache_folder())
    for folder, union in (("bird_dev_a", False), ("beaver_nw", True)):
        with open_benchmark(given.folder / folder, ReaderOptions(union=union)) as benchmark:
            questions = benchmark.questions[:: max(1, len(benchmark.questions) // given.limit)]
            if folder == "bird_dev_a":
                measure_encoder(plain, [question.text for question in questions])
            model.encode([question.text for question in questions])
            asked = [(question.text, benchmark.context(question)) for question in questions]
            for name in names:
                measure(
                    f"{folder}{' --union' * union}, {name}",
                    retrieval_method(name, MethodSettings(model)),
                    asked,
                    settled=given.settled,
                )
    for count in (int(part) for part in given.tables.split(",") if part):
        started = time.process_time()
        graph = made_up(count)
        with context_of(graph) as snapshot:
            print(f"made up: {count} tables, {len(graph.joins)} joins, {time.process_time() - started:.1f} s CPU")
            asked = [(question, snapshot) for question in made_up_questions(graph)]
            for name in names:
                method = retrieval_method(name, MethodSettings(RandomEncoder()))
                measure(f"{count} tables, {name}", method, asked, settled=given.settled)


if __name__ == "__main__":
    main()
