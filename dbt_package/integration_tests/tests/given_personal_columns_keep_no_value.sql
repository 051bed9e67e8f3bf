select column_name
from {{ ref('offer_profile_sampled') }}
where
    (column_name in ('price', 'contact') and (minimum is not null or maximum is not null or not personal))
    or (column_name = 'part_id' and (minimum is null or personal))
    or sample_percent != 100
