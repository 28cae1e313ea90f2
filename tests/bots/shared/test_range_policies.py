"""The policy that bots state for all hands is what they play with each."""

import random

import numpy as np
import pytest

from railbird.agent import Bot, Decision, RangePolicy, Streams
from railbird.bots.always import AlwaysCall, AlwaysFold, AlwaysRaise
from railbird.bots.random_bot import RandomBot, RandomSettings
from railbird.bots.simple import SimpleBot, SimpleSettings
from railbird.errors import BotError
from railbird.game import CALL, FOLD, Action, Game, Hand, SeededDealing, View, kuhn, leduc, limit, nolimit
from railbird.game.dealing import deck
from railbird.game.holdings import holdings
from tests.driving import act_at_random

GAMES = {
    "heads-up limit": limit(),
    "three-player limit": limit(3),
    "heads-up no-limit": nolimit(stack="15bb"),
    "four-player no-limit": nolimit(4, stack=[900, 3000, 2000, 12000], rules="casino"),
}
SIMPLE = {
    "default": SimpleSettings(),
    "no bluffs": SimpleSettings(bluff=False),
    "no limits to raises": SimpleSettings(raise_limits=False, trash_call=0.3, bet=1.0),
    "neither": SimpleSettings(bluff=False, raise_limits=False),
}
OTHERS: dict[str, Bot] = {
    "call": AlwaysCall(),
    "raise": AlwaysRaise(),
    "fold": AlwaysFold(),
    "random": RandomBot(),
    "random, never folds": RandomBot(RandomSettings(fold=0.0, raise_=2.5)),
    "random, never raises": RandomBot(RandomSettings(raise_=0.0)),
}


def situations(game: Game, count: int) -> list[Hand]:
    """Random hands with a player to act, in any round."""
    result: list[Hand] = []
    number = 0
    while len(result) < count:
        choose = random.Random(number)
        hand = Hand(game, SeededDealing(21).deal(game, number))
        calls = choose.choice([0.1, 0.5, 0.9])
        for _ in range(choose.randrange(5 * game.players)):
            if hand.over:
                break
            if choose.random() < calls:
                hand.call()
            elif hand.legal.most_raise and choose.random() < 0.8:
                hand.raise_to(choose.choice([hand.legal.least_raise] * 3 + [hand.legal.most_raise]))
            else:
                act_at_random(hand, choose)
        if not hand.over:
            result.append(hand)
        number += 1
    return result


def with_other_cards(hand: Hand, choose: random.Random) -> Hand:
    """The same public situation with other hole cards for everybody."""
    game = hand.game
    board = hand.deal[game.players * game.hole_cards :]
    left = [card for card in deck(game) if card not in board]
    twin = Hand(game, bytes(choose.sample(left, game.players * game.hole_cards)) + board)
    for action in hand.actions:
        twin.apply(action.kind, action.amount)
    return twin


def stated(bot: Bot, view: View) -> tuple[tuple[Action, ...], np.ndarray]:
    assert isinstance(bot, RangePolicy)
    actions, shares = bot.policy(view)
    assert shares.shape == (len(holdings(view.game)), len(actions))
    assert len(set(actions)) == len(actions)
    assert np.allclose(shares.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert (shares >= 0).all()
    return actions, shares


def drawn_from(bot: Bot, view: View, number: int) -> dict[Action, float]:
    """The probabilities that the bot draws from when it acts, without zeros."""
    bot.streams = Streams(1, number, 0)
    decision = bot.act(view)
    if not isinstance(decision, Decision):
        assert isinstance(decision, Action)
        decision = Decision(decision)
    shares = decision.probabilities or {decision.action: 1.0}
    return {action: share for action, share in shares.items() if share}


@pytest.mark.slow
@pytest.mark.parametrize("settings", SIMPLE)
@pytest.mark.parametrize("name", GAMES)
def test_simple_plays_each_hand_by_its_stated_policy(name: str, settings: str) -> None:
    bot, choose = SimpleBot(SIMPLE[settings]), random.Random(1)
    for number, hand in enumerate(situations(GAMES[name], 60)):
        actions, shares = stated(bot, hand.view(hand.actor))
        for _ in range(10):
            twin = with_other_cards(hand, choose)
            view = twin.view(twin.actor)
            again, same = bot.policy(view)
            assert again == actions
            assert np.array_equal(same, shares)
            row = shares[holdings(hand.game).index(view.hole_bytes[view.position])]
            said = {action: share for action, share in zip(actions, row.tolist(), strict=True) if share}
            assert said == pytest.approx(drawn_from(bot, view, number), abs=1e-12)


@pytest.mark.parametrize("settings", SIMPLE)
@pytest.mark.parametrize("actions", ["c c", "c c / c r", "c c / c r r", "c c / c c / c", "c c / c c / c c / r"])
def test_it_plays_every_possible_hand_by_its_stated_policy_including_the_nuts(actions: str, settings: str) -> None:
    bot, game = SimpleBot(SIMPLE[settings]), limit()
    start = Hand.parse(f"limit; 2c3d 2s3s / QhJhTh / 9s / 4d; {actions}")
    said_actions, shares = bot.policy(start.view(start.actor))
    for holding in np.flatnonzero(holdings(game).apart_from(start.deal)):
        cards = holdings(game).cards[holding].tobytes()
        others = start.hole_bytes[1 - start.actor]
        holes = cards + others if start.actor == 0 else others + cards
        hand = Hand(game, holes + start.deal[4:])
        hand.play(actions)
        said = {action: share for action, share in zip(said_actions, shares[holding].tolist(), strict=True) if share}
        assert said == pytest.approx(drawn_from(bot, hand.view(hand.actor), 0), abs=1e-12)


def test_these_tests_cover_every_kind_of_situation() -> None:
    for game in GAMES.values():
        hands = situations(game, 60)
        assert {hand.round for hand in hands} == {0, 1, 2, 3}
        assert {bool(hand.legal.call) for hand in hands if hand.round} == {True, False}
        assert any(not hand.legal.most_raise for hand in hands)


@pytest.mark.parametrize("bot", OTHERS)
@pytest.mark.parametrize("game", [limit(3), nolimit(stack="20bb"), kuhn(), leduc()], ids=str)
def test_players_who_ignore_their_cards_state_the_same_for_all_hands(bot: str, game: Game) -> None:
    for number, hand in enumerate(situations(game, 30)):
        view = hand.view(hand.actor)
        actions, shares = stated(OTHERS[bot], view)
        assert (shares == shares[0]).all()
        said: dict[str, float] = {}
        for action, share in zip(actions, shares[0].tolist(), strict=True):
            if share:
                said[action.kind.letter] = said.get(action.kind.letter, 0) + share
        drawn = {action.kind.letter: share for action, share in drawn_from(OTHERS[bot], view, number).items()}
        assert said == pytest.approx(drawn)


def test_a_random_player_raises_to_all_amounts_with_equal_probability() -> None:
    hand = Hand(nolimit(stack="20bb"), SeededDealing(1).deal(nolimit(), 0))
    actions, shares = RandomBot().policy(hand.view(1))
    assert actions[:2] == (CALL, FOLD)
    assert [action.to for action in actions[2:]] == list(range(200, 2001))
    assert shares[7, 2:] == pytest.approx(np.full(1801, 1 / 3 / 1801))


def test_a_random_player_with_too_many_raises_has_no_policy() -> None:
    game = nolimit(stack=10**9)
    with pytest.raises(BotError, match="a policy can list at most"):
        RandomBot().policy(Hand(game, SeededDealing(1).deal(game, 0)).view(1))
