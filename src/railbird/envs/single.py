"""A Gymnasium environment: one player learns at a table with given bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._seeds import derived_seed
from railbird.agent import Bot, HandDriver, MatchStart, Streams
from railbird.agent.clock import OutOfTime
from railbird.agent.seat import SeatedBot
from railbird.envs.deals import HandSequence
from railbird.envs.encoding import Encoding, checked_number, to_encoding
from railbird.envs.needs import needed
from railbird.errors import ActionError, BotError, GameError, quoted
from railbird.gallery import BotSpec, parse_bot
from railbird.game import Game

needed("gymnasium")
import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

LEARNER = 0
"""The seat of the learning player."""
RENDER_MODES = ("ansi",)
Observation = dict[str, Any]


class PokerEnv(gymnasium.Env[Observation, np.int64]):
    """One hand an episode, against bots. The reward is what the hand paid, in big blinds, when it is over.

    ``opponents`` are specs of the gallery, bot classes or bots, one for each other seat. The learner has seat 0, and
    the button moves with every hand. Hands that end before the learner can act are dealt past; ``info["walks"]`` of
    ``reset`` has what they paid.

    An observation has the numbers that ``Encoding`` describes and ``action_mask``, 1 for each legal action. In place of
    an illegal action the learner checks or calls, and ``info["illegal"]`` is True; with ``strict`` it raises
    ActionError.

    ``reset(seed=…)`` starts again at hand 0 with fresh bots; the same seed gives the same hands. ``reset()`` deals the
    next hand to the same bots, which may have learned. ``reset(options={"deal": "AhKh QsQd / Kc7d2h / 9s / 4d"})``
    deals these cards.

    >>> env = PokerEnv("limit", ["always-call"])
    >>> observation, info = env.reset(seed=3)
    >>> observation["action_mask"]  # the other player called, so there is nothing to fold to
    array([0, 1, 1], dtype=int8)
    >>> ended = False
    >>> while not ended:
    ...     observation, reward, ended, _, info = env.step(1)
    >>> reward
    1.0
    """

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012

    def __init__(
        self,
        game: Encoding | Game | str = "limit",
        opponents: Sequence[str | type[Bot] | Bot] = ("simple",),
        *,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.encoding = to_encoding(game)
        self._specs = opponent_specs(self.encoding.game, opponents)
        self.strict = strict
        self.render_mode = checked_render_mode(render_mode)
        names = ("learner", *(f"{spec.name}-{seat}" for seat, spec in enumerate(self._specs, start=1)))
        self._hands = HandSequence(self.encoding, names)
        self._bots: list[SeatedBot] = []
        self._driver: HandDriver | None = None
        self.observation_space = observation_space(self.encoding)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal the next hand, up to the learner's first decision."""
        super().reset(seed=seed)
        if self._hands.begin(seed):
            self._dismiss()
            self._bots = self._fresh_bots()
        walks = 0.0
        while True:
            driver = self._driver = self._hands.deal(options)
            self._start(driver)
            if not driver.over:
                break
            walks += self._hands.payoffs(driver)[LEARNER]
        info: dict[str, Any] = {"hand": self._hands.number}
        if walks:
            info["walks"] = walks
        return self._observe(driver), info

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the learner's action; the others act until it is the learner's turn again or the hand is over."""
        driver = self._driver
        if driver is None or driver.over:
            raise ActionError("there is no hand to act in: call reset() first")
        view = driver.view(self._hands.position(LEARNER))
        number = checked_number(action, self.encoding.actions)
        played = number if self.strict else self.encoding.legal_number(view, number)
        driver.submit(self.encoding.action(view, played))
        self._others_act(driver)
        info: dict[str, Any] = {} if played == number else {"illegal": True}
        reward = self._hands.payoffs(driver)[LEARNER] if driver.over else 0.0
        return self._observe(driver), reward, driver.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as some learning libraries ask for it."""
        if self._driver is None:
            return np.zeros(self.encoding.actions, bool)
        return self.encoding.mask(self._driver.view(self._hands.position(LEARNER))) > 0

    def render(self) -> str | None:
        """The hand as the learner sees it, on one line."""
        if self.render_mode is None or self._driver is None:
            return None
        return str(self._driver.view(self._hands.position(LEARNER)))

    def close(self) -> None:
        """End the match of the bots."""
        self._hands.seed = None
        self._dismiss()

    def _dismiss(self) -> None:
        bots, self._bots, self._driver = self._bots, [], None
        for number, seat in enumerate(bots, start=1):
            try:
                seat.bot.end_match()
            except (Exception, OutOfTime) as error:
                raise self._named(number, error) from error

    def _fresh_bots(self) -> list[SeatedBot]:
        game, names, seats = self.encoding.game, self._hands.names, []
        for seat, spec in enumerate(self._specs, start=1):
            bot = spec.make()
            bot.start_match(MatchStart(game, names, seat))
            seats.append(SeatedBot(bot))
        return seats

    def _start(self, driver: HandDriver) -> None:
        assert self._hands.seed is not None
        seed = derived_seed(self._hands.seed, "streams")  # that of the deals would tell the bots all cards
        for seat, bot in enumerate(self._bots, start=1):
            bot.deal_in(driver, self._hands.position(seat), Streams(seed, self._hands.number, seat))
            try:
                bot.begin(driver)
            except (Exception, OutOfTime) as error:
                raise self._named(seat, error) from error
        self._others_act(driver)

    def _others_act(self, driver: HandDriver) -> None:
        seat = LEARNER
        try:
            while (turn := driver.turn) is not None:
                seat = self._hands.seat(turn)
                if seat == LEARNER:
                    return
                self._bots[seat - 1].move(driver)
            for seat in range(1, len(self._specs) + 1):
                self._bots[seat - 1].end(driver)
        except (Exception, OutOfTime) as error:
            raise self._named(seat, error) from error

    def _named(self, seat: int, error: BaseException) -> BotError:
        """What a bot raised, with its name; a bot in another process may also be late."""
        reason = "it took too long" if isinstance(error, OutOfTime) else str(error) or type(error).__name__
        return BotError(f"{self._hands.names[seat]} ({self._specs[seat - 1]}) cannot act: {reason}")

    def _observe(self, driver: HandDriver) -> Observation:
        view = driver.view(self._hands.position(LEARNER))
        return {"observation": self.encoding.observe(view), "action_mask": self.encoding.mask(view)}


def observation_space(encoding: Encoding) -> spaces.Dict:
    """The space of the observations of one player."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (encoding.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
    )


def opponent_specs(game: Game, opponents: Sequence[str | type[Bot] | Bot]) -> tuple[BotSpec, ...]:
    """The bots of the other seats. Raises GameError if their number is wrong, BotError if one does not play it."""
    if isinstance(opponents, (str, type, Bot)):
        opponents = (opponents,)
    specs = tuple(spec if isinstance(spec, BotSpec) else parse_bot(spec) for spec in opponents)
    if len(specs) != game.players - 1:
        raise GameError(f"{game} needs {game.players - 1} opponents for the learner, not {len(specs)}")
    for spec in specs:
        why = spec.refusal(game)
        if why is not None:
            raise BotError(f"{spec} does not play {game}{': ' if why else ''}{why}")
    return tuple(spec.loaded() if spec.foreign else spec for spec in specs)


def checked_render_mode(mode: str | None) -> str | None:
    """The render mode. Raises GameError if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise GameError(f"render_mode must be {RENDER_MODES[0]} or None, not {quoted(str(mode))}")
    return mode
