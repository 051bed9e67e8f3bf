select 1 as owner_id, 'dora@example.org' as email, 'Dora' as "firstName", cast('1990-01-02' as date) as birth_date,
    'eva@example.org' as remark
