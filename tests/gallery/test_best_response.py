"""A saved best response takes a seat at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.arena import DealingScheme, play_match
from railbird.arena.flop_exploit import FlopRun
from railbird.errors import BotError, GameError, MatchError
from railbird.gallery import parse_bot
from railbird.game import FlopDealing, Hand, limit, nolimit
from railbird.game.dealing import Flop
from railbird.solve.responses.boards import board_classes
from railbird.solve.responses.kept import DISK
from railbird.solve.responses.saved import FILE, SavedResponse
from tests.arena.test_flop_exploit import WIDE

SMALL = replace(WIDE, ranks=4)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The response to ``random`` on six flops."""
    folder = tmp_path_factory.mktemp("responses")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAILBIRD_CACHE", str(folder / "cache"))
        run = FlopRun(parse_bot("random"), WIDE, 6, 1, keep_choices=True)
        run.play(1, lambda share: None, lambda estimate: None).saved().save(folder / "random.response")
        DISK.close()
        yield folder / "random.response"


def test_it_wins_what_the_computation_says(file: Path) -> None:
    saved = SavedResponse.load(file)
    match = play_match(
        [f"best-response(file={file})", "random"],
        game=WIDE,
        hands=4000,
        dealing=DealingScheme.DUPLICATE,
        seed=5,
        flops=saved.flops,
    )
    rate = match.players[0].rate
    assert rate.mean == pytest.approx(saved.wins / WIDE.bets[0], abs=4 * rate.standard_error)
    assert rate.mean > 10 * rate.standard_error


