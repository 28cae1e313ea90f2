"""Looking ahead to the end of a round, plainly: each sequence is played anew from the hand, and nothing is undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird.game import Hand

Predict = Callable[[Hand, str], Sequence[float]]
Evaluate = Callable[[Hand, str], float]


def values(hand: Hand, predict: Predict, evaluate: Evaluate) -> dict[str, float]:
    """What each letter wins for the player who is to act: c, and r where a raise is allowed; raises are the least."""
    return {letter: _value(hand, letter, predict, evaluate) for letter in _letters(hand) if letter != "f"}


def _letters(hand: Hand) -> str:
    return ("f" if hand.legal.call else "") + "c" + ("r" if hand.legal.most_raise else "")


def _value(start: Hand, sequence: str, predict: Predict, evaluate: Evaluate) -> float:
    """Of a sequence of small letters, as it is for the player who is to act at the start."""
    hand, told = start.clone(), ""
    for letter in sequence:
        told += letter if hand.actor == start.actor else letter.upper()
        hand.act({"f": "f", "c": "c", "r": f"r{hand.legal.least_raise}"}[letter])
    spent = hand.paid[start.actor] - start.paid[start.actor]
    still_in = [player for player, folded in enumerate(hand.folded) if not folded]
    if start.actor not in still_in:
        return -spent
    if len(still_in) == 1:
        return hand.pot - spent
    if hand.over or hand.round > start.round:
        return evaluate(hand, told) - spent
    after = {letter: _value(start, sequence + letter, predict, evaluate) for letter in _letters(hand)}
    if hand.actor == start.actor:
        return max(after.values())
    shares = dict(zip("fcr", predict(hand, told), strict=True))
    for letter in "fr":  # who has nothing to call checks in place of a fold, who may not raise calls
        if letter not in after:
            shares["c"] += shares.pop(letter)
    return sum(share * after[letter] for letter, share in shares.items()) / sum(shares.values())
