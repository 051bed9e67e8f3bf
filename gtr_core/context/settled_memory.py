"""Memory of a process that opens a snapshot and answers questions for long."""

from __future__ import annotations

import gc

__all__ = ["settle_memory"]


def settle_memory() -> None:
    """Collect what is garbage, and have the collector of cycles pass over all that is left from now on.

    A context of 10,000 tables is some 400,000 objects that live as long as the process. Each full collection looks at
    all of them, a quarter of a second in which a question waits; once they are settled it looks at what came later.
    To be called by a program of its own (a server), not by a library within another: once the snapshot is open, and
    again when another one was opened, as what was settled and is unused by then is collected first.

    Collection stays on, and its thresholds as they are.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
