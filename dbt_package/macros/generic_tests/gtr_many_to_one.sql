{#
  The join from the tested model (the child) to another (the parent) is many-to-one: no key stands twice in the parent.
  Rows without a whole key take no part in the join. Returns counts only, never a value of a key.

  to           the parent
  to_columns   its key: a column, or a list of columns
  columns      the child's columns, in the same order; the tested column where the test stands below a column
#}
{% test gtr_many_to_one(model, to, to_columns, columns=none, column_name=none) %}
    {{ config(fail_calc="coalesce(sum(duplicated_keys), 0)") }}
    {%- set parent_columns = gtr.column_list(to_columns) -%}
    {%- set child_columns = gtr.column_list(columns or column_name) -%}
    {%- do gtr.check_pairs('gtr_many_to_one', model, child_columns, parent_columns) %}
with duplicated as (
    select
        {%- for column in parent_columns %}
        {{ column }} as key_{{ loop.index }},
        {%- endfor %}
        count(*) as parent_rows
    from {{ to }}
    where
        {%- for column in parent_columns %}
        {{ column }} is not null{{ " and" if not loop.last }}
        {%- endfor %}
    group by {{ parent_columns | join(", ") }}
    having count(*) > 1
),

multiplied as (
    select count(*) as child_rows
    from {{ model }} as child
    inner join duplicated
        on {% for column in child_columns %}child.{{ column }} = duplicated.key_{{ loop.index }}{{ " and " if not loop.last }}{% endfor %}
)

select
    count(*) as duplicated_keys,
    coalesce(sum(duplicated.parent_rows), 0) as parent_rows,
    max(multiplied.child_rows) as child_rows
from duplicated
cross join multiplied
having count(*) > 0
{% endtest %}


{# A list of columns, of one name or of several. #}
{% macro column_list(columns) %}
    {%- if columns is none -%}
        {{ return([]) }}
    {%- elif columns is string -%}
        {{ return([columns]) }}
    {%- endif -%}
    {{ return(columns | list) }}
{% endmacro %}
