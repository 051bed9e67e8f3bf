select
    s_suppkey,
    trim(s_name) as s_name,
    trim(s_address) as s_address,
    s_nationkey,
    s_phone,
    s_acctbal,
    trim(s_comment) as s_comment
from {{ source('raw', 'supplier') }}
