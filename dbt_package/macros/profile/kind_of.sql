{#
  What can be computed over a column, by the warehouse's type: text, integer, decimal, float, boolean, date, timestamp,
  time, or other, of which only rows are counted.
#}
{% macro kind_of(data_type) %}
    {%- set kind = data_type | lower | trim -%}
    {%- if kind.endswith(']') or kind.startswith(('struct', 'array', 'map', 'union', 'list', 'json', 'variant', 'object', 'super', 'record', 'row(')) -%}
        {{ return('other') }}
    {%- elif kind.startswith(('varchar', 'character', 'char', 'text', 'string', 'nvarchar', 'bpchar', 'enum', 'name', 'citext')) -%}
        {{ return('text') }}
    {%- elif kind.startswith('bool') -%}
        {{ return('boolean') }}
    {%- elif kind.startswith(('timestamp', 'datetime')) -%}
        {{ return('timestamp') }}
    {%- elif kind.startswith('time') -%}
        {{ return('time') }}
    {%- elif kind.startswith('date') -%}
        {{ return('date') }}
    {%- elif kind.startswith(('double', 'float', 'real')) -%}
        {{ return('float') }}
    {%- elif kind.startswith(('decimal', 'numeric', 'number', 'bignumeric', 'dec(')) -%}
        {{ return('integer' if modules.re.search('\\([0-9]+, ?0\\)', kind) else 'decimal') }}
    {%- elif modules.re.match('(u?(big|small|tiny|huge|medium)?int(eger)?[0-9]*|serial|bigserial|long|short|byteint)( |$)', kind) -%}
        {{ return('integer') }}
    {%- endif -%}
    {{ return('uuid' if kind == 'uuid' else 'other') }}
{% endmacro %}
