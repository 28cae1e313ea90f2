"""RezAI: its game, its decisions, and its style switches."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise, product
from typing import Any

import pytest

from railbird.agent import Decision, MatchStart, Streams, check_bot
from railbird.arena import DealingScheme, StackRule
from railbird.arena.evidence import played_hands
from railbird.arena.leg import LegRunner
from railbird.bots.rezai import Rezai, Tally
from railbird.cards import DECK, Card, parse_cards
from railbird.errors import ActionError, BotError, CardError, ModelError
from railbird.gallery import parse_bot
from railbird.game import ActionKind, Game, Hand, Rules, SeededDealing, limit, nolimit, parse_game, rezai
from railbird.game.dealing import deck
from railbird.policies.rezai.hands import card_code, hand_strength, read_card_code
from railbird.policies.rezai.rules import PlayingStyle
from railbird.stats.style import StyleCounter
from tests.arena.matches import match
from tests.driving import act_at_random

GAME = rezai()
SPECS = ("rezai", *(f"rezai(style={style})" for style in PlayingStyle))
DEAL = "AhAd 7c2d / Kc9d3h / 9s / 4d"
"""The first player wins any showdown."""


def played(actions: str, deal: str = DEAL, game: Game = GAME, stacks: tuple[int, int] | None = None) -> Hand:
    hand = Hand(game, deal, stacks=stacks)
    hand.play(actions)
    return hand


def started(spec: str = "rezai", game: Game = GAME, seed: int = 0) -> Rezai:
    bot = parse_bot(spec).make()
    assert isinstance(bot, Rezai)
    bot.start_match(MatchStart(game, tuple(f"p{seat + 1}" for seat in range(game.players)), 0))
    bot.streams = Streams(seed, 0, 0)
    return bot


def decided(spec: str, hand: Hand) -> tuple[str, dict[str, Any]]:
    """A bot's action in a hand, and its facts."""
    answer = started(spec, hand.game).act(hand.view(hand.actor))
    assert isinstance(answer, Decision)
    hand.clone().act(answer.action)
    return str(answer.action), {fact.name: fact.value for fact in answer.facts}


# Its game


def test_rezai_1_the_deck_has_52_different_cards_and_the_two_of_diamonds() -> None:
    cards = [Card(number) for number in deck(GAME)]
    assert cards == list(DECK)
    assert len({str(card) for card in cards}) == 52
    assert all(Card(str(card)) == card for card in cards)
    assert Card("2d") in cards
    codes = [card_code(card) for card in cards]
    assert len(set(codes)) == 52
    assert {"2|d", "5|d", "10|c", "a|c", "j|s"} < set(codes)
    assert [read_card_code(code) for code in codes] == cards


@pytest.mark.parametrize("code", ["", "|", "2", "2|", "|d", "1|d", "11|c", "2|x", "2|dd", "2|d|", "2d|"])
def test_rezai_1_invalid_card_codes_are_refused(code: str) -> None:
    with pytest.raises(CardError):
        read_card_code(code)


def test_without_a_heads_up_cap_no_raise_is_the_last() -> None:
    game = limit(rules=Rules(uncapped_heads_up=True))
    hand = Hand(game, "AhKh QsQd / Kc8d2h / 9s / 4d")
    hand.play("c c / r r r r")
    view = hand.view(hand.actor)
    bot = parse_bot("rezai(style=lag)").make()
    bot.start_match(MatchStart(game, hand.players, hand.actor))
    answer = bot.act(view)
    assert isinstance(answer, Decision)
    assert {fact.name: fact.value for fact in answer.facts}["last action"] is False


def test_rezai_2_nine_cards_are_dealt_and_the_same_seed_gives_the_same_cards() -> None:
    for number in range(100):
        deal = SeededDealing(7).deal(GAME, number)
        assert len(deal) == len(set(deal)) == GAME.cards_needed == 2 + 2 + 5
        assert deal == SeededDealing(7).deal(rezai(), number)
        assert deal != SeededDealing(8).deal(GAME, number)


