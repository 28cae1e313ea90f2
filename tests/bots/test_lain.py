"""LAIN, by the checklist of the thesis."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.abstraction import AbstractBetting, count_showdowns, map_faithfully
from railbird.agent import Decision, MatchStart, check_bot
from railbird.bots.lain import Lain, LainSettings, cap_for
from railbird.bots.shared import context_bot as contexts_module
from railbird.bots.shared.context_bot import hand_rank
from railbird.cards import parse_cards
from railbird.errors import BotError
from railbird.gallery import parse_bot
from railbird.game import CALL, FOLD, Action, Hand, Rules, Showing, limit
from railbird.strength.hand_rank import hand_ranks

IDS = ("ann", "bob", "lain")


def started(settings: LainSettings | None = None, seat: int = 2) -> Lain:
    bot = Lain(settings)
    bot.start_match(MatchStart(limit(3), IDS, seat))
    return bot


def hand_of(text: str, *, muck: bool = False) -> Hand:
    game = limit(3, rules=Rules(showing=Showing.MUCK)) if muck else limit(3)
    cards, _, actions = text.partition(";")
    hand = Hand(game, cards.strip(), players=IDS)
    hand.play(actions)
    return hand


def cards(text: str) -> bytes:
    return bytes(int(card) for card in parse_cards(text))


def test_lain_3_hand_ranks_are_exact_counts() -> None:
    for hole, board in (("AdQc", "Jh4c3h"), ("7s7d", "Kc9d2h4s"), ("AhKh", "QhJhTh2c3d")):
        mine = cards(hole)
        index = max(mine) * (max(mine) - 1) // 2 + min(mine)
        assert hand_rank(mine, cards(board)) == pytest.approx(hand_ranks(board)[index])
    assert hand_rank(cards("AhKh"), cards("QhJhTh2c3d")) == 1
    assert hand_rank(cards("AhAs"), b"") == pytest.approx(0.852037)


def test_lain_5_the_hand_rank_is_computed_once_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []
    real = contexts_module.hand_rank

    def counted_rank(hole: bytes, board: bytes) -> float:
        asked.append(board)
        return real(hole, board)

    monkeypatch.setattr(contexts_module, "hand_rank", counted_rank)
    bot = started()
    hand = Hand(limit(3), cards("KsKd 7c2d AhAs".replace(" ", "")) + cards("Ac9d2h4s3d"), players=IDS)
    while not hand.over:
        if hand.actor == 2:
            answer = bot.act(hand.view(2))
            hand.act(answer.action if isinstance(answer, Decision) else answer)
        else:
            hand.act("r" if hand.legal.most_raise else "c")
    assert len(asked) == len(set(asked)) <= 4


def test_lain_11_it_calls_where_the_abstract_round_is_over() -> None:
    bot = started(LainSettings(big_blind_counts=False))
    hand = hand_of("7c2d KsKd 8h3s / Ac9dQh / 4s / 3d; c c c / r r r")  # in LAIN's game the third bet is a call
    hand.play("c")
    assert hand.actor == 1
    mapped = map_faithfully(bot._betting, bot._sequence(hand.view(1)))
    assert bot._betting.tree.round(mapped.node) == 2
    answer = bot.act(hand.view(1))
    assert isinstance(answer, Decision)
    assert answer.action == CALL
    assert not answer.values  # there was no search


def test_lain_18_actions_are_legal_and_it_passes_the_check() -> None:
    report = check_bot(Lain, games=[limit(), limit(3), limit(4)], hands=60)
    assert report.passed, str(report)


def test_lain_17_it_never_folds_for_free() -> None:
    bot = started()
    hand = hand_of("7c2d KsKd 8h3s / Ac9dQh / 4s / 3d; c c c / c c")
    answer = bot.act(hand.view(2))
    assert isinstance(answer, Decision)
    assert answer.action == CALL


def counted(bot: Lain, player: str, ours: int, theirs: int) -> dict[str, float]:
    model = bot._models.of(player, ours, theirs)
    return {bot._betting.letters(node): model.counted(node) for node in model.counted_nodes}


def test_lain_23_the_whole_sequence_is_stored_if_it_did_not_fold() -> None:
    bot = started()
    hand = hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d; c c c / c c c / c c c / c c c")
    bot.end_hand(hand.view(2))
    ann, bob = counted(bot, "ann", 2, 0), counted(bot, "bob", 2, 1)
    assert ann == {"cc": 1, "cccc": 1, "ccccccc": 1, "cccccccccc": 1}
    assert bob == {"ccc": 1, "ccccc": 1, "cccccccc": 1, "ccccccccccc": 1}
    leaf = bot._betting.node_of("c" * 12)
    board = cards("Ac9dQh4s3d")
    for player, position, hole in (("ann", 0, "7c2d"), ("bob", 1, "KsKd")):
        shown = bot._models.of(player, 2, position).histogram(leaf)
        assert np.argmax(shown) == min(int(hand_rank(cards(hole), board) * 20), 19)
        assert sum(shown) == 1


def test_lain_23_after_its_own_fold_only_earlier_actions_are_stored() -> None:
    bot = started(seat=2)
    hand = hand_of("7c2d KsKd 8h3s / Ac9dQh / 4s / 3d; c c c / c r f c / c c / c c")
    assert hand.over
    bot.end_hand(hand.view(2))
    assert counted(bot, "ann", 2, 0) == {"cc": 1, "cccc": 1}
    assert counted(bot, "bob", 2, 1) == {"ccc": 1, "ccccr": 1}
    assert not bot._models.of("ann", 2, 0).shown_leaves


def test_lain_20_hands_with_different_starting_players_share_nothing() -> None:
    bot = started()
    hand = hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d; c c c / c c c / c c c / c c c")
    bot.end_hand(hand.view(2))
    assert not bot._models.of("ann", 1, 2).counted_nodes


def test_lain_29_it_sees_only_what_was_shown() -> None:
    """Case 1 of §3.3.3: the first to show has the best hand, so the others need not show theirs."""
    hand = hand_of("AhAs KsKd 7c2d / Ac9dQh / 4s / 3d; c c c / c c c / c c c / c c c", muck=True)
    showdown = dict(hand.settlement.showdown) if hand.settlement else {}
    assert showdown == {0: True, 1: False, 2: False}
    spread, blind = started(), started(LainSettings(spread=False))
    for bot in (spread, blind):
        bot.end_hand(hand.view(2))
        leaf = bot._betting.node_of("c" * 12)
        assert bot._models.of("ann", 2, 0).shown(leaf) == 1
    winner = hand_rank(cards("AhAs"), cards("Ac9dQh4s3d"))
    lower = int(winner * 20)
    assert spread._models.of("bob", 2, 1).histogram(leaf) == pytest.approx([1 / lower] * lower + [0] * (20 - lower))
    assert blind._models.of("bob", 2, 1).shown(leaf) == 0


def test_it_continues_from_its_saved_state() -> None:
    bot, other = started(), started()
    hand = hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d; c c c / r c c / c c c / c c c")
    bot.end_hand(hand.view(2))
    other.load(bot.save())
    assert counted(other, "ann", 2, 0) == counted(bot, "ann", 2, 0)


def test_a_decision_has_the_value_of_each_action() -> None:
    bot = started()
    hand = hand_of("7c2d KsKd AhAs / Ac9dQh / 4s / 3d;")
    answer = bot.act(hand.view(2))
    assert isinstance(answer, Decision)
    assert answer.action == Action.parse("r20")
    assert answer.values[FOLD] == 0
    assert answer.values[Action.parse("r20")] == 140
    assert {fact.name for fact in answer.facts} >= {"hand rank", "betting sequence"}


@pytest.mark.parametrize("players", range(2, 7))
def test_lain_41_the_cap_is_the_largest_whose_tree_is_no_larger_than_the_one_of_the_thesis(players: int) -> None:
    def leaves(players: int, cap: int) -> int:
        return count_showdowns(AbstractBetting(limit(players), cap), players - 1)

    most = leaves(3, 2)
    assert most == 20_275
    fitting = [cap for cap in (1, 2, 3, 4) if leaves(players, cap) <= most]
    assert cap_for(players) == max(fitting, default=1)


@pytest.mark.parametrize(("players", "cap"), [(2, 4), (3, 2), (4, 1), (6, 1)])
def test_lain_41_with_cap_auto_the_cap_depends_on_the_number_of_players(players: int, cap: int) -> None:
    chosen, fixed = (parse_bot(f"lain(cap={each})").make() for each in ("auto", cap))
    for bot in (chosen, fixed):
        bot.start_match(MatchStart(limit(players), tuple(f"p{seat}" for seat in range(players)), 0))
    assert isinstance(chosen, Lain)
    assert isinstance(fixed, Lain)
    assert chosen._betting == fixed._betting


def test_lain_41_a_table_of_another_size_has_its_own_cap() -> None:
    bot = started(LainSettings(cap="auto"))
    assert bot._betting.cap == 2
    hand = Hand(limit(2), "7c2d AhAs / Ac9d2h / 4s / 3d", players=("ann", "lain"))
    other = bot._elsewhere(hand.view(1))
    assert isinstance(other, Lain)
    assert other._betting.cap == 4


def test_lain_41_cap_auto_is_legal_saves_and_prints() -> None:
    assert str(parse_bot("lain(cap=auto)")) == "lain(cap=auto)"
    assert str(parse_bot("lain(cap=2)")) == "lain"
    for players in (2, 4):
        report = check_bot(parse_bot("lain(cap=auto)").make, games=[limit(players)], hands=4)
        assert report.passed, str(report)
    for wrong in ("0", "5", "many", "2.0"):
        with pytest.raises(BotError, match="cap must be 1 to 4, or auto"):
            parse_bot(f"lain(cap={wrong})")
