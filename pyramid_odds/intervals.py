"""What a sample of deals says about all deals: 95 % intervals for a share, and for the difference of two shares.

*Wilson's score interval* holds for one share; it stays inside 0 to 1 and is sound for shares near them, too.
*Newcombe's score interval for paired data* (Statistics in Medicine 17, 1998, method 10) holds for the difference of two
shares of the same deals. It joins the two Wilson intervals with the correlation of the answers, so that what both
rulesets share by luck of the deal falls out.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Interval(NamedTuple):
    """An estimate with its bounds, as shares: 0.25 is 25 %."""

    estimate: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width, for `estimate ± half`; the interval need not be symmetric."""
        return (self.high - self.low) / 2


def wilson(won: int, deals: int) -> Interval:
    """The share of deals won, with Wilson's score interval. Raises ValueError for no deals.

    >>> [round(bound, 4) for bound in wilson(81, 263)]
    [0.308, 0.2553, 0.3662]
    """
    if not 0 <= won <= deals or not deals:
        raise ValueError(f"{won} of {deals} deals won is no share")
    share, spread = won / deals, _Z * _Z / deals
    middle = share + spread / 2
    reach = _Z * sqrt(share * (1 - share) / deals + spread / (4 * deals))
    # At the ends the bound is exact; rounding would leave it a hair beside the estimate.
    low = 0.0 if won == 0 else (middle - reach) / (1 + spread)
    high = 1.0 if won == deals else (middle + reach) / (1 + spread)
    return Interval(share, low, high)


def paired_difference(both: int, first: int, second: int, neither: int) -> Interval:
    """The share won under the second ruleset minus that under the first, on the same deals.

    `first` and `second` count the deals won under that one alone. Raises ValueError for no deals.

    >>> [round(bound, 4) for bound in paired_difference(36, 2, 12, 0)]
    [0.2, 0.0569, 0.3404]
    """
    deals = both + first + second + neither
    before, after = wilson(both + first, deals), wilson(both + second, deals)
    product = (both + first) * (second + neither) * (both + second) * (first + neither)
    covariance = both * neither - first * second
    if covariance > 0:
        covariance = max(covariance - deals / 2, 0)  # type: ignore[assignment] # the correction of method 10
    correlation = covariance / sqrt(product) if product else 0.0

    def reach(one: float, other: float) -> float:
        return sqrt(max(one * one - 2 * correlation * one * other + other * other, 0.0))

    estimate = (second - first) / deals
    low = estimate - reach(after.estimate - after.low, before.high - before.estimate)
    high = estimate + reach(after.high - after.estimate, before.estimate - before.low)
    return Interval(estimate, low, high)
