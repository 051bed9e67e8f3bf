"""Metrics of the semantic layer: those that the project names, and measures that no metric wraps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from gtr_core.catalog import Metric, MetricInput, Table
from gtr_core.dbt.adapter import AdapterRules
from gtr_core.dbt.columns import stored_column
from gtr_core.dbt.loose import mapping, number_or_text, texts
from gtr_core.dbt.meta_gtr import MetaReader, MetricMeta
from gtr_core.dbt.references import References
from gtr_core.dbt.semantic_models import SemanticModel
from gtr_core.dbt.semantic_nodes import AggregationNode, InputNode, MeasureNode, MetricNode, TypeParams

__all__ = ["build_metrics"]

_AGGREGATES = {"average": "avg", "count_distinct": "count_distinct", "countdistinct": "count_distinct"}


def build_metrics(
    nodes: Iterable[tuple[str, MetricNode]],
    models: Iterable[SemanticModel],
    tables: Mapping[str, Table],
    references: References,
    rules: AdapterRules,
    reader: MetaReader,
) -> tuple[Metric, ...]:
    """All metrics of the project whose tables are known, each name once.

    Args:
        nodes: Metrics by unique_id, in the order in which they win a name.
        models: Semantic models, whose measures the metrics use.
        tables: Tables by id.
        references: Finds the model of a metric of dbt's first kind.
        rules: The adapter's rules for names.
        reader: Checks ``meta.gtr``.
    """
    builder = _Builder(tuple(models), tables, references, rules)
    found: dict[str, Metric] = {}
    for unique_id, node in nodes:
        if not node.name or node.name in found or (node.config is not None and node.config.disabled):
            continue
        metas = (node.config.meta if node.config else None, node.meta)
        file = (node.original_file_path or "(unknown file)").replace("\\", "/")
        meta = reader.read(MetricMeta, metas, file=file, node=unique_id, where="the metric") or MetricMeta()
        metric = builder.metric(node)
        if not meta.hidden:
            found[node.name] = replace(metric, synonyms=texts(meta.synonyms))
    for model in builder.models:
        for measure in model.measures:
            if measure.name and measure.name not in builder.wrapped and measure.name not in found:
                found[measure.name] = builder.measure(measure.name, measure, model)
    return tuple(_with_tables(found))


class _Builder:
    """Makes metrics, and keeps which measures they wrapped."""

    def __init__(
        self,
        models: tuple[SemanticModel, ...],
        tables: Mapping[str, Table],
        references: References,
        rules: AdapterRules,
    ) -> None:
        self.models = models
        self.wrapped: set[str] = set()
        self._tables = tables
        self._references = references
        self._rules = rules
        self._by_name = {model.name: model for model in models}
        self._measures = {
            measure.name: (measure, model) for model in reversed(models) for measure in model.measures if measure.name
        }

    def metric(self, node: MetricNode) -> Metric:
        name = node.name or ""
        params = node.type_params
        if params is None:
            metric = self._first_kind(name, node)
        elif params.metric_aggregation_params is not None:
            metric = self._aggregated(name, params, params.metric_aggregation_params)
        else:
            metric = self._of_inputs(name, node, params)
        description = (node.description or "").strip()
        if metric.description and metric.description not in description:
            description = f"{description} {metric.description}".strip()
        return replace(
            metric,
            label=node.label or metric.label,
            description=description,
            filter=" and ".join(text for text in (_filter(node.filter or node.filters), metric.filter) if text),
        )

    def measure(self, name: str, measure: MeasureNode, model: SemanticModel) -> Metric:
        return Metric(
            name,
            tables=(model.table,) if model.table else (),
            aggregate=_aggregate(measure.agg),
            expression=self._expression(measure.expr, measure.name or name, model),
            label=measure.label,
            description=(measure.description or "").strip(),
            time_column=self._time_column(measure.agg_time_dimension, model),
            non_additive_dimension=_name_of(measure.non_additive_dimension),
        )

    def _of_inputs(self, name: str, node: MetricNode, params: TypeParams) -> Metric:
        kind = (node.type or "simple").lower()
        measure = _input(params.measure)
        if measure is not None and measure.name in self._measures:
            self.wrapped.add(measure.name)
            base = self.measure(name, *self._measures[measure.name])
            return replace(base, kind=kind, filter=measure.filter)
        cumulative = params.cumulative_type_params
        conversion = params.conversion_type_params
        stated: tuple[InputNode | str | None, ...] = (
            params.numerator,
            params.denominator,
            *(params.metrics or ()),
            cumulative.metric if cumulative else None,
        )
        if conversion is not None:
            stated += (conversion.base_metric, conversion.conversion_metric)
            stated += (conversion.base_measure, conversion.conversion_measure)
        uses = tuple(found for item in stated if (found := _input(item)) is not None)
        expression = number_or_text(params.expr) or ""
        return Metric(
            name, kind, expression=expression, inputs=tuple(dict.fromkeys(use.name for use in uses)), uses=uses
        )

    def _aggregated(self, name: str, params: TypeParams, said: AggregationNode) -> Metric:
        """A simple metric without a measure (dbt 1.12)."""
        model = self._by_name.get(said.semantic_model or "") or SemanticModel("", None)
        return Metric(
            name,
            tables=(model.table,) if model.table else (),
            aggregate=_aggregate(said.agg),
            expression=self._expression(params.expr or said.expr, name, model),
            time_column=self._time_column(said.agg_time_dimension, model),
            non_additive_dimension=_name_of(said.non_additive_dimension),
        )

    def _first_kind(self, name: str, node: MetricNode) -> Metric:
        """A metric of dbt 1.0 to 1.5, which states its own model and aggregate."""
        aggregate = _aggregate(node.calculation_method or node.type)
        table = self._references.resolve(node.model, node.package_name) if node.model else None
        expression = node.expression or node.sql or ""
        if table not in self._tables or table is None or aggregate in ("derived", "expression"):
            return Metric(name, "derived", expression=expression)
        column = stored_column(self._tables[table], expression, self._rules)
        time = stored_column(self._tables[table], node.timestamp, self._rules) if node.timestamp else None
        return Metric(name, tables=(table,), aggregate=aggregate, expression=column or expression, time_column=time)

    def _expression(self, stated: object, name: str, model: SemanticModel) -> str:
        """The column in its stored spelling where it is one, else the SQL as written; without either, the name."""
        text = (number_or_text(stated) or "").strip() or name
        if model.table is None or text.isdigit():
            return text
        table = self._tables[model.table]
        return stored_column(table, text, self._rules) or text if table.column(text) else text

    def _time_column(self, dimension: str | None, model: SemanticModel) -> str | None:
        wanted = dimension or model.time_dimension
        if not wanted or model.table is None:
            return None
        found = model.dimension(wanted)
        return stored_column(self._tables[model.table], found.expression if found else wanted, self._rules)


def _with_tables(metrics: Mapping[str, Metric]) -> Iterator[Metric]:
    """Metrics with the tables of their inputs, however deep; those that end without a table are dropped."""
    for metric in metrics.values():
        reached = {metric.name: metric}
        pending = [metric]
        while pending:
            for name in pending.pop(0).inputs:
                if name in metrics and name not in reached:
                    reached[name] = metrics[name]
                    pending.append(metrics[name])
        tables = tuple(dict.fromkeys(table for used in reached.values() for table in used.tables))
        if tables:
            yield replace(metric, tables=tables)


def _aggregate(stated: str | None) -> str:
    name = (stated or "").strip().lower()
    return _AGGREGATES.get(name, name)


def _input(said: InputNode | str | None) -> MetricInput | None:
    if isinstance(said, str):
        said = InputNode(name=said)
    if said is None or not said.name:
        return None
    offset = said.offset_window
    if isinstance(offset, dict):
        offset = f"{offset.get('count')} {offset.get('granularity')}"
    grain = said.offset_to_grain
    shifted = offset if isinstance(offset, str) else (f"to {grain}" if isinstance(grain, str) else "")
    return MetricInput(said.name, said.alias or said.name, _filter(said.filter), shifted)


def _filter(said: object) -> str:
    """Filters as written, several of them joined by ``and``."""
    if isinstance(said, str):
        return said.strip()
    if isinstance(said, list):
        # dbt 1.0 to 1.5: field, operator and value, the value as SQL.
        parts = [[number_or_text(mapping(item).get(key)) for key in ("field", "operator", "value")] for item in said]
        return " and ".join(" ".join(part or "" for part in triple) for triple in parts if all(triple))
    filters = mapping(said).get("where_filters")
    found = [
        text.strip()
        for item in (filters if isinstance(filters, list) else [])
        if isinstance(text := mapping(item).get("where_sql_template"), str) and text.strip()
    ]
    return found[0] if len(found) == 1 else " and ".join(f"({text})" for text in found)


def _name_of(said: object) -> str | None:
    name = said if isinstance(said, str) else mapping(said).get("name")
    return name if isinstance(name, str) and name else None