def test_rezai_3_the_dealer_has_the_big_blind_and_acts_last_in_every_round() -> None:
    hand = played("")
    assert (hand.bets, hand.actor) == ((10, 20), 0)
    for board in (3, 4, 5):
        hand.play("c c")
        assert (len(hand.board), hand.actor) == (board, 0)


@pytest.mark.parametrize("stacks", StackRule)
def test_rezai_3_the_dealer_changes_from_hand_to_hand(stacks: StackRule) -> None:
    definition = match("always-call", "always-call", game="rezai", hands=8, stacks=stacks)
    chunk = LegRunner(definition, definition.leg(0)).run(1e9)
    dealers = [hand.players[1] for hand, _ in played_hands(definition, definition.leg(0), chunk.hands)]
    assert len(set(dealers)) == 2
    assert all(one != next_ for one, next_ in pairwise(dealers))


def test_rezai_4_four_rounds_with_0_3_4_and_5_cards_then_a_showdown() -> None:
    hand = played("")
    for number, board in enumerate((0, 3, 4, 5)):
        assert (hand.over, hand.round, len(hand.board)) == (False, number, board)
        hand.play("c c")
    assert hand.over
    assert hand.payoffs == (20, -20)


@pytest.mark.parametrize(
    ("actions", "payoffs"), [("f", (-10, 10)), ("r f", (20, -20)), ("c c / r f", (20, -20)), ("c c / c r f", (-20, 20))]
)
def test_rezai_4_a_fold_ends_the_hand_at_once(actions: str, payoffs: tuple[int, int]) -> None:
    hand = played(actions)
    assert hand.over
    assert hand.payoffs == payoffs


@pytest.mark.parametrize("before", ["", "c c /", "c c / c c /", "c c / c c / c c /"])
@pytest.mark.parametrize("round_", ["r r r r r", "c r r r r"])
def test_rezai_5_a_round_has_six_actions_and_the_last_one_is_a_fold_or_a_call(before: str, round_: str) -> None:
    hand = played(before, stacks=(2000, 2000))
    now = hand.round
    for left, action in zip((6, 5, 4, 3, 2), round_.split(), strict=True):
        assert hand.legal.most_raise, left
        assert hand.legal.fold == (hand.legal.call > 0)
        hand.act(action)
    assert hand.legal.fold
    assert hand.legal.call
    with pytest.raises(ActionError, match="raising is not allowed"):
        hand.act("r")
    hand.act("c")
    assert hand.over or hand.round == now + 1


def test_rezai_6_no_chips_are_lost_with_short_and_unequal_stacks() -> None:
    choose = random.Random(6)
    all_in = 0
    for number in range(400):
        stacks = choose.choice([(500, 500), (choose.randint(1, 60), 300), (300, choose.randint(1, 60)), (15, 25)])
        hand = Hand(GAME, SeededDealing(6).deal(GAME, number), stacks=stacks)
        while not hand.over:
            assert sum(hand.stacks) + hand.pot == sum(stacks)
            act_at_random(hand, choose)
            assert min(hand.stacks) >= 0
        all_in += 0 in hand.stacks
        assert sum(hand.payoffs) == 0
        assert max(hand.payoffs) <= min(stacks)
    assert all_in > 20


def test_rezai_6_bets_are_20_and_40_chips() -> None:
    raises = []
    for before in ("", "c c /", "c c / c c /", "c c / c c / c c /"):
        legal = played(before).legal
        raises.append((legal.least_raise, legal.most_raise))
    assert raises == [(40, 40), (20, 20), (40, 40), (40, 40)]


