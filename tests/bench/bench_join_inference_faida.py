"""Joins of TPC-H's rows, nothing declared, beside desbordante's Faida on the same rows in the same run.

    python -m tests.bench.bench_join_inference_faida FOLDER [--scale 1] [--faida-python PYTHON] [--tries 3]

FOLDER holds the tables as Parquet files; where it is empty or missing, ``tpchgen-cli`` fills it. Faida (Kruse et
al., 2017: Fast approximate discovery of inclusion dependencies) reads CSV files, which are written beside the folder
beforehand and not counted. desbordante is no dependency of the project: make a virtual environment with
``pip install desbordante`` and name its interpreter. Each try is a process of its own; wall clock and CPU seconds are
of the work alone, without imports; memory is the process's peak. The tries of both alternate.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

Edge = tuple[str, tuple[str, ...], str, tuple[str, ...]]

# TPC-H specification 3.0.1, section 1.4.2
TPCH_EDGES: frozenset[Edge] = frozenset(
    {
        ("nation", ("n_regionkey",), "region", ("r_regionkey",)),
        ("supplier", ("s_nationkey",), "nation", ("n_nationkey",)),
        ("customer", ("c_nationkey",), "nation", ("n_nationkey",)),
        ("partsupp", ("ps_partkey",), "part", ("p_partkey",)),
        ("partsupp", ("ps_suppkey",), "supplier", ("s_suppkey",)),
        ("orders", ("o_custkey",), "customer", ("c_custkey",)),
        ("lineitem", ("l_orderkey",), "orders", ("o_orderkey",)),
        ("lineitem", ("l_partkey",), "part", ("p_partkey",)),
        ("lineitem", ("l_suppkey",), "supplier", ("s_suppkey",)),
        ("lineitem", ("l_partkey", "l_suppkey"), "partsupp", ("ps_partkey", "ps_suppkey")),
    }
)
TPCH_KEYS = {
    "region": {"r_regionkey"}, "nation": {"n_nationkey"}, "supplier": {"s_suppkey"}, "customer": {"c_custkey"},
    "part": {"p_partkey"}, "partsupp": {"ps_partkey", "ps_suppkey"}, "orders": {"o_orderkey"},
    "lineitem": {"l_orderkey", "l_linenumber"},
}  # fmt: skip

_MEASURED = """
import json, resource, sys, time
{imports}
def used():
    of = resource.getrusage(resource.RUSAGE_SELF)
    return time.perf_counter(), of.ru_utime + of.ru_stime
before = used()
{work}
after = used()
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(dict(wall=after[0] - before[0], cpu=after[1] - before[1], memory=memory, **told)))
"""
_OURS = _MEASURED.format(
    imports="""
from pathlib import Path
import duckdb
import gtr_core.joins.inference.inferring
from gtr_core.cli.infer_joins import relations_as_tables
from gtr_core.joins.inference import infer_joins
from gtr_core.warehouse.parquet_folder import open_parquet_folder
""",
    work="""
with open_parquet_folder(Path(sys.argv[1])) as warehouse:
    found = infer_joins(warehouse, relations_as_tables(warehouse))
told = dict(
    joins=[[one.child, one.child_columns, one.parent, one.parent_columns] for one in found.joins],
    keys=[[one.table, one.columns] for one in found.keys if one.primary],
)
""",
)
_FAIDA = _MEASURED.format(
    imports="import desbordante",
    work="""
faida = desbordante.ind.algorithms.Faida()
faida.load_data(tables=[(path, "|", True) for path in sys.argv[1:]])
faida.execute()
told = dict(inclusions=len(faida.get_inds()))
""",
)


def made(folder: Path, scale: str) -> Path:
    """The folder with TPC-H's tables, made where it has none."""
    if not any(folder.glob("*.parquet")):
        folder.mkdir(parents=True, exist_ok=True)
        generator = Path(sys.executable).with_name("tpchgen-cli")
        subprocess.run([generator, "-s", scale, "--format", "parquet", "--output-dir", folder], check=True)
    return folder


def as_csv(folder: Path) -> list[Path]:
    import duckdb

    beside = folder.parent / f"{folder.name}_csv"
    beside.mkdir(exist_ok=True)
    paths = []
    for source in sorted(folder.glob("*.parquet")):
        path = beside / f"{source.stem}.csv"
        if not path.exists():
            duckdb.read_parquet(str(source)).write_csv(str(path), sep="|", header=True)
        paths.append(path)
    return paths


def run(python: str, program: str, *arguments: object) -> dict:
    done = subprocess.run(
        [python, "-c", program, *map(str, arguments)], check=True, capture_output=True, text=True,
        cwd=Path(__file__).resolve().parents[2],
    )  # fmt: skip
    return json.loads(done.stdout)


def can_run_faida(python: str) -> bool:
    found = subprocess.run([python, "-c", "import desbordante"], capture_output=True, check=False)
    return found.returncode == 0


def summary(name: str, tries: Sequence[dict]) -> dict[str, float]:
    middle = {key: statistics.median(one[key] for one in tries) for key in ("wall", "cpu", "memory")}
    print(f"{name}: wall {middle['wall']:.2f} s, CPU {middle['cpu']:.2f} s, {middle['memory']:.0f} MB at most")
    return middle


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", default="1")
    parser.add_argument("--faida-python", default=sys.executable)
    parser.add_argument("--tries", type=int, default=3)
    arguments = parser.parse_args()
    folder = made(arguments.folder, arguments.scale)
    with_faida = can_run_faida(arguments.faida_python)
    csv = as_csv(folder) if with_faida else []
    ours, faida = [], []
    for _ in range(arguments.tries):
        ours.append(run(sys.executable, _OURS, folder))
        if with_faida:
            faida.append(run(arguments.faida_python, _FAIDA, *csv))
    found = {(child, tuple(columns), parent, tuple(others)) for child, columns, parent, others in ours[0]["joins"]}
    keys = {table: set(columns) for table, columns in ours[0]["keys"]}
    right = sum(keys.get(table) == columns for table, columns in TPCH_KEYS.items())
    print(f"joins: {len(found & TPCH_EDGES)} of {len(TPCH_EDGES)}, {len(found - TPCH_EDGES)} false; keys: {right} of 8")
    mine = summary("infer_joins", ours)
    if not with_faida:
        print(f"Faida was not run: {arguments.faida_python} has no desbordante; name one that has: --faida-python.")
        return
    others = summary(f"Faida, {faida[0]['inclusions']} inclusions", faida)
    print("times as fast: " + ", ".join(f"{key} {others[key] / mine[key]:.1f}" for key in ("wall", "cpu")))
    print(f"memory: {mine['memory'] / others['memory']:.2f} of Faida's")


if __name__ == "__main__":
    main()
