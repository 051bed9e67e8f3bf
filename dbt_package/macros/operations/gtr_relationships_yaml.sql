{#
  dbt run-operation gtr_relationships_yaml --args '{min_match_rate: 0.95}'

  Prints, as dbt tests for review, joins that nobody has declared: a column whose name speaks of another relation's key
  (customer_id of customer.id or customer.customer_id, c_custkey of custkey), whose values nearly all stand there, where
  they tell the rows apart. Keys come from gtr_column_profiles, which must have been built; each join is measured before
  it is printed. Only names and rates are printed, never a value. `gtr joins --write-dbt` of the library infers more.
#}
{% macro gtr_relationships_yaml(min_match_rate=0.95) %}
    {%- set profiles = gtr.relation_of(gtr.named_node('gtr_column_profiles')) -%}
    {%- if profiles is none -%}
        {% do exceptions.raise_compiler_error("gtr_relationships_yaml: build gtr_column_profiles first (dbt run --select package:gtr --vars '{gtr_enabled: true}').") %}
    {%- endif -%}
    {%- set rows = run_query("select table_id, column_name, kind, rows_looked_at, filled, distinct_values from " ~ profiles
        ~ " where kind in ('integer', 'decimal', 'text', 'uuid') and filled > 0 order by table_id, position").rows -%}
    {%- set keys = [] -%}
    {%- for row in rows if row[3] == row[4] and row[4] == row[5] and row[3] > 1 -%}
        {%- do keys.append({'table': row[0], 'column': row[1], 'kind': row[2]}) -%}
    {%- endfor -%}
    {%- set declared = [] -%}
    {%- for join in gtr.declared_joins() -%}
        {%- do declared.append(join.child.unique_id ~ ' ' ~ join.child_columns | join(',') | lower) -%}
    {%- endfor -%}
    {%- set found = {} -%}
    {%- for row in rows -%}
        {%- for key in keys if key.table != row[0] and key.kind == row[2] and (row[0] ~ ' ' ~ row[1] | lower) not in declared
            and gtr.speaks_of(row[1], key.table.split('.')[-1], key.column) -%}
            {%- set child, parent = gtr.relation_of(gtr.node_of_id(row[0])), gtr.relation_of(gtr.node_of_id(key.table)) -%}
            {%- if child is not none and parent is not none -%}
                {%- set counts = run_query("select rows_with_key, rows_matched from (" ~ gtr.join_check(child, [adapter.quote(row[1])], parent, [adapter.quote(key.column)]) ~ ") as checked").rows[0] -%}
                {%- if counts[0] and counts[1] / counts[0] >= min_match_rate | float -%}
                    {%- do found.setdefault(row[0], []).append({'column': row[1], 'parent': key.table, 'field': key.column, 'rate': (counts[1] / counts[0]) | float | round(4)}) -%}
                {%- endif -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set lines = ['version: 2', '', 'models:' if found else 'models: []  # no join was found that nobody has declared'] -%}
    {%- for table in found | sort -%}
        {%- do lines.append('  - name: ' ~ table.split('.')[-1]) -%}
        {%- do lines.append('    columns:') -%}
        {%- for column in found[table] | map(attribute='column') | unique -%}
            {%- do lines.append('      - name: ' ~ column) -%}
            {%- do lines.append('        data_tests:') -%}
            {%- for join in found[table] | selectattr('column', 'equalto', column) -%}
                {%- do lines.append('          - relationships:  # ' ~ join.rate ~ ' of the rows with a key match') -%}
                {%- do lines.append('              arguments:') -%}
                {%- do lines.append("                to: ref('" ~ join.parent.split('.')[-1] ~ "')") -%}
                {%- do lines.append('                field: ' ~ join.field) -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do print(lines | join('\n')) -%}
{% endmacro %}


{# Whether a column's name speaks of a table's key: `customer_id`, `id_customer`, `c_custkey` of `custkey`, or the key's own name. #}
{% macro speaks_of(name, table, key) %}
    {%- set words = name | lower -%}
    {%- set own = key | lower -%}
    {%- set singular = [table | lower] + ([(table | lower)[:-1]] if (table | lower).endswith('s') else []) -%}
    {%- if words == own -%}
        {{ return(own not in ('id', 'key', 'uuid', 'code') and own.endswith(('id', 'key', 'code', '_no', '_nr', '_number'))) }}
    {%- elif own in ('id', 'key', 'uuid', 'code') -%}
        {{ return(words in [singular[0] ~ '_' ~ own, singular[-1] ~ '_' ~ own, own ~ '_' ~ singular[-1]]) }}
    {%- endif -%}
    {%- set stem = modules.re.sub('^[a-z]{1,2}_', '', own) -%}
    {{ return(stem | length > 2 and modules.re.sub('^[a-z]{1,2}_', '', words) == stem and stem not in ('name', 'comment', 'code')) }}
{% endmacro %}


{% macro node_of_id(id) %}
    {{ return(graph.nodes.get(id) or graph.sources.get(id)) }}
{% endmacro %}