@pytest.mark.parametrize("other", ["simple", "always-raise"])
def test_rezai_7_a_game_ends_when_one_side_has_no_chips(other: str) -> None:
    assert GAME.stacks == (500, 500)
    definition = match("rezai", other, game="rezai", hands=5000, seed=7, stacks=StackRule.KEPT)
    chunk = LegRunner(definition, definition.leg(0)).run(1e9)
    assert not chunk.faults
    left = [[500, 500]]
    for hand, _ in played_hands(definition, definition.leg(0), chunk.hands):
        assert 0 not in left[-1]
        won = dict(zip(hand.players, hand.payoffs, strict=True))
        left.append([stack + int(won[f"player{seat}"]) for seat, stack in enumerate(left[-1])])
    assert sorted(left[-1]) == [0, 1000]


@pytest.mark.parametrize(
    ("deal", "payoffs"),
    [
        ("AhKd AcQd / As7c7d / 4s / 2h", (20, -20)),  # two pairs: decided by the kicker, which the numbers ignore
        ("AhKd AcKh / As7c7d / 4s / 2h", (0, 0)),
        ("8h2s 9c2d / AsKcQd / Js / Th", (0, 0)),  # the board is the best hand for both
        ("QhQd AcKc / Qc7c2d / 7s / 2c", (20, -20)),
        ("2h3d 8c9d / 4s5c6d / 7s / Kh", (-20, 20)),
        ("3s2s 9s4d / AsKsTs / 6h / 5d", (20, -20)),
    ],
)
def test_rezai_8_showdowns_follow_the_rules_and_equal_hands_split(deal: str, payoffs: tuple[int, int]) -> None:
    """The tests of cards check that all categories have the right frequency."""
    assert played("c c / c c / c c / c c", deal).payoffs == payoffs


def test_rezai_8_equal_numbers_do_not_make_a_tie() -> None:
    board = parse_cards("As7c7d4s2h")
    assert hand_strength(parse_cards("AhKd"), board) == hand_strength(parse_cards("AcQd"), board)


# Its decisions


@pytest.mark.parametrize("spec", ["rezai", "rezai(style=lag)"])
@pytest.mark.parametrize("game", [GAME, limit(3), nolimit(2)], ids=str)
def test_rezai_21_it_is_legal_reproducible_and_ignores_hidden_cards(spec: str, game: Game) -> None:
    report = check_bot(parse_bot(spec).make, games=[game], hands=120)
    assert report.passed, str(report)
    names = [check.name for check in report.checks]
    assert "ignores hidden cards" in names
    assert ("continues from what it saved" if spec == "rezai" else "keeps no memory between hands") in names


@pytest.mark.parametrize("actions", ["r", "c c / r", "c c / c c / r", "c c / c c / c c / r"])
def test_rezai_21_the_opponents_cards_change_nothing(actions: str) -> None:
    for spec in SPECS:
        answers = [decided(spec, played(actions, DEAL.replace("AhAd", theirs))) for theirs in ("AhAd", "6h5h", "KsKh")]
        assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize(
    ("theirs", "mine", "ahead"),
    [(159, 120, True), (160, 120, False), (160, 140, True), (99, 30, True), (100, 30, False), (500, 500, True)],
)
def test_rezai_13_chips_are_compared_in_whole_pots(theirs: int, mine: int, ahead: bool) -> None:
    """On the flop, 20 from each in the pot and a bet of 20 to call: their stack minus 40, ours minus 20, over 60."""
    action, facts = decided("rezai(style=lag)", played("c c / r", stacks=(theirs, mine)))
    assert facts["ahead in chips"] is ahead
    assert action == ("c" if ahead else "f")


def test_rezai_13_the_active_opponent_with_most_chips_counts() -> None:
    for actions, ahead in (("c c c / r", False), ("f c c / r", True)):
        hand = played(actions, "7c2d AhAd KsKd / Kc9d3h / 9s / 4d", limit(3, stack=(200, 200, 2000)))
        assert decided("rezai(style=lag)", hand)[1]["ahead in chips"] is ahead


