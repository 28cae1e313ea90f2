"""Equilibrium bots: they play their strategy, state it, explain it, and say what they cannot play."""

import random
from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction import BucketStrategy, load_strategies, save_strategies
from railbird.abstraction.preflop_sequences import SEQUENCES
from railbird.abstraction.public_tree import DECISION
from railbird.agent import Bot, Decision, RangePolicy, Streams, check_bot
from railbird.agent.explanation import explain, moments
from railbird.bots.equilibrium import Kestrel, Merlin, PsOpti
from railbird.bots.equilibrium.merlin import MerlinSettings, TranslationMode
from railbird.bots.equilibrium.player import EquilibriumBot, EquilibriumSettings
from railbird.bots.equilibrium.psopti import PREFLOP, model_of
from railbird.bots.equilibrium.strategies import loaded
from railbird.errors import BotError
from railbird.game import (
    CALL,
    Action,
    Game,
    Hand,
    SeededDealing,
    View,
    kuhn,
    leduc,
    limit,
    nolimit,
    parse_game,
    potlimit,
    rezai,
)
from railbird.game.holdings import holdings
from railbird.solve.stated_policy import StatedPolicy, public_hand
from tests.bots.equilibrium.made import write_leduc, write_limit, write_nolimit, write_psopti
from tests.driving import act_at_random


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("strategies")
    write_limit(folder / "kestrel")
    write_nolimit(folder / "merlin")
    write_psopti(folder / "psopti")
    write_leduc(folder / "leduc")
    return folder


@pytest.fixture(scope="module")
def kestrel(folder: Path) -> Kestrel:
    return Kestrel(EquilibriumSettings(str(folder / "kestrel")))


@pytest.fixture(scope="module")
def psopti(folder: Path) -> PsOpti:
    return PsOpti(EquilibriumSettings(str(folder / "psopti")))


def merlin_of(folder: Path, mode: TranslationMode) -> Merlin:
    return Merlin(MerlinSettings(str(folder / "merlin"), mode))


@pytest.fixture(scope="module")
def nearest(folder: Path) -> Merlin:
    return merlin_of(folder, TranslationMode.NEAREST)


def decided(bot: Bot, view: View) -> Decision:
    decision = bot.act(view)
    assert isinstance(decision, Decision)
    return decision


def shares_of(bot: EquilibriumBot, view: View, cards: bytes) -> dict[Action, float]:
    """The probabilities that a bot states for a holding, without actions that it never takes."""
    actions, stated = StatedPolicy(bot.policy, bot.name).ask(_public(view))
    row = stated[holdings(view.game).index(cards)]
    return {action: share for action, share in zip(actions, row.tolist(), strict=True) if share}


def _public(view: View) -> Hand:
    """The hand of a view with unknown hole cards."""
    hand = public_hand(view.game, view.board_bytes)
    for action in view.actions:
        hand.apply(action.kind, action.amount)
    return hand


def check_stated_policy(bot: EquilibriumBot, game: Game, hands: int, seed: int) -> None:
    """What a bot plays with its cards is what it states for them, in random hands."""
    choose = random.Random(seed)
    for number in range(hands):
        hand = Hand(game, SeededDealing(seed).deal(game, number))
        bot.streams = Streams(seed, number, 0)
        while not hand.over:
            view = hand.view(hand.actor)
            if hand.actor == number % 2:
                decision = decided(bot, view)
                played = {action: share for action, share in shares_in(decision).items() if share}
                assert shares_of(bot, view, view.hole_bytes[view.position]) == pytest.approx(played), view
                hand.act(decision.action)
            elif choose.random() < 0.5:
                hand.call()
            else:
                act_at_random(hand, choose)


@pytest.mark.parametrize("game", ["limit", "limit(stack=4bb)", "limit(blinds=2/6, cap=5)"])
def test_kestrel_and_psopti_play_what_they_state(kestrel: Kestrel, psopti: PsOpti, game: str) -> None:
    check_stated_policy(kestrel, parse_game(game), 12, 3)
    check_stated_policy(psopti, parse_game(game), 12, 4)


