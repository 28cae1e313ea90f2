"""ln of whole numbers, the same on every machine."""

from __future__ import annotations

import math

_LN2 = 0.6931471805599453
_TERMS = 12


def log_of(count: int) -> float:
    """ln(count) to 2⁻⁵⁰ by ln m·2ᵉ = e ln 2 + 2 artanh((m − 1)/(m + 1)), m from √½ to √2.

    It uses only operations that IEEE 754 defines exactly, so that a search is the same on every machine; math.log may
    differ in the last bit.
    """
    mantissa, exponent = math.frexp(count)
    if mantissa < 0.7071067811865476:
        mantissa, exponent = mantissa * 2, exponent - 1
    x = (mantissa - 1) / (mantissa + 1)
    square, series = x * x, 0.0
    for term in range(_TERMS, -1, -1):
        series = series * square + 1.0 / (2 * term + 1)
    return exponent * _LN2 + 2 * x * series
