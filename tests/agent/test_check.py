"""check_bot detects faulty bots."""

import random
import sys
from collections.abc import Mapping

import pytest

from railbird.agent import Bot, BotReport, Decision, HandDriver, check_bot
from railbird.bots.always import AlwaysCall
from railbird.bots.chump import ChumpBot
from railbird.bots.simple import SimpleBot
from railbird.game import CALL, Action, Event, Game, View, kuhn, raise_to


def failed(report: BotReport) -> list[str]:
    return [check.name for check in report.checks if not check.passed]


@pytest.mark.parametrize("kind", [AlwaysCall, SimpleBot, ChumpBot])
def test_good_bots_pass(kind: type[Bot]) -> None:
    report = check_bot(kind, hands=40)
    assert report.passed, str(report)
    assert report.checks[-1].name == "time"


class Raises(Bot):
    def act(self, view: View) -> Decision:
        return Decision(raise_to(1))


class Nonsense(Bot):
    def act(self, view: View) -> str:
        return "all in!"


class Crashes(Bot):
    def act(self, view: View) -> Decision:
        raise KeyError("lost")


class Nothing(Bot):
    pass


class Rolls(Bot):
    """Takes its randomness from somewhere other than its streams."""

    def act(self, view: View) -> Action | str:
        raises = view.legal.most_raise and random.random() < 0.3
        return raise_to(view.legal.least_raise) if raises else CALL


class Remembers(Bot):
    """Changes from hand to hand without setting ``learns``."""

    seen = 0

    def act(self, view: View) -> Action | str:
        self.seen += 1
        return raise_to(view.legal.least_raise) if self.seen % 3 == 0 and view.legal.most_raise else CALL


class Forgets(Remembers):
    """Sets ``learns``, but saves nothing."""

    learns = True


class SavesText(Forgets):
    def save(self) -> dict[str, bytes]:
        return {"": "text"}  # type: ignore[dict-item]

    def load(self, learned: Mapping[str, bytes]) -> None:
        pass


class BadOdds(Bot):
    def act(self, view: View) -> Decision:
        return Decision(CALL, {CALL: 0.5})


class Peeks(Bot):
    """Walks up the frames to the driver of the hand."""

    def act(self, view: View) -> Action | str:
        frame = sys._getframe()
        while frame.f_back:
            frame = frame.f_back
            for value in frame.f_locals.values():
                if isinstance(value, HandDriver):
                    # The driver hides everything; this test's back door is the view of another seat.
                    other = value.view((view.position + 1) % len(view.players))
                    if other.hole_cards[0].rank > 6 and view.legal.most_raise:
                        return raise_to(view.legal.least_raise)
        return CALL


@pytest.mark.parametrize(
    ("kind", "check", "detail"),
    [
        (Raises, "acts legally", "r1"),
        (Nonsense, "acts legally", "all in!"),
        (Crashes, "acts legally", "KeyError: 'lost'"),
        (Nothing, "acts legally", "Nothing does not define how it acts"),
        (Rolls, "same seed, same decisions", "in a second run"),
        (Remembers, "keeps no memory between hands", "set learns = True"),
        (Forgets, "continues from what it saved", "after save and load"),
        (SavesText, "continues from what it saved", "bytes by player id"),
        (BadOdds, "acts legally", "do not sum to 1"),
        (Peeks, "ignores hidden cards", "hold other cards"),
    ],
)
def test_bad_bots_fail_the_check_they_break(kind: type[Bot], check: str, detail: str) -> None:
    report = check_bot(kind, hands=60)
    assert failed(report)[0] == check
    assert detail in str(report)


def test_something_that_is_not_a_bot_is_reported() -> None:
    assert "not a subclass" in str(check_bot(lambda: 7))  # type: ignore[arg-type, return-value]

    def broken() -> Bot:
        raise ValueError("no settings")

    assert "ValueError: no settings" in str(check_bot(broken))


def test_a_bot_is_checked_only_in_games_that_it_plays() -> None:
    class Holdem(AlwaysCall):
        def plays(self, game: Game) -> bool:
            return game.hole_cards == 2

    assert check_bot(Holdem, hands=10).passed
    assert failed(check_bot(Holdem, games=[kuhn()], hands=10)) == ["plays a game"]


def test_observers_see_every_event_but_not_the_cards_of_others() -> None:
    class Watches(AlwaysCall):
        def observe(self, event: Event) -> None:
            cards = getattr(event, "cards", None)
            if type(event).__name__ == "HoleCardsDealt":
                mine = event.player == self.look().position  # type: ignore[union-attr]
                assert (cards == self.look().hole_cards) if mine else cards is None

    report = check_bot(Watches, hands=20)
    assert report.passed, str(report)