@pytest.mark.parametrize("game", ["nolimit(stack=100bb)", "nolimit(stack=9bb)", "nolimit(blinds=1/3, stack=400bb)"])
def test_merlin_plays_what_it_states(nearest: Merlin, game: str) -> None:
    check_stated_policy(nearest, parse_game(game), 15, 5)


def test_every_decision_of_leduc_is_the_strategys(folder: Path) -> None:
    """With perfect recall and a game of its own: each node, board and holding."""
    bot = Kestrel(EquilibriumSettings(str(folder / "leduc")))
    assert bot.plays(leduc())
    (strategy,) = load_strategies(folder / "leduc").values()
    tree, cards, every = strategy.tree, strategy.abstraction, holdings(leduc())
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        boards = [bytes([card]) for card in every.deck] if tree.round[node] else [b""]
        for board in boards[::2]:
            hand = public_hand(leduc(), board)
            hand.play(tree.line_of(node).replace("/", " "))
            actions, stated = bot.policy(hand.view(hand.actor))
            assert [str(action) for action in actions] == [tree.edge_text(edge) for edge in tree.edges(node)]
            for index, cards_held in enumerate(every.cards):
                if bytes(cards_held) != board:
                    bucket = cards.path(bytes(cards_held), board)[int(tree.round[node])]
                    assert stated[index] == pytest.approx(strategy.at(node)[bucket])


def test_actions_are_drawn_with_their_probabilities(kestrel: Kestrel) -> None:
    view = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r").view(0)
    counts = dict.fromkeys(decided(kestrel, view).probabilities, 0)
    for number in range(3000):
        kestrel.streams = Streams(1, number, 0)
        counts[decided(kestrel, view).action] += 1
    for action, share in decided(kestrel, view).probabilities.items():
        assert counts[action] / 3000 == pytest.approx(share, abs=0.035)
    assert len(counts) > 1


@pytest.mark.parametrize("cards", ["AhKh", "5h5d", "Ah3d"])
def test_drawn_translations_are_stated_as_the_mean_that_is_played(folder: Path, cards: str) -> None:
    """Two bets of other sizes, and a bet of its own that depends on how it took the first."""
    bot = merlin_of(folder, TranslationMode.RANDOMISED)
    total, played = 0.0, dict[Action, float]()
    for number in range(600):
        bot.streams = Streams(2, number, 0)
        weight = 1.0  # the probability of its own actions, with the translations of this hand
        for actions in ("r245", "r245 c / "):
            weight *= shares_in(decided(bot, hand_of(actions, cards).view(0)))[CALL]
        total += weight
        for action, share in shares_in(decided(bot, hand_of("r245 c / c r200", cards).view(0))).items():
            played[action] = played.get(action, 0.0) + weight * share
    view = hand_of("r245 c / c r200", cards).view(0)
    stated = shares_of(bot, view, view.hole_bytes[0])
    assert {action: share / total for action, share in played.items() if share} == pytest.approx(stated, abs=0.05)
    one = {action: share for action, share in shares_in(decided(bot, view)).items() if share}
    assert one != pytest.approx(stated, abs=0.05)  # in one hand it plays one of the ways


def shares_in(decision: Decision) -> dict[Action, float]:
    return dict(decision.probabilities or {decision.action: 1.0})


def hand_of(actions: str, cards: str = "AhKh") -> Hand:
    return Hand.parse(f"nolimit(stack=100bb); {cards} QsQd / Kc7d2h / 9s / 4d; {actions}")


def test_a_bet_stays_taken_for_the_same_size_during_a_hand(folder: Path) -> None:
    bot = merlin_of(folder, TranslationMode.RANDOMISED)
    lines = set()
    for number in range(40):
        bot.streams = Streams(9, number, 0)
        taken = []
        for actions in ("r245", "r245 c / ", "r245 c / c c / "):
            facts = {fact.name: fact.value for fact in decided(bot, hand_of(actions).view(0)).facts}
            taken.append(str(facts["betting in its tree"]).split()[0])
        assert len(set(taken)) == 1
        lines.add(taken[0])
    assert lines == {"r200", "r300"}


