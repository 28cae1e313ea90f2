"""The public tree of betting: the engine's rules, the menu's sizes and exact payoffs, against a plain twin."""

import random
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from railbird.abstraction import PublicTree, Spot, parse_menu, public_tree
from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED, LOSS, SHOWDOWN, TIE, WIN
from railbird.cards import parse_cards
from railbird.errors import GameError
from railbird.game import Betting, Game, Profile, Rake, Rules, Split, kuhn, leduc, limit, nolimit, potlimit
from tests.reference.public_tree import PlainMenu, PlainSection, PlainSpot, plain_tree

FLOP = Spot("nolimit(blinds=1/2)", "QsJh2h", pot=180, stacks=(910, 910))
RHODE_ISLAND = Game(
    betting=Betting.LIMIT,
    blinds=(0, 0),
    stacks=(400, 400),
    bets=(10, 20, 20),
    most_raises=(3, 3, 3),
    first=(0, 0, 0),
    board_cards=(0, 1, 1),
    antes=(5, 5),
    hole_cards=1,
)
BOARDS = ("", "QsJh2h", "QsJh2h7d", "QsJh2h7d7c")
UNITS = {"%": "33 52.5 75 150", "x": "2.5 3", "bb": "2.5", "chips": "7"}
SIZES = [(number + unit, unit) for unit, numbers in UNITS.items() for number in numbers.split()]
SIZES += [("min", "min"), ("a", "a")]
KINDS = {"decision": DECISION, "deal": DEAL, "folded": FOLDED, "showdown": SHOWDOWN}


def test_the_sizes_of_a_well_known_flop() -> None:
    """Bets of 52, 55 and 70 % and raises of 45 %: a bet of 94 and a raise to 260; on the turn 202 and 549."""
    tree = public_tree(FLOP, "52%; turn 55%; river 70%; raise 45%")
    assert tree.line_of(tree.node_of("c r94 r260")) == "c r94 r260"
    assert tree.paid[tree.node_of("r94 c / r202 r549")].tolist() == [94 + 202, 94 + 549]
    with pytest.raises(GameError, match="'r95', number 1 of 'r95 c': it is not in the tree; there are c, r94"):
        tree.node_of("r95 c")
    assert tree.node_of("r94 c r202") == tree.node_of("r94 c / r202")


def random_menu(random: random.Random) -> tuple[str, PlainMenu]:
    """A menu as text and as plain data."""
    sections: list[PlainSection] = []
    texts: list[str] = []
    options: dict[str, Fraction] = {}
    places: set[tuple[str, int | None, int | None]] = {("bet", None, None)}
    for _ in range(random.randrange(4)):
        street = random.choice([None, 0, 1, 2, 3])
        places.add((random.choice(["bet", "raise", "donk"]), street, random.choice([None, 0, 1])))
    for kind, street, player in sorted(places, key=str):
        words: list[str] = [("preflop", "flop", "turn", "river")[street]] if street is not None else []
        words += [f"p{player + 1}"] if player is not None else []
        words += [kind] if kind != "bet" or random.random() < 0.5 else []
        sizes: dict[str, tuple[Fraction, str]] = {}
        for _ in range(random.randrange(1, 3)):
            number, unit = random.choice(SIZES)
            text = number.removesuffix(unit)
            sizes[number] = (Fraction(text) if text else Fraction(0), unit)
        if kind == "donk" and random.random() < 0.3:
            sizes = {}
        sections.append(PlainSection(tuple(sizes.values()), kind, street, player))
        texts.append(" ".join([*words, ", ".join(sizes) or "none"]))
    for word, values in {
        "raises": ("1", "2", "3"),
        "spr": ("0.2", "1"),
        "commit": ("50%", "67%"),
        "add-all-in": ("100%", "250%"),
        "merge": ("10%", "50%"),
    }.items():
        if random.random() < (0.5 if word == "raises" else 0.25):
            value = random.choice(values)
            texts.append(f"{word} {value}")
            options[word] = Fraction(value.rstrip("%")) / (100 if "%" in value else 1)
    return "; ".join(texts), PlainMenu(tuple(sections), options)


