"""Searches for the card duel."""

from __future__ import annotations

import pytest

from railbird.errors import BotError
from railbird.extensive import CHANCE, CardDuel, DuelRules, RandomStream, parse_extensive_game, sample_chance
from railbird.extensive.duel_actions import PLAY
from railbird.search.players import parse_player


def positions(count: int) -> list[CardDuel]:
    """Decisions of a random duel with at least two actions."""
    state, random = CardDuel(), RandomStream(3)
    found: list[CardDuel] = []
    while len(found) < count:
        if state.turn == CHANCE:
            state.apply(sample_chance(state, random))
            continue
        actions = state.legal_actions()
        if len(actions) > 1:
            found.append(state.clone())
        state.apply(actions[random.below(len(actions))])
    return found


def test_rules_attack_and_block_if_only_cards_are_searched() -> None:
    player = parse_player("duel-search(iterations=5, cards_only=on, roll_out=combat)").make()
    cards = 0
    for state in positions(30):
        before = player.steps
        action = player.choose(state.clone(), RandomStream(1))
        if state.phase == PLAY:
            assert player.steps == before + 5
            cards += 1
        else:
            assert player.steps == before
            assert action == DuelRules().choose(state, RandomStream(1))
    assert 0 < cards < 30


def test_interesting_deals_use_a_share_of_the_iterations() -> None:
    state = positions(12)[-1]
    plain, interesting = (
        parse_player(f"duel-search(iterations=100, trees=5, interesting={share})").make() for share in (0, 0.2)
    )
    for player in (plain, interesting):
        assert player.choose(state.clone(), RandomStream(2)) in state.legal_actions()
    assert (plain.steps, interesting.steps) == (100, 80)


def test_other_games_and_interesting_deals_without_trees_are_refused() -> None:
    start = parse_extensive_game("tic-tac-toe").start()
    with pytest.raises(BotError, match="does not play tic-tac-toe: it is not the card duel"):
        parse_player("duel-search").check_plays(start, "tic-tac-toe")
    with pytest.raises(BotError, match="interesting deals need trees"):
        parse_player("duel-search(interesting=0.05)")
