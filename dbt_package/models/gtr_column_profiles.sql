{{ config(materialized='table', enabled=gtr.is_enabled(), tags=['gtr']) }}
{#- What is still true is taken over from the table itself; what is not is profiled anew. -#}
{{ gtr.column_profiles_sql() }}
