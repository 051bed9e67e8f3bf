{#
  One row about a join: rows of the child, those with a whole key, those that find a parent, the most rows that share a
  key on either side, and how many keys there are. Keys are grouped on both sides before they meet, so that neither
  duplicates nor many children to a parent make the join grow. Counts alone.
#}
{% macro join_check(child, child_columns, parent, parent_columns) %}
    {{ return(adapter.dispatch('join_check', 'gtr')(child, child_columns, parent, parent_columns)) }}
{% endmacro %}


{% macro default__join_check(child, child_columns, parent, parent_columns) %}
with child_keys as (
    {{ gtr.grouped_keys(child, child_columns) }}
),

parent_keys as (
    {{ gtr.grouped_keys(parent, parent_columns) }}
),

of_child as (
    select
        sum(child_keys.key_rows) as rows_with_key,
        sum(case when parent_keys.key_rows is null then 0 else child_keys.key_rows end) as rows_matched,
        sum(case when parent_keys.key_rows is null then 1 else 0 end) as keys_without_parent,
        max(child_keys.key_rows) as child_largest,
        count(*) as child_keys
    from child_keys
    left join parent_keys
        on {% for column in child_columns %}child_keys.k{{ loop.index0 }} = parent_keys.k{{ loop.index0 }}{{ " and " if not loop.last }}{% endfor %}
),

of_parent as (
    select max(key_rows) as parent_largest, count(*) as parent_keys from parent_keys
),

of_rows as (
    select count(*) as child_rows from {{ child }}
)

select
    cast(of_rows.child_rows as {{ dbt.type_bigint() }}) as child_rows,
    cast(coalesce(of_child.rows_with_key, 0) as {{ dbt.type_bigint() }}) as rows_with_key,
    cast(coalesce(of_child.rows_matched, 0) as {{ dbt.type_bigint() }}) as rows_matched,
    cast(coalesce(of_child.keys_without_parent, 0) as {{ dbt.type_bigint() }}) as keys_without_parent,
    cast(coalesce(of_child.child_largest, 0) as {{ dbt.type_bigint() }}) as child_largest,
    cast(coalesce(of_parent.parent_largest, 0) as {{ dbt.type_bigint() }}) as parent_largest,
    cast(of_child.child_keys as {{ dbt.type_bigint() }}) as child_keys,
    cast(of_parent.parent_keys as {{ dbt.type_bigint() }}) as parent_keys
from of_rows
cross join of_child
cross join of_parent
{% endmacro %}


{% macro grouped_keys(relation, columns) %}
    select
        {%- for column in columns %}
        {{ column }} as k{{ loop.index0 }},
        {%- endfor %}
        count(*) as key_rows
    from {{ relation }}
    where {% for column in columns %}{{ column }} is not null{{ " and " if not loop.last }}{% endfor %}
    group by {{ columns | join(", ") }}
{%- endmacro %}


{# The select of the model gtr_join_checks; joins between relations that do not exist are left out. #}
{% macro join_checks_sql() %}
{%- set text_type = dbt.type_string() -%}
{%- if not execute -%}
    {{ return(gtr.no_join_checks()) }}
{%- endif -%}
{%- set now = gtr.now_text() -%}
{%- set parts = [] -%}
{%- for join in gtr.declared_joins() -%}
    {%- set child = gtr.relation_of(join.child) -%}
    {%- set parent = gtr.relation_of(join.parent) -%}
    {%- if child is not none and parent is not none -%}
        {%- do parts.append(
            "select cast(" ~ gtr.text_literal(join.child.unique_id) ~ " as " ~ text_type ~ ") as child_id, cast("
            ~ gtr.text_literal(join.child_columns | join(",")) ~ " as " ~ text_type ~ ") as child_columns, cast("
            ~ gtr.text_literal(join.parent.unique_id) ~ " as " ~ text_type ~ ") as parent_id, cast("
            ~ gtr.text_literal(join.parent_columns | join(",")) ~ " as " ~ text_type ~ ") as parent_columns, checked.*, cast("
            ~ gtr.text_literal(now) ~ " as " ~ text_type ~ ") as checked_at from (\n"
            ~ gtr.join_check(child, join.child_columns, parent, join.parent_columns) ~ "\n) as checked"
        ) -%}
    {%- endif -%}
{%- endfor -%}
{{ return(parts | join("\nunion all\n") if parts else gtr.no_join_checks()) }}
{% endmacro %}


{% macro no_join_checks() %}
    {%- set columns = [] -%}
    {%- for name in ['child_id', 'child_columns', 'parent_id', 'parent_columns'] -%}
        {%- do columns.append("cast(null as " ~ dbt.type_string() ~ ") as " ~ name) -%}
    {%- endfor -%}
    {%- for name in ['child_rows', 'rows_with_key', 'rows_matched', 'keys_without_parent', 'child_largest', 'parent_largest', 'child_keys', 'parent_keys'] -%}
        {%- do columns.append("cast(null as " ~ dbt.type_bigint() ~ ") as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.append("cast(null as " ~ dbt.type_string() ~ ") as checked_at") -%}
    {{ return("select * from (select " ~ columns | join(", ") ~ ") as nothing where 1 = 0") }}
{% endmacro %}
