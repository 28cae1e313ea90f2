"""Matches of other games: balance, repeatability, hidden facts, faults and early stops."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FunctionType, ModuleType

import pytest

from railbird.arena.game_match import GameMatchDefinition, Measure, define_game_match, play_game_match
from railbird.arena.game_results import GameTally
from railbird.arena.guard import FaultKind
from railbird.errors import BotError, GameError, MatchError
from railbird.extensive import GamePlayer, PokerState, RandomPlayer, RandomStream, State, parse_extensive_game
from railbird.extensive.pig import Pig
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.stats import wilson_interval
from railbird.stats.sequential import BetterThan, Precision


class First(GamePlayer):
    """Plays the first legal action."""

    def choose(self, state: State, random: RandomStream) -> int:
        return state.legal_actions()[0]


class Raises(GamePlayer):
    def choose(self, state: State, random: RandomStream) -> int:
        raise ValueError("no\nidea")


class Illegal(GamePlayer):
    def choose(self, state: State, random: RandomStream) -> int:
        return 99


class Text(GamePlayer):
    def choose(self, state: State, random: RandomStream) -> int:
        return "b2"  # type: ignore[return-value]


class Slow(GamePlayer):
    def choose(self, state: State, random: RandomStream) -> int:
        while True:
            time.sleep(0.01)


class Exits(GamePlayer):
    def choose(self, state: State, random: RandomStream) -> int:
        sys.exit(3)


def test_each_player_has_each_seat_equally_often() -> None:
    for game, players in (("tic-tac-toe", 2), ("pig(goal=10, players=3)", 3)):
        result = play_game_match(game, ["random"] * players, games=6 * players, seed=3)
        for entrant in range(players):
            seats = [played.seats.index(entrant) for played in result.played]
            assert [seats.count(seat) for seat in range(players)] == [6] * players


def test_games_of_a_round_have_the_same_chance() -> None:
    """In Kuhn poker both players get each other's cards: two players who never fold win nothing from each other."""
    cards: list[tuple[int, str]] = []

    class Cheat(First):
        cheats = True

        def choose(self, state: State, random: RandomStream) -> int:
            assert isinstance(state, PokerState)
            cards.append((state.turn, str(state)))
            return next(action for action in state.legal_actions() if "fold" not in state.action_text(action))

    result = play_game_match("kuhn", [Cheat, Cheat], games=40, seed=5)
    for index in range(0, 40, 2):
        first, second = result.played[index : index + 2]
        assert first.returns == tuple(reversed(second.returns))
    assert {abs(game.returns[0]) for game in result.played} != {0.0}


