{# Whether the models of this package are built: the variable gtr_enabled, from dbt_project.yml or the command line. #}
{% macro is_enabled() %}
    {{ return(var('gtr_enabled', false) | string | lower in ('true', '1', 'yes', 'on')) }}
{% endmacro %}
