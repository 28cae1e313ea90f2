"""Freeze-outs: players who are out, players who are all-in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird.agent import MatchStart
from railbird.arena import DealingScheme, Entrant, MatchDefinition, StackRule
from railbird.arena.leg import LegRunner
from railbird.bots.shared.context_bot import ContextBot
from railbird.errors import ModelError
from railbird.gallery import parse_bot
from railbird.game import Hand, limit, parse_game
from railbird.game.events import PARTS
from railbird.models.saved_arrays import read_arrays, write_arrays

IDS = ("hero", "ann", "bob")
STACK = 400


def freeze_out(bot: str, seed: int) -> MatchDefinition:
    """Short stacks, so that a player is out soon."""
    game = parse_game(f"limit(players=3, stack={STACK // 10}bb, rules=casino)")
    bots = zip(IDS, (bot, "always-raise", "always-call"), strict=True)
    entrants = tuple(Entrant(parse_bot(each), player=name) for name, each in bots)
    return MatchDefinition(
        game=game, entrants=entrants, hands=3000, seed=seed, dealing=DealingScheme.PLAIN, stacks=StackRule.KEPT
    )


@pytest.mark.parametrize("bot", ["lain", "lain(cap=4)", "magpie", "magpie(cap=2)"])
def test_freeze_outs_are_played_to_their_end(bot: str) -> None:
    headsup = 0
    for seed in range(6):
        definition = freeze_out(bot, seed)
        chunk = LegRunner(definition, definition.leg(0)).run(1e9)
        assert not chunk.faults
        left = [STACK + sum(payoffs[player] for payoffs in chunk.payoffs) // PARTS for player in range(3)]
        assert sorted(left) == [0, 0, 3 * STACK]
        headsup += read_arrays(chunk.learned[0]["hero"], "")[0]["tables"] != []
    assert headsup > 2


def hand_of(players: tuple[str, ...], text: str, stacks: tuple[int, ...] | None = None) -> Hand:
    game = limit(len(players))
    dealt, _, actions = text.partition(";")
    hand = Hand(replace(game, stacks=stacks) if stacks else game, dealt.strip(), players=players)
    hand.play(actions)
    return hand


def made(bot: str, *states: dict[str, bytes]) -> ContextBot:
    player = parse_bot(bot).make()
    assert isinstance(player, ContextBot)
    player.start_match(MatchStart(limit(3), IDS, 0))
    for state in states:
        player.load(state)
    return player


def counts_at_two(bot: ContextBot) -> float:
    """How often ann called pre-flop heads-up, on the button."""
    other = bot._elsewhere(hand_of(("hero", "ann"), HEADS_UP).view(0))
    assert isinstance(other, ContextBot)
    return other.models.of("ann", 0, 1).counted(other.models.betting.node_of("c"))


HEADS_UP = "7c2d KsKd / Ac9dQh / 4s / 3d; c c / c c / c c / c c"


@pytest.mark.parametrize("bot", ["lain", "magpie"])
def test_what_is_learned_at_a_smaller_table_is_kept_apart_saved_and_summed(bot: str) -> None:
    player = made(bot)
    for _ in range(5):
        player.end_hand(hand_of(("hero", "ann"), HEADS_UP).view(0))
    assert counts_at_two(player) == 5
    assert not player.models.players()
    state = player.save()
    again = made(bot, state)
    assert read_arrays(again.save()["hero"], "")[0]["tables"] == read_arrays(state["hero"], "")[0]["tables"]
    assert counts_at_two(again) == 5
    again.load(state)
    assert counts_at_two(again) == 10
    assert counts_at_two(made(bot, state, again.save())) == 15


def test_a_damaged_record_of_a_smaller_table_is_refused() -> None:
    player = made("lain")
    player.end_hand(hand_of(("hero", "ann"), HEADS_UP).view(0))
    state = player.save()
    head, parts = read_arrays(state["hero"], "")
    del parts["table.0.0"]
    with pytest.raises(ModelError, match="cannot be read"):
        made("lain", {**state, "hero": write_arrays(head, parts)})


@pytest.mark.parametrize("bot", ["lain", "magpie"])
def test_an_all_in_player_is_not_credited_with_the_actions_of_others(bot: str) -> None:
    """Ann has only two bets: on flop, turn and river she does not act, bob calls and raises."""
    player = made(bot)
    hand = hand_of(IDS, "AhJs 7c2d KsKd / Ac9dQh / 4s / 3d; r c c / c r c / c c / c r c", (1000, 20, 1000))
    assert hand.over
    player.end_hand(hand.view(0))
    models = player.models
    assert player._mapped(hand.view(0)).letters == "rcc" + "ccrcc" + "ccc" + "ccrcc"
    ann, bob = models.of("ann", 0, 1), models.of("bob", 0, 2)
    letters = models.betting.letters
    assert {letters(node): ann.counted(node) for node in ann.counted_nodes} == {"rcc": 1}
    assert {letters(node) for node in bob.counted_nodes} == {"r", "rccccr", "rccccrccccc", "rccccrcccccccr"}


def test_with_everybody_all_in_the_hand_continues_to_the_showdown() -> None:
    player = made("magpie")
    hand = hand_of(IDS, "AhJs 7c2d KsKd / Ac9dQh / 4s / 3d; r c c", (20, 20, 20))
    assert hand.over
    assert player._mapped(hand.view(0)).letters == "rcc" + "ccc" * 3
    assert player._mapped(hand.view(0)).seen == (True,) * 3 + (False,) * 9


def test_it_is_its_turn_in_the_abstract_game_when_the_previous_player_is_all_in() -> None:
    player = made("magpie")
    view = hand_of(IDS, "7c2d KsKd AhJs / Ac9dQh / 4s / 3d; r c c / r", (1000, 20, 1000)).view(2)
    mapped = player._mapped(view)
    assert mapped.letters == "rccrc"
    assert player._can_search(view, mapped.node)
