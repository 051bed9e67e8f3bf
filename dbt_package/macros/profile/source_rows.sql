{#
  Where the statements about a relation read from, by the policy of the library: a table that holds no more rows than
  gtr_sample_rows is read whole, a larger one is sampled, and a view is cut by a limit, since counting its rows would
  mean to compute them.

  Returns {from, rows, whole}: `rows` is the number of rows of a table where it is known.
#}
{% macro source_rows(relation) %}
    {%- set most = var('gtr_sample_rows', 100000) | int -%}
    {%- set known = none if relation.is_view else gtr.row_count(relation) -%}
    {%- if known is none -%}
        {{ return({'from': "(select * from " ~ relation ~ " limit " ~ most ~ ") as looked_at", 'rows': none, 'whole': false, 'most': most}) }}
    {%- elif known <= most -%}
        {{ return({'from': relation | string, 'rows': known, 'whole': true, 'most': none}) }}
    {%- endif -%}
    {%- set percent = [100.0 * most / known, 100.0] | min | round(8) -%}
    {{ return({'from': gtr.sampled(relation, percent), 'rows': known, 'whole': false, 'most': none}) }}
{% endmacro %}


{# Rows of a table as the engine knows them, else counted; none where only reading all would tell. #}
{% macro row_count(relation) %}
    {{ return(adapter.dispatch('row_count', 'gtr')(relation)) }}
{% endmacro %}


{# Columnar warehouses answer this from what they keep of each file. #}
{% macro default__row_count(relation) %}
    {{ return(run_query("select count(*) as n from " ~ relation).columns[0].values()[0] | int) }}
{% endmacro %}


{# The estimate of the last ANALYZE; below nought there was none. #}
{% macro postgres__row_count(relation) %}
    {%- set found = run_query(
        "select reltuples from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace"
        ~ " where n.nspname = " ~ gtr.text_literal(relation.schema) ~ " and c.relname = " ~ gtr.text_literal(relation.identifier)
    ).columns[0].values() -%}
    {{ return(none if not found or found[0] < 0 else found[0] | int) }}
{% endmacro %}


{% macro redshift__row_count(relation) %}
    {{ return(gtr.default__row_count(relation)) }}
{% endmacro %}
