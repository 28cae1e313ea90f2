"""A Gymnasium vector environment on native code: thousands of tables a step."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.envs.batch import CALLER, DEAL, LEAVE, NATIVE_PLAYERS, TableBatch, checked_actions
from railbird.envs.encoding import CALL, Encoding, to_encoding
from railbird.envs.needs import needed
from railbird.envs.single import LEARNER, Observation, observation_space
from railbird.errors import ActionError, GameError, quoted
from railbird.game import Game

needed("gymnasium")
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], ArrayLike]
"""An opponent: from rows of observations and masks to an action for each row."""
Opponent = str | Policy
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class PokerVectorEnv(VectorEnv[Observation, NDArray[np.int32], NDArray[Any]]):
    """Many tables at which one player learns, as ``PokerEnv`` is for one table.

    ``opponents`` are one for each other seat: ``random`` and ``always-call`` act natively; a function from observations
    and masks (a row for each table) to actions can be any policy, such as an earlier state of the learner. For bots of
    the gallery there is ``PokerEnv`` in Gymnasium's ``SyncVectorEnv``.

    Table i with the seed s has the hands of a ``PokerEnv`` with that seed; ``reset(seed=s)`` gives s, s + 1, …
    ``autoreset_mode`` is Gymnasium's: with ``NEXT_STEP`` the step after the end of a hand deals the next one and
    ignores the action, with ``SAME_STEP`` the step that ends a hand deals the next one (``infos["final_obs"]`` has the
    end), and with ``DISABLED`` you call ``reset(options={"reset_mask": terminations})``. When a hand is over, its mask
    is all 0.

    ``infos`` may have ``walks`` (what hands paid that ended before the learner could act) and ``illegal`` (in place of
    the action, the learner checked or called; with ``strict`` such an action raises ActionError). With ``copy=False``
    the arrays of observations are overwritten by the next step.

    >>> envs = PokerVectorEnv(3, "limit", ["always-call"])
    >>> observations, infos = envs.reset(seed=5)
    >>> observations["observation"].shape, observations["action_mask"].tolist()
    ((3, 299), [[0, 1, 1], [0, 1, 1], [0, 1, 1]])
    >>> for _ in range(4):
    ...     observations, rewards, terminations, truncations, infos = envs.step(np.array([1, 1, 1]))
    >>> rewards.tolist(), terminations.tolist()
    ([1.0, 1.0, -1.0], [True, True, True])
    """

    def __init__(
        self,
        num_envs: int,
        game: Encoding | Game | str = "limit",
        opponents: Sequence[Opponent] = ("random",),
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        strict: bool = False,
        copy: bool = True,
    ) -> None:
        super().__init__()
        self.encoding = to_encoding(game)
        self._policies, players = _opponents_of(self.encoding.game, opponents)
        self._batch = TableBatch(num_envs, self.encoding, players=[CALLER, *players], home=LEARNER)
        self.num_envs = self._batch.tables
        self.autoreset_mode = _checked_mode(autoreset_mode)
        self.strict = strict
        self.copy = copy
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.encoding)
        self.single_action_space = spaces.Discrete(self.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._ended: Flags = np.ones(self.num_envs, bool)
        self._rows = np.arange(self.num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a hand at every table, or with the option ``reset_mask`` at those that it marks.

        A seed starts a table again at its hand 0; without one, it goes on with the next hand of its seed.
        """
        chosen = self._reset_mask(options)
        if isinstance(seed, int):
            super().reset(seed=seed % 2**63)
        self._batch.reseed(self._seeds(seed, chosen))
        self._seeded = True
        walks = self._deal(chosen)
        self._ended = self._ended & ~chosen
        return self._observations(), _with_walks({}, walks)

    def step(self, actions: ArrayLike) -> tuple[Observation, Floats, Flags, Flags, dict[str, Any]]:
        """Take the learner's actions; the others act until it is the learner's turn or the hand is over."""
        orders, illegal = self._orders(checked_actions(actions, self.num_envs))
        dealt = orders == DEAL
        self._batch.act(orders)
        walks = self._play_on(dealt)
        rewards = np.where(dealt, 0.0, self._batch.payoffs[:, LEARNER])
        terminations = self._batch.seats < 0
        self._ended = terminations.copy()
        infos: dict[str, Any] = {"illegal": illegal, "_illegal": illegal.copy()} if illegal.any() else {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and terminations.any():
            infos |= self._final(terminations)
            walks = walks + self._deal(terminations)
            self._ended[:] = False
        truncations = np.zeros(self.num_envs, bool)
        return self._observations(), rewards, terminations, truncations, _with_walks(infos, walks)

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to close."""

    def _orders(self, chosen: NDArray[np.int32]) -> tuple[NDArray[np.int32], Flags]:
        """What to tell the batch, and where the learner's action is illegal. Raises ActionError before any change."""
        if not self._seeded:
            raise ActionError("there are no hands to act in: call reset() first")
        ended = self._ended
        if ended.any() and self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            raise ActionError(
                f"the hand at table {int(np.argmax(ended))} is over: with autoreset disabled, call "
                'reset(options={"reset_mask": terminations}) first'
            )
        wrong = chosen.view(np.uint32) >= self.encoding.actions  # negative ones are large
        if wrong.any() and (wrong & ~ended).any():
            table = int(np.argmax(wrong & ~ended))
            raise ActionError(
                f"table {table}: an action is a number from 0 to {self.encoding.actions - 1}, not {chosen[table]}"
            )
        orders = np.where(wrong, CALL, chosen) if wrong.any() else chosen.copy()
        illegal = self._batch.masks[self._rows, orders] == 0
        orders[ended] = DEAL
        illegal &= ~ended
        if self.strict and illegal.any():
            table = int(np.argmax(illegal))
            legal = ", ".join(map(str, np.flatnonzero(self._batch.masks[table]).tolist()))
            raise ActionError(f"table {table}: action {chosen[table]} is not legal; legal: {legal}")
        orders[illegal] = CALL
        return orders, illegal

    def _others_act(self) -> None:
        """Ask the policies of the other seats until it is nobody's turn but the learner's."""
        batch = self._batch
        while True:
            orders = np.full(self.num_envs, LEAVE, np.int32)
            for seat, policy in self._policies.items():
                rows = np.flatnonzero(batch.seats == seat)
                if rows.size:
                    answers = policy(batch.observations[rows], batch.masks[rows])
                    orders[rows] = self._answers(seat, answers, rows)
            if (orders == LEAVE).all():
                return
            batch.act(orders)

    def _answers(self, seat: int, answers: ArrayLike, rows: NDArray[np.intp]) -> NDArray[np.int32]:
        try:
            actions = checked_actions(answers, rows.size)
        except ActionError as error:
            raise ActionError(f"the opponent in seat {seat}: {error}") from None
        masks = self._batch.masks[rows]
        fine = (actions >= 0) & (actions < self.encoding.actions)
        fine[fine] = masks[fine, actions[fine]] > 0
        if not fine.all():
            wrong = int(np.argmin(fine))
            legal = ", ".join(map(str, np.flatnonzero(masks[wrong]).tolist()))
            raise ActionError(f"the opponent in seat {seat}: action {actions[wrong]} is not legal; legal: {legal}")
        return actions

    def _deal(self, tables: Flags) -> Floats:
        """Deal the next hand at these tables, up to the learner's decision. Returns what walks paid."""
        self._batch.act(np.where(tables, DEAL, LEAVE).astype(np.int32))
        return self._play_on(tables)

    def _play_on(self, dealt: Flags) -> Floats:
        """Let the others act, and deal past new hands that end before the learner acts. Returns what those paid."""
        payoffs = self._batch.payoffs[:, LEARNER]
        walks = np.where(dealt, payoffs, 0.0)
        if not self._policies:
            return walks
        self._others_act()
        over = dealt & (self._batch.seats < 0)
        if over.any():
            walks += np.where(over, payoffs, 0.0)
            walks += self._deal(over)
        return walks

    def _observations(self) -> Observation:
        observations, masks = self._batch.observations, self._batch.masks
        if self.copy:
            observations, masks = observations.copy(), masks.copy()
        return {"observation": observations, "action_mask": masks}

    def _final(self, terminations: Flags) -> dict[str, Any]:
        """The last observations of hands that are over, as ``SyncVectorEnv`` gives them."""
        final = np.full(self.num_envs, None, object)
        rows = np.flatnonzero(terminations)
        observations, masks = self._batch.observations[rows], self._batch.masks[rows]
        for row, seen, mask in zip(rows.tolist(), observations, masks, strict=True):
            final[row] = {"observation": seen, "action_mask": mask}
        return {"final_obs": final, "_final_obs": terminations.copy()}

    def _reset_mask(self, options: Mapping[str, Any] | None) -> Flags:
        for name in options or {}:
            if name != "reset_mask":
                raise GameError(f"{quoted(str(name))} is not an option of reset (did you mean reset_mask?)")
        given = (options or {}).get("reset_mask")
        if given is None:
            return np.ones(self.num_envs, bool)
        if not isinstance(given, np.ndarray) or given.dtype != np.bool_ or given.shape != (self.num_envs,):
            raise GameError(f"reset_mask is an array of {self.num_envs} booleans, one for each table")
        if not given.any():
            raise GameError("reset_mask marks no table: mark at least one")
        if not self._seeded and not given.all():
            raise GameError("the first reset deals at every table: call reset() without reset_mask first")
        return given.copy()

    def _seeds(self, seed: int | Sequence[int | None] | None, chosen: Flags) -> dict[int, int]:
        """The new seeds of these tables."""
        seeds: Sequence[int | None]
        if seed is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed, (int, np.integer)):
            seeds = [(int(seed) + table) % 2**64 for table in range(self.num_envs)] if seed >= 0 else [int(seed)]
        else:
            seeds = list(seed)
        if seed is not None and isinstance(seed, (int, np.integer)) and seed < 0:
            raise GameError(f"a seed must be a whole number between 0 and 2^64 - 1, not {seed}")
        if len(seeds) != self.num_envs:
            raise GameError(f"there is one seed for each of the {self.num_envs} tables, not {len(seeds)}")
        named = {table: each for table, each in enumerate(seeds) if each is not None and chosen[table]}
        if not self._seeded:
            named = {table: named.get(table, secrets.randbits(63)) for table in range(self.num_envs)}
        return named


