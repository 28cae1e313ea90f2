"""The check of games: ours pass, and broken ones are told what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, RandomStream, State, check_game, extensive_game_names

GAMES = {
    **dict.fromkeys(extensive_game_names(), 12),
    "ultimate-tic-tac-toe": 3,
    "pig": 3,
    "card-duel": 2,
    "card-duel(binary=on)": 1,
    "phantom-tic-tac-toe(columns=3, rows=3, line=3)": 30,
    "pig(goal=15, dice=2, players=3)": 20,
    "pig(goal=10, turns=0)": 20,
    "rock-paper-scissors(rounds=3)": 60,
    "limit(players=3)": 20,
    "nolimit(players=3, stack=5bb, sizes=0.5/1/2)": 20,
    "connect-four": 5,
    "openspiel:tic_tac_toe": 10,
    "backgammon": 1,
    "openspiel:kuhn_poker": 40,
    "openspiel:leduc_poker": 30,
    "chess": 1,
    "go(board_size=9)": 1,
}


@pytest.mark.parametrize(("text", "games"), GAMES.items(), ids=str)
def test_mcts_review_1_and_25_a_game_of_the_registry_keeps_its_promises(text: str, games: int) -> None:
    report = check_game(text, games=games, seed=3)
    assert report.passed, str(report)
    assert report.positions > 2 * games


class Secret:
    """Chance deals player 0 a number, player 0 plays low or high, and player 1 guesses the number."""

    players = 2
    perfect_information = False
    payoff_range = (-1.0, 1.0)
    zero_sum = True

    def __init__(self) -> None:
        self.path: list[int] = []

    @property
    def turn(self) -> int:
        return (CHANCE, 0, 1, NOBODY)[len(self.path)]

    def legal_actions(self) -> Any:
        return ((0, 1, 2), (0, 1), (0, 1, 2), ())[len(self.path)]

    def chance_outcomes(self) -> Any:
        return [(number, (0.5, 0.25, 0.25)[number]) for number in range(3)] if self.turn == CHANCE else []

    def apply(self, action: int) -> None:
        self.path.append(action)

    def undo(self) -> None:
        self.path.pop()

    def clone(self) -> Any:
        copy = type(self)()
        copy.path = self.path[:]
        return copy

    def returns(self) -> Any:
        won = 1.0 if self.path[0] == self.path[2] else -1.0
        return (-won, won)

    def information_key(self, player: int) -> Any:
        hidden = player == 1 and 0 < len(self.path) < 3
        return (len(self.path), tuple(self.path[1:] if hidden else self.path))

    def determinize(self, player: int, random: RandomStream) -> Any:
        copy = self.clone()
        if player == 1 and 0 < len(self.path) < 3:
            copy.path[0] = random.below(3)
        return copy

    def action_text(self, action: int) -> str:
        return ("zero", "one", "two")[action]

    def __str__(self) -> str:
        return str(self.path)


def test_a_right_game_of_a_user_passes() -> None:
    report = check_game(Secret, games=30)
    assert report.passed, str(report)
    assert str(report) == "Secret: no problems in 120 positions of 30 random games"
    assert check_game(Secret(), games=30).problems == ()


class EmptyActions(Secret):
    def legal_actions(self) -> Any:
        return () if len(self.path) == 2 else super().legal_actions()


class ActionTwice(Secret):
    def legal_actions(self) -> Any:
        return (0, 1, 1) if len(self.path) == 1 else super().legal_actions()


class ActionsAfterTheEnd(Secret):
    def legal_actions(self) -> Any:
        return super().legal_actions() or (0,)


class RestlessActions(Secret):
    asked = 0

    def legal_actions(self) -> Any:
        RestlessActions.asked += 1
        actions = super().legal_actions()
        return actions if RestlessActions.asked % 2 else actions[::-1]


class SameNames(Secret):
    def action_text(self, action: int) -> str:
        return "number"


class NamesWithSpaces(Secret):
    def action_text(self, action: int) -> str:
        return f"number {action}"


class StrangeTurn(Secret):
    @property
    def turn(self) -> int:
        return 2 if len(self.path) == 2 else super().turn


class WrongProbabilities(Secret):
    def chance_outcomes(self) -> Any:
        return [(number, 0.3) for number in range(3)] if self.turn == CHANCE else []


class OtherOutcomes(Secret):
    def chance_outcomes(self) -> Any:
        return super().chance_outcomes()[::-1]


class OneReturn(Secret):
    def returns(self) -> Any:
        return super().returns()[:1]


class EndlessReturns(Secret):
    def returns(self) -> Any:
        return (float("inf"), float("-inf"))


class ReturnsOutOfRange(Secret):
    payoff_range = (0.0, 1.0)


class NotZeroSum(Secret):
    def returns(self) -> Any:
        return (1.0, 1.0)


class SharedClone(Secret):
    def clone(self) -> Any:
        copy = type(self)()
        copy.path = self.path
        return copy


class ForgetfulUndo(Secret):
    def undo(self) -> None:
        if len(self.path) != 2:
            self.path.pop()


class Endless(Secret):
    def apply(self, action: int) -> None:
        if len(self.path) < 2:
            self.path.append(action)

    def information_key(self, player: int) -> Any:
        return object.__hash__(self)


class LeakyDeterminization(Secret):
    def determinize(self, player: int, random: RandomStream) -> Any:
        copy = super().determinize(player, random)
        copy.path[:1] = [(self.path[0] + copy.path[0]) % 3] if player == 1 and len(self.path) == 2 else copy.path[:1]
        return copy


class CheatingDeterminization(Secret):
    def determinize(self, player: int, random: RandomStream) -> Any:
        return self.clone()


class InconsistentDeterminization(Secret):
    def determinize(self, player: int, random: RandomStream) -> Any:
        copy = self.clone()
        if len(self.path) == 2:
            copy.path[1] = random.below(2)
        return copy


class ChangingDeterminization(Secret):
    def determinize(self, player: int, random: RandomStream) -> Any:
        copy = super().determinize(player, random)
        self.path[:] = copy.path
        return copy


class RevealingKey(Secret):
    def information_key(self, player: int) -> Any:
        return tuple(self.path)


class CoarseKey(Secret):
    """Player 0 has other actions with a two, but the key does not say which number it is."""

    def legal_actions(self) -> Any:
        return (0, 1, 2) if self.path == [2] else super().legal_actions()

    def information_key(self, player: int) -> Any:
        return (len(self.path), tuple(self.path[1:])) if len(self.path) < 3 else super().information_key(player)

    def determinize(self, player: int, random: RandomStream) -> Any:
        copy = self.clone()
        if 0 < len(self.path) < 3:
            copy.path[0] = 2 if self.path[1:] == [2] else random.below(3)
        return copy


class KeyWithoutTheTurn(Secret):
    def information_key(self, player: int) -> Any:
        return 0


class UnhashableKey(Secret):
    def information_key(self, player: int) -> Any:
        return [super().information_key(player)]


class FalseWins(Secret):
    def winning_actions(self) -> Any:
        return (0,) if self.turn == 1 else ()


class Raising(Secret):
    def apply(self, action: int) -> None:
        if len(self.path) == 1:
            raise KeyError("no such number")
        super().apply(action)


class RandomStart(Secret):
    started = 0

    def __init__(self) -> None:
        super().__init__()
        RandomStart.started += 1
        self.number = RandomStart.started

    def __str__(self) -> str:
        return f"{self.number}" if not self.path else super().__str__()


BROKEN: list[tuple[type[Secret], str, str]] = [
    (EmptyActions, "legal_actions", "there are none at the turn of 1"),
    (ActionTwice, "legal_actions", "one occurs twice: (0, 1, 1)"),
    (ActionsAfterTheEnd, "legal_actions", "the game is over, but (0,) are legal"),
    (RestlessActions, "same answers", "asking a state twice gives different answers"),
    (SameNames, "action_text", "two legal actions have the name 'number'"),
    (NamesWithSpaces, "action_text", "'number 0' is empty or has spaces"),
    (StrangeTurn, "turn", "2 is not a player of 2, CHANCE (-1) or NOBODY (-2)"),
    (WrongProbabilities, "chance_outcomes", "the probabilities sum to 0.9, not 1"),
    (OtherOutcomes, "chance_outcomes", "the outcomes are not the legal actions, in the same order"),
    (OneReturn, "returns", "must have one entry for each of 2 players"),
    (EndlessReturns, "returns", "(inf, -inf) must be finite"),
    (ReturnsOutOfRange, "returns", "must lie in the payoff range, 0 to 1"),
    (NotZeroSum, "returns", "(1.0, 1.0) must sum to 0"),
    (SharedClone, "clone", "playing on a copy changes the state it was copied from"),
    (ForgetfulUndo, "undo", "taking an action back does not restore the state"),
    (LeakyDeterminization, "determinize", "the same random numbers give player 1 different states"),
    (CheatingDeterminization, "determinize", "two states with the same key and the same random numbers"),
    (InconsistentDeterminization, "determinize", "it changes the key of player"),
    (ChangingDeterminization, "determinize", "it changes the state that it was asked of"),
    (RevealingKey, "determinize", "it changes the key of player 1"),
    (CoarseKey, "information_key", "player 0 has the same key with the legal actions (0, 1"),
    (KeyWithoutTheTurn, "information_key", "player 0 has the same key at the turn of -1 and 0"),
    (UnhashableKey, "information_key", "raises TypeError: unhashable type"),
    (FalseWins, "winning_actions", "[0] are named, but"),
    (Raising, "apply", "raises KeyError: 'no such number'"),
    (RandomStart, "start", "two starts of the game differ"),
]


@pytest.mark.parametrize(("kind", "promise", "message"), BROKEN, ids=lambda each: getattr(each, "__name__", ""))
def test_a_broken_game_is_told_which_promise_it_breaks(kind: type[Secret], promise: str, message: str) -> None:
    report = check_game(kind, games=30)
    assert not report.passed
    assert any(problem.promise == promise and message in problem.message for problem in report.problems), str(report)
    assert all("\n" not in str(problem) for problem in report.problems)


def test_a_game_that_does_not_end_is_found() -> None:
    report = check_game(Endless, games=1, most_actions=50)
    assert any(problem.promise == "end" and "after 50 actions" in problem.message for problem in report.problems)


def test_a_game_that_forgets_its_players_own_actions_is_found() -> None:
    class Forgetful(Secret):
        """Player 0 acts twice and has the same key both times."""

        @property
        def turn(self) -> int:
            return (CHANCE, 0, 0, NOBODY)[len(self.path)]

        def legal_actions(self) -> Any:
            return ((0, 1, 2), (0, 1), (0, 1), ())[len(self.path)]

        def information_key(self, player: int) -> Any:
            return (self.turn, tuple(self.path[:1]) if self.turn != NOBODY else tuple(self.path))

    report = check_game(Forgetful, games=10)
    assert any("player 0 has the same key at two decisions of a game" in str(each) for each in report.problems)


def test_a_problem_says_where_it_shows() -> None:
    report = check_game(SameNames, games=3)
    assert str(report).splitlines()[0] == "SameNames: 1 problem in 12 positions of 3 random games"
    (problem,) = report.problems
    assert problem.after == ""
    assert problem.times == 9
    assert str(problem).endswith(", after no action (9 times)")
    wrong_end = check_game(ActionsAfterTheEnd, games=1).problems[0]
    assert len(wrong_end.after.split()) == 3


def test_the_check_is_the_same_with_the_same_seed() -> None:
    assert check_game(CheatingDeterminization, games=8, seed=4) == check_game(CheatingDeterminization, games=8, seed=4)


def test_a_check_of_nothing_is_refused() -> None:
    with pytest.raises(GameError, match="1 or more games"):
        check_game("tic-tac-toe", games=0)


def test_the_states_of_the_registry_are_states() -> None:
    """For the type checker: a user's class is accepted as it is."""
    state: State = Secret()
    assert state.players == 2
