select column_name
from {{ ref('offer_profile') }}
where
    (column_name = 'part_id' and (minimum != '1' or maximum != '3'))
    or (column_name = 'offered_on' and (minimum != '2023-12-31' or maximum != '2024-02-01'))
