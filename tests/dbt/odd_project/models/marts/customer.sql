{{ config(alias='dim_customer') }}
select c.customer_id, c.name, c.manager_id, t.orders
from {{ ref('stg_customers') }} c left join {{ ref('eph_totals') }} t using (customer_id)
