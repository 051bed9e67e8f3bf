{#
  dbt run-operation gtr_docs --args '{model: orders}'

  Prints YAML for a model with a description for each column to be written, what is written already taken over, and
  columns marked that look personal. Without a model: of every selected one. Nothing is written to a file.
#}
{% macro gtr_docs(model=none) %}
    {%- set nodes = gtr.selected_nodes() if model is none else [gtr.named_node(model)] -%}
    {%- set lines = ['version: 2', '', 'models:'] -%}
    {%- for node in nodes if node.resource_type != 'source' -%}
        {%- set relation = gtr.relation_of(node) -%}
        {%- if relation is not none -%}
            {%- do lines.append('  - name: ' ~ node.name) -%}
            {%- do lines.append('    description: ' ~ (node.description or '') | tojson) -%}
            {%- do lines.append('    columns:') -%}
            {%- for column in gtr.columns_of(relation) -%}
                {%- set written = gtr.written_column(node, column.name) -%}
                {%- do lines.append('      - name: ' ~ (column.name if modules.re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', column.name) else column.name | tojson)) -%}
                {%- do lines.append('        description: ' ~ (written.get('description', '') if written else '') | tojson) -%}
                {%- if column.personal -%}
                    {%- do lines.append('        config: {meta: {gtr: {personal: true}}}') -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {%- do print(lines | join('\n')) -%}
{% endmacro %}


{% macro written_column(node, name) %}
    {%- for column in node.columns.values() if column.name | lower == name | lower -%}
        {{ return(column) }}
    {%- endfor -%}
    {{ return(none) }}
{% endmacro %}
