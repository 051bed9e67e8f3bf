select
    ps_partkey,
    ps_suppkey,
    ps_availqty,
    ps_supplycost,
    trim(ps_comment) as ps_comment
from {{ source('raw', 'partsupp') }}
