"""Saukonoja's bot where stacks are short: what there is to win and to lose."""

from __future__ import annotations

import pytest

from railbird.bots.saukonoja.estimators import Asked, ChainEvidence, FormulaEstimator, ProspectsOf, Values
from railbird.bots.saukonoja.settings import ESTIMATORS
from railbird.game import CALL, ActionKind, Game, Hand, limit, nolimit
from railbird.models.saukonoja.action_chains import ActionChains, Ending
from railbird.policies.saukonoja.cold_start import COLD_START, by_odds
from railbird.strength import call_value
from tests.bots.saukonoja.hands import BOARD, CARDS, IDS, all_decisions, asked_after, decided, started


def teach(chains: ActionChains, began: str) -> None:
    """Hands that went on after they began so: he folds to bets, we give up, and both put in a lot."""
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
def test_saukonoja_27_to_call_somebody_who_is_all_in_is_worth_what_formula_3_says(
    stack: tuple[int, int], actions: str, cards: str, chains: str
) -> None:
    game = nolimit(stack=stack)
    for name in ESTIMATORS[:-1]:
        bot = started(f"saukonoja(estimator={name}, chains={chains})", game)
        teach(bot.memory.chains("ann"), asked_after(bot, actions, cards, game).opponents[0].pair.chain + "c")
        answer, _ = decided(bot, actions, cards, game)
        asked = asked_after(bot, actions, cards, game)
        given = bot._prospects(asked, ActionKind.CALL)
        call = asked.now.to_call
        assert (given.others_fold, given.we_fold, given.cost) == (0, 0, call)
        assert asked.now.pot + call == 2 * min(stack)
        assert answer.values[CALL] == pytest.approx(call_value(given.win, 2 * min(stack) - call, call)), name


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
def test_what_nobody_can_call_of_a_raise_costs_nothing(name: str) -> None:
    """The other one has 900 left."""
    game, result = nolimit(stack=(20_000, 1_000)), []
    for bet in ("4.5", "100"):
        answer, _ = decided(started(f"saukonoja(estimator={name}, bet={bet})", game), "c c /", game=game)
        result.append({action.kind: value for action, value in answer.values.items()}[ActionKind.RAISE])
    assert result[0] == pytest.approx(result[1])


def test_after_a_chain_nobody_wins_more_than_he_can_match() -> None:
    """Hero has 300 left after the call; in hands that began so 1,500 were put in on the turn."""
    game = nolimit(stack=(20_000, 600))
    bot = started(game=game)
    for _ in range(200):
        bot.memory.chains("ann").add("lRc/Rc", [0, 0, 2, 2, 2, 17], [0, 2, 2, 2, 17, 17], Ending.SHOWDOWN, 0.5)
    given = bot._prospects(asked_after(bot, "c c / r200", game=game), ActionKind.CALL)
    assert given.pot == pytest.approx(2 * 600, abs=100)
    assert given.pot <= 2 * 600
    assert given.cost <= 500


def test_a_draw_that_comes_wins_no_more_than_there_is() -> None:
    game = nolimit(stack=120)
    answer, hand = decided(started("saukonoja(estimator=scenarios)", game), "c c / c c / c", "QsQd JhTh", game)
    assert answer.values[CALL] <= hand.pot + 20


def test_saukonoja_27_an_ante_of_one_player_is_no_bet() -> None:
    """Ann has put in 100 more before the deal, and is all-in."""
    game = nolimit(stack=(1_000, 5_000), ante=(100, 0))
    bot = started(game=game)
    asked = asked_after(bot, "c c / r800", game=game)
    assert asked.opponents[0].all_in
    assert asked.room == 0
    given = bot._prospects(asked, ActionKind.CALL)
    assert (given.pot, given.others_fold, given.we_fold) == (1_900, 0, 0)


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
def test_of_a_pot_that_is_larger_than_what_we_can_call_we_win_our_part(name: str) -> None:
    """Both others put in 1,100, hero has 400 left of 500: he can win 1,500."""
    game = nolimit(3, stack=(5000, 5000, 500))
    bot = started(f"saukonoja(estimator={name})", game)
    actions = "c c c / r1000 c"
    answer, hand = decided(bot, actions, game=game)
    assert (hand.pot, hand.legal.call) == (2300, 400)
    asked = asked_after(bot, actions, game=game)
    assert asked.now.pot == 1100
    win = bot._prospects(asked, ActionKind.CALL).win
    assert answer.values[CALL] == pytest.approx(win * 1500 - 400)


