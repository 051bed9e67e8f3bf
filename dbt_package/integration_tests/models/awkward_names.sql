select 1 as {{ adapter.quote("Mixed Case") }}, 'a' as {{ adapter.quote("it's") }}, cast(null as {{ dbt.type_int() }}) as empty
