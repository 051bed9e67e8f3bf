{# Expressions that every warehouse writes in its own way. #}

{# Any value as text, whole. #}
{% macro as_text(expression) %}{{ return(adapter.dispatch('as_text', 'gtr')(expression)) }}{% endmacro %}

{% macro default__as_text(expression) %}{{ return("cast(" ~ expression ~ " as " ~ dbt.type_string() ~ ")") }}{% endmacro %}

{# The adapter's own type holds 256 characters only. #}
{% macro redshift__as_text(expression) %}{{ return("cast(" ~ expression ~ " as varchar(65535))") }}{% endmacro %}


{# Whether a text matches a pattern. The patterns here have no backslashes, which literals read in different ways. #}
{% macro matches(expression, pattern) %}{{ return(adapter.dispatch('matches', 'gtr')(expression, pattern)) }}{% endmacro %}

{% macro default__matches(expression, pattern) %}{{ return(expression ~ " ~ '" ~ pattern ~ "'") }}{% endmacro %}

{% macro duckdb__matches(expression, pattern) %}{{ return("regexp_matches(" ~ expression ~ ", '" ~ pattern ~ "')") }}{% endmacro %}

{% macro snowflake__matches(expression, pattern) %}{{ return("regexp_like(" ~ expression ~ ", '" ~ pattern ~ "')") }}{% endmacro %}

{% macro bigquery__matches(expression, pattern) %}{{ return("regexp_contains(" ~ expression ~ ", r'" ~ pattern ~ "')") }}{% endmacro %}

{% macro databricks__matches(expression, pattern) %}{{ return(expression ~ " rlike '" ~ pattern ~ "'") }}{% endmacro %}


{# A quantile of whole numbers, null where the warehouse has no aggregate for it that goes with others. #}
{% macro quantile(expression, share) %}{{ return(adapter.dispatch('quantile', 'gtr')(expression, share)) }}{% endmacro %}

{% macro default__quantile(expression, share) %}{{ return("null") }}{% endmacro %}

{% macro duckdb__quantile(expression, share) %}{{ return("quantile_disc(" ~ expression ~ ", " ~ share ~ ")") }}{% endmacro %}

{% macro postgres__quantile(expression, share) %}
    {{ return("percentile_disc(" ~ share ~ ") within group (order by " ~ expression ~ ")") }}
{% endmacro %}

{% macro redshift__quantile(expression, share) %}{{ return("null") }}{% endmacro %}

{% macro snowflake__quantile(expression, share) %}{{ return("approx_percentile(" ~ expression ~ ", " ~ share ~ ")") }}{% endmacro %}


{# Now, in UTC, as text in ISO form: what marks a profile, and compares as text. #}
{% macro now_text() %}{{ return(modules.datetime.datetime.now(modules.pytz.utc).strftime('%Y-%m-%dT%H:%M:%SZ')) }}{% endmacro %}


{# A value from Jinja as a literal of text, or null. #}
{% macro text_literal(value) %}
    {{ return("null" if value is none else adapter.dispatch('escaped', 'gtr')(value | string)) }}
{% endmacro %}

{% macro default__escaped(value) %}{{ return("'" ~ (value | replace("'", "''")) ~ "'") }}{% endmacro %}

{# Here a backslash escapes, and a doubled quote ends one text and begins another. #}
{% macro bigquery__escaped(value) %}{{ return("'" ~ (value | replace("\\", "\\\\") | replace("'", "\\'")) ~ "'") }}{% endmacro %}
{% macro databricks__escaped(value) %}{{ return("'" ~ (value | replace("\\", "\\\\") | replace("'", "\\'")) ~ "'") }}{% endmacro %}
{% macro snowflake__escaped(value) %}{{ return("'" ~ (value | replace("\\", "\\\\") | replace("'", "''")) ~ "'") }}{% endmacro %}
