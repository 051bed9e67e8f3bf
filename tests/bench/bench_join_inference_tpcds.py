"""Joins of TPC-DS's rows, nothing declared, against the foreign keys of its specification.

    python -m tests.bench.bench_join_inference_tpcds FOLDER [--scale 0.1] [--generator tpcgen-cli]

FOLDER holds the tables as Parquet files; where it has none, ``tpcgen-cli`` (PyPI) fills it. The truth is that of the
specification (4.0.0, chapter 2): each foreign key, composite ones as one edge. Precision and recall are printed at the
threshold of ``gtr infer-joins`` and at that of builds, with every edge that is false or missed.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time
from pathlib import Path

from gtr_core.build.inferred_joins import LEAST_CONFIDENCE
from gtr_core.catalog import JoinEdge
from gtr_core.cli.infer_joins import relations_as_tables
from gtr_core.joins.inference import InferenceSettings, infer_joins
from gtr_core.warehouse.parquet_folder import open_parquet_folder

Edge = frozenset[tuple[str, str]]

_PARENTS = {
    "date": "date_dim d_date_sk", "time": "time_dim t_time_sk", "item": "item i_item_sk",
    "customer": "customer c_customer_sk", "cdemo": "customer_demographics cd_demo_sk",
    "hdemo": "household_demographics hd_demo_sk", "addr": "customer_address ca_address_sk", "store": "store s_store_sk",
    "promo": "promotion p_promo_sk", "reason": "reason r_reason_sk", "call_center": "call_center cc_call_center_sk",
    "catalog_page": "catalog_page cp_catalog_page_sk", "ship_mode": "ship_mode sm_ship_mode_sk",
    "warehouse": "warehouse w_warehouse_sk", "web_page": "web_page wp_web_page_sk",
    "web_site": "web_site web_site_sk", "income_band": "income_band ib_income_band_sk",
}  # fmt: skip
_CHILDREN = {
    "store_sales": (
        "ss", "sold_date sold_time item customer cdemo hdemo addr store promo",
    ),
    "store_returns": (
        "sr", "returned_date return_time item customer cdemo hdemo addr store reason",
    ),
    "catalog_sales": (
        "cs",
        "sold_date sold_time ship_date bill_customer bill_cdemo bill_hdemo bill_addr ship_customer ship_cdemo "
        "ship_hdemo ship_addr call_center catalog_page ship_mode warehouse item promo",
    ),
    "catalog_returns": (
        "cr",
        "returned_date returned_time item refunded_customer refunded_cdemo refunded_hdemo refunded_addr "
        "returning_customer returning_cdemo returning_hdemo returning_addr call_center catalog_page ship_mode "
        "warehouse reason",
    ),
    "web_sales": (
        "ws",
        "sold_date sold_time ship_date item bill_customer bill_cdemo bill_hdemo bill_addr ship_customer ship_cdemo "
        "ship_hdemo ship_addr web_page web_site ship_mode warehouse promo",
    ),
    "web_returns": (
        "wr",
        "returned_date returned_time item refunded_customer refunded_cdemo refunded_hdemo refunded_addr "
        "returning_customer returning_cdemo returning_hdemo returning_addr web_page reason",
    ),
    "inventory": ("inv", "date item warehouse"),
    "store": ("s", "closed_date"),
    "call_center": ("cc", "closed_date open_date"),
    "catalog_page": ("cp", "start_date end_date"),
    "web_site": ("web", "open_date close_date"),
    "web_page": ("wp", "creation_date access_date customer"),
    "customer": (
        "c", "current_cdemo current_hdemo current_addr first_shipto_date first_sales_date last_review_date",
    ),
    "household_demographics": ("hd", "income_band"),
    "promotion": ("p", "start_date end_date item"),
}  # fmt: skip
_COMPOSITE = (
    ("store_returns sr_item_sk+sr_ticket_number", "store_sales ss_item_sk+ss_ticket_number"),
    ("catalog_returns cr_item_sk+cr_order_number", "catalog_sales cs_item_sk+cs_order_number"),
    ("web_returns wr_item_sk+wr_order_number", "web_sales ws_item_sk+ws_order_number"),
)


def truth() -> set[Edge]:
    edges = set()
    for child, (prefix, columns) in _CHILDREN.items():
        for column in columns.split():
            parent, key = next(to for end, to in _PARENTS.items() if column.endswith(end)).split()
            edges.add(frozenset({(child, f"{prefix}_{column}_sk"), (parent, key)}))
    for one, other in _COMPOSITE:
        (child, columns), (parent, keys) = one.split(), other.split()
        edges.add(frozenset({(child, columns), (parent, keys)}))
    return edges


def as_pair(edge: JoinEdge) -> Edge:
    return frozenset({(edge.child, "+".join(edge.child_columns)), (edge.parent, "+".join(edge.parent_columns))})


def made(folder: Path, scale: str, generator: str) -> Path:
    if any(folder.glob("*.parquet")):
        return folder
    program = shutil.which(generator)
    if program is None:
        raise SystemExit(f"{folder} holds no Parquet file, and there is no {generator}: pip install tpcgen-cli.")
    folder.mkdir(parents=True, exist_ok=True)
    command = [program, "tpcds", "parquet", "-s", scale, f"--output-dir={folder}"]
    subprocess.run(command, check=True)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", default="0.1")
    parser.add_argument("--generator", default="tpcgen-cli")
    arguments = parser.parse_args()
    declared = truth()
    with open_parquet_folder(made(arguments.folder, arguments.scale, arguments.generator)) as warehouse:
        wall, cpu = time.perf_counter(), time.process_time()
        found = infer_joins(warehouse, relations_as_tables(warehouse), InferenceSettings(least=0.35))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    for least in (0.35, LEAST_CONFIDENCE):
        pairs = {as_pair(edge): edge for edge in found.joins if edge.confidence >= least}
        hits = len(declared & set(pairs))
        print(
            f"at {least}: precision {hits / len(pairs):.3f} recall {hits / len(declared):.3f} "
            f"({len(pairs)} found, {len(declared)} declared)"
        )
        for pair in sorted(set(pairs) - declared, key=sorted):
            print("  false ", *(".".join(end) for end in sorted(pair)), pairs[pair].confidence)
        for pair in sorted(declared - set(pairs), key=sorted):
            print("  missed", *(".".join(end) for end in sorted(pair)))
    print(f"wall {wall:.1f} s, CPU {cpu:.1f} s, {memory} MB at most")


if __name__ == "__main__":
    main()
