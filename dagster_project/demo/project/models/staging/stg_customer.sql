select
    c_custkey,
    trim(c_name) as c_name,
    trim(c_address) as c_address,
    c_nationkey,
    c_phone,
    c_acctbal,
    c_mktsegment,
    trim(c_comment) as c_comment
from {{ source('raw', 'customer') }}
