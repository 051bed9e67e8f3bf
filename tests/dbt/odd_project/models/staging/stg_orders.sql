select id as order_id, customer_id, placed_on, "select" from {{ ref('raw_orders') }}
