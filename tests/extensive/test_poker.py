"""Poker as a tree: the same trees as OpenSpiel's, keys that hold what is seen and no more, determinizations, undo."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from railbird.errors import ActionError, GameError
from railbird.extensive import CHANCE, NOBODY, PokerState, RandomStream, play_actions, poker_state
from railbird.game import Betting, Game, Hand, kuhn, leduc, limit, nolimit, potlimit, rezai

ORACLES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
TINY = Game(
    betting=Betting.LIMIT,
    blinds=(0, 0),
    stacks=(5, 5),
    bets=(1, 1),
    most_raises=(1, 0),
    first=(0, 1),
    board_cards=(0, 2),
    antes=(1, 1),
    hole_cards=2,
    ranks=3,
    suits=2,
)
"""Two hole cards and a board of two, so that the order of cards must not matter."""
GAMES = [
    kuhn(),
    leduc(),
    limit(3),
    nolimit(stack=2000),
    potlimit(3, stack=(300, 900, 5000)),
    rezai(),
    nolimit(3, stack=("60chips", "40chips", "500chips")),
]


def oracle_state(name: str) -> Any:
    return pytest.importorskip("pyspiel").load_game(name).new_initial_state()


def histories(state: PokerState) -> Iterator[PokerState]:
    """Every state of the tree, in the same object."""
    yield state
    for action in state.legal_actions():
        state.apply(action)
        yield from histories(state)
        state.undo()


def play_out(state: PokerState, random: RandomStream) -> None:
    while state.turn != NOBODY:
        actions = state.legal_actions()
        state.apply(state.sample_outcome(random) if state.turn == CHANCE else actions[random.below(len(actions))])


def facts(state: PokerState) -> tuple[object, ...]:
    """All that can be asked of a state."""
    over = state.turn == NOBODY
    keys = [state.information_key(player) for player in range(state.players)]
    return str(state), state.turn, state.legal_actions(), state.chance_outcomes(), keys, over and state.returns()


def observed(state: PokerState, player: int) -> tuple[object, ...]:
    """What the player has seen, from the text of the state alone."""
    _, dealt, betting = str(state).split(";")
    holes, *board = dealt.split("/")
    cards = [frozenset(hole[i : i + 2] for i in range(0, len(hole), 2)) for hole in holes.split()]
    rounds = [frozenset(each.strip()[i : i + 2] for i in range(0, len(each.strip()), 2)) for each in board]
    own = cards[player] if player < len(cards) else frozenset[str]()
    shown = state.turn == NOBODY and not betting.endswith("f") and tuple(cards)
    return own, sum(map(len, cards)), tuple(rounds), betting, shown


@pytest.mark.parametrize(("game", "oracle"), ORACLES.items())
def test_the_tree_is_that_of_open_spiel(game: str, oracle: str) -> None:
    counts: Counter[str] = Counter()
    keys: dict[str, str] = {}

    def walk(ours: PokerState, theirs: Any) -> None:
        counts["histories"] += 1
        if theirs.is_terminal():
            counts["terminal"] += 1
            assert ours.turn == NOBODY
            assert list(ours.returns()) == theirs.returns()
            return
        actions, their_actions = ours.legal_actions(), theirs.legal_actions()
        assert len(actions) == len(their_actions)
        if theirs.is_chance_node():
            assert ours.turn == CHANCE
            expected = [probability for _, probability in theirs.chance_outcomes()]
            assert [probability for _, probability in ours.chance_outcomes()] == pytest.approx(expected)
        else:
            assert ours.turn == theirs.current_player()
            key = ours.information_key(ours.turn)
            name = f"{theirs.current_player()} {theirs.information_state_string()}"
            assert keys.setdefault(f"{ours.turn} {key}", name) == name
        for action, their_action in zip(actions, their_actions, strict=True):
            ours.apply(action)
            walk(ours, theirs.child(their_action))
            ours.undo()

    walk(poker_state(game), oracle_state(oracle))
    assert len(set(keys.values())) == len(keys)
    expected = {"kuhn": (12, 30, 55 + 3), "leduc": (936, 5520, 9457)}[game]
    assert (len(keys), counts["terminal"], counts["histories"]) == expected


@pytest.mark.parametrize("game", [kuhn(), leduc(), TINY], ids=["kuhn", "leduc", "two hole cards"])
def test_keys_are_equal_exactly_when_the_player_has_seen_the_same(game: Game) -> None:
    for player in range(2):
        by_key: dict[str, object] = {}
        by_sight: dict[object, str] = {}
        for state in histories(poker_state(game)):
            key, sight = state.information_key(player), observed(state, player)
            assert by_key.setdefault(key, sight) == sight
            assert by_sight.setdefault(sight, key) == key


def test_a_determinization_does_not_depend_on_hidden_cards_and_keeps_the_key() -> None:
    drawn: dict[tuple[int, str], str] = {}
    states: Counter[tuple[int, str]] = Counter()
    for state in histories(poker_state("leduc")):
        for player in range(2):
            key = state.information_key(player)
            determinized = state.determinize(player, RandomStream(7))
            assert determinized.information_key(player) == key
            assert determinized.turn == state.turn
            assert drawn.setdefault((player, key), str(determinized)) == str(determinized)
            states[player, key] += 1
    assert states[0, "As||cr"] == 5  # of the opponent's five possible cards


def test_a_determinization_is_a_state_like_any_other() -> None:
    random = RandomStream(3)
    for game in GAMES:
        state = poker_state(game)
        while state.turn != NOBODY:
            determinized = state.determinize(random.below(state.players), random)
            replayed = poker_state(game)
            for action in pickle.loads(pickle.dumps(determinized)).__reduce__()[1][2]:
                replayed.apply(action)
            assert facts(replayed) == facts(determinized)
            play_out(determinized, random)
            assert sum(determinized.returns()) == pytest.approx(0)
            actions = state.legal_actions()
            state.apply(actions[random.below(len(actions))])


def test_determinizations_are_uniform() -> None:
    state = poker_state("leduc")
    play_actions(state, "As Ks c r c Kh")
    random = RandomStream(1)
    hands = Counter(state.determinize(0, random).seen_by(1).hole_cards for _ in range(4000))
    assert set(hands) == {bytes([card]) for card in (42, 43, 47, 50)}  # Qh, Qs, Ks, Ah
    assert sum((count - 1000) ** 2 / 1000 for count in hands.values()) < 16.3  # 0.1 % point of chi-square, 3 degrees

    state = poker_state(TINY)
    play_actions(state, "As Ks Qh Qs c c")
    pairs = Counter(state.determinize(0, random).seen_by(1).hole_cards for _ in range(6000))
    assert len(pairs) == 12
    assert sum((count - 500) ** 2 / 500 for count in pairs.values()) < 31.3  # 11 degrees


def test_the_order_of_draws_is_the_documented_one() -> None:
    state = poker_state("limit(players=3)")
    play_actions(state, "Ah Kd 2c 3c 4c 5c r c c 9s 8s 7s")
    random, twin = RandomStream(5, 2), RandomStream(5, 2)
    unseen = [card for card in range(52) if card not in {*state.seen_by(1).hole_cards, *state.seen_by(1).board}]
    for index in range(4):
        other = index + twin.below(len(unseen) - index)
        unseen[index], unseen[other] = unseen[other], unseen[index]
    determinized = state.determinize(1, random)
    assert determinized.seen_by(0).hole_cards == bytes(unseen[:2])
    assert determinized.seen_by(2).hole_cards == bytes(unseen[2:4])
    assert determinized.seen_by(1)[1:] == state.seen_by(1)[1:]
    play_actions(determinized, "c c c")
    rest = sorted(unseen[4:])
    assert determinized.legal_actions() == tuple(rest)
    assert determinized.sample_outcome(random) == rest[twin.below(len(rest))]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_undo_takes_back_every_action_and_clones_are_independent(game: Game) -> None:
    random = RandomStream(11)
    for _ in range(15):
        state, before = poker_state(game), []
        while state.turn != NOBODY:
            before.append((facts(state), state.clone()))
            actions = state.legal_actions()
            state.apply(actions[random.below(len(actions))])
        for known, clone in reversed(before):
            state.undo()
            assert facts(state) == known == facts(clone)
        with pytest.raises(GameError, match="no action to take back"):
            state.undo()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_returns_are_the_payoffs_of_the_hand(game: Game) -> None:
    random = RandomStream(13)
    least, most = poker_state(game).payoff_range
    for _ in range(60):
        state = poker_state(game)
        play_out(state, random)
        hand = state.hand
        assert hand.over
        assert list(state.returns()) == pytest.approx([float(payoff) for payoff in hand.payoffs])
        assert least <= min(state.returns()) <= max(state.returns()) <= most
        assert Hand.parse(str(state)).payoffs == hand.payoffs


def test_the_hand_has_only_cards_that_are_all_dealt() -> None:
    state = poker_state("limit")
    play_actions(state, "Ah Kh 2c")
    assert [len(cards) for cards in state.hand.hole_cards] == [2, 0]
    play_actions(state, "3c c c 9s 8s")
    assert (len(state.hand.board), state.turn) == (0, CHANCE)
    play_actions(state, "7s")
    assert (len(state.hand.board), state.turn, state.hand.actor) == (3, 0, 0)


def uniform_value(state: Any, chance: Callable[[Any], Any], terminal: Callable[[Any], bool]) -> float:
    """The expectation for player 0 if everybody chooses uniformly at random."""
    if terminal(state):
        return float(state.returns()[0])
    outcomes = chance(state) or [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]
    value = 0.0
    for action, probability in outcomes:
        child = state.clone()
        (child.apply if isinstance(child, PokerState) else child.apply_action)(action)
        value += probability * uniform_value(child, chance, terminal)
    return value


def kuhn_value_of_uniform_players() -> Fraction:
    """By hand: after check-check and bet-call the higher card wins 1 and 2; a fold costs the ante."""
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    showdowns = sum(1 if first > second else -1 for first in range(3) for second in range(3) if first != second)
    even = Fraction(showdowns, 6)  # 0: no player has the better cards on average
    check = half * even + quarter * -1 + quarter * 2 * even
    bet = half * 1 + half * 2 * even
    return half * check + half * bet


@pytest.mark.parametrize(("game", "oracle"), ORACLES.items())
def test_uniform_players_have_the_exact_expectation(game: str, oracle: str) -> None:
    ours = uniform_value(poker_state(game), lambda state: state.chance_outcomes(), lambda state: state.turn == NOBODY)
    theirs = uniform_value(
        oracle_state(oracle),
        lambda state: state.chance_outcomes() if state.is_chance_node() else [],
        lambda state: state.is_terminal(),
    )
    assert ours == pytest.approx(theirs, abs=1e-12)
    if game == "kuhn":
        assert ours == pytest.approx(float(kuhn_value_of_uniform_players()))


@pytest.mark.parametrize(
    ("game", "least", "most"),
    [
        ("kuhn", -2, 2),
        ("leduc", -13, 13),
        ("limit", -240, 240),
        ("limit(players=3)", -240, 480),
        ("limit(stack=100)", -100, 100),
        ("nolimit(stack=20bb)", -2000, 2000),
        ("nolimit(stack=2000/700)", -700, 700),
        ("rezai", -500, 500),
    ],
)
def test_the_payoff_range_is_what_can_really_be_won_and_lost(game: str, least: float, most: float) -> None:
    state = poker_state(game)
    assert state.payoff_range == (least, most)
    returns: set[float] = set()
    random = RandomStream(2)
    for _ in range(60):  # everybody raises while they can
        state = poker_state(game)
        while state.turn != NOBODY:
            state.apply(state.sample_outcome(random) if state.turn == CHANCE else state.legal_actions()[-1])
        returns.update(state.returns())
    assert (min(returns), max(returns)) == (least, most)


def test_the_bet_menu_gives_shares_of_the_pot_and_all_in() -> None:
    state = poker_state(nolimit(stack=2000), sizes=(0.1, 0.5, 1, 3))
    play_actions(state, "Ah Kh 2c 3c")
    # The pot after calling is 200: a tenth is less than a full raise, and a half equals it.
    assert [state.action_text(action) for action in state.legal_actions()] == [
        "f",
        "c",
        "r200",
        "r300",
        "r700",
        "r2000",
    ]
    assert state.legal_actions() == (0, 1, 2, 4, 5, 6)
    play_actions(state, "r700")
    assert [state.action_text(action) for action in state.legal_actions()] == ["f", "c", "r1300", "r1400", "r2000"]
    play_actions(state, "r2000")
    assert state.legal_actions() == (0, 1)
    play_actions(state, "c")
    assert state.turn == CHANCE
    assert state.information_key(0) == "KhAh||r700r2000c"
    play_actions(state, "9c 8c 7c 6c 5c")
    assert state.turn == NOBODY
    assert state.returns() == (0.0, 0.0)
    with pytest.raises(GameError, match="over"):
        state.apply(1)


def test_a_bet_menu_has_other_sizes_for_raises_streets_and_donk_bets() -> None:
    state = poker_state(nolimit(stack=2000), sizes="50%, a; raise 2.5bb, 3x; turn donk none; turn 33%")

    def names() -> list[str]:
        return [state.action_text(action) for action in state.legal_actions()]

    play_actions(state, "Ah Kh 2c 3c")
    assert names() == ["f", "c", "r250", "r300"]
    play_actions(state, "r250 c 9c 8c 7c")
    assert names() == ["c", "r250", "r1750"]
    play_actions(state, "c r250 c 2h")
    assert names() == ["c"], "a donk bet"
    play_actions(state, "c")
    assert names() == ["c", "r330"]
    copy = pickle.loads(pickle.dumps(state))
    assert (str(copy), copy.legal_actions()) == (str(state), state.legal_actions())


def test_the_largest_raise_of_pot_limit_is_the_pot() -> None:
    state = poker_state(potlimit(), sizes=(0.5,))
    play_actions(state, "Ah Kh 2c 3c")
    assert [state.action_text(action) for action in state.legal_actions()] == ["f", "c", "r200", "r300"]


def test_at_a_showdown_the_hands_of_those_left_are_seen_and_a_folded_hand_is_not() -> None:
    state = poker_state(limit(3))
    play_actions(state, "Ah Kh 2c 3c Qd Qs c f c 9s 8s 7s c c Ts c c Js c c")
    assert state.turn == NOBODY
    key = state.information_key(0)
    assert key == "KhAh|7s8s9s/Ts/Js|cfc/cc/cc/cc|2c3c|QdQs"
    random = RandomStream(1)
    folded = set()
    for _ in range(20):
        determinized = state.determinize(1, random)
        assert determinized.information_key(1) == state.information_key(1)
        assert determinized.returns() == state.returns()
        folded.add(determinized.seen_by(0).hole_cards)
    assert len(folded) > 10


def test_what_a_player_knows_as_plain_data_has_no_hidden_cards() -> None:
    known = []
    for other in ("2c 3c", "Ks Kd"):
        state = poker_state("limit")
        play_actions(state, f"Ah Kh {other} r c 9s 8s 7s c")
        seen = state.seen_by(0)
        assert (seen.hole_cards, seen.board, seen.menu) == (bytes([50, 46]), bytes([31, 27, 23]), None)
        known.append((seen.betting.state_bytes(), seen.betting.actions, seen.betting.deal, *seen[1:]))
    assert known[0] == known[1]
    with pytest.raises(GameError, match="0 to 1, not 2"):
        state.seen_by(2)


def test_bad_input_is_refused_before_anything_changes() -> None:
    with pytest.raises(GameError, match="ascending shares of the pot"):
        poker_state("nolimit", sizes=(1.0, 0.5))
    with pytest.raises(GameError, match="pokr"):
        poker_state("pokr")
    state = poker_state("leduc")
    play_actions(state, "As")
    before = facts(state)
    for card in (51, 0, 99):
        with pytest.raises(GameError, match="cannot be dealt"):
            state.apply(card)
    with pytest.raises(GameError, match="no returns"):
        state.returns()
    assert facts(state) == before
    play_actions(state, "Ks")
    before = facts(state)
    for action, error in ((0, ActionError), (3, GameError), (-1, GameError)):
        with pytest.raises(error):
            state.apply(action)
    assert facts(state) == before
