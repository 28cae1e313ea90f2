"""NewBot: what it searches with, what it plays, and what it shows."""

from __future__ import annotations

import pytest

from railbird.agent import Decision, MatchStart, Streams, check_bot
from railbird.arena import DealingScheme, play_match
from railbird.bots.newbot import NewBot, NewBotSettings, PlayedBy
from railbird.gallery import parse_bot
from railbird.game import CALL, FOLD, ActionKind, Game, Hand, limit, nolimit, parse_game, raise_to
from railbird.models.predictors.sizing import SizingPredictor
from railbird.search.betting_search import ActionReport, BettingBackup
from tests.driving import decision_of

QUICK = "newbot(iterations=60)"


def decision(game: str, deal: str, actions: str, **settings: object) -> Decision:
    return decision_of(NewBot(NewBotSettings(**settings)), game, deal, actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["limit", "nolimit", "limit(players=3)", "nolimit(players=6, stack=20bb)"])
def test_it_passes_the_check(game: str) -> None:
    report = check_bot(parse_bot(QUICK).make, hands=3, games=[parse_game(game)])
    assert report.passed, str(report)


@pytest.mark.parametrize("game", ["limit", "nolimit(stack=100bb)"])
def test_the_nuts_are_raised(game: str) -> None:
    best = decision(game, "7c2d AhKh / QhJhTh / 2s / 4d", "c c / c c / c c / c ", iterations=500)
    assert best.action.kind is ActionKind.RAISE


def test_a_hopeless_hand_folds_to_a_bet() -> None:
    worst = decision("limit", "AhAd 3c2d / AsKs7h / 9d / Jc", "c c / c c / c c / r", iterations=1000)
    assert worst.action == FOLD
    assert worst.values[FOLD] == 0
    assert worst.values[CALL] < 0


def test_mcts_review_18_every_backup_and_selection_can_be_switched() -> None:
    hand = ("nolimit", "AhTh 7c2d / QhJh3s / 2s / 4d", "c c / ")
    values = {
        (backup, uncertainty, sampled): tuple(
            decision(*hand, iterations=300, backup=backup, uncertainty=uncertainty, sampled=sampled).values.values()
        )
        for backup in BettingBackup
        for uncertainty in (0.0, 1.0)
        for sampled in (0, 20)
    }
    assert len(set(values.values())) == len(values)


def test_the_lower_bound_prefers_what_is_known() -> None:
    bot, careful = NewBot(), NewBot(NewBotSettings(play=PlayedBy.BOUND))
    reports = [ActionReport(CALL, 900, 10.0, 1.0), ActionReport(raise_to(300), 20, 12.0, 5.0)]
    assert bot._move(reports) == raise_to(300)
    assert careful._move(reports) == CALL
    assert bot._move([]) == CALL


def test_it_explains_its_search() -> None:
    shown = {fact.name: fact for fact in decision("limit", "7c2d AhTh / QhJh3s / 2s / 4d", "c c / c ").facts}
    assert shown["iterations"].value == NewBotSettings().iterations
    assert "visits" in str(shown["search of c"].value)
    assert "±" in str(shown["search of r10"].value)
    assert shown["principal variation"].private
    assert any(name.endswith("may hold") for name in shown)
    assert any(name.endswith("facing a bet") for name in shown)


def test_it_learns_how_large_raises_are() -> None:
    bot, game = NewBot(), nolimit()
    bot.start_match(MatchStart(game, ("me", "ann"), 0))
    hand = Hand(game, "AhTh 7c2d / QhJh3s / 2s / 4d", players=("me", "ann"))
    bot.streams = Streams(3, 0, 0)
    bot.start_hand(hand.view(0))
    hand.play("r300 c / c r1200 f")  # the first is a pot in the pot after the call, the second two pots
    bot.end_hand(hand.view(0))
    predictor = bot.models.predictor("ann")
    assert isinstance(predictor, SizingPredictor)
    assert predictor.sizes.counts.tolist() == [0, 1, 1]
    again = NewBot()
    again.start_match(MatchStart(game, ("me", "ann"), 0))
    again.load(bot.save())
    loaded = again.models.predictor("ann")
    assert isinstance(loaded, SizingPredictor)
    assert (loaded.sizes.counts == predictor.sizes.counts).all()


def test_it_has_no_model_of_itself() -> None:
    bot, game = NewBot(NewBotSettings(iterations=20)), nolimit(3)
    bot.start_match(MatchStart(game, ("me", "ann", "bob"), 0))
    hand = Hand(game, "AhTh 7c2d KsQs / QhJh3s / 2s / 4d", players=("me", "ann", "bob"))
    bot.streams = Streams(3, 0, 0)
    bot.start_hand(hand.view(0))
    hand.play("f")
    bot.act(hand.view(0))
    hand.play("r300 c")
    bot.act(hand.view(0))
    assert set(bot.save()) == {"ann", "bob"}


def test_by_the_clock_it_cannot_be_repeated() -> None:
    assert NewBot().repeatable
    assert not NewBot(NewBotSettings(seconds=0.01)).repeatable
    assert decision("limit", "AhTh 7c2d / QhJh3s / 2s / 4d", "c c / ", seconds=0.01).values


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"iterations": 0}, "iterations"),
        ({"exploration": -1.0}, "exploration"),
        ({"uncertainty": float("nan")}, "uncertainty"),
        ({"bins": 0}, "bins"),
        ({"seconds": -1.0}, "seconds"),
        ({"sizes": "33%/a"}, "ascending order"),
        ({"sizes": "1+0.5"}, "ascending order"),
        ({"sizes": "0"}, "one to six numbers"),
        ({"predictor": "oracle"}, "predictor must be one of"),
    ],
)
def test_wrong_settings_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        NewBotSettings(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [limit(), nolimit()], ids=str)
def test_it_beats_a_calling_station(game: Game) -> None:
    result = play_match([QUICK, "always-call"], game=game, hands=30, seed=5, dealing=DealingScheme.DUPLICATE)
    assert result["newbot"].rate.mean > 0
