{#
  Names, in lower case, of a relation's personal columns: those given, and those that the project marks with
  meta.gtr.personal, whichever of its models, seeds, snapshots and sources is that relation.
#}
{% macro personal_columns(relation, given=[]) %}
    {%- set names = [] -%}
    {%- for name in given -%}
        {%- do names.append(name | lower) -%}
    {%- endfor -%}
    {%- set wanted = relation | string | replace('"', '') | lower -%}
    {%- for node in graph.nodes.values() | list + graph.sources.values() | list -%}
        {%- if (node.relation_name or '') | replace('"', '') | lower == wanted -%}
            {%- for column in node.columns.values() -%}
                {%- set meta = (column.config or {}).get('meta') or column.meta or {} -%}
                {%- if (meta.get('gtr') or {}).get('personal') -%}
                    {%- do names.append(column.name | lower) -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(names) }}
{% endmacro %}
