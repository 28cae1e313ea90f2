"""The other baseline bots, in situations that show their rules."""

import pytest

from railbird.agent import Bot, Streams, check_bot
from railbird.arena import DealingScheme, Entrant, MatchDefinition, play_match
from railbird.bots.always import AlwaysCall, AlwaysFold, AlwaysRaise
from railbird.bots.chump import BOLDNESS, BRAVERY, ChumpBot
from railbird.bots.flock import FlockBot
from railbird.bots.jag import JagBot
from railbird.bots.random_bot import RandomBot, RandomSettings
from railbird.bots.rules import AdvancedRules, BasicRules
from railbird.bots.style import StyleBot, StyleSettings
from railbird.gallery import bot_names, parse_bot
from railbird.game import Hand, SeededDealing, parse_game


def answer(bot: Bot, text: str, number: int = 0) -> str:
    hand = Hand.parse(text)
    bot.streams = Streams(3, number, 0)
    return str(bot.act(hand.view(hand.actor)).action)  # type: ignore[union-attr]


def often(bot: Bot, text: str, times: int = 600) -> dict[str, float]:
    answers = [answer(bot, text, number) for number in range(times)]
    return {each: answers.count(each) / times for each in sorted(set(answers))}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in bot_names() if name != "llm"])  # it needs a server: tests/bots/llm
def test_every_bot_of_the_gallery_passes_the_check(name: str) -> None:
    slow = name in ("simbot", "aki-realbot")  # with fewer trials than usual
    report = check_bot(parse_bot(f"{name}(trials=20)" if slow else name).make, hands=3 if slow else 10)
    assert report.passed, str(report)


@pytest.mark.parametrize(
    ("text", "call", "fold", "raise_"),
    [
        ("limit; 7c2d AhKh / Kc9d2h / 9s / 4d; ", "c", "f", "r20"),
        ("limit; 7c2d AhKh / Kc9d2h / 9s / 4d; c", "c", "c", "r20"),
        ("limit; 7c2d AhKh / Kc9d2h / 9s / 4d; r r r", "c", "f", "c"),
        ("nolimit; 7c2d AhKh / Kc9d2h / 9s / 4d; r500", "c", "f", "r900"),
    ],
)
def test_lain_33_always_bots_always_do_the_same(text: str, call: str, fold: str, raise_: str) -> None:
    hand = Hand.parse(text)
    view = hand.view(hand.actor)
    assert str(AlwaysCall().act(view).action) == call  # type: ignore[union-attr]
    assert str(AlwaysFold().act(view)) == fold
    assert str(AlwaysRaise().act(view)) == raise_


def test_a_random_player_draws_by_its_weights() -> None:
    even = often(RandomBot(), "limit; 7c2d AhKh / Kc9d2h / 9s / 4d; ", 900)
    assert even == pytest.approx({"c": 1 / 3, "f": 1 / 3, "r20": 1 / 3}, abs=0.06)
    assert "f" not in often(RandomBot(), "limit; 7c2d AhKh / Kc9d2h / 9s / 4d; c")
    callers = often(RandomBot(RandomSettings(fold=0, raise_=0)), "limit; 7c2d AhKh / Kc9d2h / 9s / 4d; ")
    assert callers == {"c": 1.0}
    sizes = often(RandomBot(), "nolimit(stack=10bb); 7c2d AhKh / Kc9d2h / 9s / 4d; ")
    assert len(sizes) > 50


def test_flock_looks_at_its_cards_only_on_the_river() -> None:
    """Above 1 - 1/players it bets or calls, otherwise it checks or folds."""
    start = "limit; {} QsJd / Kc9d2h / 9s / 4d; c c / c c / c c"
    assert answer(FlockBot(), "limit; 7c2d QsJd / Kc9d2h / 9s / 4d; c c / c c / c r") == "c"
    assert answer(FlockBot(), start.format("9h9c")) == "r20"
    assert answer(FlockBot(), start.format("7c3d")) == "c"
    assert answer(FlockBot(), start.format("7c3d") + " / c r") == "f"
    assert answer(FlockBot(), start.format("9h9c") + " / c r") == "c"
    assert answer(FlockBot(), "nolimit; 9h9c QsJd / Kc9d2h / 9s / 4d; c c / c c / c c") == "r100"  # half of 200


