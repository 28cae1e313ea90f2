"""Our bots at OpenSpiel's poker, OpenSpiel's bots at our tables; no hidden card reaches either."""

import random
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

import railbird as rb
from railbird.agent import check_bot
from railbird.envs.open_spiel import OurSpielBot, our_game, spiel_poker, spiel_seat
from railbird.errors import RailbirdError
from railbird.game import Game, Hand, kuhn, limit, nolimit, potlimit

GAMES = [limit(), limit(3), limit(4), nolimit(), nolimit(3, stack=[900, 3000, 20_000]), nolimit(6, stack="40bb")]
uniform = spiel_seat(lambda game, player, seed: pyspiel.make_uniform_random_bot(player, seed), "uniform")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_goes_to_openspiel_and_back(game: Game) -> None:
    there = our_game(spiel_poker(game))
    assert there.with_stacks(game.stacks) == game
    if game.betting is not rb.limit().betting:
        assert there.stacks == game.stacks


class Mirror(rb.Bot):
    """Acts as an even coin says, and keeps what it saw."""

    def start_match(self, match: rb.MatchStart) -> None:
        self.seen: list[str] = []

    def act(self, view: rb.View) -> rb.Action:
        assert [bool(cards) for cards in view.hole_bytes] == [
            seat == view.position for seat in range(len(view.players))
        ]
        self.seen.append(str(view))
        legal = view.legal
        if legal.most_raise and self.random.random() < 0.5:
            return rb.raise_to(self.random.choice([legal.least_raise, legal.most_raise]))
        return rb.FOLD if legal.fold and self.random.random() < 0.2 else rb.CALL


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_our_bots_play_openspiels_hands_as_the_engine_plays_them(game: Game) -> None:
    spiel, choose = spiel_poker(game), random.Random(1)
    sitting = [Mirror() for _ in range(game.players)]
    bots = [OurSpielBot(bot, spiel, player, seed=5) for player, bot in enumerate(sitting)]
    for _ in range(8):
        state, cards = spiel.new_initial_state(), choose.sample(range(52), game.cards_needed)
        hand, to_come = (
            Hand(our_game(spiel), bytes(cards), players=[f"player-{p}" for p in range(game.players)]),
            list(cards),
        )
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(to_come.pop(0))
                continue
            player = state.current_player()
            assert player == hand.actor
            before = hand.paid[player] - hand.bets[player]
            action = bots[player].step(state)
            assert sitting[player].seen[-1] == str(hand.view(player))
            assert action in state.legal_actions()
            if action < 2:
                hand.act("fc"[action])
            else:
                hand.raise_to(
                    hand.legal.least_raise if action == 2 and game.betting is limit().betting else action - before
                )
            state.apply_action(action)
        assert [float(payoff) for payoff in hand.payoffs] == pytest.approx(state.returns())
        for bot in bots:
            bot.finish(state)
            assert not bot.faults


def test_a_raise_in_an_abstraction_becomes_the_nearest_one_that_it_has() -> None:
    game = pyspiel.load_game(
        "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=100 50,firstPlayer=2 1 1 1,numSuits=4,"
        "numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=20000 20000,bettingAbstraction=fcpa)"
    )

    class Raiser(rb.Bot):
        to = 0

        def act(self, view: rb.View) -> rb.Action:
            return rb.raise_to(self.to)

    def answer(to: int) -> str:
        bot = Raiser()
        bot.to = to
        state = game.new_initial_state()
        for card in range(4):
            state.apply_action(card)
        return str(state.action_to_string(OurSpielBot(bot, game, 1).step(state))).rpartition("=")[2]

    assert [answer(to) for to in (200, 300, 5000, 15_000, 20_000)] == ["Bet", "Bet", "Bet", "AllIn", "AllIn"]


