"""Saved models that bots start a match with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from railbird.agent import Bot
from railbird.arena import Entrant, MatchDefinition, MatchRecord, StoredRecord, match_of, play_match
from railbird.arena.leg import Chunk, LegRunner
from railbird.errors import BotError, MatchError, ModelError
from railbird.gallery import bot_names, parse_bot
from railbird.gallery.spec import without_model
from railbird.game import View, limit
from railbird.models.learned_file import Learned, read_learned, write_learned
from railbird.store import Store

FOREIGN = """
from railbird.agent import Bot

class Counter(Bot):
    learns = True
    seen = 0
    def end_hand(self, view):
        self.seen += 1
    def act(self, view):
        return "c"
    def save(self):
        return {"": str(self.seen).encode()}
    def load(self, learned):
        self.seen = int(learned[""])
"""


def learned_by(bot: str, hands: int = 6) -> Learned:
    """What a bot has learned after a few hands against always-call."""
    definition = MatchDefinition(
        game=limit(), entrants=(Entrant(bot, player="me"), Entrant("always-call", player="caller")), hands=hands, seed=3
    )
    chunk = LegRunner(definition, definition.leg(0)).run(60)
    return Learned(bot, str(limit()), "me", chunk.learned[0])


class _Remembering(MatchRecord):
    chunk: Chunk

    def add(self, chunk: Chunk) -> None:
        self.chunk = chunk


LEARNERS = [name for name in bot_names() if parse_bot(name).traits.learns and parse_bot(name).plays(limit())]


@pytest.mark.parametrize("name", LEARNERS)
def test_every_bot_that_learns_can_use_a_model(name: str, tmp_path: Path) -> None:
    path = tmp_path / "it.model"
    write_learned(path, learned_by(name))
    spec = parse_bot(f"{name}(model={path})")
    assert str(spec) == f"{name}(model={path})"
    assert parse_bot(str(spec)) == spec
    assert without_model(str(spec)) == name
    entrants = (Entrant(spec, player="me"), Entrant("always-call", player="caller"))
    definition = MatchDefinition(game=limit(), entrants=entrants, hands=2, seed=3)
    without = replace(definition, entrants=(Entrant(name, player="me"), entrants[1]))
    brought, fresh = (LegRunner(each, each.leg(0))._bots[0].bot.save() for each in (definition, without))
    assert brought != fresh
    assert set(brought) == set(read_learned(path).records)


def test_a_match_with_a_model_continues_where_the_last_one_ended(tmp_path: Path) -> None:
    path, bot = tmp_path / "count.model", tmp_path / "counter.py"
    bot.write_text(FOREIGN)
    name = f"{bot}:Counter"
    write_learned(path, Learned(name, "limit", "old", {"": b"100"}))
    spec = parse_bot(f"{name}(model={path})")
    definition = MatchDefinition(
        game=limit(), entrants=(Entrant(spec, player="new"), Entrant("always-call", player="caller")), hands=7
    )
    record = _Remembering(definition)
    play_match(definition, record=record)
    assert record.chunk.learned[0] == {"": b"107"}


def test_what_a_bot_learned_about_itself_follows_its_id(tmp_path: Path) -> None:
    path = tmp_path / "it.model"
    write_learned(path, Learned("chump", "limit", "old", {"old": b"mine", "ann": b"hers"}))
    model = parse_bot(f"chump(model={path})").model
    assert model is not None
    assert model.records("new") == {"new": b"mine", "ann": b"hers"}


def test_a_model_that_does_not_match_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    path = tmp_path / "it.model"
    write_learned(path, Learned("magpie", "limit", "me", {}))
    for text, error, message in (
        (f"lain(model={path})", ModelError, "was learned by magpie; lain cannot use it"),
        (f"magpie(explore=0.0, model={path})", ModelError, r"magpie\(explore=0.0\) cannot use it"),
        (f"simple(model={path})", BotError, "simple does not learn"),
        (f"magpie(model={tmp_path}/none.model)", ModelError, "none.model cannot be read: No such file"),
    ):
        with pytest.raises(error, match=message):
            parse_bot(text)
    (tmp_path / "text.model").write_text("x = 1")
    with pytest.raises(ModelError, match="it is not a saved model, or it is damaged"):
        parse_bot(f"magpie(model={tmp_path}/text.model)")
    three = (
        Entrant(f"magpie(model={path})", player="me"),
        Entrant("random", player="a"),
        Entrant("random", player="b"),
    )
    with pytest.raises(ModelError, match=r"was learned in limit and cannot be used in limit\(players=3\)"):
        MatchDefinition(game=limit(3), entrants=three, hands=5)


def test_a_match_is_not_resumed_with_another_model(tmp_path: Path) -> None:
    path, store = tmp_path / "it.model", Store(tmp_path / "matches.db")
    write_learned(path, learned_by("chump"))
    entrants = (Entrant(f"chump(model={path})", player="me"), Entrant("always-call", player="caller"))
    definition = MatchDefinition(game=limit(), entrants=entrants, hands=20, replicates=2)
    record = StoredRecord.new(store, definition)
    assert "model_fingerprint" in store.match(record.match).definition["players"][0]
    StoredRecord.resume(store, record.match)
    kept = path.read_bytes()
    path.write_bytes(kept + b"x")
    with pytest.raises(ModelError, match="has changed since the match began"):
        StoredRecord.resume(store, record.match)
    assert str(StoredRecord.read(store, record.match).definition.entrants[0].bot) == f"chump(model={path})"
    path.write_bytes(kept)
    play_match(definition, record=StoredRecord.resume(store, record.match))
    path.unlink()
    assert StoredRecord.resume(store, record.match).definition == definition, (
        "a match that has begun does not need the file any more"
    )


def test_classes_and_texts_are_entrants(tmp_path: Path) -> None:
    class My(Bot):
        def act(self, view: object) -> str:
            return "c"

    definition = MatchDefinition(
        game=limit(), entrants=(Entrant(My, player="my"), Entrant("always-call", player="x")), hands=5, replicates=2
    )
    assert play_match(definition).hands == 10
    with pytest.raises(MatchError, match=r"save it in a file and name it FILE\.py:CLASS"):
        play_match(definition, workers=2)
    with pytest.raises(BotError, match="is not a bot class"):
        Entrant(int, player="x")  # type: ignore[arg-type]
    with pytest.raises(MatchError, match="a bot class, a bot, or the result of parse_bot, not 7"):
        Entrant(7, player="x")  # type: ignore[arg-type]


class Counts(Bot):
    """A bot that learns how many hands it has played."""

    learns = True
    hands = 0

    def act(self, view: View) -> str:
        return "c"

    def end_hand(self, view: View) -> None:
        self.hands += 1


def test_a_bot_object_plays_as_it_is() -> None:
    bot = Counts()
    result = play_match([bot, "simple"], hands=30)
    assert [entrant.player for entrant in result.definition.entrants] == ["counts", "simple"]
    assert bot.hands == result.hands == 30


def test_a_bot_object_that_learns_plays_only_one_leg() -> None:
    with pytest.raises(BotError, match="has played already: pass its class"):
        play_match([Counts(), "simple"], hands=30, replicates=2)
    assert play_match([Counts, "simple"], hands=30, replicates=2).hands == 60


def test_a_match_of_bots_alone_is_limit_holdem() -> None:
    definition = match_of(["simple", "simple(bluff=off)", "random"], seed=4)
    assert str(definition.game) == "limit(players=3)"
    assert [entrant.player for entrant in definition.entrants] == ["simple", "simple(bluff=off)", "random"]
    assert (definition.hands, definition.seed) == (1_000, 4)
    assert str(match_of(["random", "random"], game="kuhn").game) == "kuhn"
    with pytest.raises(MatchError, match="2 to 10 bots, not 1"):
        match_of(["simple"])
    with pytest.raises(MatchError, match="already contains hands"):
        play_match(definition, hands=5)