@pytest.mark.parametrize("flops", [None, 5])
def test_flops_are_dealt_as_often_as_they_count(flops: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """All flops, and a sample whose strata are not of the same size."""
    monkeypatch.setenv("RAILBIRD_CACHE", "off")
    run = FlopRun(parse_bot("random"), SMALL, flops, 1, keep_choices=True)
    result = run.play(1, lambda share: None, lambda estimate: None)
    saved = result.saved()
    weights = {Flop.parse(text).cards: Flop.parse(text).weight for text in saved.flops}
    dealing = FlopDealing(3, [Flop.parse(text) for text in saved.flops])
    boards = board_classes(SMALL)
    dealt = Counter[bytes]()
    for number in range(4000):
        flop = dealing.deal(SMALL, number)[4:6]
        images = {bytes(sorted(boards.exchanged(each, flop))) for each in range(boards.exchange_count)}
        dealt[next(cards for cards in weights if cards in images)] += 1
    for cards, weight in weights.items():
        assert dealt[cards] / 4000 == pytest.approx(weight / sum(weights.values()), abs=0.035)
    if flops is None:
        assert saved.wins == pytest.approx(result.exploitability / 100, rel=1e-6)


@pytest.mark.parametrize("opponent", ["always-raise", "always-call"])
def test_it_plays_any_opponent_without_a_fault(opponent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where the bot that it replies to would never be."""
    monkeypatch.setenv("RAILBIRD_CACHE", "off")
    run = FlopRun(parse_bot("always-call"), SMALL, None, 1, keep_choices=True)
    run.play(1, lambda share: None, lambda estimate: None).saved().save(tmp_path / "call.response")
    match = play_match([f"best-response(file={tmp_path / 'call.response'})", opponent], game=SMALL, hands=300, seed=2)
    assert not match.faults


def test_on_other_flops_it_plays_as_the_other_bot_does_and_says_so(file: Path) -> None:
    saved = SavedResponse.load(file)
    bot = parse_bot(f"best-response(file={file})").make()
    flop = saved.flops[0][:4]
    free = [card for card in ("As", "Ks", "Qs", "Js", "Ts", "Ah", "Kh") if card not in flop]
    known = Hand.parse(f"{WIDE}; {''.join(free[:2])} {''.join(free[2:4])} / {flop}; c c")
    assert "no response is known" not in str(bot.act(known.view(known.actor)))
    have = set(map(_class, saved.flops))
    other = next(flop for flop in ("TdJd", "TdTh", "TdJh", "QdKd", "AdKh", "AdAh") if _class(flop) not in have)
    new = Hand.parse(f"{WIDE}; JsQs KsTs / {other}; c c")
    assert "no response is known here; plays as random" in str(bot.act(new.view(new.actor)))


def _class(flop: str) -> tuple[str, bool]:
    return "".join(sorted((flop[0], flop[2]))), flop[1] == flop[3]


def test_it_refuses_another_game_and_a_bot_that_has_changed(file: Path, tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="its response is for"):
        play_match([f"best-response(file={file})", "random"], hands=10)
    saved = replace(SavedResponse.load(file), bot="random(fold=2)")
    saved.save(tmp_path / "old.response")
    bot = parse_bot(f"best-response(file={tmp_path / 'old.response'})").make()
    hand = Hand.parse(f"{WIDE}; AhKh QdJd; ")
    with pytest.raises(BotError, match="has changed since its best response was computed"):
        bot.act(hand.view(hand.actor))


def test_a_crafted_file_is_refused(file: Path, tmp_path: Path) -> None:
    head, arrays = FILE.read(file)
    flop = next(name for name in arrays if name.endswith(" 0 00"))
    crafted: list[dict[str, Any]] = [
        {"preflop 0": arrays["preflop 0"] + 9},
        {"preflop 0": arrays["preflop 0"][:, :3]},
        {"preflop 0": arrays["preflop 0"][0]},
        {"nodes 1": arrays["nodes 1"] + 5000},
        {flop: arrays[flop][:0]},
        {flop: arrays[flop].astype(np.float64)},
        {flop: None},
        {"": np.zeros(1)},
    ]
    for change in crafted[:-1]:
        kept = {name: array for name, array in {**arrays, **change}.items() if array is not None}
        FILE.write(tmp_path / "crafted.response", head, kept)
        with pytest.raises(BotError, match="is not a whole response"):
            parse_bot(f"best-response(file={tmp_path / 'crafted.response'})").make()
    FILE.write(tmp_path / "more.response", head, {**arrays, **crafted[-1]})
    parse_bot(f"best-response(file={tmp_path / 'more.response'})").make()
    for change in ({"wins": "nan"}, {"flops": ["AhAh"]}, {"flops": 3}, {"game": "chess"}):
        FILE.write(tmp_path / "head.response", {**head, **change}, arrays)
        with pytest.raises(BotError, match="is not a whole response"):
            parse_bot(f"best-response(file={tmp_path / 'head.response'})").make()


def test_a_file_runs_nobody_elses_code(file: Path, tmp_path: Path) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text("raise SystemExit('this code was run')\n")
    for bot in (f"{evil}:Evil", f"best-response(file={tmp_path / 'bad.response'})"):
        replace(SavedResponse.load(file), bot=bot).save(tmp_path / "bad.response")
        with pytest.raises(BotError, match=r"which is not Railbird's own|best response to a best response"):
            parse_bot(f"best-response(file={tmp_path / 'bad.response'})").make()


@pytest.mark.parametrize("damage", [b"", b"railbird response 1\n", b"something else"])
def test_a_file_that_is_not_a_response_is_refused(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.response"
    path.write_bytes(damage)
    with pytest.raises(BotError, match=r"best-response cannot play: .*bad\.response"):
        parse_bot(f"best-response(file={path})").make()


def test_a_file_that_was_cut_is_refused(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.response"
    path.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(GameError, match="damaged or was cut off"):
        SavedResponse.load(path)
    with pytest.raises(BotError, match=r"there is no|cannot be read"):
        parse_bot(f"best-response(file={tmp_path / 'none.response'})").make()


def test_a_file_is_the_same_after_reading_it(file: Path, tmp_path: Path) -> None:
    SavedResponse.load(file).save(tmp_path / "again.response")
    assert (tmp_path / "again.response").read_bytes() == file.read_bytes()


def test_without_a_file_it_replies_on_the_river() -> None:
    bot = parse_bot("best-response(to=always-call)").make()
    river = Hand.parse("limit; AhAd QdJd / As7h2c / 2d / 2s; c c / c c / c c / ")
    decision = bot.act(river.view(river.actor))
    assert str(getattr(decision, "action", "")) == "r20"  # a full house against a bot that always calls
    early = Hand.parse("limit; AhAd QdJd; ")
    assert str(getattr(bot.act(early.view(early.actor)), "action", "")) == "c"


def test_it_replies_to_bots_that_state_their_policy() -> None:
    with pytest.raises(BotError, match="a best response is to a bot that states its policy"):
        parse_bot("best-response(to=poki)").make()
    assert parse_bot("best-response").refusal(limit()) is None
    assert "it is no limit game" in str(parse_bot("best-response(to=always-call)").refusal(nolimit()))
