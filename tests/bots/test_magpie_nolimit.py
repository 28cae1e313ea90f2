"""Magpie in no-limit games: sequences without sizes, apart by price, and a search with real chips."""

from __future__ import annotations

import pytest

from railbird.agent import Decision, MatchStart, Streams, check_bot
from railbird.arena import DealingScheme, play_match
from railbird.bots.lain import Lain
from railbird.bots.magpie import Magpie, MagpieSettings
from railbird.bots.vexbot import BRPlayer, Vexbot
from railbird.errors import ModelError
from railbird.game import CALL, FOLD, ActionKind, Game, Hand, limit, nolimit, potlimit
from railbird.models import parse_levels
from tests.bots.random_hands import play_hands

GAME = nolimit(stack="100bb")
DEAL = "AhAd 7c2d / As8s3h / 9d / Jc"
PLAYERS = ("player 0", "player 1")


def started(game: Game = GAME, sizes: str = "50%/100%/a") -> Magpie:
    bot = Magpie(MagpieSettings(sizes=sizes))
    bot.start_match(MatchStart(game, PLAYERS, 0))
    bot.streams = Streams(3, 0, 0)
    return bot


def decided(bot: Magpie, actions: str, deal: str = DEAL) -> Decision:
    hand = Hand(GAME, deal, players=PLAYERS)
    bot.start_hand(hand.view(0))
    hand.play(actions)
    choice = bot.act(hand.view(0))
    assert isinstance(choice, Decision)
    return choice


def watched(bot: Magpie, actions: str, times: int = 1, deal: str = DEAL) -> Magpie:
    """The bot after it has seen a hand some times."""
    for _ in range(times):
        hand = Hand(GAME, deal, players=PLAYERS)
        bot.start_hand(hand.view(0))
        hand.play(actions)
        bot.end_hand(hand.view(0))
    return bot


@pytest.mark.parametrize(
    "game",
    [nolimit(), nolimit(stack="3bb"), nolimit(3, stack=["2bb", "9bb", "40bb"]), potlimit(), nolimit(6, stack="30bb")],
    ids=str,
)
def test_it_passes_the_check(game: Game) -> None:
    report = check_bot(Magpie, games=[game], hands=12)
    assert report.passed, str(report)


def test_the_others_say_why_they_do_not_play_it() -> None:
    for kind in (Lain, Vexbot, BRPlayer):
        assert kind().refusal(nolimit()) == "it counts betting sequences, which are few enough only in limit games"
    assert not Magpie().refusal(nolimit())


def test_it_considers_all_sizes_of_its_menu() -> None:
    for sizes, totals in (("50%/100%/a", [100, 200, 9900]), ("0.5+2", [100, 400])):
        values = decided(started(sizes=sizes), "c c / ").values
        assert [each.to for each in values if each.kind is ActionKind.RAISE] == totals


def test_a_call_costs_what_it_really_costs() -> None:
    """With trash, a small bet may be called, an all-in of a hundred big blinds is not worth it."""
    trash = "7c2d AhAd / As8s3h / 9d / Jc"
    small, large = (decided(started(), f"c c / c {bet}", trash).values for bet in ("r100", "r9900"))
    assert large[CALL] < -1000 < small[CALL]
    assert large[FOLD] == small[FOLD] == 0


def test_a_call_of_an_all_in_on_the_river_wins_what_the_showdown_is_worth() -> None:
    """Its share of the pot for the hands that the other is expected to have."""
    bot = started()
    values = decided(bot, "c c / c c / c c / c r9900").values
    assert set(values) == {FOLD, CALL}
    beaten = bot.models.belief("player 1", 0, 1, 2).beaten(bot.models.betting.node_of("cccccccrc"))
    assert beaten[-2] * 20_000 - 9_900 - 1e-3 <= values[CALL] <= beaten[-1] * 20_000 - 9_900 + 1e-3


def test_it_learns_that_a_player_folds_to_large_bets_only() -> None:
    bot = watched(watched(started(), "c c / r600 f", 12), "c c / r100 c / c c / c c", 12)
    tree = bot.models.betting
    fold, call, _ = range(3)
    bet = tree.node_of("ccr")
    frequencies = [bot.models.belief("player 1", 0, 1, price).frequencies(bet) for price in range(3)]
    assert frequencies[0][fold] < frequencies[0][call]
    assert frequencies[2][fold] > frequencies[2][call]


def test_it_learns_from_hands_that_were_shown_after_an_all_in() -> None:
    bot = watched(started(), "r300 r10000 c", 5)
    leaf = bot.models.betting.node_of("rrc" + "cc" * 3)
    assert [bot.models.of("player 1", 0, 1, price).shown(leaf) for price in range(3)] == [5, 0, 0]
    (portrait,) = bot.portraits()
    assert portrait.showdowns == 5
    assert bot.usage().leaves_seen == 1


