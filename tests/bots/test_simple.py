"""SimpleBot, rule by rule."""

import pytest

from railbird.agent import Streams
from railbird.bots.simple import SimpleBot, SimpleSettings
from railbird.cards import CLASSES, HoleCards
from railbird.game import Hand, kuhn, limit, nolimit
from railbird.strength import one_hand

# The square of the 169 classes, suited above the diagonal: r raises, c calls, . checks or folds. By raises before it.
NO_RAISE = """
rrrrrcccccccr
crrrr........
ccrrr........
cccrr........
ccccrc.......
.....cc......
......cc.....
.......cc....
........cc...
.........cc..
..........cc.
...........cc
............r
"""
ONE_RAISE = NO_RAISE.replace("rrrrrcccccccr", "rrrrrcccccccc")
TWO_RAISES = ONE_RAISE.replace("r", "c")
THREE_RAISES = """
.cccccccccccc
..c..........
...c.........
....c........
.....c.......
......c......
.......c.....
........c....
.........c...
..........c..
...........c.
............c
.............
"""
NO_BLUFF = NO_RAISE.replace("rrrrrcccccccr", "rrrrrcccccccc").replace("............r", "............c")


def moves(raises: int, settings: SimpleSettings) -> list[str]:
    bot = SimpleBot(settings)
    result = []
    for each in CLASSES:
        hand = HoleCards.from_index(each.hands[0])
        result.append({"raise": "r", "call": "c", "fold": "."}[bot._rule(hand.high, hand.low, raises)[1]])
    return ["".join(result[13 * row : 13 * row + 13]) for row in range(13)]


@pytest.mark.parametrize(
    ("raises", "settings", "square"),
    [
        (0, SimpleSettings(), NO_RAISE),
        (1, SimpleSettings(), ONE_RAISE),
        (2, SimpleSettings(), TWO_RAISES),
        (3, SimpleSettings(), THREE_RAISES),
        (0, SimpleSettings(bluff=False), NO_BLUFF),
        (3, SimpleSettings(raise_limits=False), NO_RAISE),
    ],
)
def test_lain_33_the_preflop_action_of_each_class(raises: int, settings: SimpleSettings, square: str) -> None:
    assert moves(raises, settings) == square.split()


def answer(text: str, position: int, settings: SimpleSettings | None = None, hand_number: int = 0) -> str:
    hand = Hand.parse(text)
    assert hand.actor == position
    bot = SimpleBot(settings or SimpleSettings())
    bot.streams = Streams(5, hand_number, 0)
    return str(bot.act(hand.view(position)).action)  # type: ignore[union-attr]


def shares(text: str, position: int, times: int = 400, settings: SimpleSettings | None = None) -> dict[str, float]:
    answers = [answer(text, position, settings, number) for number in range(times)]
    return {each: answers.count(each) / times for each in set(answers)}


def test_trash_calls_one_big_blind_now_and_then() -> None:
    text = "limit(players=3); 7c2d 9c3d QsJd / Kc9d2h / 9s / 4d; "
    result = shares(text + "c", 0, times=2000)
    assert result.keys() == {"c", "f"}
    assert result["c"] == pytest.approx(0.05, abs=0.02)
    assert shares(text + "r", 0) == {"f": 1.0}
    assert shares(text + "c", 0, settings=SimpleSettings(bluff=False)) == {"f": 1.0}


def test_the_big_blind_checks_trash_for_free() -> None:
    assert shares("limit; 7c2d QsJd / Kc9d2h / 9s / 4d; c", 0) == {"c": 1.0}


def test_the_nuts_always_bet_and_raise() -> None:
    assert shares("limit; AhKh QsJd / QhJhTh / 9s / 4d; r c", 0) == {"r10": 1.0}
    assert shares("limit; AhKh QsJd / QhJhTh / 9s / 4d; r c / c r", 0) == {"r20": 1.0}


def test_with_nothing_to_call_it_bets_by_the_square_of_its_strength_or_its_potential() -> None:
    text = "limit; 9h8h QsJd / Th7h2c / 9s / 4d; c c"
    mine = one_hand("9h8h", "Th7h2c")
    result = shares(text, 0, times=1500)
    expected = mine.hs**2 + (1 - mine.hs**2) * mine.ppot
    assert result["r10"] == pytest.approx(expected, abs=0.04)
    assert result["c"] == pytest.approx(1 - expected, abs=0.04)


def test_facing_a_bet_it_raises_by_strength_calls_by_odds_and_folds() -> None:
    """HRN^(1 + R) with one bet is the square; here neither HRN² · pot > to call nor PPot > odds justifies a call."""
    weak = "limit; 7c2d QsJd / AhKs9d / 9s / 4d; c c / c r"
    mine = one_hand("7c2d", "AhKs9d")
    assert mine.hs**2 * 30 < 10
    result = shares(weak, 0, times=300)
    assert result.get("f", 0) > 0.9
    draw = "limit; 9h8h QsJd / Th7h2c / 9s / 4d; c c / c r"
    assert "f" not in shares(draw, 0)


def test_without_bluffs_it_always_does_the_same() -> None:
    for text in ("limit; 9h8h QsJd / Th7h2c / 9s / 4d; c c", "limit; 7c2d QsJd / AhKs9d / 9s / 4d; c c / c r"):
        assert len(shares(text, 0, settings=SimpleSettings(bluff=False))) == 1


def test_in_no_limit_games_it_bets_two_thirds_of_the_pot() -> None:
    hand = Hand(nolimit(stack="100bb"), "AhKh QsJd / QhJhTh / 9s / 4d")
    hand.play("c c")
    assert str(SimpleBot().act(hand.view(0)).action) == "r133"  # type: ignore[union-attr]
    hand.play("c r300")
    assert str(SimpleBot().act(hand.view(0)).action) == f"r{300 + round((500 + 300) * 2 / 3)}"  # type: ignore[union-attr]


def test_it_plays_holdem_only() -> None:
    assert SimpleBot().plays(limit(6))
    assert not SimpleBot().plays(kuhn())