@pytest.mark.parametrize(
    ("actions", "facing", "last"),
    [
        ("", True, False),  # the big blind is a bet
        ("c", False, False),
        ("r", True, False),
        ("c r r r r", True, True),
        ("c c /", False, False),
        ("c c / c", False, False),
        ("c c / r r r r", True, False),
        ("c c / r r r r r", True, True),
    ],
)
def test_rezai_16_the_big_blind_is_a_bet_and_a_check_is_not(actions: str, facing: bool, last: bool) -> None:
    facts = decided("rezai", played(actions))[1]
    assert (facts["facing a bet"], facts["last action"]) == (facing, last)


@pytest.mark.parametrize(
    ("actions", "last"),
    [
        *(("", False), ("r r", False), ("r r r", True)),
        *(("c c / r", False), ("c c / r r r", False), ("c c / r r r r", True), ("c c / c r r r r", True)),
        *(("c c / c c / r r r", False), ("c c / c c / r r r r", True)),
    ],
)
def test_with_a_cap_the_last_action_is_the_one_after_it(actions: str, last: bool) -> None:
    hand = played(actions, game=limit())
    assert decided("rezai", hand)[1]["last action"] is last
    assert (hand.legal.most_raise == 0) is last


@pytest.mark.parametrize(("actions", "last"), [("c c c / r r r", False), ("c c c / r r r r", True)])
def test_the_cap_is_the_same_with_more_players(actions: str, last: bool) -> None:
    hand = played(actions, "7c2d AhAd KsKd / Kc9d3h / 9s / 4d", limit(3))
    assert decided("rezai", hand)[1]["last action"] is last


ALL_IN_BETS = [
    (GAME, (35, 500), "c c / r"),
    (GAME, (35, 500), "c c / c c / r"),
    (GAME, (60, 25), "c c / r"),  # for less than the bet
    (GAME, (60, 25), "c c / c c / r"),
    (GAME, (75, 500), "c c / r r r"),
    (limit(rules="casino"), (17, 200), "c c / r"),
    (limit(rules="casino"), (22, 200), "c c / c c / r"),
]
"""Hands in which no raise is allowed because one player has no chips left."""


@pytest.mark.parametrize(("game", "stacks", "actions"), ALL_IN_BETS)
def test_rezai_13_ahead_in_chips_it_calls_an_all_in_bet_with_anything_on_flop_and_turn(
    game: Game, stacks: tuple[int, int], actions: str
) -> None:
    deal = "AhAd 7c2d / Kc9d3h / Ts / 4d"
    hand = played(actions, deal, game, stacks)
    assert not hand.legal.most_raise
    action, facts = decided("rezai(style=lag)", hand)
    assert (facts["ahead in chips"], facts["last action"], action) == (True, False, "c")
    assert facts["strength"] < 130
    assert decided("rezai(style=tag)", hand)[0] == "f"


@pytest.mark.parametrize(
    ("game", "raises"), [(GAME, "r r r r r"), (GAME, "c r r r r"), (limit(), "r r r r"), (limit(), "c r r r r")]
)
def test_rezai_13_ahead_in_chips_it_folds_weak_hands_as_the_last_action(game: Game, raises: str) -> None:
    deal = "7c2d 7d2h / Kc9d3h / Ts / 4d"
    hands = [played(f"c c / {each}", deal, game, (5000, 5000)) for each in (raises[:-2], raises)]
    actual = [decided("rezai(style=lag)", hand) for hand in hands]
    assert [action for action, _ in actual] == ["c", "f"]
    assert all(facts["ahead in chips"] for _, facts in actual)


