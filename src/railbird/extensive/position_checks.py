"""The promises of the State protocol that can be checked at one position of a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields, replace
from typing import Self

from railbird._core import RandomStream
from railbird.extensive.state import CHANCE, NOBODY, State, sample_chance

TOLERANCE = 1e-9
_SEEN = 20_000
"""The most positions that are kept to compare those with equal keys."""
_CONTINUED = 500
"""The most actions of a random game that continues from a determinization."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a state says about itself."""

    turn: int
    legal_actions: tuple[int, ...]
    action_texts: tuple[str, ...]
    chance_outcomes: tuple[tuple[int, float], ...]
    information_keys: tuple[Hashable, ...]
    text: str
    returns: tuple[float, ...]

    @classmethod
    def of(cls, state: State) -> Self:
        actions = tuple(state.legal_actions())
        return cls(
            turn=state.turn,
            legal_actions=actions,
            action_texts=tuple(state.action_text(action) for action in actions),
            chance_outcomes=tuple((outcome, chance) for outcome, chance in state.chance_outcomes()),
            information_keys=tuple(state.information_key(player) for player in range(state.players)),
            text=_text(state),
            returns=tuple(state.returns()) if state.turn == NOBODY else (),
        )

    def difference(self, other: Snapshot) -> str:
        """The first fact that differs, with both values; empty if none does."""
        for each in fields(self):
            ours, theirs = getattr(self, each.name), getattr(other, each.name)
            if ours != theirs:
                return f"{each.name.replace('_', ' ')} {_short(ours)} became {_short(theirs)}"
        return ""


def _text(state: State) -> str:
    """The text of a state, unless it is the default one, which has an address."""
    return "" if type(state).__str__ is object.__str__ and type(state).__repr__ is object.__repr__ else str(state)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"


