select 10 as customer_id, 1 as stars, 'x' as remark
