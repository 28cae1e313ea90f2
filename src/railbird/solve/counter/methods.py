"""The kinds of counter-strategies as one line of text: ``fbr``, ``rnr(p=0.8)``, ``dbr(pmax=0.8, confidence=step)``."""

from __future__ import annotations

from dataclasses import dataclass, field

from railbird._options import read_options, split_spec
from railbird.errors import GameError, quoted
from railbird.solve.counter.confidence import Array, Confidence


@dataclass(frozen=True, slots=True)
class FrequentistResponse:
    """FBR: a best response to the model, which it trusts everywhere (Johanson 2007, §4)."""

    @property
    def p(self) -> float:
        """How often the opponent follows the model throughout, decided before the hand."""
        return 1.0

    def confidence_of(self, counts: Array) -> Array:
        """How often the opponent follows the model at each information set otherwise."""
        return 0 * _finite(counts)

    def __str__(self) -> str:
        return "fbr"


@dataclass(frozen=True, slots=True)
class RestrictedNashResponse:
    """RNR: an equilibrium of the game in which the opponent follows the model with probability p (Johanson, Zinkevich
    and Bowling 2007). With p = 0 it is an equilibrium of the game itself, with p = 1 a best response to the model.
    """

    p: float = 0.8

    def __post_init__(self) -> None:
        _check_share("p", self.p)

    def confidence_of(self, counts: Array) -> Array:
        return 0 * _finite(counts)

    def __str__(self) -> str:
        return f"rnr(p={self.p:g})"


@dataclass(frozen=True, slots=True)
class DataBiasedResponse:
    """DBR: the opponent follows the model at each information set with the confidence there, at most ``pmax`` (Johanson
    and Bowling 2009). Where nothing was observed they are free, so no default policy is needed.
    """

    pmax: float = 0.8
    confidence: Confidence = field(default_factory=Confidence)

    def __post_init__(self) -> None:
        _check_share("pmax", self.pmax)

    @property
    def p(self) -> float:
        return 0.0

    def confidence_of(self, counts: Array) -> Array:
        return self.pmax * self.confidence.shares(counts)

    def __str__(self) -> str:
        return f"dbr(pmax={self.pmax:g}, confidence={self.confidence})"


CounterMethod = FrequentistResponse | RestrictedNashResponse | DataBiasedResponse


def parse_method(text: str) -> CounterMethod:
    """Parse a method. Raises GameError if there is none of that name, or a number is outside 0 to 1.

    >>> print(parse_method("rnr(p=0.5)"), parse_method("dbr(confidence=curve(5))"))
    rnr(p=0.5) dbr(pmax=0.8, confidence=curve(5))
    """
    parts = split_spec(text)
    name = parts[0].lower() if parts else ""
    if parts is None or name not in ("fbr", "rnr", "dbr"):
        raise GameError(f"{quoted(text)} is not a counter-strategy: there are fbr, rnr(p=0.8) and dbr(pmax=0.8)")
    options = read_options(name, parts[1], "setting", GameError)
    known = {"fbr": (), "rnr": ("p",), "dbr": ("pmax", "confidence")}[name]
    for key in options:
        if key not in known:
            listed = f"it has {' and '.join(known)}" if known else "it has none"
            raise GameError(f"{name} has no setting {quoted(key)}: {listed}")
    if name == "fbr":
        return FrequentistResponse()
    if name == "rnr":
        return RestrictedNashResponse(_share("p", options.get("p", "0.8")))
    confidence = Confidence.parse(options["confidence"]) if "confidence" in options else Confidence()
    return DataBiasedResponse(_share("pmax", options.get("pmax", "0.8")), confidence)


def _share(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise GameError(f"{name} is a number from 0 to 1, not {quoted(text)}") from None


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise GameError(f"{name} is a probability from 0 to 1, not {value:g}")


def _finite(counts: Array) -> Array:
    return counts.clip(max=1.0)
