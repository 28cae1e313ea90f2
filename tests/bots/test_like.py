"""``like`` plays as somebody did in hands that are known."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import railbird as rb
from railbird.agent import check_bot
from railbird.arena.watching import watched_hands
from railbird.cards import hand_index, parse_cards
from railbird.errors import RailbirdError
from railbird.gallery import parse_bot
from railbird.game import Hand, SeededDealing, View, limit, nolimit, parse_game
from railbird.histories import told_hand, write_hands
from railbird.models.reading.likeness import Likeness, likeness_of
from tests.driving import play_at_random


def hands_of(bot: str, hands: int = 60, game: rb.Game | None = None) -> list[Hand]:
    return [hand for hand, _ in watched_hands(parse_bot(bot), game or limit(), hands, seed=5)]


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str, list[Hand]], Path]:
    def write(name: str, hands: list[Hand]) -> Path:
        path = tmp_path / name
        with path.open("w", encoding="utf-8") as opened:
            write_hands(opened, map(told_hand, hands), "phh")
        return path

    return write


def shares(bot: str, hand: str) -> dict[str, float]:
    """The mean probability of each kind of action over all hands."""
    view = Hand.parse(hand).view(0)
    actions, table = parse_bot(bot).make().policy(view)  # type: ignore[attr-defined]
    return {str(action)[0]: float(table[:, place].mean()) for place, action in enumerate(actions)}


@pytest.mark.parametrize(("bot", "kind"), [("always-call", "c"), ("always-raise", "r")])
def test_it_does_what_the_player_always_does(file: Callable[[str, list[Hand]], Path], bot: str, kind: str) -> None:
    path = file("hands.phhs", hands_of(bot))
    for moment in ("limit; AhKh ????; r", "limit; AhKh ????; c", "limit; AhKh ???? / Kc7d2h; c c /"):
        assert shares(f"like(player={bot}, file={path})", moment)[kind] > 0.9


def test_it_plays_strong_hands_as_a_player_who_showed_them(file: Callable[[str, list[Hand]], Path]) -> None:
    path = file("hands.phhs", hands_of("simple", 250))
    bot = parse_bot(f"like(player=simple, file={path})").make()
    actions, table = bot.policy(Hand.parse("limit; AhKh ????; r").view(0))  # type: ignore[attr-defined]
    fold = [str(action) for action in actions].index("f")
    aces, trash = (table[hand_index(bytes(map(int, parse_cards(cards)))), fold] for cards in ("AhAd", "7c2d"))
    assert aces < 0.15 < 0.5 < trash


def test_it_is_legal_and_repeatable_at_any_table(file: Callable[[str, list[Hand]], Path]) -> None:
    path = file("hands.phhs", hands_of("random", 60) + hands_of("random", 60, nolimit()))
    games = [parse_game(text) for text in ("limit", "limit(players=6)", "nolimit(players=3, stack=20bb)", "nolimit")]
    report = check_bot(parse_bot(f"like(player=random, file={path})").make, games=games, hands=30)
    assert report.passed, report


def test_it_states_what_it_does_whatever_its_cards(file: Callable[[str, list[Hand]], Path]) -> None:
    bot = parse_bot(f"like(player=simple, file={file('hands.phhs', hands_of('simple', 60))})").make()
    for seed in range(20):
        hand = Hand(limit(3), SeededDealing(seed).deal(limit(3), 0))
        play_at_random(hand, random.Random(seed), None)
        for turn in range(len(hand.actions)):
            now = hand.clone(turn)
            view = now.view(now.actor)
            actions, table = bot.policy(view)  # type: ignore[attr-defined]
            decision = bot.act(view)
            assert isinstance(decision, rb.Decision)
            mine = table[hand_index(view.hole_bytes[view.position])]
            assert np.allclose(table.sum(axis=1), 1)
            assert decision.probabilities == pytest.approx(dict(zip(actions, mine, strict=True)))


def test_cards_count_only_if_they_were_shown() -> None:
    hands = hands_of("simple", 80)
    seen: list[Hand | View] = [hand.view(1 - hand.players.index("simple")) for hand in hands]
    hidden = likeness_of("simple", seen).readings["limit.types"]
    known = likeness_of("simple", hands).readings["limit.types"]
    showdowns = sum(hand.settlement is not None and "simple" in [hand.players[p] for p in hand.shown] for hand in hands)
    assert (hidden.hands, hidden.shown) == (80, showdowns)
    assert (known.hands, known.shown) == (80, 80)


def test_what_was_learned_comes_back_from_its_file(tmp_path: Path) -> None:
    likeness = likeness_of("simple", hands_of("simple", 60))
    path = tmp_path / "simple.player"
    path.write_bytes(likeness.to_bytes())
    again = Likeness.from_bytes(path.read_bytes(), "it")
    assert again.to_bytes() == likeness.to_bytes()
    moment = "limit; AhKh ????; r"
    assert shares(f"like(file={path})", moment) == shares(f"like(player=simple, file={path})", moment)
    with pytest.raises(RailbirdError, match="is about 'simple', not 'poki'"):
        parse_bot(f"like(player=poki, file={path})").make()
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(RailbirdError, match=r"simple\.player"):
        parse_bot(f"like(file={path})").make()


def test_a_match_does_not_change_it(file: Callable[[str, list[Hand]], Path]) -> None:
    bot = f"like(player=simple, file={file('hands.phhs', hands_of('simple', 60))})"
    moment = "limit; AhKh ????; r"
    before = shares(bot, moment)
    rb.play_match([bot, "random"], hands=40, seed=2)
    assert shares(bot, moment) == before


def test_what_it_cannot_use_is_said(tmp_path: Path, file: Callable[[str, list[Hand]], Path]) -> None:
    path = file("hands.phhs", hands_of("simple", 5))
    store = tmp_path / "railbird.db"
    rb.Store(store).close()
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann,\n")
    for spec, said in [
        (f"like(player=Zoe, file={path})", "'Zoe' played none of the hands"),
        (f"like(file={path})", "whose hands of"),
        ("like(player=Ann)", "the hands of a player are needed"),
        (f"like(player=Ann, file={tmp_path / 'none'})", "cannot be read"),
        (f"like(player=Ann, file={store})", "is a store"),
        (f"like(player=Ann, file={other})", "none of the known formats"),
    ]:
        with pytest.raises(RailbirdError, match=said):
            parse_bot(spec).make()
    assert "no no-limit hand of simple is known" in str(
        parse_bot(f"like(player=simple, file={path})").refusal(nolimit())
    )
