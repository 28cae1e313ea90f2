"""Peregrine: an equilibrium at first, then responses as far as they pay and as far as they are safe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction import load_strategies, save_strategies
from railbird.abstraction.strategy_file import WHOLE
from railbird.agent import Choice, Decision
from railbird.agent.clock import OutOfTime
from railbird.arena import play_match
from railbird.bots.peregrine import Peregrine, PeregrineSettings
from railbird.bots.peregrine.study import OpponentStudy
from railbird.errors import BotError, GameError, ModelError
from railbird.gallery import parse_bot
from railbird.game import View, leduc, limit, parse_game
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.solve.buckets import EquilibriumBuild, parse_plan
from railbird.solve.buckets.mixture import mixture
from railbird.solve.counter.buckets import what_it_is_worth_in_buckets
from railbird.solve.counter.gradual import GradualResponse

QUICK = {"first": 50, "every": 500, "iterations": 20}
"""Responses are solved early and often."""
WORK = 24
"""Hands from the one after which a response is begun to the one after which it plays: set-up, iterations, and more."""


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An equilibrium of Leduc hold'em, which Peregrine plays like any abstract game."""
    path = tmp_path_factory.mktemp("peregrine") / "leduc.strategy"
    EquilibriumBuild(parse_plan("leduc; buckets(by=class); to=1mb, keep_tables=on"), path).run()
    return path


def spec(path: Path, **settings: object) -> str:
    given = QUICK | settings
    return f"peregrine({', '.join(f'{name}={value}' for name, value in given.items())}, strategy={path})"


class Watched(Peregrine):
    """Lets a test look at each hand."""

    seen: list[tuple[int, float, bool]]

    def start_hand(self, view: View) -> None:
        super().start_hand(view)
        if not hasattr(self, "seen"):
            self.seen = []
        self.seen.append((self._study_at(view).hands, self._weight, self._responds))


def watched(path: Path, **settings: object) -> Watched:
    return Watched(PeregrineSettings(strategy=str(path), **(QUICK | settings)))  # type: ignore[arg-type]


def test_it_plays_the_equilibrium_until_it_knows_more() -> None:
    mine = play_match(["peregrine", "simple"], game="limit", hands=150, seed=4)
    kestrels = play_match(["kestrel", "simple"], game="limit", hands=150, seed=4)
    assert np.array_equal(mine.chips, kestrels.chips)


def test_it_wins_more_than_the_equilibrium_from_a_weak_player(small: Path) -> None:
    equilibrium = play_match([f"kestrel(strategy={small})", "always-call"], game="leduc", hands=3000, seed=1)
    mine = play_match([spec(small), "always-call"], game="leduc", hands=3000, seed=1)
    late = slice(1000, None)
    assert mine.chips[late, 0].mean() > equilibrium.chips[late, 0].mean() + 0.2
    assert not mine.faults


def test_without_safety_the_response_plays_every_hand_once_there_is_one(small: Path) -> None:
    bot = watched(small, safety="off")
    play_match([bot, "random"], game="leduc", hands=150, seed=2)
    assert all(weight == 0 and not responds for hands, weight, responds in bot.seen if hands < 50 + WORK)
    assert all(weight == 1 and responds for hands, weight, responds in bot.seen if hands >= 50 + WORK)


def test_a_response_plays_when_one_stage_after_each_hand_has_solved_it(small: Path) -> None:
    bot = watched(small, iterations=30)
    play_match([bot, "random"], game="leduc", hands=120, seed=2)
    assert next(hands for hands, weight, _ in bot.seen if weight > 0) == 50 + 34


@pytest.mark.parametrize("bound", [0, 20, 200])
def test_with_a_bound_it_is_never_more_exploitable(small: Path, bound: int) -> None:
    """The exploitability of what it plays, computed exactly every 50 hands while it learns."""
    measured = []

    class Measured(Watched):
        def end_hand(self, view: View) -> None:
            super().end_hand(view)
            study = self._study_at(view)
            if study.hands % 50 == 40 and study.response is not None:
                weight, mine = self.weight_of(study), self.abstract
                played = mixture(mine.equilibrium, study.response.strategy, weight)
                lost = what_it_is_worth_in_buckets(mine.game, played, mine.equilibrium)[1]
                measured.append((lost - mine.exploitability, weight))

    bot = Measured(PeregrineSettings(strategy=str(small), safety=str(bound), **QUICK))
    play_match([bot, "always-fold"], game="leduc", hands=1500, seed=5)
    assert len(measured) > 20
    in_chips = bound * 1 / 1000  # Leduc has no blinds: thousandths of a chip
    assert max(more for more, _ in measured) <= in_chips + 1e-6
    assert (max(weight for _, weight in measured) > 0) == (bound > 0)


def test_the_judge_leaves_the_cards_to_the_equilibrium_when_the_response_loses(small: Path) -> None:
    """After 1,500 hands an opponent who folded to every bet calls every bet: bluffs no longer pay."""
    bot = watched(small, pmax=1, doubt=0.01, memory=600, first=700, every=10_000)
    turned = "turncoat(first=always-fold, then=always-call, after=1500)"
    play_match([bot, turned], game="leduc", hands=2100, seed=3)
    before = [plays for hands, _, plays in bot.seen if 1200 < hands < 1500]
    after = [plays for hands, _, plays in bot.seen if hands > 1750]
    assert sum(before) / len(before) > 0.8
    assert sum(after) / len(after) < 0.3


