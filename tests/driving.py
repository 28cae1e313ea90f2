"""Helpers that play hands in tests: at random, by a script, or with bots in some seats."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from railbird.agent import Bot, Choice, Decision, HandDriver, MatchStart, SeatedBot, Streams, play_hand
from railbird.agent.driver import SteppedHand
from railbird.game import CALL, FOLD, Action, Game, Hand, Legal, SeededDealing, View, parse_game, raise_to

Script = Callable[[View], Choice]


def random_action(legal: Legal, choose: random.Random) -> Action:
    """A random legal action; raises go to the smallest, the largest or any amount."""
    options = ["call", *(["fold"] if legal.fold else []), *(["raise"] if legal.most_raise else [])]
    match choose.choice(options):
        case "fold":
            return FOLD
        case "call":
            return CALL
        case _:
            between = choose.randint(legal.least_raise, legal.most_raise)
            return raise_to(choose.choice([legal.least_raise, legal.most_raise, between]))


def act_at_random(hand: Hand, choose: random.Random) -> None:
    """Play a random legal action."""
    hand.act(random_action(hand.legal, choose))


def play_at_random(hand: Hand, choose: random.Random, calling: float | None = None) -> Hand:
    """Play a hand to its end; players call with probability ``calling``, and otherwise act at random."""
    while not hand.over:
        if calling is not None and choose.random() < calling:
            hand.call()
        else:
            act_at_random(hand, choose)
    return hand


def random_hand(game: Game, seed: int, number: int, choose: random.Random, calling: float | None = None) -> Hand:
    """The hand of a seed and number, played to its end at random."""
    return play_at_random(Hand(game, SeededDealing(seed).deal(game, number)), choose, calling)


def decision_of(bot: Bot, game: str, deal: str, actions: str) -> Decision:
    """The decision of the player to act after some actions, by a bot that has seen the whole hand."""
    hand, later = Hand(parse_game(game), deal), Hand(parse_game(game), deal)
    later.play(actions)
    bot.start_match(MatchStart(hand.game, hand.players, later.actor))
    bot.streams = Streams(3, 0, 0)
    bot.start_hand(hand.view(later.actor))
    choice = bot.act(later.view(later.actor))
    assert isinstance(choice, Decision)
    return choice


class ScriptedSeat:
    """A player whose actions are a function of the view."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def begin(self, driver: SteppedHand) -> None:
        """Nothing to prepare."""

    def move(self, driver: SteppedHand) -> None:
        turn = driver.turn
        assert turn is not None
        driver.submit(self._script(driver.view(turn)))

    def end(self, driver: SteppedHand) -> None:
        """Nothing to learn."""


class WatchedBot(SeatedBot):
    """A bot whose choices are passed to a function."""

    def __init__(self, bot: Bot, watch: Callable[[View, Choice], None]) -> None:
        super().__init__(bot)
        self._watch = watch

    def ask(self, driver: SteppedHand) -> Choice:
        choice = super().ask(driver)
        self._watch(driver.view(self.position), choice)
        return choice


def play_bots(
    driver: HandDriver,
    bots: Mapping[int, Bot],
    others: Script = lambda _: CALL,
    watch: Callable[[View, Choice], None] = lambda *_: None,
) -> Hand:
    """Play a hand with bots, which have their streams, at some positions and a script at the others."""
    seats = {position: WatchedBot(bot, watch) for position, bot in bots.items()}
    for position, seat in seats.items():
        seat.deal_in(driver, position, seat.bot.streams)
    play_hand(driver, [seats.get(position) or ScriptedSeat(others) for position in range(len(driver.players))])
    return driver.finished()
