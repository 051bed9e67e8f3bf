select
    p_partkey,
    trim(p_name) as p_name,
    p_mfgr,
    p_brand,
    p_type,
    p_size,
    p_container,
    p_retailprice,
    trim(p_comment) as p_comment
from {{ source('raw', 'part') }}
