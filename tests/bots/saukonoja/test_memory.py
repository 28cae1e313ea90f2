"""The memory of Saukonoja's bot: what it records, learns and saves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from railbird.agent import Bot, Decision, MatchStart, Streams
from railbird.bots.saukonoja import Saukonoja
from railbird.errors import ModelError
from railbird.game import CALL, FOLD, Action, ActionKind, Game, Hand, Showing, View, limit, nolimit, rezai
from railbird.game.events import ActionName
from railbird.models.saukonoja.action_chains import ActionChains, Ending
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.stats.style import StyleCounter
from railbird.strength import one_hand
from tests.arena.matches import match
from tests.bots.saukonoja.hands import BOARD, CARDS, IDS, MUCKING, decided, played, started, sums, watched, won
from tests.reference.chains import kept_hands

# Recording


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "count"),
    [
        (limit(), 250),
        (limit(rules=MUCKING), 250),
        (limit(stack=70), 250),
        (nolimit(stack="10bb"), 250),
        (rezai(), 150),
        (limit(3), 250),
        (limit(3, rules=MUCKING), 200),
        (limit(3, stack=60), 200),
        (limit(3, stack=57), 200),
        (nolimit(stack=700), 200),
        (nolimit(stack=700, ante=(100, 0)), 200),
    ],
    ids=str,
)
def test_saukonoja_17_chains_agree_with_a_plain_account_of_each_hand(game: Game, count: int) -> None:
    bot = started(game=game)
    plain = {name: ActionChains() for name in IDS[1 : game.players]}
    endings: Counter[Ending] = Counter()
    early = mucked = 0
    for hand in watched(bot, game, count, seed=17):
        for name, kept in kept_hands(hand, hand.position_of("hero"), bot.settings.mucked).items():
            plain[name].add(*kept)
            endings[kept.ending] += 1
            if kept.ending is Ending.SHOWDOWN:
                early += kept.chain.count("/") < 2
                mucked += hand.position_of(name) not in hand.shown
    for name, chains in plain.items():
        result, wanted = sums(bot.memory.chains(name)), sums(chains)
        assert set(result) == set(wanted)
        for beginning in wanted:
            assert result[beginning] == pytest.approx(wanted[beginning], abs=1e-9), beginning
        assert bot.memory.chains(name).hands == chains.hands
    assert min(endings[ending] for ending in Ending) > 0
    assert bool(mucked) == (game.rules.showing is Showing.MUCK)
    assert bool(early) == (min(game.stacks) < 20 * game.bets[0])  # all-in before the river


@pytest.mark.parametrize(
    ("actions", "chain", "ending", "shown"),
    [
        ("r r r c / c c / c c / c c", "fcC/cC/cC", Ending.SHOWDOWN, True),
        ("c c / r c / c r f", "frC/cRf", Ending.WE_FOLD, False),
        ("r c / c r r r f", "fcRrRf", Ending.WE_FOLD, False),
        ("c c / r f", "frF", Ending.OPPONENT_FOLDS, False),
        ("c r c / c c / r r c / r c", "fcC/rRc/rC", Ending.SHOWDOWN, True),
    ],
)
def test_saukonoja_17_a_chain_has_the_postflop_actions(actions: str, chain: str, ending: Ending, shown: bool) -> None:
    """Hero, in the big blind, acts first after the flop; the opponent shows QsQd."""
    bot = started()
    hand = Hand(limit(), f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play(actions)
    bot.end_hand(hand.view(0))
    kept = bot.memory.chains("ann").matching(chain)
    assert kept is not None
    assert (kept.count, kept.share(ending)) == (1, 1)
    assert kept.strength == (one_hand("QsQd", "Kc8d2h9s4d").hs if shown else None)
    assert set(sums(bot.memory.chains("ann"))) == {chain[:length] for length in range(1, len(chain) + 1)}


@pytest.mark.parametrize("actions", ["f", "r f", "r r r f", "c r f"])
def test_saukonoja_17_hands_that_end_preflop_have_no_chain(actions: str) -> None:
    bot = started()
    hand = Hand(limit(), f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play(actions)
    bot.end_hand(hand.view(0))
    assert bot.memory.chains("ann").hands == 0
    assert bot.memory.counters("ann").hands == 1


@pytest.mark.parametrize("mucked", ["0", "0.5", "1"])
def test_saukonoja_22_a_mucked_hand_counts_as_a_share_of_ours(mucked: str) -> None:
    """Hero bets the river with a pair of kings and shows first."""
    game = limit(rules=MUCKING)
    bot = started(f"saukonoja(mucked={mucked})", game)
    hand = Hand(game, f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play("c c / c c / c c / r c")
    bot.end_hand(hand.view(0))
    assert list(hand.shown) == [0]
    kept = bot.memory.chains("ann").matching("fcC/cC/rC")
    assert kept is not None
    assert kept.shown == 1
    assert kept.strength == pytest.approx(float(mucked) * one_hand("AhKh", "Kc8d2h9s4d").hs)


@pytest.mark.parametrize("mucked", ["0", "0.5", "1"])
@pytest.mark.parametrize(("river", "shown"), [("r c c", {"ann"}), ("c r c c", {"ann", "hero"})])
def test_saukonoja_22_with_three_players_a_mucked_hand_counts_as_a_share_of_the_best_shown(
    river: str, shown: set[str], mucked: str
) -> None:
    """Ann wins with a pair of kings; hero has queens, and bob does not show."""
    game = limit(3, rules=MUCKING)
    bot = started(f"saukonoja(mucked={mucked})", game)
    hand = Hand(game, f"{CARDS[3]} / {BOARD}", players=("ann", "hero", "bob"))
    bot.start_hand(hand.view(1))
    hand.play(f"c c c / c c c / c c c / {river}")
    bot.end_hand(hand.view(1))
    assert {hand.players[index] for index in hand.shown} == shown
    best = one_hand("AhKh", "Kc8d2h9s4d").hs
    for name, chain, strength in (("ann", "l", best), ("bob", "f", float(mucked) * best)):
        kept = bot.memory.chains(name).matching(chain)
        assert kept is not None
        assert kept.strength == pytest.approx(strength)


@pytest.mark.parametrize(
    "game", [limit(3), limit(3, stack=60), limit(3, stack=(25, 60, 400)), nolimit(3, stack=900)], ids=str
)
def test_saukonoja_16_its_counters_agree_with_the_style_report(game: Game) -> None:
    """Including hands that hero has folded, and hands in which all are all-in."""
    bot, counter = started(game=game), StyleCounter()
    reached: Counter[tuple[str, int]] = Counter()
    without_hero = all_in = 0
    for hand in watched(bot, game, 200, seed=16):
        counter.add(hand)
        gone = {event.player: event.round for event in hand.history if event.move is ActionName.FOLD}
        for index, name in enumerate(hand.players):
            reached.update((name, number) for number in range(1, hand.round + 1) if gone.get(index, 4) >= number)
        without_hero += hand.position_of("hero") in gone and hand.folded.count(False) > 1
        all_in += hand.round > hand.history[-1].round
    for name in IDS[1:]:
        style, mine = counter.styles()[name], bot.memory.counters(name)
        assert mine.hands == style.hands == 200
        assert mine.vpip == pytest.approx(style.vpip.value)
        assert mine.pfr == pytest.approx(style.pfr.value)
        assert (mine.reached(1), mine.showdowns) == (style.wtsd.of, style.wtsd.count)
        assert [mine.reached(number) for number in (1, 2, 3)] == [reached[name, number] for number in (1, 2, 3)]
        assert 0 < mine.showdowns <= mine.reached(3) <= mine.reached(2) <= mine.reached(1)
    assert without_hero
    assert bool(all_in) == (min(game.stacks) < 1000)


def test_saukonoja_23_a_new_match_starts_with_an_empty_memory() -> None:
    bot = started()
    for _ in watched(bot, limit(), 30):
        pass
    assert bot.memory.chains("ann").hands > 0
    bot.start_match(MatchStart(limit(), IDS[:2], 0))
    assert bot.memory.chains("ann").hands == bot.memory.counters("ann").hands == 0


# Learning


class FoldsToTurnBets(Bot):
    """Calls everything, but folds to bets on the turn."""

    def act(self, view: View) -> Action:
        return FOLD if view.round == 2 and view.to_call else CALL


@cache
def learned_from(hands: int) -> Mapping[str, bytes]:
    return played(match("saukonoja", FoldsToTurnBets, hands=hands, seed=21)).learned[0] if hands else {}


def expects(learned: Mapping[str, bytes], actions: str) -> float:
    """Probability that hero's bet makes all others fold, by what was learned."""
    bot = started()
    bot.load({"ann": learned["player1"]} if learned else {})
    _, hand = decided(bot, actions)
    me = hand.position_of("hero")
    inputs = bot._inputs(hand.view(me), bot.memory.tracker.situation())
    return bot._prospects(inputs, ActionKind.RAISE).others_fold


