"""Players by one line of text: what parses, what prints, and what is refused."""

from __future__ import annotations

import pytest

from railbird.agent.settings import settings_of
from railbird.errors import BotError
from railbird.extensive import (
    NOBODY,
    GamePlayer,
    RandomPlayer,
    RandomStream,
    State,
    parse_extensive_game,
    sample_chance,
)
from railbird.extensive.state import CHANCE
from railbird.search.players import PlayerSpec, default_player, parse_player, player_kinds

GAMES = {
    name: parse_extensive_game(name)
    for name in ("tic-tac-toe", "pig(goal=8)", "kuhn", "rock-paper-scissors", "card-duel(life=3)")
}
SMALL = {"iterations": "20", "depth": "2", "trees": "3"}
"""Settings that make a search quick, where it has them."""


def quick(name: str) -> PlayerSpec:
    """A player with little effort."""
    have = {each.name for each in settings_of(player_kinds()[name].settings)}
    effort = (
        {"depth": "2"} if "roll_outs" in have else {key: SMALL[key] for key in ("iterations", "trees") if key in have}
    )
    return parse_player(f"{name}({', '.join(f'{key}={value}' for key, value in effort.items())})")


def play(start: State, spec: PlayerSpec) -> int:
    """Play a game against themselves and return the number of choices."""
    state, random, choices = start.clone(), RandomStream(1), 0
    players = [spec.make() for _ in range(start.players)]
    for seat, player in enumerate(players):
        player.start(seat, seat)
    while state.turn != NOBODY:
        if state.turn == CHANCE:
            state.apply(sample_chance(state, random))
            continue
        action = players[state.turn].choose(state.clone(), random)
        assert action in state.legal_actions()
        state.apply(action)
        choices += 1
    return choices


@pytest.mark.parametrize("name", player_kinds())
def test_every_player_plays_each_game_or_says_why_not(name: str) -> None:
    spec, plays = quick(name), 0
    for game in GAMES.values():
        start = game.start()
        reason = spec.make().refusal(start)
        if reason is None:
            assert play(start, spec) > 0
            plays += 1
        else:
            assert reason.startswith("it ")
            with pytest.raises(BotError, match=f"does not play {game.name}"):
                spec.check_plays(start, game.name)
    assert plays


@pytest.mark.parametrize("name", player_kinds())
def test_every_setting_has_a_meaning_and_an_origin(name: str) -> None:
    kind = player_kinds()[name]
    assert kind.summary
    assert all(each.meaning and each.origin for each in settings_of(kind.settings))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("random", "random"),
        ("UCT", "uct"),
        ("uct(iterations=500, c=1.0)", "uct(iterations=500)"),
        ("uct(seconds=0.5,reuse=on,native=off)", "uct(seconds=0.5, reuse=on, native=off)"),
        ("uct(first-play=0.6, length-decay=0.99)", "uct(length_decay=0.99, first_play=0.6)"),
        ("uct(iterations=none)", "uct"),
        ("determinized(merging=votes, trees=5)", "determinized(trees=5, merging=votes)"),
        ("alphabeta(depth=6, shuffle=off)", "alphabeta(depth=6, shuffle=off)"),
        ("biased(rock=2)", "biased(rock=2.0)"),
        ("duel-rules(card=random, block=expert)", "duel-rules(card=random)"),
    ],
)
def test_text_of_a_player_parses_back(text: str, printed: str) -> None:
    assert str(parse_player(text)) == printed
    assert parse_player(printed) == parse_player(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("utc", "there is no player 'utc': did you mean uct?"),
        ("zzz", "the players are random, uct, "),
        ("uct(iteration=5)", "'iteration' is not a setting of uct: did you mean iterations?"),
        ("uct(zzz=5)", r"'zzz' is not a setting of uct \(settings: iterations, "),
        ("uct(iterations=0)", "uct: a search needs 1 iteration or more, not 0"),
        ("uct(iterations=many)", "iterations must be a whole number or none, not 'many'"),
        ("uct(seconds=-1)", "uct: a search needs more than 0 seconds"),
        ("uct(c=-1)", "uct: the exploration constant must be 0 or more"),
        ("uct(length_decay=2)", "uct: the decay must be above 0"),
        ("uct(width=0)", "uct: the width must be 1 or more"),
        ("uct(native)", "'native' is not a setting of uct: write SETTING=VALUE"),
        ("uct(c=1, c=2)", "the setting 'c' of uct is given twice"),
        ("uct(", "is not a player: write NAME"),
        ("", "is not a player: write NAME"),
        ("determinized(trees=50, iterations=10)", "50 trees need 50 iterations or more"),
        ("ismcts(observers=some)", "observers must be single or multiple"),
        ("alphabeta(depth=0)", "alphabeta: depth must be 1 or more"),
        ("minimax(seconds=0)", "minimax: seconds must be more than 0"),
        ("maxn(roll_outs=-1)", "maxn: roll_outs must be 0 or more"),
        ("biased(rock=-1)", "biased: frequencies of choices are 0 or more"),
    ],
)
def test_wrong_text_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as refused:
        parse_player(text)
    assert "\n" not in str(refused.value)


def test_classes_and_objects_are_players_too() -> None:
    one = RandomPlayer()
    assert parse_player(one).make() is one
    assert isinstance(parse_player(RandomPlayer).make(), GamePlayer)
    assert str(parse_player(RandomPlayer)) == "RandomPlayer"
    assert not parse_player(RandomPlayer).named
    with pytest.raises(BotError, match="a player is a text"):
        parse_player(3)  # type: ignore[arg-type]


def test_the_usual_player_depends_on_hidden_information() -> None:
    assert str(default_player(GAMES["tic-tac-toe"].start())) == "uct"
    assert str(default_player(GAMES["kuhn"].start())) == "ismcts"


def test_only_players_with_seconds_use_the_clock() -> None:
    assert not parse_player("uct(iterations=5)").make().uses_clock
    assert parse_player("uct(seconds=1)").make().uses_clock
    assert parse_player("alphabeta(seconds=1)").make().uses_clock


def test_only_cheating_players_cheat() -> None:
    cheats = {name for name in player_kinds() if quick(name).make().cheats}
    assert cheats == {"cheating-uct", "cheating-ensemble"}
