select 'all three columns are there' as claim
from {{ ref('awkward_profile') }}
where (column_name = 'Mixed Case' and minimum = '1')
    or (column_name = 'it''s' and distinct_count = 1 and maximum is null)
    or (lower(column_name) = 'empty' and null_share = 1 and minimum is null)
having count(*) != 3
