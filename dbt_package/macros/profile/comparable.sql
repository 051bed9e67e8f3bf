{# A column as an expression that can be counted distinct and ordered: as text, where its type cannot. #}
{% macro comparable(column) %}
    {{ return(adapter.dispatch('comparable', 'gtr')(column)) }}
{% endmacro %}


{% macro default__comparable(column) %}
    {{ return(adapter.quote(column.name)) }}
{% endmacro %}


{% macro duckdb__comparable(column) %}
    {%- set nested = column.data_type | lower -%}
    {%- if nested.startswith(('struct', 'map', 'union', 'json')) or nested.endswith(']') -%}
        {{ return("cast(" ~ adapter.quote(column.name) ~ " as varchar)") }}
    {%- endif -%}
    {{ return(adapter.quote(column.name)) }}
{% endmacro %}


{% macro snowflake__comparable(column) %}
    {%- set kind = column.data_type | lower -%}
    {%- if kind.startswith(('variant', 'object', 'array', 'map')) -%}
        {{ return("to_json(" ~ adapter.quote(column.name) ~ ")") }}
    {%- elif kind.startswith(('geography', 'geometry', 'vector')) -%}
        {{ return("cast(" ~ adapter.quote(column.name) ~ " as varchar)") }}
    {%- endif -%}
    {{ return(adapter.quote(column.name)) }}
{% endmacro %}


{# min() and max() are not there for boolean, uuid, json and more: only what is known to have them goes in as it is. #}
{% macro postgres__comparable(column) %}
    {%- set ordered = ('smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision', 'money', 'character', 'text',
                       'date', 'time', 'timestamp', 'interval') -%}
    {%- set kind = column.data_type | lower -%}
    {%- if kind.startswith(ordered) and not kind.endswith(']') -%}
        {{ return(adapter.quote(column.name)) }}
    {%- endif -%}
    {{ return("cast(" ~ adapter.quote(column.name) ~ " as text)") }}
{% endmacro %}