def test_saukonoja_21_it_learns_that_a_player_folds_to_every_turn_bet() -> None:
    shares = [expects(learned_from(hands), "c c / c c / c") for hands in (0, 60, 400, 1200)]
    assert shares[0] < 0.35
    assert shares == sorted(shares)
    assert shares[-1] > 0.99
    assert expects(learned_from(1200), "c c / c c / c c / c") < 0.1


def test_saukonoja_21_what_was_learned_wins_more_on_the_same_deals() -> None:
    learned = learned_from(1200)
    definition = match("saukonoja", FoldsToTurnBets, hands=300, seed=22)
    fresh, taught = won(played(definition)), won(played(definition, learned=learned))
    assert taught > fresh + 0.05
    untaught = match("saukonoja(chains=off)", FoldsToTurnBets, hands=300, seed=22)
    assert taught > won(played(untaught)) + 0.05


# Using observations


def seen(bot: Saukonoja, lines: str, game: Game, count: int) -> Saukonoja:
    """A bot that has played hands against ann, who acts first after the flop and has queens; others fold at once."""
    players = ("ann", "hero", "bob")[: game.players]
    for _ in range(count):
        for line in lines.split(","):
            hand = Hand(game, f"QsQd {'JhTh 7c7s' if game.players == 3 else 'JhTh'} / {BOARD}", players=players)
            bot.start_hand(hand.view(1))
            hand.play(("f " if game.players == 3 else "") + line)
            bot.end_hand(hand.view(1))
    return bot