def random_spot(random: random.Random) -> Spot:
    """A spot of a small game from its start, or of hold'em on any street."""
    rules = Rules(random.choice(list(Profile)))
    small = [kuhn(), leduc(), RHODE_ISLAND, replace(leduc(), betting=Betting.NO_LIMIT), nolimit(blinds=(1, 2), stack=9)]
    if random.random() < 0.4:
        game = replace(random.choice(small), rules=rules)
        if random.random() < 0.3:
            game = replace(game, antes=(1, 2))
        return Spot(game, stacks=random.choice([None, (5, 9), (13, 7)]))
    stacks = (random.randrange(1, 60), random.randrange(1, 60))
    family = random.choice([limit, nolimit, nolimit, potlimit])
    game = family(blinds=(1, 2), stack=1000, rules=rules)
    first, aggressor = random.choice([None, 0, 1]), random.choice([None, 0, 1])
    board = random.choice(BOARDS[1:] if family is not limit else BOARDS[2:])
    return Spot(game, board, pot=random.randrange(1, 30), stacks=stacks, first=first, aggressor=aggressor)


def plain(spot: Spot) -> PlainSpot:
    return PlainSpot(spot.game, spot.first_round, spot.pot, spot.stacks, spot.first, spot.aggressor)


@pytest.mark.parametrize("seed", range(45))
def test_the_tree_is_that_of_the_plain_twin(seed: int) -> None:
    choose = random.Random(seed)
    text, plain_menu = random_menu(choose)
    spot = random_spot(choose)
    expected = plain_tree(plain(spot), plain_menu, 600)
    if expected is None:
        with pytest.raises(GameError, match="more than 600 nodes: use fewer sizes"):
            public_tree(spot, text, most_nodes=600)
        return
    try:
        tree = public_tree(spot, text)
    except GameError as error:
        if "can be played anywhere" in str(error):
            assert not any("r" in line for line in expected)
        else:
            assert "nobody has a decision to make" in str(error)
            assert not any(node.kind == "decision" for node in expected.values())
        return
    lines = [tree.line_of(node) for node in range(len(tree))]
    assert Counter(lines) == Counter(expected.keys())
    for node, line in enumerate(lines):
        wanted = expected[line]
        found = (tree.kind[node], tree.actor[node], tree.round[node], tuple(tree.paid[node].tolist()))
        assert found == (KINDS[wanted.kind], *wanted[1:]), line
        assert tree.node_of(line) == node


def test_arrays_have_their_shapes_types_and_order() -> None:
    tree = public_tree(FLOP, "50%, a; raises 2")
    arrays = ("kind", "actor", "round", "paid", "parent", "child_start", "children", "edge_kind", "edge_amount")
    types = [str(getattr(tree, name).dtype) for name in arrays]
    assert types == ["uint8", "int8", "uint8", "int64", "int32", "int32", "int32", "uint8", "int64"]
    assert all(getattr(tree, name).flags.c_contiguous for name in arrays)
    assert tree.paid.shape == (len(tree), 2)
    assert len(tree.child_start) == len(tree) + 1
    assert tree.child_start[-1] == len(tree.children) == len(tree) - 1
    assert sorted(tree.children.tolist()) == list(range(1, len(tree)))
    assert (tree.parent[1:] < np.arange(1, len(tree))).all()
    for node in range(len(tree)):
        children = [int(tree.children[edge]) for edge in tree.edges(node)]
        assert children == sorted(children)
        assert all(tree.parent[child] == node for child in children)
        kinds = [int(tree.edge_kind[edge]) for edge in tree.edges(node)]
        assert kinds == sorted(kinds)
        amounts = [int(tree.edge_amount[edge]) for edge in tree.edges(node) if tree.edge_kind[edge] == 2]
        assert amounts == sorted(set(amounts))
        assert bool(kinds) == (tree.kind[node] in (DECISION, DEAL))


