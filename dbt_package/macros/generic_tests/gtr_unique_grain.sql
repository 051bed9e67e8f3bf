{#
  The columns tell the rows of the model apart: no combination stands twice, and none is incomplete. The failure count
  is the number of combinations that stand more than once and of rows without a whole one; no value is returned.

  columns      the grain: a column, or a list of columns; the tested column where the test stands below a column
#}
{% test gtr_unique_grain(model, columns=none, column_name=none) %}
    {{ config(fail_calc="coalesce(sum(duplicated_keys + rows_without_key), 0)") }}
    {%- set grain = gtr.column_list(columns or column_name) -%}
    {%- if not grain -%}
        {% do exceptions.raise_compiler_error("gtr_unique_grain on " ~ model ~ ": no columns are named.") %}
    {%- endif %}
with grouped as (
    {{ gtr.grouped_keys(model, grain) }}
),

counted as (
    select
        coalesce(sum(case when key_rows > 1 then 1 else 0 end), 0) as duplicated_keys,
        coalesce(sum(case when key_rows > 1 then key_rows else 0 end), 0) as duplicated_rows,
        coalesce(sum(key_rows), 0) as rows_with_key
    from grouped
),

all_rows as (
    select count(*) as n from {{ model }}
)

select
    counted.duplicated_keys,
    counted.duplicated_rows,
    all_rows.n - counted.rows_with_key as rows_without_key
from counted
cross join all_rows
where counted.duplicated_keys > 0 or all_rows.n > counted.rows_with_key
{% endtest %}
