"""The card duel: combat, turns, the two encodings of a choice, and what each player can know."""

import pickle
from collections import Counter

import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, RandomStream, play_actions
from railbird.extensive.card_duel import CardDuel
from railbird.extensive.duel_actions import ATTACK, BLOCK, CHOOSE_BLOCKERS, MOST_CREATURES, PASS, PLAY, digits
from railbird.extensive.duel_combat import fight
from railbird.extensive.duel_deck import parse_duel_deck
from tests.extensive.duels import attacked, creatures_of, duel, playing, random_position, step_at_random

TINY = "2*1:1/1 1*2:2/2"


def facts(state: CardDuel) -> tuple[object, ...]:
    """All that can be asked of a state."""
    return (
        str(state),
        state.turn,
        list(state.legal_actions()),
        state.chance_outcomes(),
        state.information_key(0),
        state.information_key(1),
        state.turn == NOBODY and state.returns(),
    )


def cards(state: CardDuel, player: int) -> Counter[int]:
    """All cards of a player that are not dead."""
    return Counter(state.hands[player] + state.decks[player] + tuple(each >> 1 for each in state.creatures[player]))


@pytest.mark.parametrize(
    ("attackers", "blockers", "blocks", "damage", "dead", "lost"),
    [
        ("5/5 2/2", "", (), 7, [], []),
        ("3/3", "3/3", (1,), 0, [0], [0]),
        ("4/4", "3/3", (1,), 0, [], [0]),
        ("3/3", "2/4", (1,), 0, [], []),
        ("3/1", "5/5", (0,), 3, [], []),
        ("5/5 1/1", "2/2", (2,), 5, [1], []),
        ("5/5", "3/3 2/2", (1, 1), 0, [0], [0, 1]),  # 3 + 2 damage kills it, and 5 is enough for both
        ("4/4", "3/3 2/2", (1, 1), 0, [0], [0]),  # 1 damage is left after the first
        ("3/1", "4/4 2/2 1/1", (1, 1, 1), 0, [0], [1, 2]),  # too weak for the first, so it kills the others
        ("2/4", "1/1 1/1", (1, 1), 0, [], [0, 1]),
        ("3/3 2/2", "4/4 3/3", (2, 1), 0, [0, 1], [1]),
    ],
)
def test_combat(
    attackers: str, blockers: str, blocks: tuple[int, ...], damage: int, dead: list[int], lost: list[int]
) -> None:
    state = duel("", "")
    ours = [2 * kind for kind in (creature >> 1 for creature in creatures_of(state, attackers))]
    assert fight(state.setup, ours, creatures_of(state, blockers), blocks) == (damage, dead, lost)


def test_survivors_of_a_combat_are_whole_again_and_attackers_cannot_block_next() -> None:
    state = duel("5/5 3/3", "4/4 2/4")
    play_actions(state, "attack:1 block:1>1")
    assert state.creatures == (creatures_of(state, "5/5* 3/3"), creatures_of(state, "2/4"))
    assert (state.life, state.mover, state.turn, state.turns) == ((20, 20), 1, CHANCE, 10)
    play_actions(state, "draw:3/3 pass attack:1")
    assert [state.action_text(action) for action in state.legal_actions()] == ["block:none", "block:1>1"]  # by the 3/3


def test_creatures_cannot_attack_in_the_turn_in_which_they_come_but_can_block_in_the_next() -> None:
    state = playing("2/2", 2)
    play_actions(state, "play:2/2")
    assert state.turn == CHANCE  # there is nobody who could attack
    assert state.creatures[0] == creatures_of(state, "2/2")


def test_a_sixth_creature_replaces_the_weakest() -> None:
    state = playing("4/4", 4, ours="5/5 3/3 3/3 2/2 1/1")
    play_actions(state, "play:4/4")
    assert state.creatures[0] == creatures_of(state, "5/5 4/4* 3/3 3/3 2/2")
    assert len(state.creatures[0]) == MOST_CREATURES


def test_mana_grows_by_one_each_turn_and_only_the_first_turn_has_no_draw() -> None:
    state, random = CardDuel(), RandomStream(4)
    seen: list[tuple[int, ...]] = []
    while len(seen) < 6:
        if state.turn == CHANCE:
            step_at_random(state, random)
        else:
            seen.append((state.mana, *map(len, state.hands)))
            state.apply(PASS)
    assert seen == [(1, 4, 4), (1, 4, 5), (2, 5, 5), (2, 5, 6), (3, 6, 6), (3, 6, 7)]


def test_a_player_without_life_loses() -> None:
    state = duel("5/5 3/3", "", life=(1, 8))
    play_actions(state, "attack:1+2")
    assert (state.turn, state.winner, state.returns()) == (NOBODY, 0, (1.0, -1.0))
    assert "player 0 has won" in str(state)


