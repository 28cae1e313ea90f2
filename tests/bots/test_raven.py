"""Raven: what it plays, what it learns, and what it shows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.agent import Decision, check_bot
from railbird.arena import play_match
from railbird.bots.raven import Raven, RavenSettings
from railbird.errors import ModelError
from railbird.game import CALL, FOLD, ActionKind, Hand, parse_game, raise_to
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.search.betting_search import ActionReport
from tests.driving import decision_of


def quick() -> Raven:
    return Raven(RavenSettings(iterations=60))


def decision(game: str, deal: str, actions: str, bot: Raven | None = None) -> Decision:
    return decision_of(bot or Raven(), game, deal, actions)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["limit(players=3)", "limit(players=10)", "nolimit", "nolimit(players=6, stack=20bb)"])
def test_it_passes_the_check(game: str) -> None:
    report = check_bot(quick, hands=3, games=[parse_game(game)])
    assert report.passed, str(report)


def test_the_nuts_are_raised() -> None:
    best = decision("limit", "7c2d AhKh / QhJhTh / 2s / 4d", "c c / c c / c c / c ")
    assert best.action.kind is ActionKind.RAISE


def test_a_hopeless_hand_folds_to_a_bet() -> None:
    worst = decision("limit", "AhAd 3c2d / AsKs7h / 9d / Jc", "c c / c c / c c / r")
    assert worst.action == FOLD
    assert worst.values[FOLD] == 0
    assert worst.values[CALL] < 0


def test_parts_can_be_switched_off() -> None:
    text = ("limit", "7c2d AhTh / QhJh3s / 2s / 4d", "r c / r ")
    plain, blind, fixed = Raven(), Raven(RavenSettings(reading=False)), Raven(RavenSettings(learning=False))
    values = [tuple(decision(*text, bot).values.values()) for bot in (plain, blind, fixed)]
    assert len(set(values)) == 3
    (opponent,) = blind.reader.opponents.values()
    assert opponent.likely()[opponent.possible] == pytest.approx(1 / opponent.possible.sum())
    (reading,) = fixed.reader.readings.values()
    assert len(reading.weights) == len(reading.constants.blinds)
    assert not any("frequencies" in name for name in reading.state())
    assert reading.type_shares == pytest.approx(1 / len(reading.types))


def test_it_pays_a_little_to_see_an_answer_that_it_has_never_seen() -> None:
    text = ("limit", "7c2d AhTh / QhJh3s / 2s / 4d", "c c / c ")
    view = Hand.parse("limit; 7c2d AhTh / QhJh3s; c c / c").view(1)
    bot = Raven()
    decision(*text, bot)
    call, bet = ActionReport(CALL, 300, 5.0, 0.1), ActionReport(raise_to(10), 300, 4.5, 0.1)
    assert bot._best(view, [call, bet]) == raise_to(10)
    (reading,) = bot.reader.readings.values()
    reading.counts[1, 1, ActionKind.FOLD] = 100
    assert bot._best(view, [call, bet]) == CALL
    assert bot._best(view, []) == CALL


@pytest.mark.parametrize("sizes", ["1+0.5", "a", "0"])
def test_sizes_that_are_none_are_refused(sizes: str) -> None:
    with pytest.raises(ValueError, match="sizes must be"):
        RavenSettings(sizes=sizes)


def test_raises_in_no_limit_games_are_of_sizes_that_it_counts() -> None:
    bot = Raven()
    seen = decision("nolimit(stack=100bb)", "7c2d AhTh / QhJh3s / 2s / 4d", "r300 c / r600 ", bot)
    assert sum(action.kind is ActionKind.RAISE for action in seen.values) > 1
    (reading,) = bot.reader.readings.values()
    assert reading.sizes.counts.tolist() == [0, 1, 0]  # a bet of the pot


def test_hidden_cards_change_nothing() -> None:
    seen = [decision("limit", f"{hidden} AhTh / QhJh3s / 2s / 4d", "r c / r ") for hidden in ("7c2d", "KsKd")]
    assert seen[0] == seen[1]
    assert [fact.value for fact in seen[0].facts] == [fact.value for fact in seen[1].facts]


def test_it_explains_what_it_thinks() -> None:
    shown = {fact.name: fact for fact in decision("limit", "7c2d AhTh / QhJh3s / 2s / 4d", "c c / c ").facts}
    assert "visits" in str(shown["search of c"].value)
    assert any(name.endswith("may hold") for name in shown)
    assert any(name.endswith("facing a bet") for name in shown)
    assert any(name.endswith("is like") for name in shown)
    assert all(fact.private for fact in shown.values())


def learned() -> dict[str, bytes]:
    bot = quick()
    play_match([bot, "always-raise"], game="limit", hands=30, seed=2, progress=False)
    return bot.save()


@pytest.mark.slow
def test_what_it_learned_is_saved_loaded_and_portrayed() -> None:
    records = learned()
    bot = quick()
    bot.load(records)
    assert bot.save() == records
    assert all(len(record) < 200_000 for record in records.values())
    (portrait,) = bot.portraits()
    assert portrait.player == "always-raise"
    assert portrait.actions > 0
    (reading,) = bot.reader.readings.values()
    assert reading.types.names[int(reading.type_shares.argmax())] == "always-raise"


def test_damaged_records_are_refused_and_change_nothing() -> None:
    bot = quick()
    bot.reader.reading("a")
    (good,) = bot.save().values()
    head, parts = read_arrays(good, "a")
    for wrong in (
        b"nothing",
        good[:-100],
        write_arrays({"railbird": "something"}, parts),
        write_arrays({**head, "types": "nolimit.types"}, parts),
        write_arrays(head, {**parts, "types": np.zeros(1)}),
        write_arrays(head, {name: part for name, part in parts.items() if name != "counts"}),
    ):
        with pytest.raises(ModelError, match="the record about b"):
            bot.load({"a": good, "b": wrong})
    assert list(bot.save()) == ["a"]


def test_a_file_of_types_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        RavenSettings(types=str(tmp_path / "none"))
