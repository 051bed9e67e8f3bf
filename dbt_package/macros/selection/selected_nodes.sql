{#
  Models, seeds, snapshots and sources of the project that are profiled, sorted by id: what becomes a relation, is not
  hidden from retrieval, and meets the variables gtr_tags, gtr_exclude_tags, gtr_only_marked and gtr_sources.
  `meta: {gtr: {profile: false}}` leaves a node out whatever its tags.
#}
{% macro selected_nodes() %}
    {%- set wanted = var('gtr_tags', []) -%}
    {%- set unwanted = var('gtr_exclude_tags', []) -%}
    {%- set chosen = [] -%}
    {%- for node in (graph.nodes.values() | list) + (graph.sources.values() | list if var('gtr_sources', true) else []) -%}
        {%- set said = gtr.meta_of(node).get('gtr') or {} -%}
        {%- set tags = gtr.tags_of(node) -%}
        {%- if node.resource_type in ('model', 'seed', 'snapshot', 'source')
            and node.package_name != 'gtr'
            and (node.config or {}).get('materialized') != 'ephemeral'
            and (node.config or {}).get('enabled', true)
            and not said.get('hidden', false)
            and said.get('profile', not var('gtr_only_marked', false))
            and (not wanted or tags | select('in', wanted) | list)
            and not tags | select('in', unwanted) | list -%}
            {%- do chosen.append(node) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(chosen | sort(attribute='unique_id')) }}
{% endmacro %}


{# dbt has moved meta below config. #}
{% macro meta_of(thing) %}
    {{ return((thing.config or {}).get('meta') or thing.meta or {}) }}
{% endmacro %}


{% macro tags_of(thing) %}
    {%- set tags = thing.tags or (thing.config or {}).get('tags') or [] -%}
    {{ return([tags] if tags is string else tags) }}
{% endmacro %}


{# A node's relation where it exists, none where it does not. #}
{% macro relation_of(node) %}
    {{ return(adapter.get_relation(
        database=node.database, schema=node.schema, identifier=node.get('identifier') or node.get('alias') or node.name
    )) }}
{% endmacro %}


{#
  Columns of a node's relation with what decides how each is looked at. Personal are those that the project marks or
  whose name says so; `personal: false` overrules the name.
#}
{% macro columns_of(relation) %}
    {%- set personal = gtr.personal_columns(relation) -%}
    {%- set columns = [] -%}
    {%- for column in adapter.get_columns_in_relation(relation) -%}
        {%- do columns.append({
            'name': column.name,
            'data_type': column.dtype if column.is_string() else column.data_type,
            'kind': gtr.kind_of(column.data_type),
            'personal': column.name | lower in personal
        }) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}
