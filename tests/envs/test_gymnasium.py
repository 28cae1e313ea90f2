"""The Gymnasium environments: Gymnasium's own checks, the autoreset modes, opponents, and wrong arguments."""

import random
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

import railbird as rb
from railbird.envs import Encoding, PokerEnv, PokerVectorEnv, register
from railbird.envs.batch import TableBatch
from railbird.errors import RailbirdError
from railbird.game import SeededDealing

MODES = list(AutoresetMode)


@pytest.mark.parametrize(
    ("game", "opponents"),
    [
        ("limit", ["simple"]),
        ("nolimit(players=4, stack=50bb)", ["random", "chump", "always-call"]),
        ("leduc", ["random"]),
    ],
)
def test_gymnasiums_own_check_passes(game: str, opponents: list[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not within the observation space.*")
        check_env(PokerEnv(game, opponents, render_mode="ansi"), skip_render_check=True)


def test_gymnasium_makes_both_environments_by_name() -> None:
    register()
    single = gymnasium.make("railbird/Poker-v0", game="limit", opponents=["always-call"])
    assert isinstance(single.unwrapped, PokerEnv)
    many = gymnasium.make_vec("railbird/Poker-v0", num_envs=3, game="limit", opponents=["always-call"])
    assert isinstance(many, PokerVectorEnv)


def legal_actions(masks: NDArray[np.int8], choose: random.Random) -> NDArray[np.int32]:
    return np.array([choose.choice(np.flatnonzero(mask).tolist() or [1]) for mask in masks], np.int32)


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(theirs, dict):
        return set(ours) == set(theirs) and all(same(ours[key], theirs[key]) for key in theirs)
    return bool(ours.dtype == theirs.dtype and ours.tobytes() == theirs.tobytes())


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", ["limit", "nolimit(players=3, stack=30bb)"])
def test_every_autoreset_mode_is_that_of_gymnasiums_vector_environment(mode: AutoresetMode, game: str) -> None:
    encoding = Encoding(game)
    opponents = ["always-call"] * (encoding.game.players - 1)
    ours = PokerVectorEnv(3, encoding, opponents, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: PokerEnv(encoding, opponents)] * 3, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    choose, ends = random.Random(3), 0
    seen, _ = ours.reset(seed=11)
    assert same(seen, theirs.reset(seed=11)[0])
    for _ in range(60):
        actions = legal_actions(seen["action_mask"], choose)
        (seen, *scores, infos), (their_seen, *their_scores, their_infos) = ours.step(actions), theirs.step(actions)
        assert same(seen, their_seen)
        for score, their_score in zip(scores, their_scores, strict=True):
            assert same(score, their_score)
        assert ("final_obs" in infos) == ("final_obs" in their_infos)
        if "final_obs" in infos:
            assert infos["_final_obs"].tolist() == their_infos["_final_obs"].tolist()
            for mine, other in zip(infos["final_obs"], their_infos["final_obs"], strict=True):
                assert (mine is None) == (other is None)
                assert mine is None or same(mine, other)
        ended = scores[1]
        ends += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            with pytest.raises(RailbirdError, match="is over: with autoreset disabled"):
                ours.step(actions)
            seen, _ = ours.reset(options={"reset_mask": ended})
            assert same(seen, theirs.reset(options={"reset_mask": ended})[0])
    assert ends > 20


def test_observations_are_kept_unless_the_caller_wants_them_overwritten() -> None:
    kept = PokerVectorEnv(4, opponents=["random"])
    first, _ = kept.reset(seed=1)
    before = first["observation"].copy()
    kept.step(np.ones(4, np.int32))
    assert (first["observation"] == before).all()
    reused = PokerVectorEnv(4, opponents=["random"], copy=False)
    first, _ = reused.reset(seed=1)
    second = reused.step(np.ones(4, np.int32))[0]
    assert second["observation"] is first["observation"]


def test_a_policy_can_play_the_other_seats_as_the_native_player_does() -> None:
    def call(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        assert len(observations) == len(masks)
        assert masks.any(axis=1).all()
        return np.ones(len(masks), np.int64)

    native = PokerVectorEnv(5, "limit(players=4)", ["always-call"] * 3)
    by_policy = PokerVectorEnv(5, "limit(players=4)", [call, "always-call", call])
    choose = random.Random(2)
    seen, _ = native.reset(seed=1)
    assert same(seen, by_policy.reset(seed=1)[0])
    for _ in range(40):
        actions = legal_actions(seen["action_mask"], choose)
        ours, other = native.step(actions), by_policy.step(actions)
        assert all(same(a, b) for a, b in zip(ours[:4], other[:4], strict=True))
        seen = ours[0]


def test_walks_are_dealt_past_and_told_whoever_folds() -> None:
    def fold(observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        return np.where(masks[:, 0] > 0, 0, 1)

    envs = PokerVectorEnv(2, "limit(players=3)", [fold, fold])
    positions = envs.encoding.parts["position"]
    told = 0.0
    seen, infos = envs.reset(seed=1)
    for _ in range(60):
        if "walks" in infos:
            told += infos["walks"].sum()
            assert infos["walks"][infos["_walks"]].tolist() == [0.5] * infos["_walks"].sum()
        assert not (seen["observation"][:, positions].argmax(axis=1) == 1).any()
        seen, _, _, _, infos = envs.step(np.ones(2, np.int32))
    assert told > 2  # in the big blind, all others have folded before the learner


def test_a_policy_that_answers_nonsense_is_named() -> None:
    for answer, message in ((7, "action 7 is not legal"), (None, "not an array of object")):

        def play(_: NDArray[np.float32], masks: NDArray[np.int8], answer: Any = answer) -> list[Any]:
            return [answer] * len(masks)

        envs = PokerVectorEnv(1, "limit", [play])
        with pytest.raises(RailbirdError, match=f"the opponent in seat 1: .*{message}"):
            envs.reset(seed=1)


def test_an_illegal_action_becomes_a_check_or_call_and_is_told_or_refused() -> None:
    lenient, strict = (PokerVectorEnv(2, opponents=["always-call"], strict=each) for each in (False, True))
    for envs in (lenient, strict):
        envs.reset(seed=1)
    with pytest.raises(RailbirdError, match="table 0: action 0 is not legal; legal: 1, 2"):
        strict.step(np.array([0, 1]))
    lenient_step, strict_step = lenient.step(np.array([0, 1])), strict.step(np.array([1, 1]))
    assert same(lenient_step[0], strict_step[0])
    assert lenient_step[4]["illegal"].tolist() == [True, False]
    single = PokerEnv(opponents=["always-call"])
    single.reset(seed=1)
    assert single.step(0)[4] == {"illegal": True}
    demanding = PokerEnv(opponents=["always-call"], strict=True)
    demanding.reset(seed=1)
    with pytest.raises(RailbirdError, match="action 0 is not legal here"):
        demanding.step(0)


def test_hands_against_bots_are_those_of_a_match() -> None:
    """The learner always calls: so it wins what a bot that always calls wins with these cards and seats."""
    env = PokerEnv("limit", ["always-raise"])
    won = []
    _, info = env.reset(seed=21)
    for _ in range(40):
        over = False
        while not over:
            _, reward, over, _, _ = env.step(1)
        won.append(reward)
        _, info = env.reset()
    assert info["hand"] == 40
    batch = TableBatch(1, "limit", seeds=[21])
    for hand in range(40):
        batch.act([-2])
        while batch.seats[0] >= 0:
            raises = batch.seats[0] == 1 and batch.masks[0, 2]
            batch.act([2 if raises else 1])
        assert batch.payoffs[0, 0] == won[hand]


def test_the_same_seed_gives_the_same_episodes_with_bots_that_draw() -> None:
    def played() -> list[Any]:
        env = PokerEnv("limit(players=3)", ["simple", "random"])
        rows = []
        seen, _ = env.reset(seed=5)
        choose = random.Random(1)
        for _ in range(60):
            seen, reward, over, _, _ = env.step(int(legal_actions(seen["action_mask"][None], choose)[0]))
            rows.append((seen["observation"].tobytes(), reward, over))
            if over:
                seen, _ = env.reset()
        return rows

    assert played() == played()


class Watcher(rb.Bot):
    """Notes what it is told."""

    def start_match(self, match: rb.MatchStart) -> None:
        self.told = [f"match {match.players}"]

    def start_hand(self, view: rb.View) -> None:
        self.told.append("hand")

    def act(self, view: rb.View) -> rb.Action:
        assert not any(cards for seat, cards in enumerate(view.hole_bytes) if seat != view.position)
        return rb.CALL

    def end_hand(self, view: rb.View) -> None:
        self.told.append("end")

    def end_match(self) -> None:
        self.told.append("over")


def test_bots_are_told_of_every_hand_and_see_no_card_of_the_learner() -> None:
    bot = Watcher()
    env = PokerEnv("limit", [bot])
    for _ in range(2):
        env.reset(seed=1)
        while not env.step(1)[2]:
            pass
    env.close()
    assert bot.told == ["match ('learner', 'Watcher-1')", "hand", "end", "over"]


def test_bots_cannot_compute_the_deals_from_their_streams() -> None:
    bot = Watcher()
    env = PokerEnv("limit", [bot])
    env.reset(seed=1)
    assert (bot.streams.seed, bot.streams.hand) != (1, 0)
    dealt = SeededDealing(bot.streams.seed).deal(env.encoding.game, 0)
    assert dealt != SeededDealing(1).deal(env.encoding.game, 0)


def test_bots_are_dismissed_before_a_new_seed() -> None:
    dismissed = []

    class Leaves(Watcher):
        def end_match(self) -> None:
            dismissed.append(self)

    env = PokerEnv("limit", [Leaves])
    env.reset(seed=1)
    first = env._bots[0].bot
    env.reset(seed=2)
    assert dismissed == [first]
    env.close()
    assert len(dismissed) == 2


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "too few opponents": (lambda: PokerEnv("limit(players=3)", ["simple"]), "needs 2 opponents for the learner, not 1"),
    "an unknown bot": (lambda: PokerEnv("limit", ["simpel"]), "simpel"),
    "a bot that does not play it": (lambda: PokerEnv("nolimit", ["vexbot"]), "does not play nolimit"),
    "an unknown mode": (lambda: PokerEnv(render_mode="human"), "render_mode must be ansi or None, not 'human'"),
    "a step before the reset": (lambda: PokerEnv().step(1), "call reset() first"),
    "an action that is no number": (lambda: after_reset(PokerEnv()).step("r"), "a number from 0 to 2, not 'r'"),
    "no such action": (lambda: after_reset(PokerEnv()).step(3), "a number from 0 to 2, not 3"),
    "a gallery bot natively": (lambda: PokerVectorEnv(2, opponents=["simple"]), "does not play natively"),
    "too many opponents": (lambda: PokerVectorEnv(2, opponents=["random"] * 2), "needs 1 opponents"),
    "an opponent of no kind": (lambda: PokerVectorEnv(2, opponents=[3]), "not '3'"),  # type: ignore[list-item]
    "no such autoreset mode": (lambda: PokerVectorEnv(2, autoreset_mode="later"), "must be one of NextStep, SameStep"),
    "steps before the reset": (lambda: PokerVectorEnv(2).step([1, 1]), "call reset() first"),
    "too few actions": (lambda: after_reset(PokerVectorEnv(2)).step([1]), "actions are 2 whole numbers"),
    "wrong actions": (
        lambda: after_reset(PokerVectorEnv(2)).step([1, 9]),
        "table 1: an action is a number from 0 to 2",
    ),
    "a negative action": (lambda: after_reset(PokerVectorEnv(2)).step([-1, 1]), "table 0: an action is a number"),
    "too few seeds": (lambda: PokerVectorEnv(2).reset(seed=[1]), "one seed for each of the 2 tables, not 1"),
    "negative seeds": (lambda: PokerVectorEnv(2).reset(seed=-1), "between 0 and 2^64 - 1, not -1"),
    "another option": (lambda: PokerVectorEnv(2).reset(options={"mask": 1}), "did you mean reset_mask?"),
    "a mask of numbers": (
        lambda: after_reset(PokerVectorEnv(2)).reset(options={"reset_mask": [1, 0]}),
        "an array of 2 booleans",
    ),
    "an empty mask": (
        lambda: after_reset(PokerVectorEnv(2)).reset(options={"reset_mask": np.zeros(2, bool)}),
        "marks no table",
    ),
}


def after_reset(env: Any) -> Any:
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_refused_with_a_clear_line(name: str) -> None:
    call, message = WRONG[name]
    with pytest.raises(RailbirdError) as refused:
        call()
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


class Broken(rb.Bot):
    """Returns something that is not an action."""

    def act(self, view: rb.View) -> Any:
        return "r1" if view.legal.most_raise else None


def test_a_bot_that_cannot_act_is_named() -> None:
    with pytest.raises(RailbirdError, match=r"Broken-1 \(Broken\) cannot act"):
        after_reset(PokerEnv("limit", [Broken])).step(1)
