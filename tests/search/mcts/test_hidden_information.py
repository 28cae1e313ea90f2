"""Determinized and information-set search: what is fixed, what is shared, and what is never read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from railbird._interruption import CtrlC
from railbird.errors import RailbirdError
from railbird.extensive import RandomStream, State, play_actions
from railbird.extensive.phantom_tic_tac_toe import PhantomTicTacToe
from railbird.extensive.poker import PokerState, poker_state
from railbird.search.mcts import (
    UCB1,
    Budget,
    ChanceNodeSearch,
    DeterminizedSearch,
    InformationSetSearch,
    InterestingDeals,
    Merging,
    Observers,
    SearchResult,
    determinized,
    rows,
)
from railbird.search.mcts.information_set import InformationSetRun
from railbird.search.mcts.tree_search import TreeRun
from tests.search.mcts import hidden_facts
from tests.search.mcts.trees import check_visits, nodes_of


def leduc(actions: str) -> PokerState:
    state = poker_state("leduc")
    play_actions(state, actions)
    return state


def run_of(state: State, observers: Observers, iterations: int = 400, seed: int = 1) -> InformationSetRun:
    search = InformationSetSearch(budget=Budget(iterations), observers=observers, native=False)
    run = InformationSetRun(search, state, RandomStream(seed))
    run.grow(CtrlC())
    return run


@pytest.mark.parametrize("observers", list(Observers))
def test_mcts_review_5_information_sets_obey_the_identities(observers: Observers) -> None:
    run = run_of(leduc("Kh As c r"), observers)
    assert run.root.visits == sum(run.root.visits_of) == 400
    for node in list(run.nodes.values())[1:]:
        assert node.visits == 1 + sum(node.visits_of)


def test_mcts_review_9_chance_nodes_over_guesses_explode_compared_with_determinization() -> None:
    state = poker_state("limit")
    play_actions(state, "Ah Kh 2c 2d c")
    budget = Budget(400)
    chance = ChanceNodeSearch(budget=budget).search(state, RandomStream(1))
    assert chance.iterations == sum(each.visits for each in chance.statistics) == 400
    fixed = DeterminizedSearch(budget=budget, trees=10).search(state, RandomStream(1))
    deepest = [max(row.depth for row in rows(result.tree)) for result in (chance, fixed)]
    assert deepest[0] < deepest[1]  # nearly every guess is new, so that hardly any node is visited twice
    assert chance.nodes > 1.5 * fixed.nodes


def test_mcts_review_10_hidden_facts_are_fixed_within_a_tree_and_differ_between_trees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = []

    class Spy(TreeRun):
        """Notes the opponent's information set before each iteration."""

        def iterate(self) -> None:
            seen.append(self.start.information_key(1))
            super().iterate()

    monkeypatch.setattr(determinized, "TreeRun", Spy)
    result = DeterminizedSearch(budget=Budget(400), trees=8).search(leduc("Kh As c r"), RandomStream(3))
    guesses = [seen[50 * tree : 50 * tree + 50] for tree in range(8)]
    assert all(len(set(each)) == 1 for each in guesses)
    assert len({each[0] for each in guesses}) > 2
    assert result.iterations == len(seen) == 400
    check_visits(result.tree, 50)


def test_mcts_review_10_trees_are_merged_by_visits_or_by_votes() -> None:
    state = leduc("Kh As c r")
    for merging in Merging:
        result = DeterminizedSearch(budget=Budget(600), trees=12, merging=merging).search(state, RandomStream(1))
        assert sum(each.votes for each in result.statistics) == 12
        assert sum(each.visits for each in result.statistics) == 600
        votes = max(result.statistics, key=lambda each: (each.votes, each.visits))
        visits = max(result.statistics, key=lambda each: each.visits)
        assert result.action == (votes if merging is Merging.VOTES else visits).action


def test_mcts_review_11_statistics_are_keyed_by_information_set() -> None:
    run = run_of(leduc("Kh As c r"), Observers.MULTIPLE, 2000)
    assert own_cards(run, player=0) == {"Kh"}
    assert own_cards(run, player=1) == {"Qh", "Qs", "Ks", "Ah", "As"}
    single = run_of(leduc("Kh As c r"), Observers.SINGLE, 2000)
    assert own_cards(single, player=0) == own_cards(single, player=1) == {"Kh"}


def test_an_action_that_the_searching_player_does_not_see_leads_back_to_the_same_node() -> None:
    """In phantom tic-tac-toe an opponent who is refused a cell tries again, and the searching player learns nothing."""
    state = PhantomTicTacToe(3, 3, 3)
    play_actions(state, "b2 a1 c3 a3")
    run = run_of(state, Observers.SINGLE, 300)
    assert sum(run.root.visits_of) == 300
    assert all(visits > 0 for node in run.nodes.values() for visits in node.visits_of)