def test_psopti_keeps_the_seam_between_its_models(psopti: PsOpti) -> None:
    """Pre-flop it plays one model, then that of the real pre-flop betting, whatever the first model would have done."""
    assert set(psopti.strategies) == {PREFLOP, *SEQUENCES}
    for name in SEQUENCES:
        view = Hand.parse(f"limit; AhKh QsQd / Kc7d2h / 9s / 4d; {' '.join(name)}").view(0)
        assert model_of(view) == psopti.part_name(view) == name
        part = psopti.strategies[name]
        expected = part.strategy.row(0, part.path(view.hole_bytes[0], view.board_bytes)[1])
        assert list(decided(psopti, view).probabilities.values()) == pytest.approx(expected)
        assert part.strategy.tree.pot == view.pot
    first = Hand.parse("limit; AhKh QsQd; ").view(1)
    part = psopti.strategies[PREFLOP]
    expected = part.strategy.row(0, part.path(first.hole_bytes[1], b"")[0])
    assert list(decided(psopti, first).probabilities.values()) == pytest.approx(expected)
    more = Hand.parse("limit(cap=6); AhKh QsQd / Kc7d2h / 9s / 4d; c r r r r c").view(0)
    assert model_of(more) == "crrrc"


@pytest.mark.parametrize(
    "actions", ["r r r", "c r r r", "r c / c r r r r", "r c / c c / r r r r", "r c / c c / c c / r r r r"]
)
def test_psopti_calls_a_fourth_bet_and_never_makes_one(psopti: PsOpti, actions: str) -> None:
    hand = Hand.parse(f"limit; 3h2h 6s5d / KcAdQh / 9s / 9d; {actions}")
    decision = decided(psopti, hand.view(hand.actor))
    assert str(decision.action) == "c"
    assert [str(fact) for fact in decision.facts] == ["its tree has ended this betting round"]
    third = Hand.parse(f"limit; AhKh QsQd / Kc7d2h / 9s / 4d; {actions[:-2]}")
    assert {str(action) for action in decided(psopti, third.view(third.actor)).probabilities} == {"f", "c"}
    hand.call()
    if not hand.over and hand.round > hand.actions[-1].round:
        assert decided(psopti, hand.view(hand.actor)).probabilities


def test_where_the_tree_has_ended_merlin_calls_by_pot_odds(nearest: Merlin) -> None:
    line = "nolimit(stack=400bb); {} QsQd / Kc7d2h / 9s / 4d; r10000 c / r{}"
    views = [
        Hand.parse(line.format(cards, bet)).view(1)
        for cards, bet in (("AhKh", 100), ("AhKh", 9000), ("AhKh", 30000), ("KdKs", 30000))
    ]
    weak = [Hand.parse(line.format("AhKh", bet).replace("QsQd", "6s4s")).view(1) for bet in (100, 9000, 30000)]
    assert [str(decided(nearest, view).action) for view in views] == ["c", "c", "c", "c"]
    assert [str(decided(nearest, view).action) for view in weak] == ["c", "f", "f"]
    facts = [str(fact) for fact in decided(nearest, weak[1]).facts]
    assert facts[0] == "its tree has ended the hand"
    assert facts[-1] == "E[HS]² needed to call 0.2368"
    assert shares_of(nearest, weak[1], weak[1].hole_bytes[1]) == {Action.parse("f"): 1.0}


