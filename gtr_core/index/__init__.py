"""The value index: hash of a normalised n-gram to what it stands for, in memory-mapped arrays."""

from gtr_core.index.entry import IndexEntry
from gtr_core.index.exceptions import DamagedIndexError, IndexEntryError
from gtr_core.index.posting import MatchedBy, MatchKind, Posting
from gtr_core.index.statistics import IndexStatistics
from gtr_core.index.value_index import ValueIndex
from gtr_core.index.writing import write_index

__all__ = [
    "DamagedIndexError",
    "IndexEntry",
    "IndexEntryError",
    "IndexStatistics",
    "MatchKind",
    "MatchedBy",
    "Posting",
    "ValueIndex",
    "write_index",
]
