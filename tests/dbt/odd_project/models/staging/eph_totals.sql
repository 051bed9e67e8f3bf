{{ config(materialized='ephemeral') }}
select customer_id, count(*) as orders from {{ ref('stg_orders') }} group by 1