def test_basic_rules_play_by_groups_and_made_hands() -> None:
    assert answer(BasicRules(), "limit; AhKh QsJd / Kc9d2h / 9s / 4d; c") == "r20"
    assert answer(BasicRules(), "limit; QsJd 7c2d / Kc9d2h / 9s / 4d; ") == "f"
    assert answer(BasicRules(), "limit; 7c2d 8s8d / Kc9d2h / 9s / 4d; ") == "c"
    assert answer(BasicRules(), "limit; KhTd 8s8d / Kc9d2h / 9s / 4d; c c / r r") == "c"
    assert answer(BasicRules(), "limit; Kh9h 8s8d / Kc9d2h / 9s / 4d; c c / c r") == "r20"
    assert answer(BasicRules(), "limit; QhTd 8s8d / Kc9d2h / 9s / 4d; c c / c r") == "f"
    assert answer(BasicRules(), "limit; QhTd 8s8d / Kc9d2h / 9s / 4d; c c / c c") == "c"  # a pair on the board


def test_advanced_rules_play_by_strength_draws_and_odds() -> None:
    assert answer(AdvancedRules(), "limit; 7c2d AhKh / Kc9d2h / 9s / 4d; ") == "r20"
    assert answer(AdvancedRules(), "limit; AhKh 7c2d / Kc9d2h / 9s / 4d; ") == "f"
    assert answer(AdvancedRules(), "limit; KhKd 7c2d / Kc9d2h / 9s / 4d; c c / c r") == "r20"
    assert answer(AdvancedRules(), "limit; 7c3d QsJd / Kc9d2h / 9s / 4d; c c / c r") == "f"
    draws = often(AdvancedRules(), "limit; QhJh 8s8d / Th9h2c / 9s / 4d; c c")
    assert draws["r10"] == pytest.approx(0.35, abs=0.07)
    assert answer(AdvancedRules(), "limit; QhJh 8s8d / Th9h2c / 9s / 4d; c c / c r") == "c"


def test_jag_plays_by_income_rates_and_strength() -> None:
    assert answer(JagBot(), "limit; 7c2d AhKh / Kc9d2h / 9s / 4d; ") == "r20"
    assert answer(JagBot(), "limit; 7c2d 9h3d / Kc9d2h / 9s / 4d; ") == "f"
    assert answer(JagBot(), "limit; KhKd 7c2d / Kc9d2h / 9s / 4d; c c / c r") == "r20"
    assert answer(JagBot(), "limit; 7c3d QsJd / Kc9d2h / 9s / 4d; c c / c r") == "f"


def test_styles_play_as_many_hands_and_as_aggressively_as_set() -> None:
    def measure(hands: float, aggression: float) -> tuple[float, float]:
        bot = StyleBot(StyleSettings(hands=hands, aggression=aggression))
        game, played, raised = parse_game("limit(players=6)"), 0, 0
        for number in range(1000):
            hand = Hand(game, SeededDealing(9).deal(game, number))
            bot.streams = Streams(9, number, 0)
            action = str(bot.act(hand.view(hand.actor)).action)  # type: ignore[union-attr]
            played += action != "f"
            raised += action.startswith("r")
        return played / 1000, raised / max(played, 1)

    for hands in (0.15, 0.40):
        for aggression in (0.1, 0.9):
            share, raises = measure(hands, aggression)
            assert share == pytest.approx(hands, abs=0.05)  # three standard errors
            assert (raises > 0.5) == (aggression > 0.5)


def test_chumps_moods_change_only_when_others_win() -> None:
    bot = ChumpBot()
    hand = Hand.parse("limit; 7c2d AhKh / Kc9d2h / 9s / 4d; f")
    moods = []
    for number in range(400):
        bot.streams = Streams(1, number, 0)
        bot.end_hand(hand.view(0))  # wins
        moods.append(bot._mood())
    assert len(set(moods)) == 1
    changes = 0
    for number in range(1000):
        bot.streams = Streams(2, number, 0)
        before = bot._mood()
        bot.end_hand(hand.view(1))  # loses
        changes += before != bot._mood()
        assert bot._mood()[0] in BRAVERY
        assert bot._mood()[1] in BOLDNESS
    assert 60 < changes < 120  # 10 %, minus those that draw the same mood again
    other = ChumpBot()
    other.load(bot.save())
    assert other.mood == bot.mood


@pytest.mark.parametrize(("better", "worse"), [("advanced-rules", "basic-rules"), ("basic-rules", "random")])
def test_mcts_review_14_advanced_beats_basic_beats_random(better: str, worse: str) -> None:
    entrants = (Entrant(parse_bot(better), player="better"), Entrant(parse_bot(worse), player="worse"))
    match = MatchDefinition(
        game=parse_game("limit"), entrants=entrants, hands=1000, seed=1, dealing=DealingScheme.DUPLICATE
    )
    rate = play_match(match).players[0].rate
    assert rate.interval[0] > 0
