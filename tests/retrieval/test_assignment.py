from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gtr_core.retrieval.assignment import BEAM, _best

# Totals that tie once rounded, or only just do not, stand beside totals far apart.
_TOTALS = st.builds(lambda coarse, fine: coarse / 10 + fine * 1e-7, st.integers(-20, 20), st.integers(-30, 30))


@settings(deadline=None)
@given(st.lists(st.tuples(_TOTALS, st.integers(0, 7)), min_size=1, max_size=80))
def test_the_beam_is_the_first_of_all_sorted_by_rounded_total_and_instances_used(
    states: list[tuple[float, int]],
) -> None:
    totals = [total for total, _ in states]
    plain = sorted((-round(total, 6), used, k) for k, (total, used) in enumerate(states))

    assert _best(totals, [(0.0, used) for _, used in states]) == [k for _, _, k in plain[:BEAM]]
