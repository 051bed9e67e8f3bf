"""From the values of tables to the edges among them that are likely enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gtr_core.catalog import Table
from gtr_core.joins.inference.adjudication import Adjudicated, adjudicate
from gtr_core.joins.inference.candidates import Candidate
from gtr_core.joins.inference.column_values import TableValues
from gtr_core.joins.inference.keys import KeyCandidate
from gtr_core.joins.inference.models import join_model, key_model
from gtr_core.joins.inference.preparation import prepare
from gtr_core.joins.inference.reading import ReadingSettings
from gtr_core.joins.inference.rules import ruled
from gtr_core.joins.inference.selection import (
    ScoredEdge,
    select_composites,
    select_edges,
    select_possible,
    without_parts,
    without_second_keys,
)
from gtr_core.joins.inference.tolerance import TolerantEdge, tolerant_edges
from gtr_core.joins.inference.verification import verified_candidates, verified_composites
from gtr_core.llm import LanguageModel
from gtr_core.warehouse import Warehouse

__all__ = ["Judged", "judge"]


@dataclass(frozen=True, slots=True)
class Judged:
    """Edges that are likely enough, those that only show by meaning, and what a language model was asked."""

    edges: tuple[ScoredEdge, ...]
    tolerant: tuple[TolerantEdge, ...]
    heard: Adjudicated


def judge(
    warehouse: Warehouse, read: Sequence[TableValues], keys: Mapping[str, tuple[KeyCandidate, ...]],
    tables: Mapping[str, Table], *, least: float, limits: ReadingSettings, model: LanguageModel | None = None,
    settled: frozenset[str] = frozenset(),
) -> Judged:  # fmt: skip
    """Candidates among these tables, scored, ruled, put to the model where one is given, and chosen among.

    A pair of two settled tables is no edge, and the warehouse is not asked about it; it counts among the rivals of
    others as far as the rows at hand show it.
    """

    def verify(candidates: Sequence[Candidate]) -> list[Candidate]:
        wanted = [one for one in candidates if one.contained is not None or not _is_settled(one, settled)]
        return verified_candidates(
            warehouse, wanted, tables, rows=limits.rows, seed=limits.seed, timeout_s=limits.timeout_s
        )

    prepared = prepare(read, key_model(), keys, verify=verify)
    confidences = join_model().probabilities(prepared.features) if prepared.candidates else np.zeros(0)
    confidences = ruled(prepared.candidates, confidences, prepared.facts)
    open_ones = np.array([not _is_settled(one, settled) for one in prepared.candidates], bool)
    heard = adjudicate(prepared.candidates, confidences, model, asked_about=open_ones)
    singles = select_edges(prepared.candidates, heard.confidences, least)
    singles = without_second_keys(singles, prepared.facts.primary)
    # Of candidates of several columns only those are held against the warehouse that could be chosen.
    wanted = [one for one in prepared.composites if not {one.child, one.parent} <= settled]
    possible = select_possible(wanted, singles)
    composites = select_composites(verified_composites(warehouse, possible, tables, limits.rows, keys), singles, least)
    edges = (*without_parts(singles, composites), *composites)
    with_parent = {(edge.child, column) for edge in edges for column in edge.child_columns}
    tolerant = tolerant_edges(prepared.columns, prepared.parents, with_parent | set(prepared.facts.primary))
    return Judged(tuple(edge for edge in edges if not {edge.child, edge.parent} <= settled), tolerant, heard)


def _is_settled(candidate: Candidate, settled: frozenset[str]) -> bool:
    return candidate.child.column.table in settled and candidate.parent.column.table in settled