def own_cards(run: InformationSetRun, player: int) -> set[str]:
    """The hole cards in the keys of the nodes where a player acts."""
    keys = [key for turn, key in run.nodes if turn == player]
    return {str(key).partition("|")[0] for key in keys}


def everything(result: SearchResult) -> tuple[object, ...]:
    trees = [list(rows(result.tree))] if result.tree.children else [result.tree.visits_of, result.tree.totals]
    return (result.action, result.statistics, result.nodes, trees)


SEARCHES: dict[str, DeterminizedSearch | ChanceNodeSearch | InformationSetSearch] = {
    "determinized": DeterminizedSearch(budget=Budget(40), trees=4),
    "chance": ChanceNodeSearch(budget=Budget(40)),
    "single": InformationSetSearch(budget=Budget(40), observers=Observers.SINGLE),
    "multiple": InformationSetSearch(budget=Budget(40), native=False),
    "native": InformationSetSearch(budget=Budget(40)),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_mcts_review_11_exchanging_hidden_cards_changes_nothing(name: str) -> None:
    for betting in ("c", "c r", "r", "r r"):
        player = len(betting.split()) % 2
        mine = "Kh"
        results = []
        for hidden in ("Qh", "Ks", "As"):
            holes = f"{mine} {hidden}" if player == 0 else f"{hidden} {mine}"
            results.append(SEARCHES[name].search(leduc(f"{holes} {betting}"), RandomStream(5)))
        assert len({str(everything(result)) for result in results}) == 1


def test_all_searches_take_a_sure_win() -> None:
    """With a pair of aces on the board nothing beats us: folding is never best."""
    state = leduc("Ah Kh c c As c r")
    for search in SEARCHES.values():
        result = replace(search, budget=Budget(400)).search(state, RandomStream(2))
        assert state.action_text(result.action) == "r"


def test_mcts_review_12_interesting_deals_use_their_share_of_the_budget() -> None:
    state = leduc("Kh As c r")

    def call(state: State, random: RandomStream) -> int:
        return 1

    def fold(state: State, random: RandomStream) -> int:
        return 0

    interesting = InterestingDeals(suggested=call, idle=fold, share=0.1)
    result = DeterminizedSearch(budget=Budget(1000), trees=10, interesting=interesting).search(state, RandomStream(1))
    assert result.iterations == 900
    same = InterestingDeals(suggested=call, idle=call)
    random = RandomStream(2)
    assert not any(same.accepts(state.determinize(0, random), random) for _ in range(50))
    accepted = [interesting.accepts(state.determinize(0, random), random) for _ in range(200)]
    assert 20 < sum(accepted) <= 200


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: DeterminizedSearch(trees=0), "1 tree or more, not 0"),
        (lambda: DeterminizedSearch(budget=Budget(5), trees=6), "6 trees need 6 iterations or more, not 5"),
        (lambda: InterestingDeals(lambda *_: 0, lambda *_: 0, share=1.5), "share must lie between 0 and 1"),
    ],
)
def test_impossible_settings_are_refused(make: object, message: str) -> None:
    with pytest.raises(RailbirdError, match=message):
        make()  # type: ignore[operator]


def test_cheating_trees_all_have_the_true_cards() -> None:
    state = leduc("Kh As c c Qs c r")
    cheating = DeterminizedSearch(budget=Budget(900), trees=3, cheats=True).search(state, RandomStream(1))
    assert state.action_text(cheating.action) == "f"  # the king is beaten by the ace that it can see
    assert len(list(nodes_of(cheating.tree))) > 5


def test_phases_of_selection_can_be_exchanged_in_ismcts() -> None:
    greedy = InformationSetSearch(budget=Budget(300), selection=UCB1(0.0)).search(leduc("Ah Ks c r"), RandomStream(1))
    wide = InformationSetSearch(budget=Budget(300), selection=UCB1(5.0)).search(leduc("Ah Ks c r"), RandomStream(1))
    shares: Sequence[float] = [max(each.visits for each in result.statistics) / 300 for result in (greedy, wide)]
    assert shares[0] > shares[1]


@pytest.mark.parametrize("game", hidden_facts.GAMES)
def test_mcts_review_11_exchanging_hidden_facts_of_random_positions_changes_no_byte_of_a_tree(game: str) -> None:
    checked, exchanged = hidden_facts.check(game, 40, seed=1)
    assert exchanged > checked / 2
