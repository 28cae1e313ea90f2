"""A PettingZoo environment: agents in turn (AEC) at a table of two to ten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from railbird.agent import HandDriver
from railbird.envs.deals import HandSequence
from railbird.envs.encoding import Encoding, checked_number, to_encoding
from railbird.envs.needs import needed
from railbird.envs.single import RENDER_MODES, Observation, checked_render_mode, observation_space
from railbird.errors import ActionError
from railbird.game import Game

needed("pettingzoo")
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402


def env(game: Encoding | Game | str = "limit", render_mode: str | None = None) -> AECEnv[str, Observation, Any]:
    """The environment with PettingZoo's check that ``reset``, ``observe`` and ``step`` are called in the right order.

    >>> table = env("nolimit(players=6)")
    >>> table.reset(seed=7)
    >>> table.agent_selection, table.last()[0]["action_mask"].tolist()
    ('player_2', [1, 1, 1, 1, 1])
    """
    return wrappers.OrderEnforcingWrapper(PokerTable(game, render_mode))


raw_env: Any = None  # set below, under the name that PettingZoo's tools look for


class PokerTable(AECEnv[str, Observation, Any]):
    """One hand an episode. Agents ``player_0``, … have fixed seats, and the button moves with every hand.

    An agent observes what ``Encoding`` says, and ``action_mask``, 1 for each legal action at its turn. When the
    hand is over, each agent's reward is what the hand paid it, in big blinds. An illegal action raises ActionError and
    changes nothing.

    ``reset(seed=…)`` starts again at hand 0; ``reset()`` deals the next hand. ``reset(options={"deal": …})`` deals
    given cards.
    """

    metadata = {  # noqa: RUF012
        "name": "railbird_poker_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(self, game: Encoding | Game | str = "limit", render_mode: str | None = None) -> None:
        super().__init__()
        self.encoding = to_encoding(game)
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.encoding.game.players)]
        self.agents = self.possible_agents[:]
        self._hands = HandSequence(self.encoding, tuple(self.possible_agents))
        self._driver: HandDriver | None = None
        space, actions = observation_space(self.encoding), spaces.Discrete(self.encoding.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(int(actions.n)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal the next hand."""
        self._hands.begin(seed)
        self._driver = self._hands.deal(options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(self._driver)

    def observe(self, agent: str) -> Observation:
        """What an agent sees, at any time; its mask is all 0 unless it is its turn."""
        driver, seat = self._dealt(), self._seat(agent)
        position = self._hands.position(seat)
        view = driver.view(position)
        mask = self.encoding.mask(view) if driver.turn == position else np.zeros(self.encoding.actions, np.int8)
        return {"observation": self.encoding.observe(view), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Take the action of the selected agent; None for an agent whose hand is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        driver = self._dealt()
        position = self._hands.position(self._seat(self.agent_selection))
        view = driver.view(position)
        driver.submit(self.encoding.action(view, checked_number(action, self.encoding.actions)))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if driver.over:
            won = self._hands.payoffs(driver)
            self.rewards = dict(zip(self.possible_agents, won, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._select(driver)

    def render(self) -> str | None:
        """The hand on one line, as the selected agent sees it."""
        if self.render_mode is None or self._driver is None:
            return None
        return str(self._driver.view(self._hands.position(self._seat(self.agent_selection))))

    def close(self) -> None:
        """There is nothing to close."""

    def _select(self, driver: HandDriver) -> None:
        if driver.turn is None:
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._hands.seat(driver.turn)]

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ActionError(
                f"there is no agent {agent!r}: they are {self.possible_agents[0]} to {self.possible_agents[-1]}"
            )
        return self.possible_agents.index(agent)

    def _dealt(self) -> HandDriver:
        if self._driver is None:
            raise ActionError("there is no hand yet: call reset() first")
        return self._driver


raw_env = PokerTable