def _opponents_of(game: Game, opponents: Sequence[Opponent]) -> tuple[dict[int, Policy], list[str]]:
    """The policies by seat, and who plays each other seat for the batch."""
    if isinstance(opponents, str) or callable(opponents):
        opponents = (opponents,)
    if len(opponents) != game.players - 1:
        raise GameError(f"{game} needs {game.players - 1} opponents for the learner, not {len(opponents)}")
    policies: dict[int, Policy] = {}
    players = []
    for seat, opponent in enumerate(opponents, start=1):
        if isinstance(opponent, str):
            if opponent not in NATIVE_PLAYERS:
                known = " and ".join(NATIVE_PLAYERS)
                raise GameError(
                    f"{quoted(opponent)} does not play natively, only {known} do: give a function, or use PokerEnv in "
                    "gymnasium.vector.SyncVectorEnv for bots of the gallery"
                )
            players.append(opponent)
        elif callable(opponent):
            policies[seat] = opponent
            players.append(CALLER)
        else:
            raise GameError(f"an opponent is a name or a function, not {quoted(str(opponent))}")
    return policies, players


def _checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise GameError(f"autoreset_mode must be one of {known}, not {quoted(str(mode))}") from None


def _with_walks(infos: dict[str, Any], walks: Floats) -> dict[str, Any]:
    if walks.any():
        infos |= {"walks": walks, "_walks": walks != 0}
    return infos
