"""``gtr infer-joins``: keys and joins of a DuckDB file or a folder of Parquet files, found in the rows."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gtr_core.cli.options import Json, Quiet
from gtr_core.cli.output import notice, show_table, show_text, write_json

if TYPE_CHECKING:
    from gtr_core.catalog import JoinEdge, Key, Table
    from gtr_core.joins.inference import Inferred
    from gtr_core.llm import LanguageModel
    from gtr_core.warehouse import Warehouse

__all__ = ["Adjudicator", "command", "relations_as_tables"]


class Adjudicator(StrEnum):
    """When a language model is asked."""

    never = "never"
    uncertain = "uncertain"


def command(
    place: Annotated[Path, typer.Argument(help="A DuckDB file, or a folder of Parquet files.", show_default=False)],
    ignore_declared: Annotated[
        bool, typer.Option("--ignore-declared", help="Do not read the keys that the database declares.")
    ] = False,
    least: Annotated[float, typer.Option(min=0.0, max=1.0, help="Confidence below which nothing is a join.")] = 0.35,
    llm: Annotated[
        Adjudicator,
        typer.Option(help="Whether a language model (GTR_LLM_BASE_URL, GTR_LLM_MODEL) decides what is uncertain."),
    ] = Adjudicator.never,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find keys and joins that nobody declared, and measure them."""
    from gtr_core.joins.inference import InferenceSettings, infer_joins

    started = time.perf_counter()
    with _open(place) as warehouse:
        tables = relations_as_tables(warehouse)
        names = {table.id: table.name for table in tables}
        keys, declared = ((), ()) if ignore_declared else _declared(warehouse, tables)
        found = infer_joins(warehouse, tables, InferenceSettings(least=least), keys=keys, model=_model(llm))
        form = _form(found, declared, names) | {"seconds": round(time.perf_counter() - started, 3)}
    for table, problem in found.failed.items():
        notice(f"Warning: {names[table]} was left out: {problem}", quiet=quiet)
    if as_json:
        write_json(form)
    else:
        _show(form)
    if found.failed:
        raise typer.Exit(5)


def _model(llm: Adjudicator) -> LanguageModel | None:
    if llm is Adjudicator.never:
        return None
    from gtr_core.llm import OpenAIForm, endpoint_from_environment

    return OpenAIForm(endpoint_from_environment())


def _open(place: Path) -> Warehouse:
    if place.is_dir():
        from gtr_core.warehouse.parquet_folder import open_parquet_folder

        return open_parquet_folder(place)
    from gtr_core.warehouse.duckdb_opening import open_duckdb

    return open_duckdb({"path": str(place)})


def relations_as_tables(warehouse: Warehouse) -> list[Table]:
    """All tables and views. They bear their own name where it is the only one, else their schema's too."""
    from collections import Counter

    from gtr_core.catalog import Table

    listed = warehouse.list_relations()
    names = Counter(one.relation.identifier for one in listed)
    tables = []
    for one in listed:
        relation = one.relation
        name = relation.identifier if names[relation.identifier] == 1 else ".".join(relation.parts)
        tables.append(Table(name, relation, relation.identifier, columns=one.columns))
    return tables


def _declared(warehouse: Warehouse, tables: list[Table]) -> tuple[tuple[Key, ...], tuple[JoinEdge, ...]]:
    """Primary keys and joins that the database declares, the joins measured."""
    from gtr_core.catalog import Catalog
    from gtr_core.joins import declared_joins, measure_join, with_warehouse_keys

    catalog = Catalog(tuple(tables))
    stated = warehouse.declared_keys()
    by_id = {table.id: table for table in tables}
    joins = tuple(measure_join(warehouse, edge, by_id) for edge in declared_joins(catalog, stated))
    return with_warehouse_keys(catalog, stated), joins


def _form(found: Inferred, declared: tuple[JoinEdge, ...], names: dict[str, str]) -> dict[str, Any]:
    from gtr_core.joins.merging import merged_joins

    return {
        "keys": [
            {"table": key.table, "columns": list(key.columns), "primary": key.primary, "confidence": key.confidence}
            for key in found.keys
        ],
        "joins": [_join(edge) for edge in merged_joins(declared, found.joins)],
        "tolerant": [
            {
                "from_table": edge.child,
                "from_columns": [edge.child_column],
                "to_table": edge.parent,
                "to_columns": [edge.parent_column],
                "confidence": edge.confidence,
                "contained": edge.contained,
                "contained_as_stored": edge.exactly,
            }
            for edge in found.tolerant
        ],
    }


def _join(edge: JoinEdge) -> dict[str, Any]:
    measured = edge.measurement
    return {
        "from_table": edge.child,
        "from_columns": list(edge.child_columns),
        "to_table": edge.parent,
        "to_columns": list(edge.parent_columns),
        "confidence": edge.confidence,
        "match_rate": None if measured is None else measured.match_rate,
        "orphan_rate": None if measured is None else measured.orphan_rate,
        "cardinality": edge.cardinality,
        "role": edge.role,
        "origin": edge.origins[0],
    }


def _show(form: dict[str, Any]) -> None:
    show_table(
        ("table", "key", "confidence"),
        [(key["table"], ", ".join(key["columns"]), key["confidence"]) for key in form["keys"] if key["primary"]],
        (2,),
    )
    show_table(
        ("from", "columns", "to", "columns", "role", "cardinality", "match", "confidence"),
        [
            (join["from_table"], ", ".join(join["from_columns"]), join["to_table"], ", ".join(join["to_columns"]),
             join["role"], join["cardinality"], join["match_rate"], join["confidence"])
            for join in form["joins"]
        ],
        (6, 7),
    )  # fmt: skip
    for edge in form["tolerant"]:
        show_text(
            f"{edge['from_table']}.{edge['from_columns'][0]} refers to {edge['to_table']}.{edge['to_columns'][0]} in "
            f"another spelling: {edge['contained']:.0%} match by meaning, {edge['contained_as_stored']:.0%} as stored."
        )
    show_text(f"{len(form['joins'])} joins, {form['seconds']} s")
