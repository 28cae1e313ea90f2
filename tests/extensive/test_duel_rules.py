"""Rules of the card duel: each decision, and how strong they are."""

from math import sqrt

import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, CardDuel, DuelRules, GamePlayer, RandomStream, ReducedRules
from railbird.extensive.tic_tac_toe import TicTacToe
from tests.extensive.duels import attacked, duel, playing, random_position

RANDOM = DuelRules("random", "random", "random")


def choice(state: CardDuel, player: DuelRules | None = None) -> str:
    return state.action_text((player or DuelRules())(state, RandomStream(1)))


def wins(first: GamePlayer, second: GamePlayer, games: int, *, binary: bool = False) -> float:
    """The share of games that the first player wins, half of them in each seat."""
    random, won = RandomStream(6), 0
    for number in range(games):
        state, seat = CardDuel(binary=binary), number % 2
        players = (second, first) if seat else (first, second)
        while state.turn != NOBODY:
            chance = state.turn == CHANCE
            state.apply(state.sample_outcome(random) if chance else players[state.turn].choose(state, random))
        won += state.winner == seat
    return won / games


def test_experts_use_as_much_mana_as_they_can() -> None:
    state = playing("3/3 2/2 3/1", 4)
    assert choice(state) == "play:3/1"  # and 2/2 after it, rather than 3/3 alone
    state.apply(DuelRules()(state, RandomStream(1)))
    assert choice(state) == "play:2/2"
    assert choice(playing("3/3 2/2 3/1", 4), ReducedRules()) == "play:3/3"
    assert choice(playing("5/5", 4)) == "pass"


def test_experts_replace_a_creature_only_by_a_stronger_one() -> None:
    full = "5/5 5/5 4/4 3/3 3/3"
    assert choice(playing("4/4 1/1", 9, ours=full)) == "play:4/4"
    assert choice(playing("2/2 1/1", 9, ours=full)) == "pass"
    assert choice(playing("4/4 1/1", 9, ours=full), ReducedRules()) == "pass"


@pytest.mark.parametrize(
    ("ours", "theirs", "life", "expected"),
    [
        ("5/5 2/2", "", (20, 20), "attack:1+2"),
        ("3/3", "4/4", (20, 20), "attack:none"),  # the blocker kills and survives
        ("4/4", "4/4", (20, 20), "attack:1"),  # an even trade
        ("4/4", "3/1 3/3", (20, 20), "attack:1"),
        ("5/5", "5/5* 4/4", (20, 20), "attack:1"),  # the other 5/5 cannot block
        ("3/3 2/2 2/2", "4/4", (20, 4), "attack:1+2+3"),  # one is blocked, and 4 damage is enough
        ("3/3 2/2 2/2", "4/4", (20, 5), "attack:none"),
        ("5/5 4/4", "3/3* 3/3*", (4, 20), "attack:1"),  # if both attack, 6 damage kills
        ("5/5 4/4", "3/3* 3/3*", (7, 20), "attack:1+2"),
    ],
)
def test_expert_attacks(ours: str, theirs: str, life: tuple[int, int], expected: str) -> None:
    assert choice(duel(ours, theirs, life=life)) == expected


def test_reduced_attacks_do_not_think_of_the_end() -> None:
    assert choice(duel("3/3 2/2 2/2", "4/4", life=(20, 4)), ReducedRules()) == "attack:none"
    assert choice(duel("5/5 4/4", "3/3* 3/3*", life=(4, 20)), ReducedRules()) == "attack:1+2"


def test_in_the_last_turn_experts_attack_with_all_and_block_all() -> None:
    state = duel("3/3 2/2", "4/4")
    state.decks = (state.decks[0], ())
    assert choice(state) == "attack:1+2"
    state = attacked("1/1", "5/5")
    assert choice(state) == "block:none"
    state.decks = (state.decks[0], ())
    assert choice(state) == "block:1>1"


@pytest.mark.parametrize(
    ("ours", "attackers", "life", "expected"),
    [
        ("5/5 4/4", "3/3", 20, "block:2>1"),  # the weakest that kills and survives
        ("3/1", "4/4", 20, "block:none"),
        ("3/1", "3/3", 20, "block:1>1"),  # dies with a stronger one
        ("3/3", "3/3", 20, "block:1>1"),  # an even trade
        ("2/4", "3/3", 20, "block:1>1"),  # survives
        ("3/3 2/2", "5/5", 20, "block:1>1+2>1"),  # together they kill it, and both die: 10 for 10
        ("3/3 2/2 1/1", "5/5 5/5", 20, "block:1>1+2>1"),
        ("2/2 2/2", "5/5", 20, "block:none"),
        ("1/1", "5/5 4/4", 20, "block:none"),
        ("1/1", "5/5 4/4", 9, "block:1>1"),  # 9 damage would kill
        ("1/1 1/1", "5/5 4/4", 4, "block:1>2+2>1"),
    ],
)
def test_expert_blocks(ours: str, attackers: str, life: int, expected: str) -> None:
    assert choice(attacked(ours, attackers, life=(20, life))) == expected


def test_reduced_blocks_do_not_trade_evenly_and_do_not_see_the_last_turn() -> None:
    assert choice(attacked("3/3", "3/3"), ReducedRules()) == "block:none"
    assert choice(attacked("3/3 2/2", "5/5"), ReducedRules()) == "block:none"
    assert choice(attacked("3/3 2/2", "4/4"), ReducedRules()) == "block:1>1+2>1"  # the 3/3 dies for the 4/4
    assert choice(attacked("1/1", "5/5 4/4", life=(20, 9)), ReducedRules()) == "block:1>1"
    state = attacked("1/1", "5/5")
    state.decks = (state.decks[0], ())
    assert choice(state, ReducedRules()) == "block:none"


def test_rules_use_nothing_that_the_player_cannot_know() -> None:
    random = RandomStream(23)
    for seed in range(150):
        state = random_position(random, binary=bool(seed % 2))
        for player in (DuelRules(), ReducedRules(), RANDOM):
            chosen = {
                player(each, RandomStream(seed))
                for each in (state, *(state.determinize(state.turn, random) for _ in range(3)))
            }
            assert len(chosen) == 1
            assert chosen <= set(state.legal_actions())


def test_rules_play_the_same_duel_in_both_encodings() -> None:
    assert wins(DuelRules(), ReducedRules(), 40) == wins(DuelRules(), ReducedRules(), 40, binary=True)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (DuelRules(), ReducedRules()),
        (ReducedRules(), RANDOM),
        (DuelRules(), DuelRules(card="random")),
        (DuelRules(), DuelRules(attack="random")),
        (DuelRules(), DuelRules(block="random")),
    ],
    ids=["expert-reduced", "reduced-random", "random card", "random attack", "random block"],
)
def test_better_rules_win(better: DuelRules, worse: DuelRules) -> None:
    games = 160
    share = wins(better, worse, games)
    assert share - 1.96 * sqrt(share * (1 - share) / games) > 0.5


def test_other_ways_and_other_games_are_refused() -> None:
    with pytest.raises(GameError, match="attack must be one of expert, reduced, random, not 'clever'"):
        DuelRules(attack="clever")
    with pytest.raises(GameError, match="card duel, not TicTacToe"):
        DuelRules().choose(TicTacToe(), RandomStream(1))
