"""Foreign code runs in separate processes, and not at all when matches are only shown."""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from railbird.agent import Bot
from railbird.arena import Entrant, MatchDefinition, StoredRecord, play_match
from railbird.arena.definition import Adjustment, bot_to_read, define_match
from railbird.arena.leg import LegRunner
from railbird.errors import BotError, MatchError
from railbird.gallery import parse_bot
from railbird.gallery.spec import spec_of_class
from railbird.game import CALL, View, limit
from railbird.store import Store
from tests.arena.matches import Counts, match

TELLTALE = """
from pathlib import Path
from railbird.agent import Bot

Path({mark!r}).touch()

class Tells(Bot):
    def act(self, view):
        return "c"
"""


@pytest.fixture
def telltale(tmp_path: Path) -> tuple[str, Path]:
    """A bot whose file leaves a mark when it is imported."""
    mark = tmp_path / "imported"
    path = tmp_path / "tells.py"
    path.write_text(TELLTALE.format(mark=str(mark)))
    return f"{path}:Tells", mark


def loaded_here(name: str) -> bool:
    return any(module.startswith(f"railbird_file_{name}") for module in sys.modules)


@pytest.mark.parametrize("bot", ["{}", "turncoat(first={}, after=3)"])
def test_a_bot_file_is_never_imported_in_the_main_process(telltale: tuple[str, Path], bot: str) -> None:
    text, mark = telltale
    definition = match(bot.format(text), "always-call", hands=10)
    result = play_match(definition)
    assert mark.exists(), "it was played"
    assert result.finished
    assert not result.faults
    assert not loaded_here("tells")


@pytest.mark.parametrize("bot", ["{}", "turncoat(first={}, after=3)"])
def test_showing_a_match_runs_no_code(telltale: tuple[str, Path], bot: str, tmp_path: Path) -> None:
    text, mark = telltale
    store = Store(tmp_path / "matches.db")
    definition = match(bot.format(text), "always-call", hands=10)
    play_match(definition, record=StoredRecord.new(store, definition))
    mark.unlink()
    record = StoredRecord.read(store, 1)
    assert record.payoffs().hands == 10
    assert record.hand(3)[0].over
    assert not record.definition.learns
    assert not mark.exists()
    assert not loaded_here("tells")
    with pytest.raises(BotError, match="comes from the record of a match"):
        record.definition.entrants[0].bot.make()


def test_aivat_of_a_stored_match_asks_only_our_own_bots(tmp_path: Path) -> None:
    from railbird.arena.evidence import evidence_of

    path = tmp_path / "states.py"
    path.write_text("from railbird.bots.always import AlwaysCall\nclass States(AlwaysCall):\n    pass\n")
    store = Store(tmp_path / "matches.db")
    for bot in (f"{path}:States", "always-call"):
        definition = match(bot, "random", hands=3)
        play_match(definition, record=StoredRecord.new(store, definition))
    for number, refused in ((1, True), (2, False)):
        record = StoredRecord.read(store, number)
        record.definition = define_match({**record.definition.to_json(), "adjust": "aivat"}, bot_to_read)
        assert record.definition.adjust is Adjustment.AIVAT
        if refused:
            with pytest.raises(MatchError, match="runs their code"):
                evidence_of(record, record.payoffs())
        else:
            assert evidence_of(record, record.payoffs()) is not None


def test_definitions_keep_the_traits_of_missing_bots() -> None:
    definition = match(Counts, "always-call", hands=10)
    data = json.loads(json.dumps(definition.to_json()))
    read = define_match(data, bot_to_read)
    assert read.learners == definition.learners == (True, False)
    assert read.known == definition.known == (1,)
    assert read.to_json() == definition.to_json()
    data["players"][0].pop("states_policy")
    data["players"][1].pop("states_policy")
    assert define_match(data, bot_to_read).known == (1,), "for older matches, Railbird's own bots are asked"