@pytest.mark.parametrize("name", ["formula", "scenarios", "miximax"])
@pytest.mark.parametrize("settings", ["chains=off, counters=off", "chains=off, counters=on", "chains=on, counters=off"])
def test_saukonoja_40_without_chains_and_counters_observations_change_nothing(name: str, settings: str) -> None:
    """Ann has folded to 200 bets."""
    fresh, taught = (started(f"saukonoja(estimator={name}, {settings})") for _ in range(2))
    seen(taught, "c c / c r f", limit(), 200)
    changed = False
    for actions in ("c c / c", "r c / c", "c c / r", "c c / c r", "c c / c c / c"):
        answers = []
        for bot in (fresh, taught):
            for seed in range(5):
                bot.streams = Streams(seed, 0, 0)
                answer, _ = decided(bot, actions)
                answers.append((answer.action, dict(answer.probabilities), dict(answer.values)))
        changed |= answers[:5] != answers[5:]
    assert changed == ("on" in settings)


@pytest.mark.parametrize("actions", ["c", "r", "c r r", "r r r", "c c / r", "r c / c r r"])
@pytest.mark.parametrize("shrinkage", ["on", "off"])
def test_miximax_ignores_a_third_player_who_folded_preflop(actions: str, shrinkage: str) -> None:
    """Ann's actions against hero are the same at both tables."""
    lines = "c c / r r r f,c c / c r r f,c c / r r c / r r r c / c c,c c / c r c / c r c / r c"
    result = []
    for game, count in ((limit(), 25), (limit(3), 25), (limit(), 0)):
        bot = seen(started(f"saukonoja(estimator=miximax, shrinkage={shrinkage})", game), lines, game, count)
        cards = {2: "QsQd AhKh", 3: "QsQd AhKh 7c7s"}[game.players]
        hand = Hand(game, f"{cards} / {BOARD}", players=("ann", "hero", "bob")[: game.players])
        bot.start_hand(hand.view(1))
        hand.play(f"{'f ' if game.players == 3 else ''}c c / {actions}")
        answer = bot.act(hand.view(1))
        assert isinstance(answer, Decision)
        result.append(dict(answer.values))
    assert result[0] == pytest.approx(result[1])
    assert result[0] != result[2]


def test_saukonoja_32_enough_shown_hands_change_the_values_of_miximax() -> None:
    """Ann has bet all the way with three kings, ten times."""
    values = {}
    for win in ("odds", "empirical"):
        for hands in (0, 10):
            bot = started(f"saukonoja(estimator=miximax, win={win}, strength=actions)")
            for _ in range(hands):
                hand = Hand(limit(), "KdKs AhKh / Kc8d2h / 9s / 4d", players=("ann", "hero"))
                bot.start_hand(hand.view(1))
                hand.play("c c / r c / r c / r c")
                bot.end_hand(hand.view(1))
            values[win, hands] = decided(bot, "c c / r c / r c / r")[0].values[CALL]
    assert values["odds", 0] == values["empirical", 0] == values["odds", 10]
    assert values["empirical", 10] == -20


# Saving


