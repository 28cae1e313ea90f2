"""Whole random hands: dealing, legal actions, betting and payoffs, on our engine and those of peers."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.harness import Contestant, Task, peer
from railbird import _core
from railbird.game import Game, Hand, SeededDealing, limit, nolimit

BULK = 20_000


def engines() -> Iterator[Task]:
    heads_up, six = limit(), limit(6)
    yield Task(
        "Heads-up limit, random legal actions from Python",
        [_ours(heads_up), *_openspiel(heads_up), *_rlcard(2), *_pokerkit(2)],
        unit="hands/s",
        per_second=True,
        target="3 times OpenSpiel",
    )
    yield Task(
        "Six-player limit, random legal actions from Python (OpenSpiel's process ends on this game)",
        [_ours(six), *_rlcard(6), *_pokerkit(6)],
        unit="hands/s",
        per_second=True,
        target="10,000 hands/s",
    )
    yield Task(
        "Six-player no-limit, random legal actions from Python",
        [_ours(nolimit(6)), *_openspiel(nolimit(6))],
        unit="hands/s",
        per_second=True,
    )
    yield Task(
        "Limit natively in bulk, one core",
        [_in_bulk("heads-up", heads_up), _in_bulk("six players", six)],
        unit="hands/s",
        per_second=True,
        target="2,000,000 hands/s heads-up, 500,000 hands/s with six players",
    )


def _ours(game: Game) -> Contestant:
    choose = random.Random(1)
    dealing = SeededDealing(1)
    numbers = iter(range(2**62))

    def play() -> None:
        hand = Hand(game, dealing.deal(game, next(numbers)))
        while not hand.over:
            legal = hand.legal
            choice = choose.random() * (1 + legal.fold + (legal.most_raise > 0))
            if choice < 1:
                hand.call()
            elif choice < 2 and legal.fold:
                hand.fold()
            else:
                span = legal.most_raise - legal.least_raise
                hand.raise_to(legal.least_raise + int(choose.random() * (span + 1)))
        hand.payoff_parts()

    return Contestant("railbird", _hundred(play), 100, ours=True)


def _in_bulk(name: str, game: Game) -> Contestant:
    starts = iter(range(0, 2**62, BULK))

    def play() -> None:
        first = next(starts)
        _core.play_at_random(game.native, game.stacks, 1, first, first + BULK)

    return Contestant(f"railbird, {name}", play, BULK, ours=True)


def _openspiel(game: Game) -> Iterator[Contestant]:
    pyspiel = peer("pyspiel")
    if pyspiel is None:
        return
    from tests.game.oracles import openspiel_game

    theirs = openspiel_game(game)
    choose = random.Random(1)

    def play() -> None:
        state = theirs.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
        state.returns()

    yield Contestant("OpenSpiel, universal_poker", _hundred(play), 100)


def _rlcard(players: int) -> Iterator[Contestant]:
    rlcard = peer("rlcard")
    if rlcard is None:
        return
    game: Any = rlcard.make("limit-holdem", config={"game_num_players": players, "seed": 1}).game
    choose = random.Random(1)

    def play() -> None:
        game.init_game()
        while not game.is_over():
            game.step(choose.choice(game.get_legal_actions()))
        game.get_payoffs()

    yield Contestant("RLCard, limit-holdem", _hundred(play), 100)


def _pokerkit(players: int) -> Iterator[Contestant]:
    pokerkit = peer("pokerkit")
    if pokerkit is None:
        return
    choose = random.Random(1)
    automations = tuple(pokerkit.Automation)

    def play() -> None:
        state = pokerkit.FixedLimitTexasHoldem.create_state(
            automations, True, 0, (5, 10), 10, 20, (10_000,) * players, players
        )
        while state.status:
            actions = [state.check_or_call]
            if state.can_complete_bet_or_raise_to():
                actions.append(state.complete_bet_or_raise_to)
            if state.checking_or_calling_amount:
                actions.append(state.fold)
            choose.choice(actions)()

    def quietly() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            play()

    yield Contestant("PokerKit", quietly, 1)


def _hundred(play: Callable[[], None]) -> Callable[[], None]:
    def hands() -> None:
        for _ in range(100):
            play()

    return hands