def test_a_local_class_can_be_played_only_in_this_process() -> None:
    class Mine(Bot):
        def act(self, view: View) -> Any:
            return CALL

    definition = MatchDefinition(
        game=limit(), entrants=(Entrant(Mine, player="me"), Entrant("always-call", player="it")), hands=5
    )
    assert play_match(definition).finished
    assert parse_bot(Mine) == spec_of_class(Mine)
    with pytest.raises(MatchError, match="Mine is a class of this process"):
        play_match(MatchDefinition(game=limit(), entrants=definition.entrants, hands=5, replicates=2), workers=2)
    with pytest.raises(MatchError, match="the bot of 'me' must be"):
        Entrant(7, player="me")  # type: ignore[arg-type]
    with pytest.raises(BotError, match="subclass of railbird"):
        parse_bot(int)  # type: ignore[arg-type]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "grows.py"
    source = "from railbird.agent import Bot\nclass Grows(Bot):\n    learns = {}\n"
    for learns in (False, True):
        path.write_text(source.format(learns))
        assert parse_bot(str(path)).traits.learns is learns
        assert parse_bot(str(path)).make().learns is learns


def test_a_bot_from_a_changed_file_cannot_resume(tmp_path: Path) -> None:
    path = tmp_path / "part.py"
    source = "from railbird.agent import Bot\nclass Part(Bot):\n    def act(self, view):\n        return {!r}\n"
    path.write_text(source.format("c"))
    data = match(f"turncoat(first={path}:Part, after=3)", "random", hands=3).to_json()
    assert define_match(data).to_json() == data
    path.write_text(source.format("f"))
    with pytest.raises(MatchError, match="has changed since the match began"):
        define_match(data)


def reachable(start: object, most: int = 200_000) -> list[object]:
    """All objects reachable from an object, by the garbage collector; classes and modules are left out."""
    seen: dict[int, object] = {}
    waiting = [start]
    while waiting and len(seen) < most:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, (type, type(sys))):
            continue
        seen[id(each)] = each
        closure = getattr(each, "__closure__", None)
        waiting += [*(closure or ()), *(gc.get_referents(each) if not hasattr(each, "__globals__") else ())]
    return list(seen.values())


def test_no_reference_of_a_bot_leads_to_the_dealer() -> None:
    class Holds(Bot):
        def start_match(self, start: Any) -> None:
            self.start = start

        def act(self, view: View) -> Any:
            self.view = view
            return CALL

        def observe(self, event: Any) -> None:
            self.seen = self.look()

    definition = match(spec_of_class(Holds).kind, "always-call", hands=2)
    runner = LegRunner(definition, definition.leg(0))
    runner.run(1000)
    (bot,) = (each for each in gc.get_objects() if isinstance(each, Holds))
    held = reachable(bot)
    assert any(isinstance(each, View) for each in held), "the search finds objects"
    names = {f"{type(each).__module__}.{type(each).__qualname__}" for each in held}
    assert "railbird._core._native.Look" in names
    forbidden = ("LegRunner", "SeededDealing", "MatchDefinition", "Leg", "Hand", "Window")
    assert not {name for name in names if name.rpartition(".")[2] in forbidden}
    assert runner is not None


def test_a_worker_does_not_know_the_seed_of_the_match(tmp_path: Path) -> None:
    path = tmp_path / "searches.py"
    path.write_text(
        "import gc\nfrom railbird.agent import Bot\n"
        "class Searches(Bot):\n"
        "    def act(self, view):\n"
        "        from railbird.arena import MatchDefinition\n"
        "        seeds = [each.seed for each in gc.get_objects() if isinstance(each, MatchDefinition)]\n"
        "        assert seeds == [0], seeds\n"
        "        return 'c'\n"
    )
    secret = 2**100 + 12345
    assert not play_match(match(str(path), "always-call", hands=2, seed=secret)).faults