def test_of_chips_that_others_have_not_matched_yet_we_win_as_much_as_we_put_in() -> None:
    game = nolimit(4, stack=(5000, 800, 5000, 5000))
    cards = "AhKh QsQd 7c7s 9h8h"
    for actions, pot in (("c c c c / r2000", 800 + 3 * 100), ("r200 c c c / c c r2000 f c", 2 * 800 + 2 * 200)):
        bot = started(game=game)
        hand = Hand(game, f"{cards} / {BOARD}", players=("ann", "hero", "bob", "cy"))
        bot.start_hand(hand.view(1))
        hand.play(actions)
        bot.act(hand.view(1))
        assert bot._asked(hand.view(1), bot.memory.tracker.situation()).now.pot == pot


@pytest.mark.parametrize("name", ESTIMATORS[:-1])
@pytest.mark.parametrize("cards", ["QsQd AhKh", "QsQd 7h3s"])
def test_what_is_won_later_is_bounded_by_the_shorter_stack_whoever_has_it(name: str, cards: str) -> None:
    """One of the two has 20 chips left behind a pot of 200."""
    values = []
    for stack in ((120, 5000), (5000, 120), (120, 120), (5000, 5000)):
        game = nolimit(stack=stack)
        answer, _ = decided(started(f"saukonoja(estimator={name})", game), "c c / c", cards, game)
        values.append(answer.values[CALL])
    assert values[0] == pytest.approx(values[1]) == pytest.approx(values[2])
    if cards == "QsQd AhKh":
        assert values[3] > values[0] + 1


def test_miximax_knows_that_one_of_two_is_all_in_and_the_other_may_bet_on() -> None:
    """Bob has put his last 100 chips into a pot of 300; ann and hero are expected to put in 0.4 bets of 100 each."""
    game = nolimit(3, stack=(5000, 5000, 100))
    bot = started("saukonoja(estimator=miximax)", game)
    answer, _ = decided(bot, "c c c / c", game=game)
    asked = asked_after(bot, "c c c / c", game=game)
    win = bot._prospects(asked, ActionKind.CALL).win
    gives_up = COLD_START.gives_up * (1 - asked.strength) / 2
    more = COLD_START.passive_bets * 100
    assert answer.values[CALL] == pytest.approx((1 - gives_up) * (win * (300 + 2 * more) - more))


class WithinStacks:
    """The formula; nothing that it expects may be more than there is."""

    def __init__(self, evidence: ChainEvidence) -> None:
        self.prospects = ProspectsOf(COLD_START, evidence, by_odds)
        self.all_in = 0

    def values(self, asked: Asked) -> Values:
        there_is = sum(asked.view.starting_stacks)
        for kind in asked.kinds:
            result = self.prospects(asked, kind)
            for cost in (result.cost, result.cost_others_fold, result.cost_we_fold):
                assert asked.now.to_call - 1e-9 <= cost <= asked.chips + 1e-9
            for pot, cost in ((result.pot, result.cost), (result.pot_others_fold, result.cost_others_fold)):
                assert asked.now.pot + cost - 1e-9 <= pot <= there_is + 1e-9
            self.all_in += result.cost > asked.chips - 1e-9
        return FormulaEstimator(self.prospects).values(asked)


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
def test_nobody_is_expected_to_put_in_more_than_he_has(game: Game, evidence: ChainEvidence) -> None:
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
def test_what_nobody_has_called_at_a_showdown_does_not_count_as_put_in(
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
