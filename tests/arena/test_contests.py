"""Tournaments, comparisons and ratings in one call play what the commands play."""

import os
from pathlib import Path

import numpy as np
import pytest

import railbird as rb
from railbird.arena.contests import open_store
from railbird.arena.series import Series


class Caller(rb.Bot):
    def act(self, view: rb.View) -> rb.Action:
        return rb.CALL


def test_a_tournament_is_the_same_in_memory_and_in_a_store(tmp_path: Path) -> None:
    bots = ["simple", "always-call", "random"]
    kept = rb.tournament(bots, hands=60, store=tmp_path / "matches.db", name="three", workers=1)
    assert rb.tournament(bots, hands=60, workers=1) == kept
    assert Series(rb.Store(tmp_path / "matches.db"), 1).name == "three"
    assert kept.cross_table.shape == (3, 3)
    assert np.isnan(kept.cross_table.diagonal()).all()
    assert kept.to_pandas()["player"].tolist() == [kept.players[each.entrant] for each in kept.ranking()]
    assert "<circle" in kept.plot().svg
    assert "360 hands at 3 tables" in repr(kept)
    assert "95 % interval" in kept._repr_html_()


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    assert rb.tournament(["simple", "random"], hands=50, workers=2) == rb.tournament(
        ["simple", "random"], hands=50, workers=1
    )


def test_a_class_of_this_process_plays_in_all_of_them() -> None:
    assert "caller" in rb.tournament([Caller, "simple"], hands=20).players
    compared = rb.compare(Caller, "always-call", versus=["simple"], hands=20)
    assert compared.overall.difference.mean == 0
    assert rb.rate(Caller, hands=2).bot.endswith("Caller")


def test_a_class_of_this_process_cannot_be_kept(tmp_path: Path) -> None:
    with pytest.raises(rb.MatchError, match=r"put it into a file and name it FILE\.py:CLASS"):
        rb.tournament([Caller, "simple"], hands=20, store=tmp_path / "matches.db")


def test_a_comparison_of_a_learner_pairs_whole_replicates() -> None:
    compared = rb.compare("rezai", "always-call", versus=["random"], hands=10, replicates=3)
    assert compared.tables[0].difference.samples == 3
    assert compared.to_pandas()["versus"].tolist() == ["random"]
    assert "B − A" in compared._repr_html_()
    assert "rezai" in compared.plot().title


def test_a_rating_has_a_row_for_each_opponent() -> None:
    rated = rb.rate("always-call", hands=4, workers=1)
    assert not rated.comparable
    assert len(rated.to_pandas()) == len(rated.profile)
    assert "not comparable" in repr(rated)
    assert "average" in rated._repr_html_()
    assert "<circle" in rated.plot().svg


def test_unknown_options_are_named() -> None:
    with pytest.raises(TypeError, match="handz is not an option; there are game, hands"):
        rb.tournament(["simple", "random"], handz=20)  # type: ignore[call-arg]
    with pytest.raises(rb.MatchError, match="two or more bots, not 1"):
        rb.tournament(["simple"])


def test_a_game_takes_as_many_players_as_the_tables_have() -> None:
    result = rb.tournament(["simple", "random", "always-call"], players=3, game="nolimit", hands=5)
    assert [len(line_up) for line_up in result.line_ups] == [3]


def test_a_match_is_kept_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    played = rb.play_match(["simple", "random"], hands=50, store=path, name="first")
    assert rb.load_match("first", path).players == played.players
    assert repr(rb.load_match(store=rb.Store(path))) == repr(played)
    assert np.array_equal(rb.load_match(1, os.fspath(path)).chips, played.chips)
    with pytest.raises(rb.RailbirdError, match="second"):
        rb.load_match("second", path)


def test_a_store_that_is_not_there_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(rb.StoreError):
        rb.load_match(1, tmp_path / "none.db")
    assert not list(tmp_path.iterdir())
    assert open_store(tmp_path / "new.db").path.exists()


def test_a_model_is_saved_and_shown(tmp_path: Path) -> None:
    store = rb.Store(tmp_path / "matches.db")
    rb.play_match(["lain", "always-call", "always-call"], hands=60, store=store)
    rb.save_model(store, "last", tmp_path / "callers.model")
    model = rb.load_model(tmp_path / "callers.model")
    assert [portrait.player for portrait in model.portraits] == ["always-call-1", "always-call-2"]
    assert "lain (lain) in limit(players=3)" in repr(model)
    assert "always-call-1" in model._repr_html_()
