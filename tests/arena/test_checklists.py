"""Items of the sources' checklists for the arena."""

from __future__ import annotations

import pytest

from railbird.agent import Bot, Decision
from railbird.arena import DealingScheme, play_match
from railbird.arena.leg import LegRunner
from railbird.arena.results import Payoffs
from railbird.bots.simple import SimpleBot, SimpleSettings
from railbird.gallery import parse_bot
from railbird.game import CALL, Event, Hand, View
from railbird.game.events import CardsMucked, CardsShown
from railbird.policies import check_or_fold, opponents, raise_by_pot
from railbird.stats import win_rate
from railbird.strength import one_hand
from tests.arena.matches import Counts, match, spec_of


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        # Strength on the river, in the order of showing: best, middle, worst; then middle, best, worst.
        ("AhAd KhKd 7c6d / Qc9s8h / 2s / 4d", [0]),
        ("KhKd AhAd 7c6d / Qc9s8h / 2s / 4d", [0, 1]),
    ],
)
def test_lain_29_players_see_only_what_was_shown(cards: str, shown: list[int]) -> None:
    """Players show in order; a hand beaten by an earlier one stays hidden, also in the other players' views."""
    hand = Hand.parse(f"limit(players=3, showing=muck); {cards}; c c c / c c c / c c c / c c c")
    for position in range(3):
        view = hand.view(position)
        assert sorted(view.shown) == shown
        events = [event for event in view.events if isinstance(event, (CardsShown, CardsMucked))]
        assert [event.player for event in events if isinstance(event, CardsShown)] == shown
        for other in range(3):
            seen = bool(view.hole_bytes[other])
            assert seen == (other == position or other in shown)


def test_lain_29_observers_of_a_match_see_only_what_was_shown() -> None:
    seen: list[Event] = []

    class Watches(Bot):
        def observe(self, event: Event) -> None:
            seen.append(event)

        def act(self, view: View) -> Decision:
            return Decision(CALL)

    game = "limit(players=3, showing=muck)"
    definition = match(spec_of(Watches).kind, "always-call", "always-call", game=game, hands=60)
    LegRunner(definition, next(definition.legs())).run(100)
    assert any(isinstance(event, CardsMucked) for event in seen)
    assert any(isinstance(event, CardsShown) for event in seen)


def test_lain_35_a_match_has_line_up_seed_button_curve_and_errors() -> None:
    definition = match("simple", "simple(bluff=off)", "always-call", hands=300)
    result = play_match(definition)
    assert result.hands == 300
    assert all(each.rate.standard_error > 0 for each in result.players)
    assert sum(each.rate.mean for each in result.players) == pytest.approx(0)


def test_saukonoja_39_the_same_seed_gives_the_same_decisions() -> None:
    one, two, other = (play_match(match("simple", "random", hands=200, seed=seed)).players for seed in (5, 5, 6))
    assert one == two
    assert one != other


def test_saukonoja_42_duplicate_deals_vary_less_than_plain_ones() -> None:
    """The same number of hands for the same pair; each deal is played again with the cards swapped."""
    plain = play_match(match("simple", "simple(bluff=off)", hands=2000)).players[0].rate
    swapped = match("simple", "simple(bluff=off)", hands=1000, dealing=DealingScheme.DUPLICATE)
    duplicate = play_match(swapped).players[0].rate
    assert duplicate.standard_error < 0.85 * plain.standard_error


def test_saukonoja_43_learning_is_cleared_between_short_matches() -> None:
    series = match(Counts, "random", hands=40, replicates=3)
    legs = list(series.legs())
    chunks = [LegRunner(series, leg).run(100) for leg in legs]
    assert all(chunk.learned[0] for chunk in chunks)
    again = LegRunner(series, legs[2]).run(100)  # alone, without the two before it
    assert again.hands == chunks[2].hands
    assert again.learned == chunks[2].learned


def test_saukonoja_48_parts_can_be_used_alone_and_replaced() -> None:
    """Strength, policy helpers, bot, settings and match can each be created on their own."""
    hand = Hand.parse("limit; AhKh QsJd / QhJhTh / 9s / 4d; r c")
    view = hand.view(0)
    assert one_hand(view.hole_cards, view.board).hs == 1
    assert opponents(view) == 1
    assert str(raise_by_pot(view, 0.5)) == "r10"
    assert check_or_fold(view) == CALL
    changed = SimpleBot(SimpleSettings(trash_call=1.0))
    assert changed.settings.trash_call == 1
    assert parse_bot("simple(trash_call=1.0)").make().settings == changed.settings


def test_win_rates_of_learners_are_judged_by_replicates() -> None:
    """The standard error is that of five means, not of five hundred dependent hands."""
    definition = match(Counts, "random", hands=100, replicates=5)
    reports: list[Payoffs] = []
    rate = play_match(definition, report=reports.append).players[0].rate
    means = reports[-1].samples(by_replicate=True)[:, 0]
    assert len(means) == 5
    assert rate == win_rate(means)
    steady = match("always-call", "random", hands=100, replicates=5)
    assert play_match(steady, report=reports.append).players[0].rate == win_rate(
        reports[-1].samples(by_replicate=False)[:, 0]
    )