@pytest.mark.parametrize(
    ("style", "deal", "actions", "action", "rule", "strength"),
    [
        ("lag", "Th3d 7c2d / Kc9d3h / 9s / 4d", "", "c", "call", 10),
        ("lag", "3h2d 7c9d / Kc9h3s / 9s / 4d", "", "f", "fold", 3),
        ("lag", "AhAd 7c2d / Kc9d3h / 9s / 4d", "", "r40", "raise", 100),
        ("lag", "AhAd 7c2d / Kc9d3h / 9s / 4d", "c", "c", "check", 1),
        ("lag", "7c2d AhAd / Kc9d3h / 9s / 4d", "c", "r40", "bet", 100),
        ("lag", "7c2d AhAd / Kc9d3h / 9s / 4d", "c r r r r", "c", "call", 100),
        ("lag", "6s8s AhAd / 5c4dKh / 9s / 3d", "c c /", "r20", "bet", 13 * 7 + 5),
        ("lp", "6s8s AhAd / 5c4dKh / 9s / 3d", "c c /", "c", "check", 13 * 7 + 5),
        ("tag", "6s8s AhAd / 5c4dKh / 9s / 3d", "c c / c r", "c", "call", 13 * 7 + 5),
        ("tp", "6s8s AhAd / 5c4dKh / 9s / 3d", "c c / c r", "f", "fold", 13 * 7 + 5),
        ("tp", "KsTh AhAd / 4cKhKd / 9s / 3d", "c c / c r", "c", "call", 765),
        ("tp", "KsTh AhAd / 4cKhKd / Ts / 3d", "c c / c c / c r", "r80", "raise", 815 + 13 * 12 + 9),
    ],
)
def test_decisions_name_style_rule_and_strength(
    style: str, deal: str, actions: str, action: str, rule: str, strength: int
) -> None:
    actual, facts = decided(f"rezai(style={style})", played(actions, deal))
    assert (actual, facts["rule"], facts["strength"]) == (action, rule, strength)
    assert facts["style"] == PlayingStyle(style).words


def test_facts_that_reveal_its_cards_are_private() -> None:
    hand = played("c c / r")
    answer = started().act(hand.view(1))
    assert isinstance(answer, Decision)
    assert {fact.name for fact in answer.facts if fact.private} == {"rule", "strength", "draw"}


def test_draws_are_reported_only_on_flop_and_turn() -> None:
    deal = "6s8s AhAd / 5c4dKh / Kd / 2d"
    draws = [decided("rezai", played(actions, deal))[1]["draw"] for actions in ("", "c c /", "c c / c c /")]
    assert draws == [False, True, True]
    assert decided("rezai", played("c c / c c / c c /", deal))[1]["draw"] is False


def test_the_reading_of_kickers_can_be_set() -> None:
    hand = played("c c /", "KsTh AhAd / 4cKhKd / 9s / 3d")
    assert [decided(f"rezai(kicker={each})", hand)[1]["strength"] for each in ("text", "code")] == [765, 768]


@pytest.mark.parametrize(("free_fold", "action"), [("off", "c"), ("on", "f")])
def test_rezai_15_where_no_rule_applies_tight_passive_folds_only_with_free_fold(free_fold: str, action: str) -> None:
    """A7 is 35. RezAI's game does not allow a fold where checking is free."""
    deal = "KsTh Ah7d / 4cKhKd / 9s / 3d"
    spec = f"rezai(style=tp, free_fold={free_fold})"
    assert decided(spec, played("c", deal))[0] == "c"
    actual, facts = decided(spec, played("c", "Ah7d KsTh / 4cKhKd / 9s / 3d", limit(rules=Rules(free_fold=True))))
    assert (actual, facts["rule"]) == (action, "none")


@pytest.mark.parametrize(("bet", "raised"), [("0.5", 200), ("0.6666666666666666", 233), ("1", 300), ("100", 20000)])
def test_in_no_limit_games_it_bets_a_share_of_the_pot(bet: str, raised: int) -> None:
    """100 for the call, and then a share of a pot of 200."""
    hand = played("", "7c2d AhAd / Kc9d3h / 9s / 4d", nolimit())
    assert decided(f"rezai(style=lag, bet={bet})", hand)[0] == f"r{raised}"


