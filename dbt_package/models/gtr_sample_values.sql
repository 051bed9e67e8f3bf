{{ config(materialized='table', enabled=gtr.is_enabled(), tags=['gtr']) }}
{#- Values of columns that are not personal, for the tables that gtr_column_profiles has profiled since. -#}
{{ gtr.sample_values_sql(ref('gtr_column_profiles')) }}
