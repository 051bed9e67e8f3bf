select
    n_nationkey,
    n_name,
    n_regionkey,
    trim(n_comment) as n_comment
from {{ source('raw', 'nation') }}
