import math
from collections import Counter

import pytest

from railbird.cards import Card, cards_text
from railbird.errors import GameError
from railbird.game import AcpcDealing, Dealing, EntropyDealing, Game, SeededDealing, kuhn, leduc, limit, nolimit
from railbird.game.dealing import deck
from tests.reference import dealing as reference

GAMES = [limit(), limit(10), nolimit(6), kuhn(), leduc()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealing", [SeededDealing(3), EntropyDealing(), AcpcDealing(3)])
def test_a_deal_has_different_cards_of_the_deck(game: Game, dealing: Dealing) -> None:
    for hand in range(50):
        cards = dealing.deal(game, hand)
        assert len(cards) == len(set(cards)) == game.cards_needed
        assert set(cards) <= set(deck(game))


@pytest.mark.parametrize("game", GAMES)
def test_seeded_deals_are_those_of_the_plain_algorithm(game: Game) -> None:
    for seed, hand in [(0, 0), (0, 1), (1, 0), (2**64 - 1, 2**64 - 1), (12345, 10**12)]:
        expected = reference.deal_cards(deck(game), game.cards_needed, seed, hand)
        assert list(SeededDealing(seed).deal(game, hand)) == expected


def test_seeded_deals_do_not_change_between_versions() -> None:
    shown = [cards_text(map(Card, SeededDealing(7).deal(limit(), hand))) for hand in range(2)]
    assert shown == ["JsQhAh3s2cKh6s9s5s", "9c5cAsTc7dAdTsJh6s"]


def test_seeded_deals_are_uniform() -> None:
    dealing, game = SeededDealing(1), limit()
    deals = [dealing.deal(game, hand) for hand in range(52_000)]
    for counts in (Counter(deal[0] for deal in deals), Counter(deal[-1] for deal in deals)):
        chi_square = sum((counts[card] - 1000) ** 2 / 1000 for card in range(52))
        assert abs(chi_square - 51) < 5 * math.sqrt(2 * 51)


def test_acpc_deals_equal_those_of_the_acpc_dealer() -> None:
    # The first hand of the reference dealer with seed 0 and two players: 5d5c|9hQd/8dAs8s/4h/6d.
    assert cards_text(map(Card, AcpcDealing(0).deal(limit(), 0))) == "5d5c9hQd8dAs8s4h6d"


def test_acpc_deals_can_be_dealt_in_any_order() -> None:
    in_order = AcpcDealing(5)
    deals = [in_order.deal(nolimit(3), hand) for hand in range(10)]
    other = AcpcDealing(5)
    assert [other.deal(nolimit(3), hand) for hand in (7, 2, 2, 9)] == [deals[7], deals[2], deals[2], deals[9]]


@pytest.mark.parametrize("make", [lambda: SeededDealing(-1), lambda: SeededDealing(2**64), lambda: AcpcDealing(2**32)])
def test_impossible_seeds_are_refused(make: object) -> None:
    with pytest.raises(GameError, match="seed"):
        make()  # type: ignore[operator]
    with pytest.raises(GameError, match="the number of a hand must be"):
        SeededDealing(1).deal(limit(), -1)
