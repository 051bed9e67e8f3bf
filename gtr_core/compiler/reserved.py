"""Words that some warehouse reserves, so that an identifier of that name needs quotes."""

from __future__ import annotations

__all__ = ["RESERVED"]

_WORDS = """
account all alter analyse analyze and any array as asc asymmetric at authorization between bigint binary both by
case cast check cluster collate collation column comment commit concurrently connect connection constraint
create cross cube current current_catalog current_date current_role current_schema current_time
current_timestamp current_user database date day default deferrable define delete delta desc describe distinct
do drop else end enum escape except exclude exists explain extract false fetch filter following for foreign
freeze from full function global grant group grouping groups hash having hour if ignore ilike in increment index
initially inner insert intersect interval into is isnull issue join key lambda language lateral leading left
like limit local localtime localtimestamp lookup loop map match merge minus minute month natural new no not
notnull null nullif nulls of off offset old on only open or order organization outer over overlaps partition
pivot placing position preceding precision primary proto qualify range raw recursive references regexp resource
respect returning revoke right rlike rollup row rows sample schema second select semi session session_user set
share similar size some start strict struct summarize symmetric sysdate system table tablesample then time
timestamp to top trailing treat trigger true try_cast unbounded union unique unnest unpivot update use user
using validate value values variadic verbose view when whenever where window with within without year zone
"""

RESERVED: frozenset[str] = frozenset(_WORDS.split())
