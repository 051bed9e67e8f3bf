{#
  One row for each column of a relation: counts, distinct values, least and greatest value (not of text), in one pass.

  relation          a Relation, as ref() and source() return it
  sample_percent    look at about this share of the rows (0 to 100), all of them where none
  personal_columns  names of columns of whose values nothing is kept, besides those that the project marks and those
                    whose name says so
#}
{% macro profile_relation(relation, sample_percent=none, personal_columns=[]) %}
    {{ return(adapter.dispatch('profile_relation', 'gtr')(relation, sample_percent, personal_columns)) }}
{% endmacro %}


{% macro default__profile_relation(relation, sample_percent, personal_columns) %}
{%- if not execute -%}
    {{ return(gtr.empty_profile()) }}
{%- endif -%}
{%- set columns = adapter.get_columns_in_relation(relation) -%}
{%- if not columns -%}
    {% do exceptions.raise_compiler_error("gtr.profile_relation: " ~ relation ~ " does not exist or has no columns.") %}
{%- endif -%}
{%- set personal = gtr.personal_columns(relation, personal_columns) -%}
with looked_at as (
    select * from {{ gtr.sampled(relation, sample_percent) }}
),

aggregated as (
    select
        count(*) as row_count
        {%- for column in columns %}
        {%- set value = gtr.comparable(column) %},
        count({{ adapter.quote(column.name) }}) as filled_{{ loop.index0 }},
        {{ gtr.distinct_count(value) }} as distinct_{{ loop.index0 }}
        {%- if gtr.keeps_range(column, personal) %},
        cast(min({{ value }}) as {{ dbt.type_string() }}) as minimum_{{ loop.index0 }},
        cast(max({{ value }}) as {{ dbt.type_string() }}) as maximum_{{ loop.index0 }}
        {%- endif %}
        {%- endfor %}
    from looked_at
)
{% for column in columns %}
{%- set is_personal = column.name | lower in personal %}
select
    cast({{ dbt.string_literal(gtr.text_of(column.name)) }} as {{ dbt.type_string() }}) as column_name,
    cast({{ dbt.string_literal(gtr.text_of(column.data_type)) }} as {{ dbt.type_string() }}) as data_type,
    cast({{ loop.index0 }} as {{ dbt.type_int() }}) as position,
    cast(row_count as {{ dbt.type_bigint() }}) as row_count,
    cast(row_count - filled_{{ loop.index0 }} as {{ dbt.type_bigint() }}) as null_count,
    cast(row_count - filled_{{ loop.index0 }} as {{ gtr.type_double() }}) / nullif(row_count, 0) as null_share,
    cast(distinct_{{ loop.index0 }} as {{ dbt.type_bigint() }}) as distinct_count,
    {% if not gtr.keeps_range(column, personal) -%}
    cast(null as {{ dbt.type_string() }}) as minimum,
    cast(null as {{ dbt.type_string() }}) as maximum,
    {%- else -%}
    minimum_{{ loop.index0 }} as minimum,
    maximum_{{ loop.index0 }} as maximum,
    {%- endif %}
    cast({{ 'null' if sample_percent is none else sample_percent }} as {{ gtr.type_double() }}) as sample_percent,
    cast({{ 'true' if is_personal else 'false' }} as {{ dbt.type_boolean() }}) as personal
from aggregated
{%- if not loop.last %}
union all
{% endif -%}
{%- endfor -%}
{% endmacro %}


{# What a profile looks like before dbt may ask the warehouse: the columns, no row. #}
{% macro empty_profile() %}
select * from (select
    cast(null as {{ dbt.type_string() }}) as column_name,
    cast(null as {{ dbt.type_string() }}) as data_type,
    cast(null as {{ dbt.type_int() }}) as position,
    cast(null as {{ dbt.type_bigint() }}) as row_count,
    cast(null as {{ dbt.type_bigint() }}) as null_count,
    cast(null as {{ gtr.type_double() }}) as null_share,
    cast(null as {{ dbt.type_bigint() }}) as distinct_count,
    cast(null as {{ dbt.type_string() }}) as minimum,
    cast(null as {{ dbt.type_string() }}) as maximum,
    cast(null as {{ gtr.type_double() }}) as sample_percent,
    cast(null as {{ dbt.type_boolean() }}) as personal
) as nothing
where 1 = 0
{% endmacro %}


{# A name or type as it stands within a literal: quotes doubled, since dbt's own macro leaves that to the caller. #}
{% macro text_of(text) %}
    {{ return(text | replace("'", "''")) }}
{% endmacro %}