def test_the_same_seed_gives_the_same_games() -> None:
    players = ["uct(iterations=20)", "random"]
    first, again, other = (play_game_match("tic-tac-toe", players, games=12, seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_neither_games_nor_an_early_stop_depend_on_the_number_of_workers() -> None:
    match = define_game_match("tic-tac-toe", ["uct(iterations=30)", "random"], games=400, stop=BetterThan(0.5))
    alone, together = (play_game_match(match, workers=workers) for workers in (1, 2))
    assert alone.verdict == together.verdict == "better"
    assert alone.games < 400
    assert alone == together
    assert "is better than 0.5 in score" in alone.verdict_line


def test_scores_and_intervals_follow_from_the_games() -> None:
    result = play_game_match("tic-tac-toe", ["random", "random"], games=200, seed=2)
    first, second = result.players
    assert first.player == "random #1"
    assert first.tally.wins == second.tally.losses
    assert first.tally.draws == second.tally.draws > 0
    assert first.score == pytest.approx((first.tally.wins + first.tally.draws / 2) / 200)
    assert first.interval == wilson_interval(200 * first.score, 200)
    assert [sum(tally.wins for tally in first.by_seat), len(first.by_seat)] == [first.tally.wins, 2]
    assert first.by_seat[0].wins > first.by_seat[1].wins  # whoever begins has an advantage
    assert first.returns.mean == pytest.approx(2 * first.score - 1)
    assert first.returns.samples == 100
    assert first.effort.decisions + second.effort.decisions == sum(game.moves for game in result.played)


def test_a_draw_between_some_of_three_players_is_shared() -> None:
    result = play_game_match("pig(goal=1000, players=3, turns=3)", ["random"] * 3, games=3)
    assert [each.tally for each in result.players] == [GameTally(0, 3, 0)] * 3
    assert [each.score for each in result.players] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("player", "kind", "message"),
    [
        (Raises, FaultKind.ERROR, "ValueError: no idea"),
        (Illegal, FaultKind.ILLEGAL, "chose 99, which is not a legal action"),
        (Text, FaultKind.ILLEGAL, "chose 'b2', which is not a legal action"),
        (Slow, FaultKind.TIME, "took more than 0.05 seconds"),
        (Exits, FaultKind.ERROR, "SystemExit: 3"),
    ],
)
def test_a_player_who_fails_loses_the_game_and_the_match_goes_on(
    player: Callable[[], GamePlayer], kind: FaultKind, message: str
) -> None:
    result = play_game_match("tic-tac-toe", ["random", player], games=4, time_limit=0.05)
    assert result.finished
    assert [game.fault and game.fault.kind for game in result.played] == [kind] * 4
    assert result.players[0].tally == GameTally(4, 0, 0)
    assert result.players[1].returns.mean == -1
    assert result.players[1].faults == 4
    (line,) = result.fault_lines
    assert message in line
    assert "lost 4 games by a fault" in line
    assert "\n" not in line


class Spy(RandomPlayer):
    """Keeps everything that a match gives them."""

    def __init__(self) -> None:
        self.states: list[State] = []

    def choose(self, state: State, random: RandomStream) -> int:
        self.states.append(state)
        return super().choose(state.clone(), random)

    def observe(self, state: State) -> None:
        self.states.append(state)


def _reachable(start: object) -> set[int]:
    """The ids of all objects that can be reached from one, without modules, classes and functions."""
    found, stack = {id(start)}, [start]
    while stack:
        for each in gc.get_referents(stack.pop()):
            if id(each) not in found and not isinstance(each, (ModuleType, type, FunctionType)):
                found.add(id(each))
                stack.append(each)
    return found


@pytest.mark.parametrize("game", ["leduc", "kuhn", "rock-paper-scissors", "phantom-tic-tac-toe"])
def test_what_a_player_holds_does_not_contain_the_true_state(game: str) -> None:
    spy = Spy()
    true_states: list[State] = []

    class Cheat(RandomPlayer):
        cheats = True

        def choose(self, state: State, random: RandomStream) -> int:
            true_states.append(state)
            return super().choose(state, random)

    result = play_game_match(game, [spy, Cheat], games=20, seed=4)
    assert not result.fault_lines
    assert spy.states
    assert not _reachable(spy) & {id(state) for state in true_states}


def test_only_cheats_see_the_true_cards_of_leduc() -> None:
    """The deal is the same in all games, and yet a player who does not cheat could face any of the five other cards."""
    state, names = parse_extensive_game("leduc").start(), []
    while state.turn < 0:
        action = state.legal_actions()[0]
        names.append(state.action_text(action))
        state.apply(action)
    seen: dict[tuple[bool, int], set[bytes]] = {}

    class Looks(First):
        def choose(self, state: State, random: RandomStream) -> int:
            assert isinstance(state, PokerState)
            cards = state.seen_by(1 - state.turn).hole_cards
            seen.setdefault((self.cheats, state.turn), set()).add(bytes(cards))
            return state.legal_actions()[0]

    class Peeks(Looks):
        cheats = True

    play_game_match("leduc", [Looks, Peeks], games=80, position=" ".join(names))
    assert {key: len(cards) for key, cards in seen.items()} == {
        (False, 0): 5,
        (False, 1): 5,
        (True, 0): 1,
        (True, 1): 1,
    }


def test_a_match_can_begin_at_a_position() -> None:
    result = play_game_match("tic-tac-toe", ["random", "alphabeta(depth=1)"], games=20, position="b2 a1 c1 a2")
    assert all(game.moves <= 5 for game in result.played)
    winning = [game for game in result.played if game.seats[0] == 1]
    assert all(game.moves == 1 and game.returns[1] == 1 for game in winning)


def test_players_who_learn_play_the_games_in_turn() -> None:
    definition = define_game_match(
        "rock-paper-scissors", ["counting", "biased(rock=1, paper=0, scissors=0)"], games=200
    )
    assert definition.learns
    result = play_game_match(definition, workers=2)
    assert result.players[0].score > 0.97
    assert "a player learns" in result.note


def test_a_narrow_interval_stops_the_match() -> None:
    result = play_game_match("tic-tac-toe", ["random", "random"], games=2000, stop=Precision(0.06))
    assert result.verdict == "precise"
    assert result.games < 400
    assert all((high - low) / 2 <= 0.06 for low, high in (each.interval for each in result.players))
    returns = play_game_match("kuhn", ["random", "random"], games=4000, stop=Precision(0.1), measure=Measure.RETURNS)
    assert returns.players[0].returns.half <= 0.1
    assert returns.games < 4000


def test_a_test_of_returns_uses_the_payoff_range() -> None:
    result = play_game_match(
        "kuhn", ["cheating-uct(iterations=60)", "random"], games=1000, stop=BetterThan(0.0), measure=Measure.RETURNS
    )
    assert result.verdict == "better"
    assert result.games < 1000


def test_ctrl_c_keeps_what_is_finished() -> None:
    class Interrupts(First):
        games = 0

        def start(self, player: int, seed: int) -> None:
            Interrupts.games += 1
            if Interrupts.games == 5:
                os.kill(os.getpid(), signal.SIGINT)

    stops: list[bool] = []
    result = play_game_match("tic-tac-toe", [Interrupts, "random"], games=100, on_stop=lambda: stops.append(True))
    assert stops == [True]
    assert not result.finished
    assert result.games == 6  # the round that was being played is finished
    assert "stopped before its end" in result.note


def test_a_second_ctrl_c_stops_at_once() -> None:
    class Impatient(First):
        def choose(self, state: State, random: RandomStream) -> int:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
            return super().choose(state, random)

    result = play_game_match("tic-tac-toe", [Impatient, "random"], games=100)
    assert result.games == 0
    assert not result.finished
    assert json.loads(json.dumps(result.to_json()))["players"][0]["score"] is None


def test_a_game_of_ones_own_can_be_played() -> None:
    result = play_game_match(Pig(goal=10), ["random", First], games=10, workers=4)
    assert result.game == "Pig"
    assert result.games == 10


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        (["random"], {}, MatchError, "tic-tac-toe has 2 players, not 1"),
        (["random", "random"], {"games": 3}, MatchError, "equally often: play 4"),
        (["random", "random"], {"games": 0}, MatchError, "a match has 1 to 10,000,000 games, not 0"),
        (["random", "random"], {"time_limit": 0}, MatchError, "more than 0 seconds"),
        (["random", "random"], {"position": "b2 b2"}, GameError, "'b2' is not legal here"),
        (["random", "random"], {"position": "a1 b1 a2 b2 a3"}, MatchError, "the game is over in the position"),
        (["random", "random"], {"stop": BetterThan(1.5)}, MatchError, "cannot be better than 1.5"),
        (["random", "random"], {"stop": BetterThan(0.5, 0)}, MatchError, "the error must lie between 0 and 1"),
        (["random", "random"], {"stop": Precision(0)}, MatchError, "a precision is more than 0"),
        (["random", "random"], {"seed": -1}, MatchError, "a seed lies between"),
        (["random", "biased"], {}, BotError, "biased does not play tic-tac-toe: it is not rock-paper-scissors"),
        (["random", "utc"], {}, BotError, "did you mean uct"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    players: list[str], options: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        play_game_match("tic-tac-toe", players, **options)  # type: ignore[arg-type]


def test_a_definition_contains_everything() -> None:
    definition = define_game_match("tic-tac-toe", ["random", "random"], games=2)
    assert isinstance(definition, GameMatchDefinition)
    with pytest.raises(MatchError, match="already contains"):
        play_game_match(definition, ["random", "random"])


def test_matches_with_seconds_say_that_they_cannot_be_repeated() -> None:
    result = play_game_match("tic-tac-toe", ["uct(seconds=0.001)", "random"], games=2)
    assert not result.repeatable
    assert "players used the clock" in result.note


def test_results_print_as_tables_and_json() -> None:
    result = play_game_match(TicTacToe(), ["uct(iterations=10)", "random"], games=4, seed=1)
    assert "won-drawn-lost" in repr(result)
    assert "<table" in result._repr_html_()
    data = json.loads(json.dumps(result.to_json()))
    assert data["games"] == 4
    assert data["players"][0]["steps"] == 10 * data["players"][0]["decisions"]
    assert data["players"][0]["steps_per_second"] > 0
