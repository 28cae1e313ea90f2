"""Teams of experts, and portfolios of responses."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agent import Choice, MatchStart
from railbird.arena import play_match
from railbird.errors import BotError, ModelError
from railbird.gallery import parse_bot
from railbird.gallery.implicit import Implicit, ImplicitSettings
from railbird.gallery.team import ExpertTeam, Reward, TeamSettings
from railbird.game import View, leduc, limit, parse_game


def team(**settings: object) -> ExpertTeam:
    return ExpertTeam(TeamSettings(**settings))  # type: ignore[arg-type]


def played(bot: ExpertTeam | Implicit, opponent: str, hands: int, game: str = "limit") -> ExpertTeam | Implicit:
    """The same bot after a match."""
    result = play_match([bot, opponent], game=game, hands=hands, seed=3)
    assert not result.faults
    return bot


def tries(bot: ExpertTeam) -> list[int]:
    (rule,) = bot._rules.values()
    return [int(each) for each in rule.tries]


def test_a_team_is_written_with_its_rule_its_bots_and_its_settings() -> None:
    spec = parse_bot("team(UCB1; simple(bluff=off), poki; window=1000, rewards=luck)")
    assert str(spec) == "team(bots=(simple(bluff=off), poki), window=1000, rewards=luck)"
    assert str(parse_bot(str(spec))) == str(spec)
    assert spec.traits.learns


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("team(UCB1; simple)", "a team has two or more bots"),
        ("team(UCB1; )", "is not a team: write team"),
        ("team(greedy; simple, poki)", "the rule of a team is ucb1, not greedy"),
        ("team(UCB1; simple, nobody)", "there is no bot 'nobody'"),
        ("team(bots=simple)", "write several bots in brackets"),
        ("team(UCB1; simple, poki; window=1)", "a window has 2 hands or more"),
        ("team(UCB1; kestrel, poki; rewards=imaginary)", "do not learn, unlike poki"),
        ("team(UCB1; simple, team(UCB1; always-call, random))", "is a team itself"),
        ("implicit(bots=(kestrel, magpie))", "do not learn, unlike magpie"),
        ("implicit(bots=(kestrel, psopti), gamma=0)", "gamma"),
    ],
)
def test_a_wrong_team_is_refused(text: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        parse_bot(text).make()


def test_a_team_plays_what_all_its_experts_play() -> None:
    assert team(bots="(always-call, random)").refusal(leduc()) == ""
    assert "its expert simple refuses" in team(bots="(always-call, simple)").refusal(leduc())
    assert "heads-up only" in team(bots="(simple, random)", rewards=Reward.IMAGINARY).refusal(limit(players=3))


def test_a_team_finds_the_expert_that_wins() -> None:
    found = played(team(bots="(always-fold, simple)", explore=0.02), "always-call", 1500)
    assert isinstance(found, ExpertTeam)
    folds, plays = tries(found)
    assert folds + plays == 1500
    assert plays > 10 * folds


@pytest.mark.parametrize("rewards", ["raw", "luck", "imaginary"])
def test_experts_are_judged_by_any_kind_of_reward(rewards: str) -> None:
    hands = 150 if rewards == "imaginary" else 400
    bot = team(bots="(always-fold, simple, random)", rewards=Reward(rewards), explore=0.02)
    found = played(bot, "always-call", hands)
    assert isinstance(found, ExpertTeam)
    (rule,) = found._rules.values()
    assert np.argmax(rule.means) == 1
    assert sum(tries(found)) == (3 * hands if rewards == "imaginary" else hands)


def test_what_a_team_has_learned_is_saved_and_goes_on_alike() -> None:
    settings = {"bots": "(always-fold, simple, magpie)", "explore": 0.05, "window": 50}
    first, other = team(**settings), team(**settings)
    start = MatchStart(limit(), ("expertteam", "always-call"), 0)
    played(first, "always-call", 120)
    saved = first.save()
    other.start_match(start)
    other.load(saved)
    assert other.save() == saved
    with pytest.raises(ModelError, match="not of a team of these experts"):
        team(bots="(always-fold, simple)").load(saved)
    with pytest.raises(ModelError, match="another window or other rewards"):
        team(**{**settings, "window": 20}).load(saved)


def test_opponents_are_the_same_in_any_order() -> None:
    bot = team(bots="(always-fold, always-call)")
    play_match([bot, "simple", "always-raise"], game="limit(players=3)", hands=30, seed=1)
    assert list(bot._rules) == ["always-raise\nsimple"]


def test_estimates_need_all_hands_at_a_showdown() -> None:
    game = parse_game("limit(showing=muck)")
    assert "must see all hands" in Implicit(ImplicitSettings(bots="(always-call, random)")).refusal(game)
    assert "must see all hands" in team(bots="(always-call, random)", rewards=Reward.IMAGINARY).refusal(game)
    assert team(bots="(always-call, random)").refusal(game) == ""


def test_a_portfolio_moves_to_the_response_that_would_have_won_most() -> None:
    bot = Implicit(ImplicitSettings(bots="(always-fold, random, simple)", eta=0.1))
    played(bot, "always-call", 400)
    shares = bot.shares("always-call")
    assert shares.argmax() == 2
    assert shares.min() >= 0.02 / 3 - 1e-12
    assert shares.sum() == pytest.approx(1)


def test_what_a_portfolio_has_learned_is_saved() -> None:
    bot = Implicit(ImplicitSettings(bots="(always-fold, random)"))
    played(bot, "always-call", 50, "leduc")
    other = Implicit(ImplicitSettings(bots="(always-fold, random)"))
    played(other, "always-raise", 1, "leduc")
    other.load(bot.save())
    assert other.shares("always-call").tolist() == bot.shares("always-call").tolist()


class Forced(Implicit):
    """Fails to act in every tenth hand: the arena checks or folds in its place."""

    def act(self, view: View) -> Choice:
        if self.streams.hand % 10 == 9:
            raise RuntimeError("too slow")
        return super().act(view)


def test_a_hand_with_a_forced_action_is_not_judged() -> None:
    bot = Forced(ImplicitSettings(bots="(always-raise, random)"))
    result = play_match([bot, "random"], game="leduc", hands=50, seed=1)
    assert {fault["message"] for fault in result.faults} == {"RuntimeError: too slow"}