@pytest.mark.parametrize(("life", "winner"), [((5, 4), 0), ((4, 5), 1), ((5, 5), 0)])
def test_life_decides_when_the_deck_is_empty_and_the_player_who_must_draw_loses_a_tie(
    life: tuple[int, int], winner: int
) -> None:
    state = duel("1/1", "", life=life)
    state.decks = (state.decks[0], ())
    play_actions(state, "attack:none")
    assert (state.turn, state.winner) == (NOBODY, winner)


@pytest.mark.parametrize("binary", [False, True])
def test_mcts_review_25_cards_are_conserved_and_every_duel_ends(binary: bool) -> None:
    random = RandomStream(8)
    for _ in range(40):
        state = CardDuel(binary=binary)
        full = cards(state, 0)
        while state.turn != NOBODY:
            before = [cards(state, player) for player in range(2)]
            full_table = len(state.creatures[state.mover]) == MOST_CREATURES
            deadly = state.phase == CHOOSE_BLOCKERS or (state.phase == PLAY and full_table)
            assert before[0] <= full
            assert before[1] <= full
            total = sum(chance for _, chance in state.chance_outcomes())
            assert total == pytest.approx(1 if state.turn == CHANCE else 0)
            step_at_random(state, random)
            after = [cards(state, player) for player in range(2)]
            assert all(now <= then for now, then in zip(after, before, strict=True))
            assert deadly or after == before
        assert sorted(state.returns()) == [-1.0, 1.0]
        assert state.turns <= 2 * len(CardDuel().decks[0])


def test_mcts_review_12_both_encodings_reach_the_same_positions() -> None:
    random = RandomStream(3)
    for _ in range(60):
        whole, single = CardDuel(), CardDuel(binary=True)
        while whole.turn != NOBODY:
            actions = whole.legal_actions()
            action = whole.sample_outcome(random) if whole.turn == CHANCE else actions[random.below(len(actions))]
            if action >= BLOCK and whole.turn != CHANCE:
                blocks = digits(action - BLOCK, len(whole.attackers) + 1, len(whole.able))
                assert whole.block_action(blocks) == action
                for _ in blocks:
                    single.apply(single.block_action(blocks))
            elif action >= ATTACK and whole.turn != CHANCE:
                attackers = [bool(answer) for answer in digits(action - ATTACK, 2, len(whole.able))]
                assert whole.attack_action(attackers) == action
                for _ in attackers:
                    single.apply(single.attack_action(attackers))
            else:
                single.apply(action)
            whole.apply(action)
            assert str(whole) == str(single)
            assert whole.turn == single.turn


def test_mcts_review_12_each_encoding_offers_every_choice_once() -> None:
    for binary in (False, True):
        for state, count in (
            (duel("5/5 3/3 2/2", "4/4", binary=binary), 8),
            (attacked("3/3 2/2", "5/5 4/4", binary=binary), 9),
        ):
            phase = state.phase
            ends: list[str] = []

            def walk(state: CardDuel, phase: int = phase, ends: list[str] = ends, told: str = "") -> None:
                if state.phase != phase:
                    ends.append(told)
                    return
                for action in state.legal_actions():
                    name = f"{told} {state.action_text(action)}"
                    state.apply(action)
                    walk(state, told=name)
                    state.undo()

            walk(state)
            assert len(set(ends)) == len(ends) == count


def test_a_binary_choice_asks_the_strongest_creature_first() -> None:
    state = duel("2/2 5/5 3/3", "4/4", binary=True)
    play_actions(state, "attack:1 hold:2 attack:3")
    assert [state.creatures[0][index] >> 1 for index in state.attackers] == [6, 1]  # 5/5 and 2/2
    assert [state.action_text(action) for action in state.legal_actions()] == ["block:1>none", "block:1>1", "block:1>2"]


@pytest.mark.parametrize("binary", [False, True])
def test_undo_takes_back_every_action_and_clones_are_independent(binary: bool) -> None:
    random = RandomStream(21)
    for _ in range(10):
        state, before = CardDuel(binary=binary), []
        while state.turn != NOBODY:
            before.append((facts(state), state.clone()))
            step_at_random(state, random)
        assert facts(pickle.loads(pickle.dumps(state))) == facts(state)
        for known, clone in reversed(before):
            state.undo()
            assert facts(state) == known == facts(clone)
        with pytest.raises(GameError, match="no action to take back"):
            state.undo()


