{# A floating-point type of 64 bits, which dbt's own type_float is not on every adapter. #}
{% macro type_double() %}
    {{ return(adapter.dispatch('type_double', 'gtr')()) }}
{% endmacro %}


{% macro default__type_double() %}
    {{ return(dbt.type_float()) }}
{% endmacro %}


{% macro duckdb__type_double() %}
    {{ return("double") }}
{% endmacro %}


{# Redshift falls back on this. #}
{% macro postgres__type_double() %}
    {{ return("double precision") }}
{% endmacro %}


{% macro databricks__type_double() %}
    {{ return("double") }}
{% endmacro %}