def test_a_decision_explains_itself_and_hides_what_depends_on_the_cards(nearest: Merlin) -> None:
    hand = hand_of("r300 c / r200")
    decision = decided(nearest, hand.view(1))
    facts = {fact.name: fact for fact in decision.facts}
    assert list(facts) == ["bucket", "strategy", "own reach", "betting in its tree", "bet taken for another"]
    assert facts["bucket"].value in ("1 of 2", "2 of 2")
    assert facts["betting in its tree"].value == "r300 c / r450"
    assert facts["bet taken for another"].value == "0.33 pot for 0.75 pot"
    assert [fact.name for fact in decision.public().facts] == ["betting in its tree", "bet taken for another"]
    strategy = nearest.strategies["whole"].strategy
    own = strategy.row(0, nearest.strategies["whole"].path(hand.hole_bytes[1], b"")[0])[3]
    assert facts["own reach"].value == pytest.approx(own)
    assert explain("merlin", decision, moments(hand_of("r300 c / r200 c"))[-1]).facts


def test_buckets_that_are_remembered_are_told_street_by_street(folder: Path) -> None:
    bot = Kestrel(EquilibriumSettings(str(folder / "leduc")))
    hand = Hand.parse("leduc; Ah Qs / As; c c")
    facts = {fact.name: fact.value for fact in decided(bot, hand.view(0)).facts}
    assert facts["bucket"] == "3 of 3, 2 of 2"


@pytest.mark.parametrize("kind", [Kestrel, Merlin, PsOpti])
def test_bots_pass_the_check_and_state_their_policy(folder: Path, kind: type[EquilibriumBot]) -> None:
    def make() -> EquilibriumBot:
        return kind(kind.Settings(str(folder / kind.name)))

    assert isinstance(make(), RangePolicy)
    report = check_bot(make, hands=6)
    assert report.passed, str(report)


def test_games_that_a_strategy_is_not_for_are_refused(kestrel: Kestrel, nearest: Merlin, psopti: PsOpti) -> None:
    assert [kestrel.refusal(game) for game in (limit(), limit(blinds=(1, 2), stack="3bb"))] == ["", ""]
    assert nearest.refusal(nolimit(stack="20bb")) == ""
    assert kestrel.refusal(limit(3)) == "it plays heads-up only"
    assert psopti.refusal(nolimit()) == "its strategy is for limit betting"
    assert nearest.refusal(potlimit()) == "its strategy is for no-limit betting"
    assert kestrel.refusal(kuhn()) == "it plays Texas hold'em only"
    assert kestrel.refusal(rezai()) == "its strategy is for another order of players"


def test_missing_and_unsuitable_strategies_are_named_in_one_line(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"no file .*none: build one with railbird equilibrium build kestrel -o"):
        Kestrel(EquilibriumSettings(str(tmp_path / "none")))
    with pytest.raises(BotError, match=r"kestrel plays limit games, but .*merlin is a strategy for nolimit"):
        Kestrel(EquilibriumSettings(str(folder / "merlin")))
    with pytest.raises(BotError, match="it is another bot's strategy, without a part preflop"):
        PsOpti(EquilibriumSettings(str(folder / "kestrel")))
    (tmp_path / "foreign").write_text("hello")
    with pytest.raises(BotError, match=r"kestrel cannot play: .*foreign is not a file of the kind 'railbird strategy'"):
        Kestrel(EquilibriumSettings(str(tmp_path / "foreign")))
    whole = (folder / "leduc").read_bytes()
    (tmp_path / "cut").write_bytes(whole[:-9])
    with pytest.raises(BotError, match=r"kestrel cannot play: .*cut is damaged or was cut off"):
        Kestrel(EquilibriumSettings(str(tmp_path / "cut")))


def test_a_strategy_is_read_once_and_again_when_its_file_changes(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes((folder / "leduc").read_bytes())
    first = loaded("kestrel", path)
    assert loaded("kestrel", path) is first
    (strategy,) = load_strategies(path).values()
    save_strategies(path, {"whole": BucketStrategy(strategy.tree, strategy.abstraction, strategy.rows, {"seed": 5})})
    assert loaded("kestrel", path)["whole"].strategy.facts == {"seed": 5}


def test_the_path_of_a_strategy_does_not_depend_on_the_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.chdir(folder)
    assert EquilibriumSettings("leduc").strategy == str(folder / "leduc")
    assert EquilibriumSettings().strategy is None