class PositionChecks:
    """Checks positions of random games, and compares those that a player cannot tell apart."""

    def __init__(self, add: Callable[[str, str], None]) -> None:
        self._add = add
        """Called with a promise and a message for each problem."""
        self._seen: dict[tuple[int, Hashable], tuple[State, Snapshot]] = {}
        self._decisions: set[tuple[int, Hashable]] = set()
        """The keys of the decisions of this game."""
        self.promise = "position"
        """What is being checked."""

    def new_game(self) -> None:
        """Forget which decisions came before in the game."""
        self._decisions.clear()

    def look(self, state: State, random: RandomStream) -> Snapshot | None:
        """Check a position. None if it is so wrong that the game cannot go on."""
        self.promise = "position"
        before = Snapshot.of(state)
        if not self._turn(state, before) or not self._actions(before):
            return None
        self._chance(before)
        again = before.difference(Snapshot.of(state))
        if again:
            self._add("same answers", f"asking a state twice gives different answers: {again}")
            return None
        self.promise = "information_key"
        for key in before.information_keys:
            hash(key)
        self.promise = "clone"
        difference = before.difference(Snapshot.of(state.clone()))
        if difference:
            self._add("clone", f"a copy differs from its state: {difference}")
        if state.turn == NOBODY:
            self._returns(state, before.returns)
        self.promise = "winning_actions"
        self._winning_actions(state)
        self._recall(state, before)
        self.promise = "determinize"
        for player in range(state.players):
            self._compare_equal_keys(state, before, player)
            if state.turn != CHANCE:
                self._determinize(state, before, player, random)
        return before

    def _turn(self, state: State, now: Snapshot) -> bool:
        players, turn = state.players, now.turn
        if players < 1 or not NOBODY <= turn < players:
            self._add("turn", f"{turn} is not a player of {players}, CHANCE ({CHANCE}) or NOBODY ({NOBODY})")
            return False
        return True

    def _actions(self, now: Snapshot) -> bool:
        actions, names = now.legal_actions, now.action_texts
        if now.turn == NOBODY:
            if actions:
                self._add("legal_actions", f"the game is over, but {_short(actions)} are legal")
        elif not actions:
            self._add("legal_actions", f"there are none at the turn of {now.turn}")
            return False
        if not all(isinstance(action, int) for action in actions):
            self._add("legal_actions", f"not all are whole numbers: {_short(actions)}")
            return False
        if len(set(actions)) < len(actions):
            self._add("legal_actions", f"one occurs twice: {_short(actions)}")
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            self._add("action_text", f"two legal actions have the name {_short(twice)}")
        wrong = [name for name in names if not isinstance(name, str) or name.split() != [name]]
        if wrong:
            self._add("action_text", f"{_short(wrong[0])} is empty or has spaces")
        return True

    def _chance(self, now: Snapshot) -> None:
        if now.turn != CHANCE:
            if now.chance_outcomes:
                self._add("chance_outcomes", f"there are some at the turn of {now.turn}")
            return
        if tuple(outcome for outcome, _ in now.chance_outcomes) != now.legal_actions:
            self._add("chance_outcomes", "the outcomes are not the legal actions, in the same order")
        probabilities = [probability for _, probability in now.chance_outcomes]
        if not all(0 < probability <= 1 + TOLERANCE for probability in probabilities):
            self._add("chance_outcomes", f"a probability is not between 0 and 1: {_short(probabilities)}")
        elif abs(math.fsum(probabilities) - 1) > TOLERANCE:
            self._add("chance_outcomes", f"the probabilities sum to {math.fsum(probabilities):.6g}, not 1")

    def _returns(self, state: State, returns: tuple[float, ...], promise: str = "returns", what: str = "") -> None:
        low, high = state.payoff_range
        if not (math.isfinite(low) and math.isfinite(high) and low <= high):
            self._add("payoff_range", f"{low} to {high} is not a range of numbers")
        elif len(returns) != state.players:
            self._add(promise, f"{what}{_short(returns)} must have one entry for each of {state.players} players")
        elif not all(math.isfinite(each) for each in returns):
            self._add(promise, f"{what}{_short(returns)} must be finite")
        elif not all(low - TOLERANCE <= each <= high + TOLERANCE for each in returns):
            self._add(promise, f"{what}{_short(returns)} must lie in the payoff range, {low:g} to {high:g}")
        elif getattr(state, "zero_sum", False) and abs(math.fsum(returns)) > TOLERANCE * max(1, abs(low), abs(high)):
            self._add(promise, f"{what}{_short(returns)} must sum to 0: the game says that it is a zero-sum game")

    def _winning_actions(self, state: State) -> None:
        """The actions that win at once must be those after which the player to act has won more than every other."""
        hook = getattr(state, "winning_actions", None)
        if hook is None or state.turn == CHANCE:
            return
        claimed, mover, wins = sorted(hook()), state.turn, []
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            if after.turn == NOBODY:
                returns = after.returns()
                if all(returns[mover] > each for player, each in enumerate(returns) if player != mover):
                    wins.append(action)
        if claimed != sorted(wins):
            self._add("winning_actions", f"{_short(claimed)} are named, but {_short(wins)} win at once")

    def _recall(self, state: State, now: Snapshot) -> None:
        """With hidden information, a player does not forget: the keys of their decisions in a game all differ."""
        if state.turn < 0 or state.perfect_information:
            return
        decision = (state.turn, now.information_keys[state.turn])
        if decision in self._decisions:
            self._add("information_key", f"player {state.turn} has the same key at two decisions of a game")
        self._decisions.add(decision)

    def _compare_equal_keys(self, state: State, now: Snapshot, player: int) -> None:
        """States with equal keys for a player must look alike to them, and determinize alike."""
        key = (player, now.information_keys[player])
        known = self._seen.get(key)
        if known is None:
            if len(self._seen) < _SEEN:
                self._seen[key] = (state.clone(), now)
            return
        twin, then = known
        if then.turn != now.turn:
            self._add("information_key", f"player {player} has the same key at the turn of {then.turn} and {now.turn}")
        elif (now.turn == player or state.perfect_information) and then.legal_actions != now.legal_actions:
            self._add(
                "information_key",
                f"player {player} has the same key with the legal actions {_short(then.legal_actions)} and "
                f"{_short(now.legal_actions)}",
            )
        elif state.perfect_information and then.returns != now.returns:
            self._add("information_key", f"the same key ends with {_short(then.returns)} and {_short(now.returns)}")
        elif now.turn != CHANCE and not state.perfect_information:
            self._same_draw("two states with the same key", player, state, twin)

    def _same_draw(self, what: str, player: int, state: State, twin: State) -> None:
        draws = [Snapshot.of(each.determinize(player, RandomStream(7, player))) for each in (state, twin)]
        difference = draws[0].difference(replace(draws[1], text=draws[0].text))  # the text may tell more than matters
        if difference:
            self._add(
                "determinize", f"{what} and the same random numbers give player {player} different states: {difference}"
            )

    def _determinize(self, state: State, before: Snapshot, player: int, random: RandomStream) -> None:
        drawn = state.determinize(player, random)
        changed = before.difference(Snapshot.of(state))
        if changed:
            self._add("determinize", f"it changes the state that it was asked of: {changed}")
        if drawn is state:
            self._add("determinize", "it returns the state itself, not another one")
            return
        after = Snapshot.of(drawn)
        if after.turn != before.turn:
            self._add("determinize", f"the turn of {before.turn} became that of {after.turn}")
        elif after.information_keys[player] != before.information_keys[player]:
            keys = f"{_short(before.information_keys[player])} became {_short(after.information_keys[player])}"
            self._add("determinize", f"it changes the key of player {player}: {keys}")
        elif state.turn == player and (after.legal_actions, after.action_texts) != (
            before.legal_actions,
            before.action_texts,
        ):
            names = f"{_short(before.action_texts)} became {_short(after.action_texts)}"
            self._add("determinize", f"it changes what player {player} may do: {names}")
        elif state.perfect_information:
            difference = before.difference(after)
            if difference:
                self._add("determinize", f"nothing is hidden, but it changes the state: {difference}")
        else:
            self._same_draw("a state and its determinization", player, state, drawn)
            self._continue(state, before, drawn, random)

    def _continue(self, state: State, before: Snapshot, drawn: State, random: RandomStream) -> None:
        """A determinization must play on to proper returns, and playing on it must not change the true state."""
        try:
            for _ in range(_CONTINUED):
                if drawn.turn == NOBODY:
                    self._returns(drawn, tuple(drawn.returns()), "determinize", "played on, it ends with returns of ")
                    break
                actions = drawn.legal_actions()
                chance = drawn.turn == CHANCE
                drawn.apply(sample_chance(drawn, random) if chance else actions[random.below(len(actions))])
        except Exception as error:  # whatever the game raises is a finding
            self._add("determinize", f"playing on raises {type(error).__name__}: {error!s:.200}")
        changed = before.difference(Snapshot.of(state))
        if changed:
            self._add("determinize", f"playing on a determinization changes the true state: {changed}")
