"""What no question asks for: bookkeeping columns, copies, snapshots, logs."""

from __future__ import annotations

from gtr_core.evaluation.training.made_up.table_making import TableMaker
from gtr_core.evaluation.training.made_up.world import Edge

__all__ = ["add_noise"]

_COLUMNS = (
    *(("created at", "date"), ("updated at", "date"), ("remarks", "text"), ("is active", "integer")),
    *(("source system", "text"), ("record status", "text"), ("sort order", "integer"), ("external ref", "text")),
)
_TABLES = {
    "audit log": (("action", "text"), ("logged at", "date"), ("user name", "text")),
    "import batch": (("file name", "text"), ("loaded at", "date"), ("status", "text"), ("row count", "integer")),
    "user setting": (("setting name", "text"), ("setting value", "text")),
    "exchange rate": (("rate date", "date"), ("rate", "real")),
    "attachment": (("file name", "text"), ("file size", "integer"), ("uploaded on", "date")),
    "tag": (("name", "text"), ("colour", "text")),
    "monthly target": (("target month", "date"), ("target amount", "real"), ("status", "text")),
    "data quality check": (("check name", "text"), ("result", "text"), ("run date", "date")),
}
_COPIES = ("{} archive", "{} history", "{} staging", "daily {} snapshot", "{} backup")


def add_noise(maker: TableMaker) -> None:
    """Bookkeeping columns in some tables, and some tables that only distract, with keys into the others."""
    chance, world = maker.chance, maker.world
    columns = chance.sample(_COLUMNS, chance.randrange(4))
    for key in list(world.tables):
        for words, data_type in columns:
            if chance.random() < 0.6:
                maker.column(key, words, data_type)
    for noun in chance.sample(sorted(_TABLES), chance.choice([0, 0, 1, 2, 3, 4])):
        key = f"@{noun}"
        if key in world.tables or noun in world.entities:
            continue
        maker.start_look_up(key, noun)
        for words, data_type in _TABLES[noun]:
            maker.column(key, words, data_type)
        for parent in chance.sample(sorted(world.entities), chance.randrange(3)):
            _key(maker, key, parent)
    for form in chance.sample(_COPIES, chance.choice([0, 0, 0, 1, 2])):
        _copy(maker, chance.choice(sorted(world.entities)), form)


def _copy(maker: TableMaker, original: str, form: str) -> None:
    """A table with some columns of another, as snapshots and archives have them."""
    world = maker.world
    key = f"@{form.format(maker.noun(original))}"
    if world.entities[original].bridge or key in world.tables:
        return
    maker.start_look_up(key, key[1:])
    for column in world.tables[original].columns[1:]:
        foreign = any(edge.child == original and edge.column == column.name for edge in world.edges)
        if not foreign and maker.chance.random() < 0.5:
            maker.copy_column(key, column)
    _key(maker, key, original)


def _key(maker: TableMaker, child: str, parent: str) -> None:
    home = maker.world.tables[parent]
    if home.key and not maker.natural(parent):
        column = maker.foreign_key(child, parent, "", "")
        maker.world.edges.append(Edge(child, column, parent, home.key))
