"""Saukonoja's bot with short stacks: bounds on what can be won and lost."""

from __future__ import annotations

import pytest

from railbird.bots.saukonoja.estimators import ChainEvidence, EstimatorInputs, FormulaEstimator, ProspectsOf, Values
from railbird.bots.saukonoja.settings import ESTIMATORS
from railbird.game import CALL, ActionKind, Game, Hand, limit, nolimit
from railbird.models.saukonoja.action_chains import ActionChains, Ending
from railbird.policies.saukonoja.cold_start import COLD_START, by_odds
from railbird.strength import call_value
from tests.bots.saukonoja.hands import BOARD, CARDS, IDS, all_decisions, decided, inputs_after, started


def teach(chains: ActionChains, began: str) -> None:
    """Add hands with this beginning: they fold to bets, we fold, and both put in a lot."""
    for _ in range(40):
        for rest, ours, theirs, ending, shown in (
            ("/rF", 5, 0, Ending.OPPONENT_FOLDS, None),
            ("/cRf", 0, 5, Ending.WE_FOLD, None),
            ("/rC", 5, 5, Ending.SHOWDOWN, 0.7),
        ):
            size = len(began) + len(rest) - 1
            chains.add(began + rest, [0.0] * size + [ours], [0.0] * size + [theirs], ending, shown)


@pytest.mark.parametrize("chains", ["on", "off"])
@pytest.mark.parametrize("cards", ["AhKh QsQd", "7h3s 6c3c", "JhTh JcTc"])
@pytest.mark.parametrize(
    ("stack", "actions"),
    [
        ((1000, 5000), "c c / r900"),
        ((5000, 1000), "c c / c r900"),
        ((5000, 1000), "c c / r4900"),  # more than hero has
        ((1000, 1000), "r300 c / r700"),
        ((1000, 5000), "c c / c c / r900"),
        ((1000, 1000), "c c / r100 c / r200 r800"),
        ((5000, 1000), "c c / c c / r4900"),
    ],
)
def test_saukonoja_27_the_value_of_calling_an_all_in_player_is_formula_3(
    stack: tuple[int, int], actions: str, cards: str, chains: str
) -> None:
    game = nolimit(stack=stack)
    for name in ESTIMATORS[:-1]:
        bot = started(f"saukonoja(estimator={name}, chains={chains})", game)
        teach(bot.memory.chains("ann"), inputs_after(bot, actions, cards, game).opponents[0].pair.chain + "c")
        answer, _ = decided(bot, actions, cards, game)
        inputs = inputs_after(bot, actions, cards, game)
        given = bot._prospects(inputs, ActionKind.CALL)
        call = inputs.now.to_call
        assert (given.others_fold, given.we_fold, given.cost) == (0, 0, call)
        assert inputs.now.pot + call == 2 * min(stack)
        assert answer.values[CALL] == pytest.approx(call_value(given.win, 2 * min(stack) - call, call)), name


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
def test_the_part_of_a_raise_that_nobody_can_call_costs_nothing(name: str) -> None:
    """The opponent has 900 left."""
    game, result = nolimit(stack=(20_000, 1_000)), []
    for bet in ("4.5", "100"):
        answer, _ = decided(started(f"saukonoja(estimator={name}, bet={bet})", game), "c c /", game=game)
        result.append({action.kind: value for action, value in answer.values.items()}[ActionKind.RAISE])
    assert result[0] == pytest.approx(result[1])


def test_after_a_chain_nobody_wins_more_than_they_can_match() -> None:
    """Hero has 300 left after the call; in similar hands 1,500 were put in on the turn."""
    game = nolimit(stack=(20_000, 600))
    bot = started(game=game)
    for _ in range(200):
        bot.memory.chains("ann").add("lRc/Rc", [0, 0, 2, 2, 2, 17], [0, 2, 2, 2, 17, 17], Ending.SHOWDOWN, 0.5)
    given = bot._prospects(inputs_after(bot, "c c / r200", game=game), ActionKind.CALL)
    assert given.pot == pytest.approx(2 * 600, abs=100)
    assert given.pot <= 2 * 600
    assert given.cost <= 500


def test_a_draw_that_hits_wins_no_more_than_the_stacks() -> None:
    game = nolimit(stack=120)
    answer, hand = decided(started("saukonoja(estimator=scenarios)", game), "c c / c c / c", "QsQd JhTh", game)
    assert answer.values[CALL] <= hand.pot + 20


def test_saukonoja_27_an_ante_of_one_player_is_not_a_bet() -> None:
    """Ann has posted 100 more before the deal and is all-in."""
    game = nolimit(stack=(1_000, 5_000), ante=(100, 0))
    bot = started(game=game)
    inputs = inputs_after(bot, "c c / r800", game=game)
    assert inputs.opponents[0].all_in
    assert inputs.room == 0
    given = bot._prospects(inputs, ActionKind.CALL)
    assert (given.pot, given.others_fold, given.we_fold) == (1_900, 0, 0)


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
def test_we_win_only_the_part_of_the_pot_that_we_can_call(name: str) -> None:
    """Both others put in 1,100, hero has 400 of 500 left and can win 1,500."""
    game = nolimit(3, stack=(5000, 5000, 500))
    bot = started(f"saukonoja(estimator={name})", game)
    actions = "c c c / r1000 c"
    answer, hand = decided(bot, actions, game=game)
    assert (hand.pot, hand.legal.call) == (2300, 400)
    inputs = inputs_after(bot, actions, game=game)
    assert inputs.now.pot == 1100
    win = bot._prospects(inputs, ActionKind.CALL).win
    assert answer.values[CALL] == pytest.approx(win * 1500 - 400)


