{#
  dbt run-operation gtr_profile --args '{model: orders}'

  Shows the profile of one relation, by the policy of gtr_column_profiles, and keeps nothing.
#}
{% macro gtr_profile(model) %}
    {%- set node = gtr.named_node(model) -%}
    {%- set relation = gtr.relation_of(node) -%}
    {%- if relation is none -%}
        {% do exceptions.raise_compiler_error("gtr_profile: " ~ model ~ " has not been built.") %}
    {%- endif -%}
    {%- set columns = gtr.columns_of(relation) -%}
    {%- set statement = gtr.column_statistics(node, relation, columns, gtr.source_rows(relation), '', gtr.now_text()) -%}
    {%- set shown = ['column_name', 'data_type', 'rows_looked_at', 'filled', 'distinct_values', 'minimum', 'maximum', 'personal'] -%}
    {%- set found = run_query("select " ~ shown | join(", ") ~ " from (" ~ statement ~ ") as profile order by position") -%}
    {%- do print(shown | join(" | ")) -%}
    {%- for row in found.rows -%}
        {%- set cells = [] -%}
        {%- for cell in row -%}{%- do cells.append('' if cell is none else cell | string) -%}{%- endfor -%}
        {%- do print(cells | join(" | ")) -%}
    {%- endfor -%}
{% endmacro %}


{# A model, seed, snapshot or source by its name, else an error that says so. #}
{% macro named_node(name) %}
    {%- set sources = graph.sources.values() | selectattr('name', 'equalto', name) | list -%}
    {%- set node = gtr.node_of_name(name) or sources | first | default(none) -%}
    {%- if not node -%}
        {% do exceptions.raise_compiler_error("gtr: the project has no model, seed, snapshot or source " ~ name ~ ".") %}
    {%- endif -%}
    {{ return(node) }}
{% endmacro %}
