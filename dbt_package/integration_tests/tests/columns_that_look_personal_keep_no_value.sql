select column_name
from {{ ref('people_profile') }}
where
    (column_name in ('email', 'firstName', 'birth_date') and (not personal or minimum is not null or maximum is not null))
    or (column_name = 'remark' and (minimum is not null or maximum is not null))
    or (column_name = 'owner_id' and (personal or minimum is null))
