"""Strategies of ours in OpenSpiel's terms: the same game there, and the same profile as one of its policies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from railbird.solve import GameTree
from tests.solve.random_games import efg_text


def spiel_game(tree: GameTree) -> Any:
    """The same game in OpenSpiel: its own, or loaded from EFG text."""
    prefix, colon, name = tree.game.partition(":")
    return pyspiel.load_game(name) if colon and prefix == "openspiel" else pyspiel.load_efg_game(efg_text(tree))


def set_keys(tree: GameTree, game: Any) -> list[tuple[str, list[int]]]:
    """For each information set of the tree, OpenSpiel's name and actions. Both have the same order of children."""
    keys: list[tuple[str, list[int]]] = [("", [])] * tree.sets
    stack = [(game.new_initial_state(), 0)]
    while stack:
        state, node = stack.pop()
        for number, action in enumerate(state.legal_actions()):
            stack.append((state.child(action), int(tree.first_child[node]) + number))
        if not state.is_terminal() and not state.is_chance_node():
            index, key = int(tree.information_set[node]), (state.information_state_string(), state.legal_actions())
            assert keys[index] in (("", []), key)
            keys[index] = key
    return keys


def spiel_policy(tree: GameTree, keys: list[tuple[str, list[int]]], rows: NDArray[np.float64]) -> Any:
    """The policy of OpenSpiel that plays by these rows."""
    chances = [part.tolist() for part in np.split(rows, tree.set_start[1:-1])]
    return pyspiel.TabularPolicy(
        {key: list(zip(actions, part, strict=True)) for (key, actions), part in zip(keys, chances, strict=True)}
    )


def rows_of(keys: list[tuple[str, list[int]]], policy: Any) -> NDArray[np.float64]:
    """The rows of one of OpenSpiel's policies."""
    known = [(policy.action_probabilities(key), actions) for key, actions in keys]
    return np.array([chances[action] for chances, actions in known for action in actions])
