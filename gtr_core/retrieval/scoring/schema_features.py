"""What is known of a schema whatever is asked, computed once a table or set of tables and kept with the graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, ref

import numpy as np

from gtr_core.context.graph import ContextGraph
from gtr_core.context.sibling_edges import sibling_set
from gtr_core.retrieval.scoring.schema_rows import column_rows, table_row
from gtr_core.retrieval.scoring.set_shape import SetShape, set_shape
from gtr_core.retrieval.scoring.table_texts import TableTexts, table_texts
from gtr_core.retrieval.scoring.value_shapes import Shape, shapes_of_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SchemaFeatures", "schema_features"]

# Sets of tables, and tables of one question, that are kept from question to question.
_MOST_SHAPES = 8192
_MOST_TUPLES = 64


class SchemaFeatures:
    """Features of one context graph's columns and tables, computed table by table when first asked for."""

    def __init__(self, graph: ContextGraph) -> None:
        self._columns: dict[int, NDArray[np.float32]] = {}
        self._texts: dict[int, TableTexts] = {}
        self._shapes_of: dict[int, Mapping[Shape, tuple[str, ...]]] = {}
        self._copies: dict[tuple[int, ...], tuple[tuple[int, str, int, str], ...]] = {}
        self._tables: dict[int, NDArray[np.float32]] = {}
        self._same_name: Counter[str] = Counter()
        for table in graph.tables:
            self._same_name.update({column.name.casefold() for column in table.columns})
        # These features live as long as the graph, and so must not keep it alive.
        self._graph = ref(graph)
        self._around: dict[int, tuple[int, ...]] = {}
        self._neighbours: dict[int, int] = {}
        self._siblings: dict[int, int] = {}
        self._near: dict[int, tuple[int, ...]] = {}
        self._shapes: dict[int, SetShape] = {}
        self._rows: dict[tuple[int, ...], NDArray[np.float32]] = {}
        self._adjacency: dict[tuple[int, ...], NDArray[np.bool_]] = {}

    def siblings(self, position: int) -> int:
        """Bit set of the tables that refer to the same columns of one parent as the table does.

        Their copies of the parent's key are equal, so that they join without the parent.
        """
        found = self._siblings.get(position)
        if found is None:
            found = self._siblings[position] = sibling_set(self._alive(), position)
        return found

    def neighbours(self, position: int) -> int:
        """Bit set of the tables joined to a table by an edge, in either direction."""
        found = self._neighbours.get(position)
        if found is None:
            found = self._neighbours[position] = sum(1 << other for other in self._joined(position))
        return found

    def visible_neighbours(self, position: int) -> tuple[int, ...]:
        """Positions of the neighbours that may be read, ascending."""
        found = self._near.get(position)
        if found is None:
            tables = self._alive().tables
            near = (other for other in self._joined(position) if not tables[other].hidden)
            found = self._near[position] = tuple(near)
        return found

    def _joined(self, position: int) -> tuple[int, ...]:
        """Positions of the neighbours, ascending; a table that refers to itself is among its own."""
        found = self._around.get(position)
        if found is None:
            graph = self._alive()
            near = {graph.positions[edge.parent] for edge in graph.successors[position]}
            near.update(graph.positions[edge.child] for edge in graph.predecessors[position])
            found = self._around[position] = tuple(sorted(near))
        return found

    def adjacency(self, tables: tuple[int, ...]) -> NDArray[np.bool_]:
        """``(n_tables, n_tables)``: which of some tables an edge joins, no table to itself; not to be written to."""
        found = self._adjacency.get(tables)
        if found is None:
            if len(self._adjacency) >= _MOST_TUPLES:
                self._adjacency.clear()
            place = {position: k for k, position in enumerate(tables)}
            pairs = [
                (k, place[other])
                for k, position in enumerate(tables)
                for other in self._joined(position)
                if other in place and other != position
            ]
            found = np.zeros((len(tables), len(tables)), dtype=np.bool_)
            found[[k for k, _ in pairs], [j for _, j in pairs]] = True
            self._adjacency[tables] = found
        return found

    def rows(self, tables: tuple[int, ...]) -> NDArray[np.float32]:
        """``columns`` of some tables, one after the other; not to be written to."""
        found = self._rows.get(tables)
        if found is None:
            if len(self._rows) >= _MOST_TUPLES:
                self._rows.clear()
            graph = self._alive()
            blocks = [self.columns(graph, position) for position in tables]
            found = self._rows[tables] = np.concatenate(blocks)
        return found

    def shape(self, whole: int) -> SetShape:
        """How a set of tables, as a bit set, hangs together."""
        found = self._shapes.get(whole)
        if found is None:
            if len(self._shapes) >= _MOST_SHAPES:
                self._shapes.clear()
            graph = self._alive()
            found = self._shapes[whole] = set_shape(graph, whole, self.neighbours, self.siblings)
        return found

    def _alive(self) -> ContextGraph:
        graph = self._graph()
        if graph is None:
            raise ReferenceError("the graph of these features is gone")
        return graph

    def columns(self, graph: ContextGraph, position: int) -> NDArray[np.float32]:
        """``(n_columns, len(SCHEMA_COLUMN_FEATURES))`` of the table's visible columns."""
        found = self._columns.get(position)
        if found is None:
            found = self._columns[position] = column_rows(graph, position, self._same_name)
        return found

    def shapes(self, graph: ContextGraph, position: int) -> Mapping[Shape, tuple[str, ...]]:
        """See ``shapes_of_columns``; of the visible columns."""
        found = self._shapes_of.get(position)
        if found is None:
            table = graph.tables[position]
            found = self._shapes_of[position] = shapes_of_columns(graph.profiles.get(table.id))
        return found

    def copies(self, tables: tuple[int, ...]) -> tuple[tuple[int, str, int, str], ...]:
        """Columns of some tables that hold the same values: row and column of the child, then of the parent."""
        found = self._copies.get(tables)
        if found is None:
            if len(self._copies) >= _MOST_TUPLES:
                self._copies.clear()
            graph = self._alive()
            row = {position: k for k, position in enumerate(tables)}
            found = self._copies[tables] = tuple(
                (k, edge.child_columns[0], row[graph.positions[edge.parent]], edge.parent_columns[0])
                for k, position in enumerate(tables)
                for edge in graph.successors[position]
                if len(edge.child_columns) == 1 and graph.positions[edge.parent] in row
            )
        return found

    def texts(self, graph: ContextGraph, position: int) -> TableTexts:
        """The texts of a table."""
        found = self._texts.get(position)
        if found is None:
            found = self._texts[position] = table_texts(graph, position)
        return found

    def table(self, graph: ContextGraph, position: int) -> NDArray[np.float32]:
        """``(len(SCHEMA_TABLE_FEATURES),)``."""
        found = self._tables.get(position)
        if found is None:
            found = self._tables[position] = table_row(graph, position)
        return found


_CACHE: WeakKeyDictionary[ContextGraph, SchemaFeatures] = WeakKeyDictionary()


def schema_features(graph: ContextGraph) -> SchemaFeatures:
    """The features of a graph, kept as long as the graph is."""
    found = _CACHE.get(graph)
    if found is None:
        found = _CACHE[graph] = SchemaFeatures(graph)
    return found
