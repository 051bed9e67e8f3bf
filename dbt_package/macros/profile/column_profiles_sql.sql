{#
  The select of the model gtr_column_profiles: rows of former runs that still hold, and the tables that are profiled
  now: those that are new, whose node, columns or settings have changed, or whose profile is older than
  gtr_max_age_hours. A run profiles no more than gtr_columns_per_run columns, so that no statement grows beyond what
  a warehouse takes; the log says how many tables wait for the next run.
#}
{% macro column_profiles_sql() %}
{%- if not execute -%}
    {{ return(gtr.no_column_profiles()) }}
{%- endif -%}
{%- set this_relation = adapter.get_relation(this.database, this.schema, this.identifier) -%}
{%- set known = {} -%}
{%- if this_relation is not none and not flags.FULL_REFRESH -%}
    {%- for row in run_query("select table_id, min(fingerprint) as fingerprint, min(profiled_at) as profiled_at from "
        ~ this_relation ~ " group by table_id").rows -%}
        {%- do known.update({row[0]: {'fingerprint': row[1], 'profiled_at': row[2]}}) -%}
    {%- endfor -%}
{%- endif -%}
{%- set now = gtr.now_text() -%}
{%- set oldest = (modules.datetime.datetime.now(modules.pytz.utc)
    - modules.datetime.timedelta(hours=var('gtr_max_age_hours', 24) | float)).strftime('%Y-%m-%dT%H:%M:%SZ') -%}
{%- set kept = [] -%}
{%- set fresh = [] -%}
{%- set budget = namespace(columns=var('gtr_columns_per_run', 1000) | int, waiting=0, missing=0) -%}
{%- for node in gtr.selected_nodes() -%}
    {%- set relation = gtr.relation_of(node) -%}
    {%- if relation is none -%}
        {%- set budget.missing = budget.missing + 1 -%}
    {%- else -%}
        {%- set columns = gtr.columns_of(relation) -%}
        {%- set mark = gtr.mark_of(node, columns) -%}
        {%- set former = known.get(node.unique_id) -%}
        {%- if former and former.fingerprint == mark and former.profiled_at > oldest -%}
            {%- do kept.append(node.unique_id) -%}
        {%- elif not columns or (fresh and budget.columns < columns | length) -%}
            {%- set budget.waiting = budget.waiting + 1 -%}
            {#- What its old profile says may be wrong by now, and values of a column that is personal now must go. -#}
        {%- else -%}
            {%- set budget.columns = budget.columns - columns | length -%}
            {%- do fresh.append({'node': node, 'relation': relation, 'columns': columns, 'mark': mark}) -%}
        {%- endif -%}
    {%- endif -%}
{%- endfor -%}
{%- do log("gtr: " ~ fresh | length ~ " relations are profiled, " ~ kept | length ~ " have not changed, "
    ~ budget.waiting ~ " wait for the next run, " ~ budget.missing ~ " do not exist", info=true) -%}
{%- if not fresh and not kept -%}
    {{ return(gtr.no_column_profiles()) }}
{%- endif -%}
{%- set parts = [] -%}
{%- if kept -%}
    {%- set ids = [] -%}
    {%- for id in kept -%}{%- do ids.append(gtr.text_literal(id)) -%}{%- endfor -%}
    {%- do parts.append("select * from " ~ this_relation ~ " where table_id in (" ~ ids | join(", ") ~ ")") -%}
{%- endif -%}
{%- for one in fresh -%}
    {%- set source = gtr.source_rows(one.relation) -%}
    {%- do parts.append("select * from (\n" ~ gtr.column_statistics(one.node, one.relation, one.columns, source, one.mark, now)
        ~ "\n) as profile_" ~ loop.index0) -%}
{%- endfor -%}
{{ return(parts | join("\nunion all\n")) }}
{% endmacro %}


{# What a profile rests on, the rows themselves aside. #}
{% macro mark_of(node, columns) %}
    {%- set told = [node.get('checksum', {}).get('checksum', '') if node.get('checksum') else '', var('gtr_sample_rows', 100000), columns] -%}
    {{ return(local_md5(told | string)) }}
{% endmacro %}


{# The columns, no row. #}
{% macro no_column_profiles() %}
    {%- set texts = ['table_id', 'relation_database', 'relation_schema', 'relation_identifier', 'relation_kind', 'column_name', 'data_type'] -%}
    {%- set columns = [] -%}
    {%- for name in texts -%}{%- do columns.append("cast(null as " ~ dbt.type_string() ~ ") as " ~ name) -%}{%- endfor -%}
    {%- do columns.append("cast(null as " ~ dbt.type_int() ~ ") as position") -%}
    {%- do columns.append("cast(null as " ~ dbt.type_string() ~ ") as kind") -%}
    {%- for name in ['table_rows', 'rows_looked_at'] -%}{%- do columns.append("cast(null as " ~ dbt.type_bigint() ~ ") as " ~ name) -%}{%- endfor -%}
    {%- do columns.append("cast(null as " ~ dbt.type_boolean() ~ ") as sampled") -%}
    {%- for name in ['filled', 'distinct_values'] -%}{%- do columns.append("cast(null as " ~ dbt.type_bigint() ~ ") as " ~ name) -%}{%- endfor -%}
    {%- for name in ['minimum', 'maximum'] -%}{%- do columns.append("cast(null as " ~ dbt.type_string() ~ ") as " ~ name) -%}{%- endfor -%}
    {%- do columns.append("cast(null as " ~ gtr.type_double() ~ ") as mean_length") -%}
    {%- for name in ['least', 'quarter', 'half', 'three_quarters', 'greatest'] -%}
        {%- do columns.append("cast(null as " ~ dbt.type_bigint() ~ ") as length_" ~ name) -%}
    {%- endfor -%}
    {%- for name in ['mean', 'deviation'] -%}{%- do columns.append("cast(null as " ~ gtr.type_double() ~ ") as " ~ name) -%}{%- endfor -%}
    {%- do columns.append("cast(null as " ~ dbt.type_boolean() ~ ") as personal") -%}
    {%- for name in ['looks_like', 'fingerprint', 'profiled_at'] -%}{%- do columns.append("cast(null as " ~ dbt.type_string() ~ ") as " ~ name) -%}{%- endfor -%}
    {{ return("select * from (select " ~ columns | join(", ") ~ ") as nothing where 1 = 0") }}
{% endmacro %}
