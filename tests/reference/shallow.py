"""Shallow search to the end of a round, written plainly: each sequence is replayed from the hand, without undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird.game import Hand

Predict = Callable[[Hand, str], Sequence[float]]
Evaluate = Callable[[Hand, str], float]


def values(hand: Hand, predict: Predict, evaluate: Evaluate) -> dict[str, float]:
    """The value of each letter for the player to act: c, and r if a raise is legal; raises are minimal."""
    return {letter: _value(hand, letter, predict, evaluate) for letter in _letters(hand) if letter != "f"}


def _letters(hand: Hand) -> str:
    return ("f" if hand.legal.call else "") + "c" + ("r" if hand.legal.most_raise else "")


def _value(start: Hand, sequence: str, predict: Predict, evaluate: Evaluate) -> float:
    """The value of a sequence of lowercase letters for the player who acts first."""
    hand, actions = start.clone(), ""
    for letter in sequence:
        actions += letter if hand.actor == start.actor else letter.upper()
        hand.act({"f": "f", "c": "c", "r": f"r{hand.legal.least_raise}"}[letter])
    spent = hand.paid[start.actor] - start.paid[start.actor]
    still_in = [player for player, folded in enumerate(hand.folded) if not folded]
    if start.actor not in still_in:
        return -spent
    if len(still_in) == 1:
        return hand.pot - spent
    if hand.over or hand.round > start.round:
        return evaluate(hand, actions) - spent
    after = {letter: _value(start, sequence + letter, predict, evaluate) for letter in _letters(hand)}
    if hand.actor == start.actor:
        return max(after.values())
    shares = dict(zip("fcr", predict(hand, actions), strict=True))
    for letter in "fr":  # without a bet to call, a fold is a check; if no raise is legal, it is a call
        if letter not in after:
            shares["c"] += shares.pop(letter)
    return sum(share * after[letter] for letter, share in shares.items()) / sum(shares.values())
