"""A saved best response takes a seat at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from railbird.arena import DealingScheme, play_match
from railbird.arena.flop_exploit import FlopRun
from railbird.errors import BotError, GameError, MatchError
from railbird.gallery import parse_bot
from railbird.game import Hand, limit, nolimit
from railbird.solve.responses.kept import DISK
from railbird.solve.responses.saved import SavedResponse
from tests.arena.test_flop_exploit import WIDE


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


def test_on_other_flops_it_plays_as_the_other_bot_does_and_says_so(file: Path) -> None:
    saved = SavedResponse.load(file)
    bot = parse_bot(f"best-response(file={file})").make()
    free = [card for card in ("As", "Ks", "Qs", "Js", "Ts", "Ah", "Kh") if card not in saved.flops[0]]
    known = Hand.parse(f"{WIDE}; {''.join(free[:2])} {''.join(free[2:4])} / {saved.flops[0]}; c c")
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
    assert "limit games for two" in str(parse_bot("best-response(to=always-call)").refusal(nolimit()))