def test_rezai_20_the_style_can_be_fixed_or_changing() -> None:
    for spec, style in zip(SPECS[1:], PlayingStyle, strict=True):
        assert [started(spec, seed=seed).style for seed in range(20)] == [style] * 20
    assert {started(seed=seed).style for seed in range(50)} == set(PlayingStyle)


def test_rezai_25_it_needs_no_arena_and_no_interface() -> None:
    code = (
        "import sys, railbird.bots.rezai; "
        "print([name for name in sys.modules if name.startswith(('railbird.arena', 'railbird.cli', 'railbird.web'))])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_which_games_it_plays() -> None:
    games = {"rezai": True, "limit(players=6)": True, "nolimit": True, "kuhn": False, "leduc": False}
    assert {text: Rezai().plays(parse_game(text)) for text in games} == games


@pytest.mark.parametrize(
    "spec",
    [
        *("rezai(style=wild)", "rezai(style=LAG)", "rezai(style=2)", "rezai(kicker=both)", "rezai(free_fold=maybe)"),
        *("rezai(patience=-1)", "rezai(patience=nan)", "rezai(patience=soon)", "rezai(bet=0)", "rezai(bet=101)"),
        *("rezai(bet=-1)", "rezai(chips=100)"),
    ],
)
def test_invalid_settings_are_refused(spec: str) -> None:
    with pytest.raises(BotError) as caught:
        parse_bot(spec).make()
    assert "\n" not in str(caught.value)


# How the styles play


@pytest.fixture(scope="module")
def measured() -> Mapping[str, Mapping[str, float]]:
    """The styles against a common opponent: bets and raises per call, and the share of hands played."""
    actual = {}
    for style in PlayingStyle:
        definition = match(f"rezai(style={style})", "simple", game="rezai", hands=400, dealing=DealingScheme.DUPLICATE)
        counter, counts = StyleCounter(), Counter[int]()
        for leg in definition.legs():
            chunk = LegRunner(definition, leg).run(1e9)
            assert not chunk.faults
            for hand, _ in played_hands(definition, leg, chunk.hands):
                counter.add(hand)
                me = hand.players.index("player0")
                counts.update(
                    kind
                    for player, _, kind, amount in hand.actions
                    if player == me and (amount or kind is not ActionKind.CALL)
                )
        played_share = counter.styles()["player0"].vpip.value
        actual[style.value] = {"boldness": counts[ActionKind.RAISE] / counts[ActionKind.CALL], "hands": played_share}
    return actual


@pytest.mark.parametrize(("bold", "shy"), [("lag", "lp"), ("tag", "tp")])
def test_rezai_18_aggressive_styles_bet_and_raise_more_per_call(
    measured: Mapping[str, Mapping[str, float]], bold: str, shy: str
) -> None:
    """A player is aggressive who bets and raises at least twice as often as they call."""
    assert measured[bold]["boldness"] >= 2 > measured[shy]["boldness"]


def test_rezai_18_loose_styles_play_more_hands(measured: Mapping[str, Mapping[str, float]]) -> None:
    for loose, tight in product(("lp", "lag"), ("tp", "tag")):
        assert measured[loose]["hands"] > 1.4 * measured[tight]["hands"]


# How it changes

LINES = {20: "c c", 40: "r c", 60: "r r c", 80: "r r r c", 100: "r r r r c", 120: "r r r r r c"}
"""Betting that leads to a showdown for this many chips."""


def record(bot: Rezai) -> dict[str, Any]:
    actual: dict[str, Any] = json.loads(bot.save()[""])
    return actual


def after(bot: Rezai, *results: int, seed: int = 0, first: int = 0) -> Rezai:
    """The bot after it has won and lost these amounts of chips, one hand after the other."""
    for number, result in enumerate(results, first):
        bot.streams = Streams(seed, number, 0)
        hand = played(LINES[abs(result)] + " / c c" * 3)
        bot.end_hand(hand.view(0 if result > 0 else 1))
    return bot


@pytest.mark.parametrize(
    ("results", "lost"),
    [
        ((-80,), 80),
        ((-20, -20, -20, -20), 80),
        ((-80, -20), 0),  # it switches
        ((-100,), 0),
        ((-120,), 0),
        ((-80, -80), 0),
        ((-80, -80, -60), 60),
        ((-80, 80, 80), 80),  # wins do not reduce the losses
        ((-80, 40, -20), 0),
        ((120, -100), 100),  # not while it is ahead
        ((120, 120, 120, -100, -80, -120), 300),
        ((120, -100, -20), 0),  # break-even counts as behind
        ((120, -60, -60), 0),
        ((100, -20, -60, -40), 0),
        ((120, -80, -60, 100, -20), 20),
    ],
)
def test_rezai_19_it_switches_when_100_chips_are_lost_and_it_is_not_ahead(results: tuple[int, ...], lost: int) -> None:
    for seed in range(5):
        bot = started(seed=seed)
        style = bot.style
        after(bot, *results, seed=seed)
        assert record(bot)["lost"] == lost
        assert record(bot)["result"] == sum(results)
        if lost == -sum(result for result in results if result < 0):
            assert bot.style == style


@pytest.mark.parametrize(
    ("patience", "results", "changes"),
    [("4", (-80,), True), ("4.05", (-80,), False), ("5.05", (-100,), False), ("5.05", (-100, -20), True)],
)
def test_rezai_19_the_loss_before_a_switch_can_be_set(patience: str, results: tuple[int, ...], changes: bool) -> None:
    assert (record(after(started(f"rezai(patience={patience})"), *results))["lost"] == 0) is changes


def test_rezai_19_patience_is_in_big_blinds() -> None:
    """A big blind is 10 chips in this game, so 60 are enough."""
    assert record(after(started(game=limit()), -40))["lost"] == 40
    assert record(after(started(game=limit()), -60))["lost"] == 0


def test_rezai_19_the_first_style_and_every_later_one_are_drawn_evenly_and_may_repeat() -> None:
    first: Counter[PlayingStyle] = Counter()
    changes: Counter[tuple[PlayingStyle, PlayingStyle]] = Counter()
    for seed in range(1600):
        bot = started(seed=seed)
        style = bot.style
        first[style] += 1
        assert after(bot, 20, seed=seed).style == style
        changes[style, after(bot, -120, seed=seed, first=1).style] += 1
    assert set(first) == set(PlayingStyle)
    assert set(changes) == set(product(PlayingStyle, repeat=2))
    assert all(abs(count - 400) < 100 for count in first.values())
    assert all(abs(count - 100) < 50 for count in changes.values())


def test_rezai_19_a_switch_after_the_first_hand_may_bring_another_style() -> None:
    actual = set()
    for seed in range(40):
        bot = started(seed=seed)
        actual.add((bot.style, after(bot, -120, seed=seed).style))
    assert any(before != now for before, now in actual)


@pytest.mark.parametrize("spec", SPECS[1:])
def test_rezai_20_a_fixed_style_never_changes(spec: str) -> None:
    bot = started(spec)
    assert not bot.learns
    style = bot.style
    for seed in range(10):
        assert after(bot, -120, -120, -120, seed=seed).style == style
    assert started().learns


def test_rezai_27_it_counts_hands_and_chips_for_each_strategy() -> None:
    bot = started(seed=3)
    wanted: dict[str, Tally] = {}
    total = 0
    for number, result in enumerate((-20, -80, 40, -120, 60, -60, -100, 120, 100, 120, -20) * 5):
        tally = wanted.setdefault(bot.style.value, Tally())
        tally.hands += 1
        if result > 0:
            tally.won += result
        else:
            tally.lost -= result
        total += result
        after(bot, result, seed=3, first=number)
    assert dict(bot.tallies) == wanted
    assert len(wanted) > 2
    assert sum(tally.won - tally.lost for tally in bot.tallies.values()) == total


# What it saves


def test_a_bot_that_loads_continues_like_the_one_that_saved() -> None:
    bot = after(started(seed=4), -80, -80, 40, -40, seed=4)
    other = started(seed=99)
    other.load(bot.save())
    assert record(other) == record(bot)
    assert other.style == bot.style
    assert other.tallies == bot.tallies
    for each in (bot, other):
        after(each, -100, -80, seed=5)
    assert record(other) == record(bot)


def test_a_new_bot_has_nothing_to_save_but_can_be_loaded() -> None:
    bot = started()
    bot.load(Rezai().save())
    bot.load({})
    assert record(bot) == record(Rezai())
    assert not bot.tallies


GOOD: dict[str, Any] = {
    "railbird": "rezai",
    "style": "lag",
    "lost": 40.0,
    "result": -60.0,
    "tallies": {"lag": [3, 20.0, 80.0]},
}
WRONG: list[dict[str, Any]] = [
    *({"railbird": "lain"}, {"style": "wild"}, {"style": 2}, {"style": ["lag"]}, {"lost": None}, {"lost": "much"}),
    *({"result": []}, {"tallies": []}, {"tallies": None}, {"tallies": {"wild": [1, 2, 3]}}),
    *({"tallies": {"lag": [1, 2]}}, {"tallies": {"lag": 7}}, {"tallies": {"lag": ["x", 1, 1]}}),
]


def check_refused(data: bytes) -> None:
    bot = after(started(seed=2), -80, 40, -40, seed=2)
    before = record(bot)
    with pytest.raises(ModelError, match="RezAI") as caught:
        bot.load({"": data})
    assert "\n" not in str(caught.value)
    assert record(bot) == before


def test_an_undamaged_record_is_loaded() -> None:
    bot = started()
    bot.load({"": json.dumps(GOOD).encode()})
    assert record(bot) == GOOD


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"\xff\xfe", b"this is not a record", json.dumps(GOOD).encode()[:-10], b"null", b"7", b"[]", b"{}"),
        *(json.dumps({key: value for key, value in GOOD.items() if key != name}).encode() for name in GOOD),
        *(json.dumps({**GOOD, **change}).encode() for change in WRONG),
    ],
)
def test_damaged_records_are_refused_and_change_nothing(data: bytes) -> None:
    check_refused(data)


