{#
  Joins that the project declares: relationships tests (dbt's own and dbt_utils'), this package's tests, and
  meta.gtr.joins. Each {child, child_columns, parent, parent_columns}, ends as nodes. Left out are tests with conditions,
  those that are disabled, and those whose ends are not to be found.
#}
{% macro declared_joins() %}
    {%- set found = {} -%}
    {%- for test in graph.nodes.values() if test.resource_type == 'test' and test.get('test_metadata') -%}
        {%- set name = test.test_metadata.name -%}
        {%- set given = test.test_metadata.kwargs or {} -%}
        {%- set child = graph.nodes.get(test.get('attached_node') or '') or gtr.node_of_text(given.get('model', '')) -%}
        {%- if name in ('relationships', 'gtr_many_to_one', 'gtr_join_match_rate') and child and not (test.config or {}).get('where') -%}
            {%- set parent = gtr.node_of_text(given.get('to', '')) -%}
            {%- set parent_columns = gtr.column_list(given.get('field') or given.get('to_columns')) -%}
            {%- set child_columns = gtr.column_list(given.get('columns') or given.get('column_name') or test.get('column_name')) -%}
            {%- if parent and child_columns and child_columns | length == parent_columns | length -%}
                {%- do gtr.add_join(found, child, child_columns, parent, parent_columns) -%}
            {%- endif -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for node in graph.nodes.values() if node.resource_type in ('model', 'seed', 'snapshot') -%}
        {%- for join in (gtr.meta_of(node).get('gtr') or {}).get('joins') or [] -%}
            {%- set parent = gtr.node_of_name(join.get('to', '')) -%}
            {%- set child_columns = gtr.column_list(join.get('columns')) -%}
            {%- set parent_columns = gtr.column_list(join.get('to_columns') or join.get('columns')) -%}
            {%- if parent and child_columns and child_columns | length == parent_columns | length -%}
                {%- do gtr.add_join(found, node, child_columns, parent, parent_columns) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set joins = [] -%}
    {%- for key in found | sort -%}{%- do joins.append(found[key]) -%}{%- endfor -%}
    {{ return(joins) }}
{% endmacro %}


{% macro add_join(found, child, child_columns, parent, parent_columns) %}
    {%- do found.update({
        (child.unique_id ~ ' ' ~ child_columns | join(',') ~ ' ' ~ parent.unique_id ~ ' ' ~ parent_columns | join(',')):
        {'child': child, 'child_columns': child_columns, 'parent': parent, 'parent_columns': parent_columns}
    }) -%}
{% endmacro %}


{# The node that a text such as "ref('orders')" or "source('erp', 'orders')" means; none where there is none. #}
{% macro node_of_text(text) %}
    {%- set words = modules.re.findall("['\"]([^'\"]+)['\"]", text | string) -%}
    {%- if not words -%}
        {{ return(none) }}
    {%- elif 'source(' in text | string -%}
        {{ return(graph.sources.values() | selectattr('source_name', 'equalto', words[0]) | selectattr('name', 'equalto', words[-1]) | list | first | default(none)) }}
    {%- endif -%}
    {{ return(gtr.node_of_name(words[-1])) }}
{% endmacro %}


{% macro node_of_name(name) %}
    {%- set nodes = graph.nodes.values() | selectattr('name', 'equalto', name) | selectattr('resource_type', 'in', ['model', 'seed', 'snapshot']) | list -%}
    {{ return(nodes | first | default(none)) }}
{% endmacro %}
