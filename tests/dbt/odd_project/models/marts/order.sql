select order_id, customer_id, placed_on, "select" from {{ ref('stg_orders') }}