@pytest.mark.parametrize(("bet", "price"), [(100, 0), (200, 1), (600, 2)])
def test_shown_hands_count_with_the_highest_price_after_the_flop(bet: int, price: int) -> None:
    bot = watched(started(), f"r1000 c / c c / c r{bet * 10} c / c c")
    leaf = bot.models.betting.node_of("rccccrccc")
    shown = [bot.models.of("player 1", 0, 1, each).shown(leaf) for each in range(3)]
    assert shown == [float(each == price) for each in range(3)]


def test_a_price_counts_after_more_raises_than_contexts_know() -> None:
    """Five raises on the flop: the last one, which contexts do not have, is the dearest."""
    bot = watched(started(), "c c / r100 r200 r300 r400 r9900 c")
    leaf = bot.models.betting.node_of("ccrrrrccccc")
    assert [bot.models.of("player 1", 0, 1, each).shown(leaf) for each in range(3)] == [0, 0, 1]


def test_after_more_raises_than_it_counts_it_calls_with_good_hands_only() -> None:
    """Its contexts have four bets in a round; here is a sixth."""
    betting = "r200 r400 r800 r1600 r10000"
    assert decided(started(), betting).action == CALL
    assert decided(started(), betting, "7c2d AhAd / As8s3h / 9d / Jc").action == FOLD


def test_what_it_has_learned_is_kept() -> None:
    bot = watched(watched(started(), "r300 r10000 c", 3), "c c / r600 f", 4)
    other = started()
    other.load(bot.save())
    for actions in ("c c / ", "r300", "r300 c / r200 r700 ", "c c / "):
        mine, theirs = decided(bot, actions), decided(other, actions)
        assert (theirs.values, theirs.action) == (mine.values, mine.action)


@pytest.mark.parametrize(("learned", "played"), [(limit(), GAME), (GAME, limit()), (limit(), potlimit())], ids=str)
@pytest.mark.parametrize("own_only", [False, True])
def test_records_of_limit_and_no_limit_games_do_not_mix(learned: Game, played: Game, own_only: bool) -> None:
    bot = started(learned)
    hand = Hand(learned, DEAL, players=PLAYERS)
    hand.play("c c / c c / c c / c c")
    bot.end_hand(hand.view(0))
    records = bot.save()
    kinds = ["limit" if game == limit() else "no-limit or pot-limit" for game in (learned, played)]
    message = f"was learned in {kinds[0]} games, not in {kinds[1]} games: load one from {kinds[1]} games, or let"
    other = started(played)
    with pytest.raises(ModelError, match=message) as refused:
        other.load({PLAYERS[0]: records[PLAYERS[0]]} if own_only else records)
    assert "\n" not in str(refused.value)
    assert not other.models.players()


def test_facts_show_real_amounts() -> None:
    def facts(actions: str) -> dict[str, object]:
        return {fact.name: fact.value for fact in decided(started(), actions).facts}

    faced = facts("r300 c / c r450")
    assert faced["betting sequence"] == "r300 c / c r450"
    assert faced["price"] == "450 in a pot of 1,050: low"
    assert facts("r300 c / c r9700")["price"] == "9,700 in a pot of 10,300: very high"
    assert "price" not in facts("r300 c / ")


def test_it_believes_the_bets_of_those_who_rarely_bet() -> None:
    """No hand was shown: a pair of threes calls a player who bets the flop often, not one who hardly ever does."""
    deal, bet = "3h3d 7c2d / AsKs9h / 4d / Jc", "c c / c r200"
    often = watched(watched(started(), "c c / c r200 f", 60), "c c / c c / c c / c c", 2)
    rarely = watched(watched(started(), "c c / c c / c c / c c", 60), "c c / c r200 f", 2)
    values = [decided(bot, bet, deal).values for bot in (often, rarely)]
    assert values[0][CALL] > values[1][CALL]


def test_levels_coarser_than_alone_are_not_used_in_its_place() -> None:
    for levels, hands in (("alone+s1", ["ALONE"]), ("deeds+alone+s4", ["DEEDS", "ALONE"]), ("s2", ["ALONE"])):
        bot = Magpie(MagpieSettings(levels=levels))
        bot.start_match(MatchStart(GAME, PLAYERS, 0))
        assert [level.name for level in bot.models.pooling.hands] == hands
        bot = Magpie(MagpieSettings(levels=levels, continued=False))
        bot.start_match(MatchStart(GAME, PLAYERS, 0))
        assert bot.models.pooling.hands == parse_levels(levels)
    off = Magpie(MagpieSettings(levels="off"))
    off.start_match(MatchStart(GAME, PLAYERS, 0))
    assert not off.models.pooling.hands


@pytest.mark.slow
def test_it_plays_random_games_without_a_fault() -> None:
    """Short stacks, side pots, antes, two to ten players, freeze-outs; ``random_hands`` plays many more."""
    assert play_hands("magpie", 80, 1) == 80


@pytest.mark.slow
@pytest.mark.parametrize(("opponent", "least"), [("always-call", 3.0), ("chump", 0.5), ("simple", 0.1)])
def test_it_beats_weak_players(opponent: str, least: float) -> None:
    result = play_match(["magpie", opponent], game=GAME, hands=300, seed=5, dealing=DealingScheme.DUPLICATE)
    assert result["magpie"].rate.mean > least