def engine_payoffs(spot: Spot, line: str, holes: str) -> list[float]:
    """What the engine pays after this betting, from the beginning of the spot."""
    rest = spot.rest_of_game
    cards = [*map(int, parse_cards(holes)), *map(int, spot.board)]
    cards += [card for card in range(52) if card not in cards and spot.game.is_holdem][: rest.cards_needed - len(cards)]
    hand = spot.hand(bytes(cards))
    for word in line.replace("/", "").split():
        if word == "f":
            hand.fold()
        elif word == "c":
            hand.call()
        else:
            hand.raise_to(int(word[1:]))
    assert hand.over
    dead = [spot.pot, 0]  # the engine takes the pot as an ante of position 0
    return [parts / 2520 + more for parts, more in zip(hand.payoff_parts(), dead, strict=True)]


def check_payoffs(tree: PublicTree, deals: dict[int, str]) -> None:
    """``deals`` has hole cards with which position 0 wins, loses and ties."""
    payoffs = tree.payoffs()
    assert payoffs.shape == (len(tree), 2, 3)
    for node in range(len(tree)):
        if tree.kind[node] in (DECISION, DEAL):
            assert not payoffs[node].any()
            continue
        for result, holes in deals.items():
            expected = engine_payoffs(tree.spot, tree.line_of(node), holes)
            other = {WIN: LOSS, LOSS: WIN, TIE: TIE}[result]
            assert [payoffs[node, 0, result], payoffs[node, 1, other]] == pytest.approx(expected, abs=1e-12)


RAKES = [Rake(), Rake(Decimal(5)), Rake(Decimal("2.5"), cap=3, no_flop_no_drop=False)]


@pytest.mark.parametrize("rake", RAKES, ids=str)
@pytest.mark.parametrize("rules", [Rules(), Rules(split=Split.ODD_CHIPS), Rules(Profile.CASINO)], ids=["a", "o", "c"])
def test_payoffs_are_those_of_the_engine(rules: Rules, rake: Rake) -> None:
    deals = {WIN: "AhAd 3c4c", LOSS: "3c4c AhAd", TIE: "AhAd AsAc"}
    game = nolimit(blinds=(1, 2), rules=rules, rake=rake)
    spot = Spot(game, "KsQh7d7c2s", pot=41, stacks=(97, 60), first=1)
    check_payoffs(public_tree(spot, "33%, a; raises 2"), deals)
    whole = Spot(replace(game, antes=(1, 3)), stacks=(7, 9))
    check_payoffs(public_tree(whole, "min, a; raises 1"), {WIN: "AhAd KcQs", LOSS: "KcQs AhAd"})


def test_payoffs_of_small_games_are_those_of_the_engine() -> None:
    check_payoffs(public_tree(Spot("kuhn")), {WIN: "AsKs", LOSS: "QsKs"})
    tree = public_tree(Spot("leduc"))
    for holes, board, result in (("AsKs", "Ah", WIN), ("QhKs", "Kh", LOSS), ("KhKs", "Ah", TIE)):
        payoffs = tree.payoffs()
        for node in np.flatnonzero(tree.kind == SHOWDOWN):
            expected = engine_payoffs(tree.spot, tree.line_of(int(node)), holes + board)
            assert payoffs[node, 0, result] == expected[0]


def test_payoffs_sum_to_the_pot_without_rake() -> None:
    tree = public_tree(Spot("potlimit", "QsJh2h", pot=700, stacks=(900, 4000)), "50%, a; raises 2")
    payoffs, ends = tree.payoffs(), tree.kind >= FOLDED
    assert (payoffs[ends, 0, WIN] + payoffs[ends, 1, LOSS] == 700)[tree.kind[ends] == SHOWDOWN].all()
    folds = tree.kind == FOLDED
    assert (payoffs[folds].sum(axis=1) == 700).all()
    assert (payoffs[ends, :, TIE].sum(axis=1) == 700).all()
    assert (tree.paid[ends, 0] == tree.paid[ends, 1]).all()
    assert tree.paid[ends].max() == 900, "nobody pays more than the other can match"


def test_sizes_of_known_trees() -> None:
    """Kuhn and Leduc by hand; Rhode Island hold'em has four bettings of a round that go on in the first two."""
    assert len(public_tree(Spot("kuhn"))) == 9
    leduc_tree = public_tree(Spot("leduc"))
    assert Counter(leduc_tree.kind.tolist()) == {DECISION: 6 + 5 * 6, DEAL: 5, FOLDED: 4 + 5 * 4, SHOWDOWN: 25}
    tree = public_tree(Spot(RHODE_ISLAND))
    assert Counter(tree.kind.tolist())[SHOWDOWN] == 7**3