@pytest.mark.parametrize(
    "data",
    [
        json.dumps({**GOOD, "lost": 10**400}).encode(),
        json.dumps({**GOOD, "tallies": {"lag": [float("inf"), 0, 0]}}).encode(),
        b"[" * 100_000,
    ],
    ids=["huge number", "endless hands", "deep"],
)
def test_records_that_python_cannot_hold_are_refused_and_change_nothing(data: bytes) -> None:
    check_refused(data)


@pytest.mark.parametrize(
    "change",
    [
        *({"lost": float("nan")}, {"lost": float("inf")}, {"lost": -5}, {"lost": "12"}, {"result": float("nan")}),
        *({"tallies": {"lag": [-1, 0, 0]}}, {"tallies": {"lag": [1.5, 0, 0]}}, {"tallies": {"lag": [1, -2, 0]}}),
        *({"tallies": {"lag": [1, float("nan"), 0]}}, {"tallies": {"lag": "123"}}),
    ],
)
def test_records_with_impossible_numbers_are_refused_and_change_nothing(change: dict[str, Any]) -> None:
    check_refused(json.dumps({**GOOD, **change}).encode())


def test_rezai_20_a_fixed_style_is_kept_when_a_record_of_another_is_loaded() -> None:
    bot = started("rezai(style=tag)")
    bot.load({"": json.dumps(GOOD).encode()})
    assert bot.style is PlayingStyle.TIGHT_AGGRESSIVE