@pytest.mark.parametrize("failure", [MemoryError(), RuntimeError("native"), GameError("no room")])
def test_a_solver_that_fails_never_costs_a_hand(
    small: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    advance, calls = GradualResponse.advance, [0]

    def failing(self: GradualResponse) -> None:
        calls[0] += 1
        if calls[0] > 30:  # the first response is solved, the second fails half-way
            raise failure
        advance(self)

    monkeypatch.setattr(GradualResponse, "advance", failing)
    bot = watched(small, safety="off")
    result = play_match([bot, "random"], game="leduc", hands=600, seed=2)
    study = bot.study_of("random")
    assert not result.faults
    assert study.failures == 2
    assert study.response is not None
    assert study.response.hands == 50
    assert bot.seen[-1][2]


def test_a_response_that_wins_less_than_the_equilibrium_is_not_played(small: Path) -> None:
    bot = watched(small, iterations=1, safety="off")
    play_match([bot, f"kestrel(strategy={small})"], game="leduc", hands=220, seed=2)
    study = bot.study_of(next(iter(bot._studies)))
    assert study.response is None
    assert study.failures == 2


@pytest.mark.parametrize("hands", [40, 50, 51, 60, 73, 74, 300])
def test_a_study_goes_on_where_it_was_saved(small: Path, hands: int) -> None:
    """Cut off after some hands, with or without a response at work: what follows is the same."""
    whole = watched(small)
    play_match([whole, "random"], game="leduc", hands=hands, seed=7)
    saved = whole.save()

    def go_on(bot: Watched) -> dict[str, bytes]:
        play_match([bot, "random"], game="leduc", hands=60, seed=8)
        return bot.save()

    class Again(Watched):
        def start_match(self, match: object) -> None:
            super().start_match(match)  # type: ignore[arg-type]
            self.load(saved)

    again = Again(whole.settings)
    assert go_on(again) == go_on(whole)
    assert again.seen[-60:] == whole.seen[-60:]


def records(path: Path) -> Iterator[tuple[bytes, str]]:
    """Records that cannot be used, and what is said about them."""
    bot = watched(path)
    play_match([bot, "random"], game="leduc", hands=80, seed=7)
    good = bot.save()["random"]
    head, parts = read_arrays(good, "it")
    yield b"", "not a saved model"
    yield good[: len(good) // 2], "not a saved model"
    yield write_arrays(head | {"railbird": "poki"}, parts), "is not one of peregrine"
    yield write_arrays(head | {"game": "another"}, parts), "of another abstract game"
    yield write_arrays(head | {"lead": [0, 0, 0, 0]}, parts), "cannot be read"
    yield write_arrays(head | {"response": [50, 1.0, float("nan")]}, parts), "is not a number"
    yield write_arrays(head | {"response": [50, 1.0, -1e9]}, parts), "is not a number"
    yield write_arrays(head | {"response": [500, 1.0, 1.0]}, parts), "is not a number"
    yield write_arrays(head, parts | {"seen": parts["seen"] + 10**6}), "of another abstract game"
    yield write_arrays(head, parts | {"counts": -parts["counts"]}), "0 or more"
    yield write_arrays(head, parts | {"response": parts["response"][:20]}), "cannot be read"
    yield write_arrays(head | {"begun": True}, parts), "cannot be read"


def test_records_that_are_damaged_or_of_another_bot_are_refused_whole(small: Path) -> None:
    bot = watched(small)
    for record, message in records(small):
        with pytest.raises(ModelError, match=message):
            bot.load({"ann": record})
        assert bot.save() == {}


def test_files_that_are_damaged_or_without_tables_are_refused(small: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.strategy"
    damaged.write_bytes(small.read_bytes()[:-100])
    with pytest.raises(BotError, match="damaged or was cut off"):
        parse_bot(f"peregrine(strategy={damaged})").make()
    without = tmp_path / "without.strategy"
    parts = load_strategies(small)
    parts[WHOLE].extras = {}
    save_strategies(without, parts)
    with pytest.raises(BotError, match="without joint tables: build one with railbird equilibrium build"):
        parse_bot(f"peregrine(strategy={without})").make()
    wrong = tmp_path / "wrong.strategy"
    parts = load_strategies(small)
    parts[WHOLE].extras["wins"] = parts[WHOLE].extras["wins"] + 1
    save_strategies(wrong, parts)
    with pytest.raises(BotError, match="not probabilities"):
        parse_bot(f"peregrine(strategy={wrong})").make()
    with pytest.raises(BotError, match="No such file"):
        parse_bot("peregrine(strategy=nowhere.strategy)").make()


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("safety=maybe", "safety must be off, judged, or 0 to 1000000 mb/g, not 'maybe'"),
        ("safety=-1", "safety must be off, judged"),
        ("pmax=1.5", "pmax must be"),
        ("doubt=0", "doubt must be"),
        ("iterations=300", "must end before the next response"),
    ],
)
def test_settings_outside_their_range_are_refused(setting: str, message: str) -> None:
    with pytest.raises(BotError, match=re.escape(message)):
        parse_bot(f"peregrine({setting})").make()


def test_it_refuses_games_that_it_cannot_play() -> None:
    bot = Peregrine()
    assert bot.refusal(limit()) == ""
    assert "heads-up" in bot.refusal(limit(players=3))
    assert "limit" in bot.refusal(parse_game("nolimit"))
    assert "hold'em" in bot.refusal(leduc())
    assert "showdown" in bot.refusal(parse_game("limit(showing=muck)"))


def test_every_decision_says_who_plays(small: Path) -> None:
    told = []

    class Telling(Watched):
        def act(self, view: View) -> Choice:
            choice = super().act(view)
            assert isinstance(choice, Decision)
            told.append({fact.name: fact.value for fact in choice.facts})
            return choice

    bot = Telling(PeregrineSettings(strategy=str(small), safety="off", **QUICK))
    play_match([bot, "always-call"], game="leduc", hands=100, seed=7)
    assert told[0]["plays"] == "the equilibrium, after 0 hands"
    assert told[-1]["plays"] == "the response to 50 hands"
    assert told[-1]["weight of the response"] == 1


def test_solving_takes_time_only_while_a_response_is_at_work(small: Path) -> None:
    spent = []

    class Timed(Watched):
        def end_hand(self, view: View) -> None:
            super().end_hand(view)
            spent.append(self._study_at(view).seconds)

    bot = Timed(PeregrineSettings(strategy=str(small), **QUICK))  # type: ignore[arg-type]
    play_match([bot, "random"], game="leduc", hands=140, seed=7)
    assert spent[49] < spent[50 + WORK] / 10
    assert spent[139] - spent[50 + WORK] < spent[50 + WORK] / 10


class OneTimeOut(Watched):
    """Runs out of time once, while it solves."""

    fails_at = 60

    def end_hand(self, view: View) -> None:
        study = self._study_at(view)
        if study.hands + 1 == self.fails_at:
            study._work.advance = _too_late  # type: ignore[method-assign, union-attr]
        super().end_hand(view)


def _too_late() -> None:
    raise OutOfTime


def test_after_a_time_out_the_next_response_is_solved_all_the_same(small: Path) -> None:
    bot = OneTimeOut(PeregrineSettings(strategy=str(small), safety="off", **QUICK))
    result = play_match([bot, "random"], game="leduc", hands=200, seed=7)
    study = bot.study_of("random")
    assert len(result.faults) == 1
    assert study.failures == 1
    assert study.response is not None
    assert study.response.hands == 150
    fresh = watched(small)
    fresh.load(bot.save())


class Slow(Watched):
    """Fails to act once: the arena checks or folds in its place."""

    def act(self, view: View) -> Choice:
        if self._study_at(view).hands == 100:
            raise RuntimeError("too slow")
        return super().act(view)


def test_a_hand_with_a_forced_action_is_learned_and_not_judged(small: Path) -> None:
    bot = Slow(PeregrineSettings(strategy=str(small), **QUICK))  # type: ignore[arg-type]
    result = play_match([bot, "random"], game="leduc", hands=120, seed=7)
    assert bot.study_of("random").hands == 120
    assert {fault["kind"] for fault in result.faults} == {"error"}
    assert all("too slow" in fault["message"] for fault in result.faults)


def test_lost_stages_are_done_again_one_at_a_time_if_time_is_short(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = watched(small)
    play_match([bot, "random"], game="leduc", hands=60, seed=7)
    again = watched(small)
    again.load(bot.save())
    monkeypatch.setattr("railbird.bots.peregrine.study.AT_ONCE", 0.0)
    study = again.study_of("random")
    assert study._stages_done == 1
    for _ in range(20):
        study.go_on()
    assert study._stages_done == bot.study_of("random")._stages_done == 10


def test_opponents_who_are_not_at_the_table_are_kept_as_records(small: Path) -> None:
    bot = watched(small)
    play_match([bot, "random"], game="leduc", hands=60, seed=7)
    first = bot.save()["random"]
    bot.study_of("ann")
    assert bot.save().keys() == {"random", "ann"}
    assert bot.save()["random"] == first
    assert bot.study_of("random").hands == 60
    assert list(bot._studies) == ["random"]


def test_another_equilibrium_begins_a_new_comparison(small: Path) -> None:
    bot = watched(small)
    play_match([bot, "random"], game="leduc", hands=200, seed=7)
    study = bot.study_of("random")
    assert study.lead.hands > 110
    other = OpponentStudy(study.abstract, bot.settings, "another")
    other.load(study.save(), "it")
    assert other.lead.hands == 100


def test_a_bound_is_refused_where_it_was_not_computed() -> None:
    assert "its bound was computed for limit" in Peregrine(PeregrineSettings(safety="20")).refusal(limit(cap=3))
    assert Peregrine().refusal(limit(cap=3)) == ""
