"""``PlayModel``: what is believed about an opponent's play in a small game, and how much of it was seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird.errors import GameError, quoted
from railbird.extensive import Strategy
from railbird.models.action_counts import ActionCounts
from railbird.solve.game_tree import GameTree, Profile

DEFAULTS = ("call", "uniform", "probe")
"""What a player is taken to do where they were never seen: check and call; anything; call or raise, never fold."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayModel:
    """Probabilities for each row of a game's tree, and for each information set the number of observations.

    A model may be known exactly; then the observations have no end.
    """

    game: str
    rows: NDArray[np.float64] = field(repr=False)
    counts: NDArray[np.float64] = field(repr=False)
    """For each information set."""

    @classmethod
    def of(cls, tree: GameTree, profile: Profile) -> PlayModel:
        """The model that knows how somebody plays."""
        return cls(tree.game, tree.profile_rows(profile), np.full(tree.sets, np.inf))

    @classmethod
    def observed(cls, tree: GameTree, counts: ActionCounts, default: str | Strategy = "call") -> PlayModel:
        """Relative frequencies, and a default policy where nothing was seen (Johanson 2007, §4).

        ``default`` is a strategy, or ``call``, ``uniform`` or ``probe``: call or raise with equal probability.

        >>> tree, counts = GameTree.expand("kuhn"), ActionCounts("kuhn")
        >>> for action in "rrc":
        ...     counts.add("As||", ("c", "r"), action)
        >>> model = PlayModel.observed(tree, counts)
        >>> tree.strategy(model.rows)["As||"]["r"].__round__(3), tree.strategy(model.rows)["Ks||"]
        (0.667, {'c': 1.0, 'r': 0.0})
        """
        if counts.game != tree.game:
            raise GameError(f"the observations are of {counts.game or 'an unnamed game'}, not of {tree.game}")
        rows, seen = [], []
        for name, menu in zip(tree.names, tree.menus, strict=True):
            found = counts.get(name)
            total = sum(found.values()) if found else 0.0
            seen.append(total)
            if found and total > 0:
                _check_menu(name, menu, found)
                rows += [found.get(action, 0.0) / total for action in menu]
            elif isinstance(default, Strategy):
                rows += default.probabilities(name, menu, uniform=True)
            else:
                rows += default_row(default, menu)
        return cls(tree.game, np.array(rows), np.array(seen))

    def check(self, tree: GameTree) -> None:
        """Raise GameError unless the model is of this tree."""
        if self.game != tree.game or len(self.counts) != tree.sets:
            raise GameError(f"the model is of {self.game}, not of {tree.game}")
        tree.check_rows(self.rows)
        if not np.all(self.counts >= 0):
            raise GameError("the number of observations of an information set is 0 or more")


def default_row(default: str, menu: tuple[str, ...]) -> list[float]:
    """The probabilities of a default policy.

    >>> default_row("probe", ("f", "c", "r")), default_row("call", ("f", "c"))
    ([0.0, 0.5, 0.5], [0.0, 1.0])
    """
    if default not in DEFAULTS:
        raise GameError(f"there is no default policy {quoted(default)}: there are {', '.join(DEFAULTS)}")
    if default == "uniform":
        return [1 / len(menu)] * len(menu)
    calls = [action for action in menu if action == "c"]
    raises = [action for action in menu if action.startswith("r")] if default == "probe" else []
    if not calls:
        raise GameError(f"the default policy {default} needs an action c: there are {', '.join(menu)}")
    weights = {"c": 0.5 if raises else 1.0, **{action: 0.5 / len(raises) for action in raises}}
    return [weights.get(action, 0.0) for action in menu]


def _check_menu(name: str, menu: tuple[str, ...], found: Mapping[str, float]) -> None:
    for action in found:
        if action not in menu:
            raise GameError(f"the observations have an action {quoted(action)} in {quoted(name)}: not one of the game")
