{#
  The statistics of a relation's columns as rows, in one pass over one source. All aggregates of the relation stand in
  one row, which is then turned by a case for each: a warehouse that computes a common table expression anew for
  every use would read the relation once for each column otherwise.

  columns     list of {name, data_type, kind, personal, personal_kind, position}
#}
{% macro column_statistics(node, relation, columns, source, mark, profiled_at) %}
    {{ return(adapter.dispatch('column_statistics', 'gtr')(node, relation, columns, source, mark, profiled_at)) }}
{% endmacro %}


{% macro default__column_statistics(node, relation, columns, source, mark, profiled_at) %}
{%- set text_type = dbt.type_string() -%}
{%- set looks = {'email': '^[^@ ]+@[^@ .]+([.][^@ .]+)+$',
                 'phone': '^([+][0-9][0-9 ().-]{6,20}|[(][0-9]{2,5}[)][0-9 .-]{5,15}|(1-)?[0-9]{3}-[0-9]{3}-[0-9]{4})$',
                 'account': '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
                 'national_id': '^[0-9]{3}-[0-9]{2}-[0-9]{4}$'} -%}
with aggregated as (
    select
        count(*) as n
        {%- for column in columns %}
        {%- set name = adapter.quote(column.name) %}
        {%- set i = loop.index0 %},
        count({{ name }}) as f{{ i }}
        {%- if column.kind != 'other' %},
        count(distinct {{ name }}) as d{{ i }}
        {%- endif %}
        {%- if gtr.has_edges(column) %},
        {{ gtr.edge('min', name, column.kind) }} as a{{ i }},
        {{ gtr.edge('max', name, column.kind) }} as z{{ i }}
        {%- endif %}
        {%- if column.kind == 'text' and not column.personal %}
        {%- set length = 'length(' ~ gtr.as_text(name) ~ ')' %},
        avg(cast({{ length }} as {{ gtr.type_double() }})) as l{{ i }},
        min({{ length }}) as s{{ i }},
        {{ gtr.quantile(length, '0.25') }} as qa{{ i }},
        {{ gtr.quantile(length, '0.5') }} as qb{{ i }},
        {{ gtr.quantile(length, '0.75') }} as qc{{ i }},
        max({{ length }}) as t{{ i }}
        {%- for kind, pattern in looks.items() %},
        avg(case when {{ gtr.matches(gtr.as_text(name), pattern) }} then 1.0 when {{ name }} is not null then 0.0 end) as p_{{ kind }}{{ i }}
        {%- endfor %}
        {%- endif %}
        {%- if column.kind in ('integer', 'decimal', 'float') and not column.personal %},
        avg({{ gtr.moderate(name, column.kind) }}) as m{{ i }},
        stddev_samp({{ gtr.moderate(name, column.kind) }}) as v{{ i }}
        {%- endif %}
        {%- endfor %}
    from {{ source.from }}
),

named as (
    {%- for column in columns %}
    select
        {{ loop.index0 }} as i,
        {{ gtr.text_literal(column.name) }} as column_name,
        {{ gtr.text_literal(column.data_type) }} as data_type,
        {{ gtr.text_literal(column.kind) }} as kind,
        {{ 'true' if column.personal else 'false' }} as personal
    {%- if not loop.last %}
    union all
    {%- endif %}
    {%- endfor %}
),

turned as (
    select
        named.*,
        aggregated.n as rows_looked_at,
        {{ gtr.turned(columns, 'f', 'any') }} as filled,
        {{ gtr.turned(columns, 'd', 'compared') }} as distinct_values,
        {{ gtr.turned(columns, 'a', 'edges') }} as minimum,
        {{ gtr.turned(columns, 'z', 'edges') }} as maximum,
        {{ gtr.turned(columns, 'l', 'text') }} as mean_length,
        {{ gtr.turned(columns, 's', 'text') }} as length_least,
        {{ gtr.turned(columns, 'qa', 'text') }} as length_quarter,
        {{ gtr.turned(columns, 'qb', 'text') }} as length_half,
        {{ gtr.turned(columns, 'qc', 'text') }} as length_three_quarters,
        {{ gtr.turned(columns, 't', 'text') }} as length_greatest,
        {{ gtr.turned(columns, 'm', 'number') }} as mean,
        {{ gtr.turned(columns, 'v', 'number') }} as deviation,
        case
            {%- for kind in looks %}
            when {{ gtr.turned(columns, 'p_' ~ kind, 'text') }} >= {{ 0.7 if kind == 'phone' else 0.6 }} then '{{ kind }}'
            {%- endfor %}
        end as looks_like
    from aggregated
    cross join named
)

select
    cast({{ gtr.text_literal(node.unique_id) }} as {{ text_type }}) as table_id,
    cast({{ gtr.text_literal(relation.database) }} as {{ text_type }}) as relation_database,
    cast({{ gtr.text_literal(relation.schema) }} as {{ text_type }}) as relation_schema,
    cast({{ gtr.text_literal(relation.identifier) }} as {{ text_type }}) as relation_identifier,
    cast('{{ 'view' if relation.is_view else 'table' }}' as {{ text_type }}) as relation_kind,
    cast(column_name as {{ text_type }}) as column_name,
    cast(data_type as {{ text_type }}) as data_type,
    cast(i as {{ dbt.type_int() }}) as position,
    cast(kind as {{ text_type }}) as kind,
    cast({{ 'null' if source.rows is none else source.rows }} as {{ dbt.type_bigint() }}) as table_rows,
    cast(rows_looked_at as {{ dbt.type_bigint() }}) as rows_looked_at,
    cast({% if source.whole %}false{% elif source.most is not none %}rows_looked_at >= {{ source.most }}{% else %}true{% endif %} as {{ dbt.type_boolean() }}) as sampled,
    cast(filled as {{ dbt.type_bigint() }}) as filled,
    cast(distinct_values as {{ dbt.type_bigint() }}) as distinct_values,
    cast(case when looks_like is null then minimum end as {{ text_type }}) as minimum,
    cast(case when looks_like is null then maximum end as {{ text_type }}) as maximum,
    cast(case when looks_like is null then mean_length end as {{ gtr.type_double() }}) as mean_length,
    {%- for name in ['least', 'quarter', 'half', 'three_quarters', 'greatest'] %}
    cast(case when looks_like is null then length_{{ name }} end as {{ dbt.type_bigint() }}) as length_{{ name }},
    {%- endfor %}
    cast(mean as {{ gtr.type_double() }}) as mean,
    cast(deviation as {{ gtr.type_double() }}) as deviation,
    cast(personal or looks_like is not null as {{ dbt.type_boolean() }}) as personal,
    cast(looks_like as {{ text_type }}) as looks_like,
    cast({{ gtr.text_literal(mark) }} as {{ text_type }}) as fingerprint,
    cast({{ gtr.text_literal(profiled_at) }} as {{ text_type }}) as profiled_at
from turned
{% endmacro %}


{# Whether least and greatest value mean something and may be read. #}
{% macro has_edges(column) %}
    {{ return(not column.personal and column.kind in ('text', 'integer', 'decimal', 'float', 'boolean', 'date', 'timestamp', 'time')) }}
{% endmacro %}


{# The least or greatest value as text; booleans as 0 and 1, floats without NaN and infinities, texts shortened. #}
{% macro edge(aggregate, name, kind) %}
    {%- if kind == 'boolean' -%}
        {{ return(gtr.as_text(aggregate ~ "(case when " ~ name ~ " then 1 when not " ~ name ~ " then 0 end)")) }}
    {%- elif kind == 'float' -%}
        {{ return(gtr.as_text(aggregate ~ "(case when " ~ name ~ " between -1.7976931348623157e308 and 1.7976931348623157e308 then " ~ name ~ " end)")) }}
    {%- elif kind == 'text' -%}
        {{ return(aggregate ~ "(left(" ~ gtr.as_text(name) ~ ", 100))") }}
    {%- endif -%}
    {{ return(gtr.as_text(aggregate ~ "(" ~ name ~ ")")) }}
{% endmacro %}


{# A number as a float, null where its square would be out of range. #}
{% macro moderate(name, kind) %}
    {%- set number = "cast(" ~ name ~ " as " ~ gtr.type_double() ~ ")" -%}
    {{ return(number if kind != 'float' else "case when " ~ number ~ " between -1e150 and 1e150 then " ~ number ~ " end") }}
{% endmacro %}


{# One aggregate of every column as one column, by the row's number. #}
{% macro turned(columns, prefix, which) %}
    {%- set cases = [] -%}
    {%- for column in columns -%}
        {%- set there = {
            'any': true,
            'compared': column.kind != 'other',
            'edges': gtr.has_edges(column),
            'text': column.kind == 'text' and not column.personal,
            'number': column.kind in ('integer', 'decimal', 'float') and not column.personal
        }[which] -%}
        {%- if there -%}
            {%- do cases.append("when " ~ loop.index0 ~ " then " ~ prefix ~ loop.index0) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return("case named.i " ~ (cases | join(" ")) ~ " end" if cases else "null") }}
{% endmacro %}
