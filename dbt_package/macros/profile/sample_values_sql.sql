{#
  The select of the model gtr_sample_values: for each column that keeps values, its most frequent ones with their rows.
  Rows of tables that have not been profiled since are taken over. Personal columns have none, nor columns that do
  not stand in gtr_column_profiles any more.
#}
{% macro sample_values_sql(profiles) %}
{%- if not execute or var('gtr_values', 'codes') == 'none' -%}
    {{ return(gtr.no_sample_values()) }}
{%- endif -%}
{%- set this_relation = adapter.get_relation(this.database, this.schema, this.identifier) -%}
{%- set stored = [] -%}
{%- if this_relation is not none and not flags.FULL_REFRESH -%}
    {%- for row in run_query("select distinct table_id, profiled_at from " ~ this_relation).rows -%}
        {%- do stored.append(row[0] ~ " " ~ row[1]) -%}
    {%- endfor -%}
{%- endif -%}
{%- set wanted = {} -%}
{%- set kept = [] -%}
{%- for row in run_query("select table_id, column_name, kind, filled, distinct_values, mean_length, minimum, maximum, profiled_at from "
    ~ profiles ~ " where not personal and filled > 0 order by table_id, position").rows -%}
    {%- if row[0] ~ " " ~ row[8] in stored -%}
        {%- if row[0] not in kept -%}{%- do kept.append(row[0]) -%}{%- endif -%}
    {%- else -%}
        {%- set most = gtr.values_wanted(row[1], row[2], row[3] | int, row[4] | int(default=0), row[5], row[6], row[7]) -%}
        {%- if most -%}
            {%- do wanted.setdefault(row[0], []).append({'name': row[1], 'kind': row[2], 'most': most, 'profiled_at': row[8]}) -%}
        {%- endif -%}
    {%- endif -%}
{%- endfor -%}
{%- set parts = [] -%}
{%- if kept -%}
    {%- set ids = [] -%}
    {%- for id in kept -%}{%- do ids.append(gtr.text_literal(id)) -%}{%- endfor -%}
    {%- do parts.append("select stored.* from " ~ this_relation ~ " as stored where stored.table_id in (" ~ ids | join(", ")
        ~ ") and exists (select 1 from " ~ profiles ~ " as p where p.table_id = stored.table_id"
        ~ " and p.column_name = stored.column_name and p.profiled_at = stored.profiled_at and not p.personal)") -%}
{%- endif -%}
{%- for node in gtr.selected_nodes() if node.unique_id in wanted -%}
    {%- set relation = gtr.relation_of(node) -%}
    {%- if relation is not none -%}
        {%- set source = gtr.source_rows(relation) -%}
        {%- for column in wanted[node.unique_id] -%}
            {%- do parts.append(gtr.column_values(node, source, column)) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endfor -%}
{{ return(parts | join("\nunion all\n") if parts else gtr.no_sample_values()) }}
{% endmacro %}


{# The most frequent values of one column, ties broken by value. #}
{% macro column_values(node, source, column) %}
    {%- set name = adapter.quote(column.name) -%}
    {%- set text = gtr.as_text(name) -%}
    {%- set short = " and length(" ~ text ~ ") <= 200" if column.kind == 'text' else "" -%}
    {{ return(
        "select cast(" ~ gtr.text_literal(node.unique_id) ~ " as " ~ dbt.type_string() ~ ") as table_id, cast("
        ~ gtr.text_literal(column.name) ~ " as " ~ dbt.type_string() ~ ") as column_name, counted.value, cast(counted.value_rows as "
        ~ dbt.type_bigint() ~ ") as value_rows, cast(" ~ gtr.text_literal(column.profiled_at) ~ " as " ~ dbt.type_string()
        ~ ") as profiled_at from (select " ~ text ~ " as value, count(*) as value_rows from " ~ source.from ~ " where " ~ name
        ~ " is not null" ~ short ~ " group by 1 order by 2 desc, 1 limit " ~ column.most ~ ") as counted"
    ) }}
{% endmacro %}


{#
  How many values of a column are stored, 0 for none: few where the column is free text or a key, whose values say only
  what it holds; of numbers and dates only where they come again.
#}
{% macro values_wanted(name, kind, filled, distinct_values, mean_length, minimum, maximum) %}
    {%- set keep = var('gtr_keep_values', 10000) | int -%}
    {%- set key = (name | lower).split('_')[-1] in ('id', 'uuid', 'guid', 'key') -%}
    {%- if kind == 'text' -%}
        {%- set free = (mean_length or 0) > 60 and var('gtr_values', 'codes') != 'all' -%}
        {{ return(300 if free or key else [keep + 1, 300] | max) }}
    {%- elif kind in ('integer', 'decimal', 'float', 'date', 'timestamp', 'time') -%}
        {%- if not key and distinct_values <= [1000, keep + 1] | min and distinct_values <= [50, filled // 2] | max -%}
            {{ return([1000, keep + 1] | min) }}
        {%- elif kind in ('integer', 'decimal') and 8 <= (maximum or '') | length <= 19 -%}
            {{ return(300) }}
        {%- endif -%}
    {%- endif -%}
    {{ return(0) }}
{% endmacro %}


{% macro no_sample_values() %}
    {{ return(
        "select * from (select cast(null as " ~ dbt.type_string() ~ ") as table_id, cast(null as " ~ dbt.type_string() ~ ") as column_name, cast(null as "
        ~ dbt.type_string() ~ ") as value, cast(null as " ~ dbt.type_bigint() ~ ") as value_rows, cast(null as " ~ dbt.type_string()
        ~ ") as profiled_at) as nothing where 1 = 0"
    ) }}
{% endmacro %}