def test_keys_are_equal_exactly_when_the_player_has_seen_the_same() -> None:
    """All histories of a tiny duel; the sight is rebuilt from the names of the actions."""
    by_key: list[dict[object, object]] = [{}, {}]
    by_sight: list[dict[object, object]] = [{}, {}]
    count = 0

    def walk(state: CardDuel, public: tuple[str, ...]) -> None:
        nonlocal count
        count += 1
        for player in range(2):
            key, sight = state.information_key(player), (state.hands[player], public)
            assert by_key[player].setdefault(key, sight) == sight
            assert by_sight[player].setdefault(sight, key) == key
        for action in state.legal_actions():
            name = f"draw {state.mover}" if state.turn == CHANCE else f"{state.turn} {state.action_text(action)}"
            state.apply(action)
            walk(state, (*public, name))
            state.undo()

    walk(CardDuel(life=2, hand=1, deck=TINY), ())
    assert len(by_key[0]) < count / 2
    assert count > 5000


def test_what_is_hidden_changes_neither_keys_nor_legal_actions_of_others_nor_determinizations() -> None:
    random = RandomStream(17)
    for seed in range(200):
        state = random_position(random, binary=bool(seed % 2))
        player = seed // 2 % 2
        other = state.determinize(player, random)  # the same for the player, with another hidden hand
        assert other.information_key(player) == state.information_key(player)
        assert other.turn == state.turn
        if state.turn == player:
            assert list(other.legal_actions()) == list(state.legal_actions())
        first, second = (each.determinize(player, RandomStream(seed)) for each in (state, other))
        assert facts(first) == facts(second)
        with pytest.raises(GameError, match="no action to take back"):  # which would show the true hand
            first.undo()


def test_a_determinization_keeps_the_cards_and_can_be_played_to_the_end() -> None:
    random = RandomStream(19)
    for _ in range(60):
        state = random_position(random)
        for player in range(2):
            copy = state.determinize(player, random)
            assert [cards(copy, each) for each in range(2)] == [cards(state, each) for each in range(2)]
            assert [len(hand) for hand in copy.hands] == [len(hand) for hand in state.hands]
            assert copy.hands[player] == state.hands[player]
            while copy.turn != NOBODY:
                step_at_random(copy, random)


def test_determinizations_are_uniform_over_hands() -> None:
    state = CardDuel(hand=2, deck="2*1:1/1 1*2:2/2 1*3:3/3")
    play_actions(state, "draw:1/1 draw:2/2 draw:3/3 draw:1/1")
    random = RandomStream(2)
    hands = Counter(state.determinize(0, random).hands[1] for _ in range(6000))
    expected = {(0, 0): 1, (0, 1): 2, (0, 2): 2, (1, 2): 1}  # of the six pairs of four cards
    assert set(hands) == set(expected)
    assert (
        sum((hands[hand] - 1000 * ways) ** 2 / (1000 * ways) for hand, ways in expected.items()) < 16.3
    )  # 0.1 % point


def test_the_order_of_draws_is_the_documented_one() -> None:
    state = random_position(RandomStream(5))
    random, twin = RandomStream(9, 1), RandomStream(9, 1)
    unseen = sorted(state.hands[1] + state.decks[1])
    size = len(state.hands[1])
    for index in range(size):
        drawn = index + twin.below(len(unseen) - index)
        unseen[index], unseen[drawn] = unseen[drawn], unseen[index]
    copy = state.determinize(0, random)
    assert copy.hands[1] == tuple(sorted(unseen[:size]))
    while copy.turn != CHANCE:
        step_at_random(copy, RandomStream(1))
    assert copy.sample_outcome(random) == copy.decks[copy.mover][twin.below(len(copy.decks[copy.mover]))]


def test_decks_are_read_in_any_order_and_bad_ones_are_refused() -> None:
    assert parse_duel_deck("1*3:3/3 2*1:1/1") == parse_duel_deck("2*1:1/1 1*3:3/3")
    for deck, reason in (
        ("3:3/3", "COPIES"),
        ("0*1:1/1", "copies"),
        ("1*1:1/0", "toughness"),
        ("1*1:2/2 1*2:2/2", "same power and toughness"),
        ("", "kinds"),
        ("99*1:1/1 99*1:2/1", "at most 100 cards"),
    ):
        with pytest.raises(GameError, match=reason):
            parse_duel_deck(deck)
    with pytest.raises(GameError, match="life"):
        CardDuel(life=0)
    with pytest.raises(GameError, match="hand"):
        CardDuel(hand=16)


@pytest.mark.parametrize("binary", [False, True])
def test_an_illegal_action_is_refused_and_changes_nothing(binary: bool) -> None:
    for state in (
        CardDuel(binary=binary),
        playing("3/3", 2),
        duel("3/3 2/2", "2/2", binary=binary),
        attacked("3/3 2/2", "2/2", binary=binary),
    ):
        before = facts(state)
        for action in {-1, 10, 15, ATTACK - 1, ATTACK + 31, BLOCK - 1, BLOCK + 4, BLOCK + 5000} - set(
            state.legal_actions()
        ):
            with pytest.raises(GameError):
                state.apply(action)
            assert facts(state) == before
    with pytest.raises(GameError, match="not over"):
        state.returns()
