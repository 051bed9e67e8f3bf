{{ config(materialized='table', enabled=gtr.is_enabled(), tags=['gtr']) }}
{#- One row for each join that the project declares: how its keys match. Counts alone. -#}
{{ gtr.join_checks_sql() }}