def test_an_all_in_deals_the_rest_of_the_board() -> None:
    tree = public_tree(FLOP, "a")
    node = tree.node_of("r910 c")
    kinds = []
    while tree.kind[node] == DEAL:
        kinds.append((int(tree.round[node]), tree.line_of(node)))
        (edge,) = tree.edges(node)
        node = int(tree.children[edge])
    assert kinds == [(2, "r910 c"), (3, "r910 c /")]
    assert tree.kind[node] == SHOWDOWN
    assert tree.line_of(node) == "r910 c / /"


def test_a_donk_bet_needs_an_aggressor_on_the_street_before() -> None:
    tree = public_tree(FLOP, "50%; donk none; raises 1")
    assert tree.line_of(tree.node_of("r90 c / r180")) == "r90 c / r180", "position 0 was the aggressor"
    with pytest.raises(GameError, match=r"'r180'.*there are c$"):
        tree.node_of("c r90 c / r180")
    tree.node_of("c r90 c / c r180")
    tree.node_of("c c / r90")
    turn = Spot("nolimit(blinds=1/2)", "QsJh2h9c", pot=180, stacks=(910, 910), aggressor=1)
    with pytest.raises(GameError, match="there are c"):
        public_tree(turn, "50%; donk none").node_of("r90")
    public_tree(replace(turn, aggressor=None), "50%; donk none").node_of("r90")


def test_a_menu_that_can_never_be_played_is_an_error() -> None:
    with pytest.raises(GameError, match="no size of the bet menu '3x' can be played anywhere in nolimit"):
        public_tree(FLOP, "3x")
    assert len(public_tree(FLOP, "none")) == 9
    with pytest.raises(GameError, match="needs a bet menu, such as 33%, 75%, a"):
        public_tree(FLOP)


def test_a_tree_has_a_picture() -> None:
    tree = public_tree(Spot("nolimit(blinds=1/2)", "QsJh2h7d", pot=20, stacks=(30, 30)), "a")
    assert str(tree).splitlines() == [
        "nolimit(blinds=1/2); QsJh2h7d; pot=20, stacks=30/30: 20 nodes, 8 decisions, bet menu a",
        "p1 acts, pot 20",
        "├─ c: p2 acts, pot 20",
        "│  ├─ c: river cards, pot 20",
        "│  │  └─ /: p1 acts, pot 20",
        "│  │     ├─ c: p2 acts, pot 20 (+4 nodes)",
        "│  │     └─ r30: p2 acts, pot 50 (+2 nodes)",
        "│  └─ r30: p1 acts, pot 50",
        "│     ├─ f: p1 has folded, pot 20",
        "│     └─ c: river cards, pot 80",
        "│        └─ /: showdown, pot 80",
        "└─ r30: p2 acts, pot 50",
        "   ├─ f: p2 has folded, pot 20",
        "   └─ c: river cards, pot 80",
        "      └─ /: showdown, pot 80",
    ]
    assert repr(tree) == "<PublicTree of nolimit(blinds=1/2); QsJh2h7d; pot=20, stacks=30/30: 20 nodes>"


def test_a_long_chain_of_small_raises_needs_no_deep_recursion() -> None:
    spot = Spot(nolimit(blinds=(1, 2), rules="casino"), BOARDS[3], pot=2, stacks=(2400, 2400))
    tree = public_tree(spot, parse_menu("min"), most_nodes=20_000)
    depth = np.zeros(len(tree), dtype=int)
    for node in range(1, len(tree)):
        depth[node] = depth[tree.parent[node]] + 1
    assert depth.max() > 1200
    assert len(str(tree).splitlines()) < 40


def test_the_tree_of_a_limit_game_is_shared_and_cannot_be_changed() -> None:
    tree = public_tree(Spot("leduc"))
    assert public_tree(Spot("leduc")) is tree
    assert public_tree(Spot(leduc()), most_nodes=100) is not tree
    with pytest.raises(ValueError, match="read-only"):
        tree.kind[0] = DEAL
