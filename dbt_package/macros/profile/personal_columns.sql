{#
  Names, in lower case, of a relation's personal columns: those given, those that the project marks with
  meta.gtr.personal, whichever of its models, seeds, snapshots and sources is that relation, and those whose name says
  so. `personal: false` in the project overrules the name.
#}
{% macro personal_columns(relation, given=[]) %}
    {%- set names = [] -%}
    {%- set cleared = [] -%}
    {%- for name in given -%}
        {%- do names.append(name | lower) -%}
    {%- endfor -%}
    {%- set wanted = relation | string | replace('"', '') | lower -%}
    {%- for node in graph.nodes.values() | list + graph.sources.values() | list -%}
        {%- if (node.relation_name or '') | replace('"', '') | lower == wanted -%}
            {%- for column in node.columns.values() -%}
                {%- set meta = (column.config or {}).get('meta') or column.meta or {} -%}
                {%- set marked = (meta.get('gtr') or {}).get('personal') -%}
                {%- if marked -%}
                    {%- do names.append(column.name | lower) -%}
                {%- elif marked is not none and marked is defined and marked == false -%}
                    {%- do cleared.append(column.name | lower) -%}
                {%- endif -%}
            {%- endfor -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for column in adapter.get_columns_in_relation(relation) -%}
        {%- if column.name | lower not in cleared and gtr.is_personal_name(column.name) -%}
            {%- do names.append(column.name | lower) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(names) }}
{% endmacro %}


{# Whether a column's name alone says that it holds personal data. #}
{% macro is_personal_name(name) %}
    {%- set words = modules.re.sub('([a-z])([A-Z])', '\\1_\\2', name) | lower -%}
    {%- set pattern = '(^|_| )(e_?mails?|phones?|telephones?|mobile|fax|(first|last|given|family|middle|full|maiden)_?names?'
        ~ '|surnames?|forenames?|birth_?(date|day)|date_of_birth|dob|ssn|social_security\\w*|iban|passport\\w*|national_id|tax_id'
        ~ '|street\\w*|address(es)?|address_line\\w*|postal_address|ip_address|credit_card\\w*)(_|$| )' -%}
    {{ return(modules.re.search(pattern, words) is not none) }}
{% endmacro %}


{#
  Whether the least and greatest value of a column may be kept. Of text they are values of single rows that say
  little of the column and may name a person in a column that nobody marked, so they never are.
#}
{% macro keeps_range(column, personal) %}
    {{ return(column.name | lower not in personal and not column.is_string()) }}
{% endmacro %}
