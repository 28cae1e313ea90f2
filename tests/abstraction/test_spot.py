"""Spots: where a solver begins."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from railbird.abstraction import Spot, parse_spot
from railbird.errors import CardError, GameError
from railbird.game import leduc, limit, nolimit


def test_spots_print_as_they_are_read() -> None:
    for text in (
        "kuhn",
        "leduc; stacks=9/11",
        "nolimit(stack=50bb); Kh7d2c; pot=600",
        "nolimit; Kh7d2c9s; pot=600, stacks=100/7000, first=p2, aggressor=p1",
        "limit; pot=80",
        "leduc; Kh; pot=6",
        "nolimit; Kh7d2c; pot=900000, stacks=100/7000",
    ):
        spot = parse_spot(text)
        assert str(spot) == text
        assert pickle.loads(pickle.dumps(spot)) == spot
        assert replace(spot) == spot


def test_amounts_can_be_in_big_blinds() -> None:
    spot = Spot(nolimit(stack="50bb"), "Kh7d2c", pot="5.5bb", stacks=("47bb", 3000))
    assert (spot.pot, spot.stacks) == (550, (4700, 3000))
    assert Spot(nolimit(), "Kh7d2c", pot=551).stacks == (20_000 - 276,) * 2, "an odd chip is left out"


def test_the_rest_of_the_game_begins_with_the_pot_and_without_bets() -> None:
    spot = Spot(limit(), "Kh7d2c9s", pot=75, stacks=(300, 200), first=1)
    hand = spot.hand()
    assert (hand.pot, hand.stacks, hand.bets, hand.actor, hand.round) == (75, (300, 200), (0, 0), 1, 0)
    assert str(hand.legal) == "check or raise to 20"
    rest = spot.rest_of_game
    assert (rest.rounds, rest.bets, rest.most_raises, rest.board_cards) == (2, (20, 20), (4, 4), (4, 1))


def test_the_start_of_a_game_has_its_antes_and_blinds() -> None:
    hand = Spot(nolimit()).hand()
    assert (hand.bets, hand.pot, hand.actor) == ((100, 50), 150, 1)
    other = Spot(leduc(), first=1).hand()
    assert (other.actor, other.pot, other.stacks) == (1, 2, (12, 12))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("limit(players=3); Kh7d2c; pot=6bb", "a spot has two players, not 3"),
        ("nolimit; Kh7d; pot=6bb", "has 0 or 3 or 4 or 5 cards, not 2: 'Kh7d'"),
        ("leduc; 2c; pot=6", "must be different cards of the deck of leduc, not '2c'"),
        ("nolimit; Kh7d2c", "a spot with a board needs a pot, such as pot=6bb"),
        ("nolimit; Kh7d2c; pot=-5", "the pot must be 0 to"),
        ("nolimit; Kh7d2c; pot=401bb", "a pot of 40100 leaves nothing of stacks of 20000 and 20000"),
        ("nolimit; Kh7d2c; pot=6bb, stacks=0/5", "two stacks behind of at least one chip, not '0, 5'"),
        ("nolimit; Kh7d2c; pot=6bb, stacks=5", "two stacks"),
        ("nolimit; Kh7d2c; pot=6.001bb", "a whole number of chips, not '6.001bb'"),
        ("nolimit; Kh7d2c; pot=six", "an amount must be in chips or in big blinds"),
        ("nolimit; Kh7d2c; first=p3", "first must be p1 or p2, not 'p3'"),
        ("nolimit; Kh7d2c; size=3", "'size' is not an option of a spot"),
        ("nolimit; Kh7d2c; pot=1; pot=2", "a spot is written GAME; BOARD; OPTIONS"),
        ("holdem", "'holdem' is not a game"),
    ],
)
def test_what_cannot_be_a_spot_says_why(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        parse_spot(text)


def test_other_bad_values_are_refused() -> None:
    with pytest.raises(CardError, match="occurs twice"):
        Spot(nolimit(), "Kh7dKh", pot=100)
    for position in (2, -1):
        with pytest.raises(GameError, match="position 0 or 1"):
            Spot(nolimit(), "Kh7d2c", pot=100, first=position)
    with pytest.raises(GameError, match="position 0 or 1"):
        Spot(nolimit(), "Kh7d2c", pot=100, aggressor=7)
    with pytest.raises(GameError, match="an amount must be"):
        Spot(nolimit(), "Kh7d2c", pot=np.nan)  # type: ignore[arg-type]
