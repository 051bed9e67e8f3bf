{# The relation as it stands in a from clause, with about sample_percent of its rows. #}
{% macro sampled(relation, sample_percent) %}
    {%- if sample_percent is none -%}
        {{ return(relation | string) }}
    {%- endif -%}
    {%- set percent = sample_percent | float -%}
    {%- if not 0 < percent <= 100 -%}
        {% do exceptions.raise_compiler_error("gtr: sample_percent is " ~ sample_percent ~ ", but must lie above 0 and not above 100.") %}
    {%- endif -%}
    {{ return(adapter.dispatch('sampled', 'gtr')(relation, percent)) }}
{% endmacro %}


{# Where no way to sample is known, all rows are read rather than some dropped in a way that nobody checked. #}
{% macro default__sampled(relation, percent) %}
    {% do exceptions.warn("gtr: this adapter has no sampling, so " ~ relation ~ " is read whole.") %}
    {{ return(relation | string) }}
{% endmacro %}


{% macro duckdb__sampled(relation, percent) %}
    {{ return(relation ~ " tablesample " ~ percent ~ " percent (bernoulli)") }}
{% endmacro %}


{% macro snowflake__sampled(relation, percent) %}
    {{ return(relation ~ " sample bernoulli (" ~ percent ~ ")") }}
{% endmacro %}


{# TABLESAMPLE reads tables only; this reads views too. Redshift falls back on it, having no TABLESAMPLE. #}
{% macro postgres__sampled(relation, percent) %}
    {{ return("(select * from " ~ relation ~ " where random() * 100 < " ~ percent ~ ") as sampled") }}
{% endmacro %}


{% macro bigquery__sampled(relation, percent) %}
    {{ return(relation ~ " tablesample system (" ~ percent ~ " percent)") }}
{% endmacro %}


{% macro databricks__sampled(relation, percent) %}
    {{ return(relation ~ " tablesample (" ~ percent ~ " percent) repeatable (42)") }}
{% endmacro %}
