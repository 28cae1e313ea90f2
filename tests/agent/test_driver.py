"""The hand driver: stepped from outside, it plays the same hands whoever drives it."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from railbird.agent import (
    Bot,
    Choice,
    Decision,
    HandDriver,
    MatchStart,
    SeatedBot,
    Streams,
    check_bot,
    drive,
    play_hand,
)
from railbird.agent.check import _AtRandom
from railbird.agent.driver import chosen_action
from railbird.arena import Entrant, MatchRecord, match_of
from railbird.arena.leg import Chunk, LegRunner
from railbird.cli.table.session import Session, SessionOptions
from railbird.errors import ActionError
from railbird.game import CALL, Action, ActionKind, Event, Game, SeededDealing, View, limit, nolimit, raise_to
from railbird.game.events import HoleCardsDealt
from railbird.histories.hand_line import hand_line
from tests.game.play import GAMES

HANDS = 40


class Caller(Bot):
    """Calls, and records its final view of every hand."""

    seen: list[str]

    def start_match(self, match: object) -> None:
        self.seen = []

    def act(self, view: View) -> Choice:
        return CALL

    def end_hand(self, view: View) -> None:
        self.seen.append(str(view))


class Wild(Bot):
    """Acts at random, like the opponents of check_bot."""

    seed = 0
    _choose: _AtRandom

    def start_hand(self, view: View) -> None:
        self._choose = _AtRandom(random.Random(f"{self.seed}/{self.streams.hand}"))

    def act(self, view: View) -> Choice:
        return self._choose._action(view)


@pytest.mark.parametrize("game", [limit(), nolimit(stack="50bb")], ids=str)
def test_match_check_terminal_and_stepped_run_play_the_same_hands(game: Game) -> None:
    definition = match_of([Caller, Wild], game=game, hands=HANDS, seed=11)
    leg = definition.leg(0)
    Wild.seed = leg.cards_seed

    match = LegRunner(definition, leg).run(1e9)

    stepped = []
    bots = [Caller(), Wild()]
    bots[0].start_match(MatchStart(game, ("caller", "wild"), 0))
    seats = [SeatedBot(bot) for bot in bots]
    for number in range(HANDS):
        order = [number % 2, (number + 1) % 2]
        driver = HandDriver(game, SeededDealing(leg.cards_seed).deal(game, number))
        for position, entrant in enumerate(order):
            seats[entrant].deal_in(driver, position, Streams(leg.streams_seed, number, entrant))
        for _ in drive(driver, [seats[entrant] for entrant in order]):
            pass
        stepped.append(hand_line(driver.finished(), driver.payoffs))
    assert stepped == match.hands

    lines: list[str] = []

    class Taken(MatchRecord):
        def add(self, chunk: Chunk) -> None:
            lines.extend(chunk.hands)

    options = SessionOptions(bots=[Entrant(Wild).bot], game=game, hands=HANDS, seed=11, hints=False)
    session = Session(options, console=Console(file=io.StringIO()), source=io.StringIO("c\n" * 10_000))
    session.play(Taken(session.definition), {})
    assert lines == match.hands

    made: list[Caller] = []

    def make() -> Caller:
        made.append(Caller())
        return made[-1]

    assert check_bot(make, games=(game,), hands=HANDS, seed=leg.cards_seed).passed
    checked = next(bot.seen for bot in made if getattr(bot, "seen", []))
    assert isinstance(bots[0], Caller)
    assert checked[:HANDS] == bots[0].seen


class Draws(Bot):
    """Acts by its random stream and by the events so far."""

    learns = True

    def start_match(self, match: object) -> None:
        self.events: list[Event] = []

    def observe(self, event: Event) -> None:
        self.events.append(event)

    def act(self, view: View) -> Choice:
        legal = view.legal
        if legal.most_raise and (self.random.random() < 0.4) ^ (len(self.events) % 3 == 0):
            return raise_to(legal.least_raise)
        return "f" if legal.call and self.random.random() < 0.1 else "c"


def table(number: int) -> tuple[HandDriver, list[SeatedBot]]:
    game = limit(2 + number % 5)
    driver = HandDriver(game, SeededDealing(5).deal(game, number))
    seats = [SeatedBot(Draws()) for _ in range(game.players)]
    for position, seat in enumerate(seats):
        seat.bot.start_match(MatchStart(game, driver.players, position))
        seat.deal_in(driver, position, Streams(5, number, position))
    return driver, seats


def test_a_thousand_tables_stepped_in_turn_play_the_same_hands_as_one_after_another() -> None:
    alone = []
    for number in range(1_000):
        driver, seats = table(number)
        play_hand(driver, seats)
        alone.append(str(driver.finished()))
    tables = [table(number) for number in range(1_000)]
    running = [drive(driver, seats) for driver, seats in tables]
    choose = random.Random(1)
    while running:
        choose.shuffle(running)
        running = [steps for steps in running if next(steps, "over") != "over"]
    assert [str(driver.finished()) for driver, _ in tables] == alone


@pytest.mark.parametrize("name", GAMES)
def test_each_seat_gets_every_event_once_and_in_order_whenever_it_asks(name: str) -> None:
    game, choose = GAMES[name], random.Random(name)
    for number in range(15):
        driver = HandDriver(game, SeededDealing(2).deal(game, number))
        events: list[list[Event]] = [[] for _ in range(game.players)]
        others = _AtRandom(choose)
        while driver.turn is not None:
            for position in range(game.players):
                if choose.random() < 0.3:
                    events[position] += driver.events(position)
            others.move(driver)
        for position in range(game.players):
            events[position] += driver.events(position)
            assert driver.events(position) == []
            assert tuple(events[position]) == driver.view(position).events


def test_a_seat_that_asks_late_does_not_see_what_others_were_dealt() -> None:
    driver = HandDriver(limit(3), SeededDealing(2).deal(limit(3), 0))
    while driver.turn is not None:
        driver.submit("c")
    for position in range(3):
        dealt = [event for event in driver.events(position) if isinstance(event, HoleCardsDealt)]
        assert [event.cards is not None for event in dealt] == [each == position for each in range(3)]


def test_an_illegal_choice_changes_nothing() -> None:
    driver = HandDriver(nolimit(), SeededDealing(2).deal(nolimit(), 0))
    before = driver.view(1)
    for choice in ("r1", "r", "r99999999", "all in", Action(ActionKind.RAISE, 3), Decision(raise_to(-5))):
        with pytest.raises(ActionError):
            driver.submit(choice)
    with pytest.raises(TypeError, match=r"act\(\) returned None"):
        driver.submit(None)  # type: ignore[arg-type]
    with pytest.raises(ActionError, match="the hand is not over: its cards are sealed"):
        driver.finished()
    assert driver.view(1) == before
    assert driver.turn == before.actor


class Text(str):
    __slots__ = ()


class Boolean(Action):
    """An action of another class."""


@pytest.mark.parametrize(
    ("choice", "action"),
    [
        (Text("r300"), raise_to(300)),
        (Action(ActionKind.RAISE, np.int64(300)), raise_to(300)),  # type: ignore[arg-type]
        (Boolean(ActionKind.CALL), CALL),
        (Decision(raise_to(300)), raise_to(300)),
        (Decision("c"), CALL),  # type: ignore[arg-type]
    ],
)
def test_choices_become_plain_actions(choice: Any, action: Action) -> None:
    assert type(chosen_action(choice)) is Action
    assert chosen_action(choice) == action


@pytest.mark.parametrize("choice", [7, 2.5, b"c", ("c",), Action(ActionKind.RAISE, 2.5), object()])  # type: ignore[arg-type]
def test_other_choices_are_refused(choice: Any) -> None:
    with pytest.raises((ActionError, TypeError)):
        chosen_action(choice)


def test_a_player_who_cannot_act_pays_nothing() -> None:
    driver = HandDriver(limit(), SeededDealing(2).deal(limit(), 0))
    driver.submit("c")
    driver.check_or_fold()
    assert driver.turn is not None
    driver.submit("r")
    driver.check_or_fold()
    assert driver.over
    assert sorted(driver.payoffs) == [-10, 10]