def test_we_win_as_much_of_unmatched_chips_as_we_put_in() -> None:
    game = nolimit(4, stack=(5000, 800, 5000, 5000))
    cards = "AhKh QsQd 7c7s 9h8h"
    for actions, pot in (("c c c c / r2000", 800 + 3 * 100), ("r200 c c c / c c r2000 f c", 2 * 800 + 2 * 200)):
        bot = started(game=game)
        hand = Hand(game, f"{cards} / {BOARD}", players=("ann", "hero", "bob", "cy"))
        bot.start_hand(hand.view(1))
        hand.play(actions)
        bot.act(hand.view(1))
        assert bot._inputs(hand.view(1), bot.memory.tracker.situation()).now.pot == pot


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
@pytest.mark.parametrize("cards", ["QsQd AhKh", "QsQd 7h3s"])
def test_later_winnings_are_bounded_by_the_shorter_stack(name: str, cards: str) -> None:
    """One of the two players has 20 chips left, with a pot of 200."""
    values = []
    for stack in ((120, 5000), (5000, 120), (120, 120), (5000, 5000)):
        game = nolimit(stack=stack)
        answer, _ = decided(started(f"saukonoja(estimator={name})", game), "c c / c", cards, game)
        values.append(answer.values[CALL])
    assert values[0] == pytest.approx(values[1]) == pytest.approx(values[2])
    if cards == "QsQd AhKh":
        assert values[3] > values[0] + 1


def test_miximax_handles_one_opponent_all_in_and_another_who_may_bet() -> None:
    """Bob has put the last 100 chips into a pot of 300; ann and hero are expected to put in 0.4 bets of 100 each."""
    game = nolimit(3, stack=(5000, 5000, 100))
    bot = started("saukonoja(estimator=miximax)", game)
    answer, _ = decided(bot, "c c c / c", game=game)
    inputs = inputs_after(bot, "c c c / c", game=game)
    win = bot._prospects(inputs, ActionKind.CALL).win
    gives_up = COLD_START.gives_up * (1 - inputs.strength) / 2
    more = COLD_START.passive_bets * 100
    assert answer.values[CALL] == pytest.approx((1 - gives_up) * (win * (300 + 2 * more) - more))


class WithinStacks:
    """The formula, with checks that no estimate exceeds the stacks."""

    def __init__(self, evidence: ChainEvidence) -> None:
        self.prospects = ProspectsOf(COLD_START, evidence, by_odds)
        self.all_in = 0

    def values(self, inputs: EstimatorInputs) -> Values:
        there_is = sum(inputs.view.starting_stacks)
        for kind in inputs.kinds:
            result = self.prospects(inputs, kind)
            for cost in (result.cost, result.cost_others_fold, result.cost_we_fold):
                assert inputs.now.to_call - 1e-9 <= cost <= inputs.chips + 1e-9
            for pot, cost in ((result.pot, result.cost), (result.pot_others_fold, result.cost_others_fold)):
                assert inputs.now.pot + cost - 1e-9 <= pot <= there_is + 1e-9
            self.all_in += result.cost > inputs.chips - 1e-9
        return FormulaEstimator(self.prospects).values(inputs)


@pytest.mark.parametrize(
    "evidence", [ChainEvidence(chains=False), ChainEvidence(enough=1), ChainEvidence(shrinkage=True)]
)
@pytest.mark.parametrize(
    "game",
    [
        nolimit(stack="10bb"),
        nolimit(stack=(700, 5000)),
        nolimit(3, stack=(600, 1500, 4000)),
        nolimit(3, ante=20, stack=(600, 1500, 4000)),
        limit(stack=70),
        limit(3, stack=57),
        limit(3, stack=(40, 75, 1000)),
    ],
    ids=str,
)
def test_nobody_is_expected_to_put_in_more_than_their_stack(game: Game, evidence: ChainEvidence) -> None:
    estimator = WithinStacks(evidence)
    for _ in all_decisions("saukonoja", 120, game, estimator):
        pass
    assert estimator.all_in > 5


@pytest.mark.parametrize(
    ("stack", "actions", "chain"),
    [
        ((3000, 1000), "c c / r2900 c", "frC"),
        ((1000, 3000), "c c / c r2900 c", "fcRc"),
        ((3000, 1000), "c c / c c / r2900 c", "fcC/rC"),
    ],
)
def test_an_uncalled_bet_at_a_showdown_does_not_count_as_put_in(
    stack: tuple[int, int], actions: str, chain: str
) -> None:
    """Each has 900 left on the flop that the other can match: nine small bets."""
    game = nolimit(stack=stack)
    bot = started(game=game)
    hand = Hand(game, f"{CARDS[2]} / {BOARD}", players=IDS[:2])
    bot.start_hand(hand.view(0))
    hand.play(actions)
    bot.end_hand(hand.view(0))
    for beginning, left in (("f", 9), (chain, 0)):
        kept = bot.memory.chains("ann").matching(beginning)
        assert kept is not None
        assert (kept.ours(Ending.SHOWDOWN), kept.theirs(Ending.SHOWDOWN)) == (left, left)
