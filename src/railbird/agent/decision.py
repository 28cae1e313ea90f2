"""A decision that explains itself: the action, its probabilities and expected values, and the facts behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from railbird.errors import RailbirdError, quoted
from railbird.game import Action, ActionKind

FactValue = str | int | float | bool

_NOTHING: Mapping[Action, float] = {}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that led to a decision. A fact that would reveal the player's cards is private.

    >>> str(Fact("EHS", 0.73, private=True))
    'EHS 0.73'
    """

    name: str
    value: FactValue
    private: bool = False

    def __str__(self) -> str:
        return f"{self.name} {_number(self.value)}"


class LateFacts(Sequence[Fact]):
    """Facts that are computed on first use, which must be before the bot acts again."""

    def __init__(self, compute: Callable[[], tuple[Fact, ...]]) -> None:
        self._compute = compute
        self._computed: tuple[Fact, ...] | None = None

    @property
    def _facts(self) -> tuple[Fact, ...]:
        if self._computed is None:
            self._computed = self._compute()
        return self._computed

    def __len__(self) -> int:
        return len(self._facts)

    def __getitem__(self, index: Any) -> Any:
        return self._facts[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, LateFacts)) and self._facts == tuple(other)

    def __hash__(self) -> int:
        return hash(self._facts)


@dataclass(frozen=True, slots=True)
class Decision:
    """An action and the reasons for it.

    >>> from railbird.game import CALL, FOLD
    >>> print(Decision(CALL, {FOLD: 0.25, CALL: 0.75}, {CALL: 3.5}, (Fact("HS", 0.61, private=True),)))
    Call, with 75 %; fold 25 %. EV: call +3.5. HS 0.61 (private).
    """

    action: Action
    probabilities: Mapping[Action, float] = field(default_factory=lambda: _NOTHING)
    """The probabilities that the action was drawn from; empty if it was not drawn."""
    values: Mapping[Action, float] = field(default_factory=lambda: _NOTHING)
    """Expected value of each action from here on, in chips, if the bot computes one."""
    facts: Sequence[Fact] = ()
    """What led to the decision. Use ``LateFacts`` for facts that take time to compute."""
    failures: Sequence[str] = ()
    """What failed on the way to this action, such as a server that did not answer. A match counts it as a fault that
    the bot handled; the same failure has the same words each time, and no cards in them."""

    def public(self) -> Decision:
        """What everyone may see: action and public facts. Probabilities and values depend on the cards."""
        return Decision(self.action, facts=tuple(fact for fact in self.facts if not fact.private))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data; ``decision_from_json`` reads it back."""
        return {
            "action": str(self.action),
            "probabilities": {str(action): float(share) for action, share in self.probabilities.items()},
            "values": {str(action): float(value) for action, value in self.values.items()},
            "facts": [{"name": fact.name, "value": _plain(fact.value), "private": fact.private} for fact in self.facts],
            **({"failures": list(map(str, self.failures))} if self.failures else {}),
        }

    def __str__(self) -> str:
        """The decision as one paragraph."""
        words = action_words(self.action).capitalize()
        if self.action in self.probabilities:
            words += f", with {_percent(self.probabilities[self.action])}"
        others = [
            f"{action_words(action)} {_percent(share)}"
            for action, share in self.probabilities.items()
            if action != self.action and share
        ]
        sentences = ["; ".join([words, *others]) + "."]
        if self.values:
            values = ", ".join(
                f"{action_words(action)} {number_text(value, sign=True)}" for action, value in self.values.items()
            )
            sentences.append(f"EV: {values}.")
        if self.facts:
            sentences.append("; ".join(f"{fact}{' (private)' if fact.private else ''}" for fact in self.facts) + ".")
        return " ".join(sentences)


Choice = Decision | Action | str
"""What ``act`` may return: a decision, an action, or an action's text such as ``r300``."""


def decision_from_json(data: Mapping[str, Any]) -> Decision:
    """Restore a decision from ``Decision.to_json``. Raises RailbirdError if it is malformed."""
    try:
        return Decision(
            Action.parse(data["action"]),
            {Action.parse(action): float(share) for action, share in data["probabilities"].items()},
            {Action.parse(action): float(value) for action, value in data["values"].items()},
            tuple(Fact(fact["name"], fact["value"], fact["private"]) for fact in data["facts"]),
            tuple(map(str, data.get("failures", ()))),
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        raise RailbirdError(f"not a decision: {quoted(str(data)[:200])}") from None


_NAMES = {ActionKind.FOLD: "fold", ActionKind.CALL: "call", ActionKind.RAISE: "raise"}


def action_words(action: Action) -> str:
    """An action in words, such as "raise to 20"."""
    return _NAMES[action.kind] + ("" if action.to is None else f" to {action.to:,}")


def number_text(number: float, *, sign: bool = False) -> str:
    """A number as people write it: four significant digits, no exponent, thousands separated.

    >>> number_text(0.61803), number_text(14600.4), number_text(-1e-14, sign=True)
    ('0.618', '14,600', '+0')
    """
    size = abs(number)
    text = f"{size:,.0f}" if size >= 999.95 else f"{size:.4g}" if size >= 5e-5 else "0"
    return ("-" if number < 0 and text != "0" else "+" * sign) + text


def _plain(value: Any) -> FactValue:
    """A value that JSON can hold; NumPy numbers become Python numbers."""
    if isinstance(value, (str, bool, int, float)):
        return value
    item = value.item() if hasattr(value, "item") else value
    return item if isinstance(item, (str, bool, int, float)) else str(item)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _number(value: FactValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number_text(value) if isinstance(value, float) else str(value)