def test_openspiel_evaluates_our_bots() -> None:
    spiel = spiel_poker(limit())
    folding, raising = OurSpielBot("always-fold", spiel, 1), OurSpielBot("always-raise", spiel, 0)
    uniform = pyspiel.make_uniform_random_bot(0, 3)
    for hand in range(20):
        for other in (raising, uniform):
            assert pyspiel.evaluate_bots(spiel.new_initial_state(), [other, folding], hand) == [5.0, -5.0]
    lost = [
        -pyspiel.evaluate_bots(spiel.new_initial_state(), [OurSpielBot("always-fold", spiel, 0), raising_first], hand)[
            0
        ]
        for hand, raising_first in enumerate([OurSpielBot("always-raise", spiel, 1)] * 20)
    ]
    assert lost == [10.0] * 20
    assert not folding.faults
    assert not raising.faults


class Curious(pyspiel.Bot):  # type: ignore[misc]
    """Calls, and keeps every state that it is shown."""

    def __init__(self, states: list[Any]) -> None:
        super().__init__()
        self.states = states

    def step(self, state: Any) -> int:
        self.states.append(state.clone())
        return 1

    def inform_action(self, state: Any, player: int, action: int) -> None:
        assert player == state.current_player() >= 0
        assert action in state.legal_actions()
        self.states.append(state.clone())


@pytest.mark.parametrize("game", [limit(3), nolimit(3, stack="30bb")], ids=str)
def test_openspiels_bots_see_other_cards_than_the_hidden_ones(game: Game) -> None:
    states: list[Any] = []
    curious = spiel_seat(lambda game, player, seed: Curious(states))
    result = rb.play_match([curious, "simple" if game == limit(3) else "chump", "random"], game=game, hands=60, seed=3)
    assert not result.faults
    assert len(states) > 200
    dealt = {tuple(state.history()[: 2 * game.players]) for state in states}
    assert len(dealt) > 100  # the others' cards are drawn again for each decision


def test_a_bot_of_openspiel_passes_the_check_of_bots_and_repeats_its_hands() -> None:
    report = check_bot(uniform, hands=20)
    assert report.passed, str(report)
    first, second = (rb.play_match([uniform, "simple"], hands=60, seed=4) for _ in range(2))
    assert first.players[0].rate == second.players[0].rate


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "pot-limit": (lambda: spiel_poker(potlimit()), "it has no pot-limit games"),
    "casino rules": (lambda: spiel_poker(limit(rules="casino")), "it knows the ACPC's rules only"),
    "antes": (lambda: spiel_poker(nolimit(ante=5)), "it has no antes and no rake"),
    "small decks": (lambda: spiel_poker(kuhn()), "cannot play kuhn"),
    "short stacks in limit games": (lambda: spiel_poker(limit(stack=50)), "nobody can be all-in there"),
    "five players in a limit game": (lambda: spiel_poker(limit(5)), "its process ends"),
    "another game": (lambda: our_game(pyspiel.load_game("kuhn_poker")), "not 'kuhn_poker'"),
    "another deck": (lambda: our_game(pyspiel.load_game("universal_poker")), "set numRanks=13 and numSuits=4"),
    "no such player": (lambda: OurSpielBot("simple", spiel_poker(limit()), 2), "is 0 to 1, not 2"),
    "a bot that does not play it": (lambda: OurSpielBot("vexbot", spiel_poker(nolimit()), 0), "does not play nolimit"),
    "another player's turn": (
        lambda: OurSpielBot("simple", spiel_poker(limit()), 0).step(dealt_state()),
        "it is not the turn of player 0 but of player 1",
    ),
    "a state before the deal": (
        lambda: OurSpielBot("simple", spiel_poker(limit()), 1).step(spiel_poker(limit()).new_initial_state()),
        "not at the turn of a player",
    ),
}


def dealt_state() -> Any:
    state = spiel_poker(limit()).new_initial_state()
    for card in range(4):
        state.apply_action(card)
    return state


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_played_is_refused_with_the_reason(name: str) -> None:
    call, message = REFUSED[name]
    with pytest.raises(RailbirdError) as refused:
        call()
    assert message in str(refused.value)
