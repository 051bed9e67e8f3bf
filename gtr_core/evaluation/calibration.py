"""Whether confidences mean what they say."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["confidence_curve", "exact_of_most_confident", "expected_calibration_error"]

BINS = 10


def expected_calibration_error(confidences: Sequence[float], hits: Sequence[bool], bins: int = BINS) -> float:
    """Mean distance between confidence and share of hits, over bins of equal width weighted by their numbers.

    Source: Naeini, Cooper and Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian binning.

    >>> expected_calibration_error([0.9, 0.9, 0.2, 0.2], [True, True, False, True])
    0.2
    """
    groups: list[list[int]] = [[] for _ in range(bins)]
    for i, confidence in enumerate(confidences):
        groups[min(int(confidence * bins), bins - 1)].append(i)
    error = sum(
        abs(sum(confidences[i] for i in group) - sum(bool(hits[i]) for i in group)) for group in groups if group
    )
    return round(error / len(confidences), 6)


def exact_of_most_confident(
    confidences: Sequence[float], hits: Sequence[bool], shares: Sequence[int] = (25, 50, 75)
) -> dict[str, float]:
    """Share of hits among the most confident so many percent, at least one question each.

    >>> exact_of_most_confident([0.1, 0.9, 0.5, 0.7], [False, True, False, True], [50, 75])
    {'50': 1.0, '75': 0.666667}
    """
    curve = confidence_curve(confidences, hits)
    count = len(curve)
    return {str(share): round(curve[max(1, round(count * share / 100)) - 1][2], 6) for share in shares}


def confidence_curve(confidences: Sequence[float], hits: Sequence[bool]) -> list[tuple[float, float, float]]:
    """For each number of questions answered, the most confident first: the share answered, the least confidence of
    these, and the share of hits among them. Of equal confidences the earlier question comes first.

    >>> confidence_curve([0.4, 0.8], [False, True])
    [(0.5, 0.8, 1.0), (1.0, 0.4, 0.5)]
    """  # noqa: D205
    order = sorted(range(len(confidences)), key=lambda i: (-confidences[i], i))
    curve = []
    right = 0
    for place, i in enumerate(order, 1):
        right += bool(hits[i])
        curve.append((place / len(order), confidences[i], right / place))
    return curve
