select id as customer_id, name, manager_id from {{ source('landing', 'customers') }}