@pytest.mark.parametrize(
    ("spec", "hands"),
    [("saukonoja", 80), ("saukonoja(strength=range)", 16), ("saukonoja(decay=0.9, shrinkage=off, enough=4)", 80)],
)
def test_saukonoja_23_a_loaded_bot_makes_the_same_decisions(spec: str, hands: int) -> None:
    definition = match(spec, "simple", "always-raise", hands=hands, seed=6)
    learned = played(definition).learned[0]
    assert set(learned) == {"player1", "player2"}
    longer = replace(definition, hands=hands + hands // 2)
    assert played(longer, hands, learned).hands == played(longer).hands[hands:]


@cache
def learned() -> Mapping[str, bytes]:
    """What a bot has learned from some hands."""
    bot = started(game=limit(3))
    for _ in watched(bot, limit(3), 20):
        pass
    return bot.save()


def known(bot: Saukonoja) -> dict[str, Any]:
    """Everything a bot has learned, without the time of writing."""
    return {name: read_arrays(data, name) for name, data in bot.save().items()}


def assert_refused(data: bytes) -> None:
    """Check that a damaged record is refused, and no other record is loaded either."""
    bot = started(game=limit(3))
    bot.load({"eve": learned()["bob"]})
    before = known(bot)
    with pytest.raises(ModelError, match="the record about ann"):
        bot.load({"bob": learned()["bob"], "ann": data})
    np.testing.assert_equal(known(bot), before)
    assert set(before) == {"eve"}


@pytest.mark.parametrize("harm", ["empty", "text", "cut", "flipped", "another bot", "another version"])
def test_saukonoja_23_damaged_or_foreign_records_are_refused_and_change_nothing(harm: str) -> None:
    data = learned()["ann"]
    head, parts = read_arrays(data, "ann")
    assert_refused(
        {
            "empty": b"",
            "text": b"this is not a model",
            "cut": data[: len(data) // 2],
            "flipped": data[:20] + bytes(255 - byte for byte in data[20:80]) + data[80:],
            "another bot": write_arrays({**head, "railbird": "weights"}, parts),
            "another version": write_arrays({**head, "version": 99}, parts),
        }[harm],
    )


@pytest.mark.parametrize("part", ["chains.chains", "chains.sums", "chains.hands", "counters.acts", "counters.singles"])
@pytest.mark.parametrize("harm", ["missing", "cut", "text", "below 0"])
def test_saukonoja_23_records_with_damaged_parts_are_refused(part: str, harm: str) -> None:
    head, parts = read_arrays(learned()["ann"], "ann")
    good = parts.pop(part)
    if harm != "missing":
        parts[part] = {
            "cut": good[:-1],
            "text": np.full(good.shape, "x"),
            "below 0": np.full(good.shape, -1, dtype=np.int64),
        }[harm]
    assert_refused(write_arrays(head, parts))


def test_loaded_records_are_added_to_what_is_known() -> None:
    bot = started(game=limit(3))
    for name in ("bob", "ann"):
        bot.load({name: learned()[name]})
    assert set(bot.save()) == {"ann", "bob"}
    assert bot.memory.chains("bob").hands > 0


def test_it_has_portraits_of_players() -> None:
    bot = started(game=limit(3))
    bot.load(learned())
    assert len(bot.portraits()) == 2


def test_saukonoja_17_a_player_who_folds_after_us_has_not_folded_to_us() -> None:
    """Ann bets, hero folds, and then bob folds."""
    game = limit(3)
    bot = started(game=game)
    hand = Hand(game, f"{CARDS[3]} / {BOARD}", players=("ann", "hero", "bob"))
    bot.start_hand(hand.view(1))
    hand.play("c c c / r f f")
    bot.end_hand(hand.view(1))
    for name, chain in (("ann", "lRf"), ("bob", "ff")):
        kept = bot.memory.chains(name).matching(chain)
        assert kept is not None
        assert kept.share(Ending.WE_FOLD) == 1, name


def test_strength_by_actions_ignores_shown_hands() -> None:
    result = {}
    for strength in ("actions", "chains"):
        bot = started(f"saukonoja(strength={strength}, shrinkage=off, enough=1000)")
        for _ in range(10):  # ann shows three kings each time
            hand = Hand(limit(), "KdKs AhKh / Kc8d2h / 9s / 4d", players=("ann", "hero"))
            bot.start_hand(hand.view(1))
            hand.play("c c / r c / c c / c c")
            bot.end_hand(hand.view(1))
        result[strength] = decided(bot, "r c / r")[0].values[CALL]
    assert result["actions"] > result["chains"]
