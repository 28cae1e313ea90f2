"""From the files of other programs to a report, and back: import, hands, show, export."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import railbird as rb
from railbird.cli import main
from railbird.histories import read_hands
from tests.histories.examples import POKERSTARS, TOURNAMENT


class Railbird:
    """Runs commands on one store."""

    def __init__(self, store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.store = store
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: str | Path, code: int = 0) -> str:
        """What a command prints to standard output, or its error if ``code`` is not 0."""
        self._monkeypatch.setattr(sys, "argv", ["railbird", *map(str, words), "--store", str(self.store)])
        try:
            main()
            status: Any = 0
        except SystemExit as stop:
            status = stop.code or 0
        printed = self._capsys.readouterr()
        assert status == code, printed.err
        return printed.err if code else printed.out

    def json(self, *words: str | Path) -> Any:
        return json.loads(self(*words, "--json"))


@pytest.fixture
def railbird(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Railbird:
    monkeypatch.setenv("COLUMNS", "140")
    return Railbird(tmp_path / "railbird.db", monkeypatch, capsys)


@pytest.fixture
def stars(tmp_path: Path) -> Path:
    path = tmp_path / "stars.txt"
    path.write_text(f"{POKERSTARS}\n\n{TOURNAMENT}")
    return path


def test_what_is_imported_is_said_and_nothing_comes_twice(railbird: Railbird, stars: Path) -> None:
    assert railbird("import", stars).startswith("2 hands imported\nlook at them: railbird show import:1")
    assert railbird("import", stars) == "0 hands imported, 2 were in the store already\n"
    stars.write_text(POKERSTARS.replace("collected $67", "collected $97"))
    data = railbird.json("import", stars)
    assert (data["import"], data["refused"], data["problems"][0]["line"]) == (None, 1, 1)


def test_hands_are_found_by_player_pot_street_date_and_result(railbird: Railbird, stars: Path) -> None:
    railbird("import", stars)

    def found(*options: str) -> list[int]:
        return [each["number"] for each in railbird.json("hands", *options)["hands"]]

    assert found() == [1, 2]  # the newest first
    assert found("--player", "Ann", "--sort", "lost") == found("--player", "Ann", "--sort", "won")[::-1]
    assert found("--player", "Fay") == [1]
    assert found("--pot", "50") == [1]
    assert found("--since", "2010-01-01") == [1]
    assert found("--until", "2010-01-01") == [2]
    assert found("--seats", "5") == [1]
    assert found("--showdown", "--player", "Dee", "--won") == [1, 2]
    assert found("--showdown", "--player", "Dee", "--lost") == []
    assert found("--betting", "limit") == []
    assert found("--limit", "1", "--sort", "pot") == [1]
    assert "Ah Kh" in railbird("hands", "--player", "Ann", "--street", "river")
    assert "0.50/1 USD" in railbird("hands", "import:1")


def test_the_report_of_a_player_has_results_style_and_leaks(railbird: Railbird, stars: Path) -> None:
    railbird("import", stars)
    data = railbird.json("show", "imports", "--player", "Bob", "--style", "--leaks")
    (section,) = data["sections"]
    (bob,) = section["players"].values()
    assert (data["hands"], section["unit"], bob["hands"]) == (2, "bb/100", 2)
    assert bob["won"] == pytest.approx(sum(part["won"] for part in bob["by_ending"].values()))
    assert bob["style"]["hands"] == bob["leaks"]["hands"] == 2
    text = railbird("show", "import:last", "--player", "Bob", "--leaks")
    assert "Bob by position" in text
    assert "showdown" in text
    assert "hand:" not in railbird("hand", "import:1", "2")


def test_exported_matches_come_back_as_imports_with_the_same_payoffs(railbird: Railbird, tmp_path: Path) -> None:
    with rb.Store(railbird.store) as store:
        rb.play_match(["simple", "always-call"], game="nolimit", hands=30, store=store, seed=3)
    payoffs = {}
    for name, suffix in (("phh", "phhs"), ("acpc", "log"), ("pokerstars", "txt"), ("ohh", "ohh")):
        path = tmp_path / f"match.{suffix}"
        railbird("export", "last", "-o", path)
        assert path.stat().st_size > 1000
        payoffs[name] = [each.payoffs for each in read_hands(path, strict=True)]
    assert payoffs["phh"] == payoffs["acpc"] == payoffs["pokerstars"] == payoffs["ohh"]
    assert len(payoffs["phh"]) == 30


def test_hands_of_all_replicates_come_back_from_every_format(railbird: Railbird, tmp_path: Path) -> None:
    with rb.Store(railbird.store) as store:
        rb.play_match(["always-call", "simple"], game="limit", hands=120, replicates=3, store=store)
    for suffix in ("phhs", "log", "txt", "ohh"):
        path = tmp_path / f"match.{suffix}"
        railbird("export", "last", "--seen-by", "simple", "-o", path)
        ids = [each.record.origin.hand_id for each in read_hands(path, strict=True)]
        assert len(set(ids)) == len(ids) == 360, suffix
        assert railbird.json("import", path)["new"] == 360, suffix
        railbird("export", "last", "--seen-by", "simple", "--showdown", "-o", path)
        assert railbird.json("import", path)["new"] == 0, f"{suffix}: a part of the hands has the same numbers"


def test_players_are_found_whatever_their_name_and_seat(railbird: Railbird, tmp_path: Path) -> None:
    names = ('O"Brien', "back\\slash", "Zoë")
    log = tmp_path / "match.log"
    lines = [f"STATE:{number}:rff:|AhKh|:-5|-10|15:{name}|Bob|Bob" for number, name in enumerate(names)]
    log.write_text("\n".join(["# game limit(players=3)", *lines]), encoding="utf-8")
    railbird("import", log)
    for number, name in enumerate(names, 1):
        assert [each["number"] for each in railbird.json("hands", "--player", name)["hands"]] == [number]
    found = railbird.json("hands", "--player", "Bob (2)")["hands"]
    assert [each["won"]["Bob (2)"] for each in found] == [15.0] * 3
    assert railbird.json("hands", "--player", "Bob (3)")["found"] == 0
    railbird("export", "imports", "--seen-by", "Bob (2)", "-o", tmp_path / "seen.phhs")
    assert len(list(read_hands(tmp_path / "seen.phhs", strict=True))) == 3


def test_an_export_seen_by_a_player_has_no_cards_that_they_could_not_see(railbird: Railbird, tmp_path: Path) -> None:
    with rb.Store(railbird.store) as store:
        rb.play_match(["simple", "random"], hands=60, store=store, seed=4)
    path = tmp_path / "seen.phhs"
    railbird("export", "last", "--seen-by", "random", "-o", path)
    hidden = 0
    for each in read_hands(path, strict=True):
        hand = each.hand
        mine = hand.players.index("random")
        assert hand.hole_cards[mine]
        shown = sum(hand.folded) == 0
        assert shown or not hand.hole_cards[1 - mine]
        hidden += not hand.hole_cards[1 - mine]
    assert hidden > 10


def test_predictors_are_scored_and_trained_on_imported_hands(railbird: Railbird, tmp_path: Path) -> None:
    with rb.Store(railbird.store) as store:
        rb.play_match(["simple", "chump"], hands=150, store=store, seed=4)
    path = tmp_path / "seen.phhs"
    railbird("export", "last", "--seen-by", "chump", "-o", path)
    railbird("import", path)
    scores = railbird.json("model", "score", "imports", "--player", "simple")
    known = railbird.json("model", "score", "1", "--player", "simple")
    assert scores[0]["actions"] == known[0]["actions"] > 100
    assert scores[0]["prequential"]["statistics"] == known[0]["prequential"]["statistics"]
    net = tmp_path / "players.net"
    assert "held-out actions" in railbird("model", "train", "imports", "-o", net)
    assert net.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "import:7"), "there is no 'import:7'"),
        (("show", "imports"), "there are no imports"),
        (("hands",), "there are no imported hands and no tables"),
        (("hands", "--betting", "draw"), "--betting is limit, potlimit or nolimit, not 'draw'"),
        (("hands", "--seats", "many"), "--seats is a number of players such as 2 or 3-6"),
        (("hands", "--since", "yesterday"), "--since is a day such as 2024-05-31"),
        (("hands", "--won"), "say who, with --player NAME"),
        (("hands", "--sort", "lost"), "--sort lost needs a player"),
        (("export", "--format", "paper"), "hands can be written as phh, acpc, pokerstars, ohh"),
        (("import", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("import", "nowhere.txt", "--game", "chess"), "chess"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(railbird: Railbird, words: tuple[str, ...], said: str) -> None:
    rb.Store(railbird.store).close()
    error = railbird(*words, code=2)
    assert said in error
    assert error.count("\n") == 1


def test_options_of_matches_are_refused_for_imports(railbird: Railbird, stars: Path) -> None:
    railbird("import", stars)
    assert "--learning: for matches only" in railbird("show", "imports", "--learning", code=2)
    assert "'Zoe' played none of these hands" in railbird("show", "imports", "--player", "Zoe", code=2)
    assert "name one of them" not in railbird("hand", "imports", "1")
