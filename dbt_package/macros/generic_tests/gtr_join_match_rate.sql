{#
  At least a share `min` of the tested model's rows with a key find a parent. Where fewer do, the failure count is the
  number of keys that find none, and the row that is returned (and stored) holds counts and the share: no value of a key.

  to           the parent
  to_columns   its key: a column, or a list of columns
  min          the least share, as a fraction of 1
  columns      the child's columns, in the same order; the tested column where the test stands below a column
#}
{% test gtr_join_match_rate(model, to, to_columns, min=1.0, columns=none, column_name=none) %}
    {{ config(fail_calc="coalesce(sum(keys_without_parent), 0)") }}
    {%- set parent_columns = gtr.column_list(to_columns) -%}
    {%- set child_columns = gtr.column_list(columns or column_name) -%}
    {%- do gtr.check_pairs('gtr_join_match_rate', model, child_columns, parent_columns) -%}
    {%- if not 0 <= min | float <= 1 -%}
        {% do exceptions.raise_compiler_error("gtr_join_match_rate on " ~ model ~ ": min is " ~ min ~ ", but is a share from 0 to 1.") %}
    {%- endif %}
select
    keys_without_parent,
    rows_with_key - rows_matched as rows_without_parent,
    rows_with_key,
    cast(rows_matched as {{ gtr.type_double() }}) / rows_with_key as match_rate
from (
{{ gtr.join_check(model, child_columns, to, parent_columns) }}
) as checked
where rows_with_key > 0 and cast(rows_matched as {{ gtr.type_double() }}) / rows_with_key < {{ min }}
{% endtest %}


{# Columns of either side in pairs, else an error that names both. #}
{% macro check_pairs(test, model, child_columns, parent_columns) %}
    {%- if child_columns | length != parent_columns | length or not child_columns -%}
        {% do exceptions.raise_compiler_error(
            test ~ " on " ~ model ~ ": " ~ child_columns | length ~ " columns (" ~ child_columns | join(", ") ~ ") against "
            ~ parent_columns | length ~ " to_columns (" ~ parent_columns | join(", ") ~ "): name as many of one as of the other."
        ) %}
    {%- endif -%}
{% endmacro %}
