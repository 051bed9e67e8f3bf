{# Number of distinct values of an expression, approximate where the warehouse is much quicker that way. #}
{% macro distinct_count(expression) %}
    {{ return(adapter.dispatch('distinct_count', 'gtr')(expression)) }}
{% endmacro %}


{% macro default__distinct_count(expression) %}
    {{ return("count(distinct " ~ expression ~ ")") }}
{% endmacro %}


{% macro duckdb__distinct_count(expression) %}
    {{ return("approx_count_distinct(" ~ expression ~ ")") }}
{% endmacro %}


{% macro snowflake__distinct_count(expression) %}
    {{ return("approx_count_distinct(" ~ expression ~ ")") }}
{% endmacro %}


{# PostgreSQL has no approximate count of its own. #}
{% macro postgres__distinct_count(expression) %}
    {{ return(gtr.default__distinct_count(expression)) }}
{% endmacro %}
