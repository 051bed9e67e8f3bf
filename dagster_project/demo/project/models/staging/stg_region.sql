select
    r_regionkey,
    r_name,
    trim(r_comment) as r_comment
from {{ source('raw', 'region') }}
