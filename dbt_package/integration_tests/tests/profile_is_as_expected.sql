select expected.column_name
from {{ ref('expected_profile') }} as expected
full outer join {{ ref('offer_profile') }} as found
    on expected.column_name = found.column_name
where
    found.column_name is null
    or expected.column_name is null
    or expected.position != found.position
    or expected.row_count != found.row_count
    or expected.null_count != found.null_count
    or abs(expected.null_share - found.null_share) > 1e-9
    or expected.distinct_count != found.distinct_count
    or expected.has_minimum != (found.minimum is not null and found.maximum is not null)
    or expected.personal != found.personal
    or found.sample_percent is not null
