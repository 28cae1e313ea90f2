"""One position, searched: what the search thinks of each action, its principal variation and its tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from railbird._seeds import derived_seed
from railbird.errors import GameError
from railbird.extensive import (
    CHANCE,
    NOBODY,
    ExtensiveGame,
    RandomStream,
    State,
    parse_extensive_game,
    play_actions,
    sample_chance,
)
from railbird.plots import Chart, TreePicture, text_table, tree_svg, tree_text
from railbird.search.mcts import Node, SearchResult
from railbird.search.players import MinimaxPlayer, PlayerLike, Searcher, default_player, parse_player

WIDTH, DEPTH = 5, 2
"""Children of a node and levels of the tree that are shown, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class ActionView:
    """An action at the root; visits and value are None if the search does not know them."""

    action: str
    visits: int | None
    value: float | None
    """For the player to act."""
    share: float | None
    """Of the visits."""


@dataclass(frozen=True, slots=True, repr=False)
class SearchedPosition:
    """A position and what a search says about it; it prints as a table."""

    game: str
    position: str
    """The actions that led here."""
    drawn: tuple[str, ...]
    """Outcomes of chance that were drawn after them, until a player was to act."""
    board: str
    turn: int
    player: str
    """Who searched."""
    action: str
    value: float | None
    """For the player to act."""
    actions: tuple[ActionView, ...]
    variation: tuple[str, ...]
    effort: str
    """Iterations or nodes, in words."""
    interrupted: bool
    picture: TreePicture = field(repr=False)

    def tree(self, *, width: int = WIDTH, depth: int = DEPTH) -> str:
        """The tree as text, with at most ``width`` children of a node and ``depth`` levels."""
        return tree_text(self.picture, width=width, depth=depth)

    def plot(self, *, width: int = WIDTH, depth: int = DEPTH) -> Chart:
        """The tree as a picture."""
        return Chart(tree_svg(self.picture, width=width, depth=depth), title=f"{self.game}: {self.player}")

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "position": self.position,
            "drawn": list(self.drawn),
            "turn": self.turn,
            "player": self.player,
            "action": self.action,
            "value": self.value,
            "actions": [
                {"action": each.action, "visits": each.visits, "value": each.value, "share": each.share}
                for each in self.actions
            ],
            "variation": list(self.variation),
            "effort": self.effort,
            "interrupted": self.interrupted,
        }

    def __repr__(self) -> str:
        rows = [("action", "visits", "value"), *((each.action, *numbers(each)) for each in self.actions)]
        return text_table(rows, note=f"{self.player} plays {self.action}; {self.effort}")


def numbers(each: ActionView) -> tuple[str, str]:
    """Visits and value of an action as text."""
    return "" if each.visits is None else f"{each.visits:,}", "" if each.value is None else f"{each.value:+.3f}"


def search_position(
    game: str | ExtensiveGame,
    position: str = "",
    player: PlayerLike | None = None,
    *,
    seed: int = 0,
    tree_width: int = WIDTH,
    tree_depth: int = DEPTH,
) -> SearchedPosition:
    """Let a player search a position; by default UCT or, with hidden information, ISMCTS.

    ``position`` lists actions from the start of the game by name, outcomes of chance included. If it is the turn of
    chance there, outcomes are drawn until a player is to act. The tree is kept up to the given width and depth.

    >>> found = search_position("tic-tac-toe", "b2 a1 c1 a2", "uct(iterations=500)")
    >>> found.action
    'a3'
    """
    parsed = parse_extensive_game(game) if isinstance(game, str) else game
    state = parsed.start()
    play_actions(state, position)
    drawn, chance = [], RandomStream(derived_seed(seed, "chance"))
    while state.turn == CHANCE:
        outcome = sample_chance(state, chance)
        drawn.append(state.action_text(outcome))
        state.apply(outcome)
    if state.turn == NOBODY:
        raise GameError(f"the game is over in the position {position!r:.60}: there is nothing to search")
    spec = default_player(state) if player is None else parse_player(player)
    spec.check_plays(parsed.start(), str(parsed))
    searching = spec.make()
    searching.start(state.turn, derived_seed(seed, "start"))
    seen = state.clone()
    if not searching.cheats:
        seen = state.determinize(state.turn, RandomStream(derived_seed(seed, "hidden facts")))
    chosen = searching.choose(seen.clone(), RandomStream(derived_seed(seed, "choices")))
    shown: dict[str, Any] = {"effort": "no search", "variation": (state.action_text(chosen),), "actions": ()}
    picture = TreePicture(_root(state), children=(TreePicture(state.action_text(chosen)),), player=state.turn)
    if isinstance(searching, Searcher) and searching.last is not None:
        result = searching.last
        visits = sum(each.visits for each in result.statistics) or 1
        shown = {
            "value": result.value,
            "actions": tuple(
                ActionView(each.text, each.visits, each.value if each.visits else None, each.visits / visits)
                for each in result.statistics
            ),
            "variation": result.variation,
            "effort": f"{result.iterations:,} iterations, {result.nodes:,} nodes, {result.seconds:.2f} s",
            "interrupted": result.interrupted,
        }
        picture = _tree_picture(result, result.guess or seen, _root(state), (tree_width, tree_depth))
    elif isinstance(searching, MinimaxPlayer) and searching.last is not None:
        found = searching.last
        line = _names(seen, found.variation)
        solved = ", solved" * found.solved
        shown = {
            "value": found.value,
            "actions": (ActionView(state.action_text(chosen), None, found.value, None),),
            "variation": line,
            "effort": f"depth {found.depth}, {found.nodes:,} nodes{solved}",
            "interrupted": not found.finished and not searching.uses_clock,
        }
        picture = _line(_root(state), line, found.value, state.turn)
    return SearchedPosition(
        game=str(parsed),
        position=position,
        drawn=tuple(drawn),
        board=str(state),
        turn=state.turn,
        player=str(spec),
        action=state.action_text(chosen),
        picture=picture,
        **({"value": None, "interrupted": False} | shown),
    )


def _root(state: State) -> str:
    return f"player {state.turn}"


def _names(state: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """The names of actions, played one after the other."""
    state, names = state.clone(), []
    for action in actions:
        names.append(state.action_text(action))
        state.apply(action)
    return tuple(names)


def _line(label: str, names: tuple[str, ...], value: float | None, player: int) -> TreePicture:
    """A principal variation as a tree without branches."""
    below = TreePicture(names[-1]) if names else None
    for name in reversed(names[:-1]):
        below = TreePicture(name, children=(below,) if below else ())
    return TreePicture(label, None, value, (below,) if below else (), player=player)


def _tree_picture(result: SearchResult, state: State, label: str, limits: tuple[int, int]) -> TreePicture:
    """The first tree of a search; the value of its root is that of its most visited action."""
    root = result.tree
    best = root.most_visited()
    return _picture(root, state, label, limits, (root.visits, root.totals[best] / root.visits_of[best]))


def _picture(
    node: Node, state: State, label: str, limits: tuple[int, int], known: tuple[int, float | None]
) -> TreePicture:
    """The part of a tree below a node that is shown; ``known`` are visits and value of the edge that leads to it."""
    width, depth = limits
    order = sorted(range(len(node.actions)), key=lambda index: -node.visits_of[index])
    kept = order[:width] if depth else []
    children = []
    for index in kept:
        action, visits = node.actions[index], node.visits_of[index]
        value = node.totals[index] / visits if visits else None
        name = state.action_text(action)
        if not node.children:
            children.append(TreePicture(name, visits, value))
            continue
        after = state.clone()
        after.apply(action)
        children.append(_picture(node.children[index], after, name, (width, depth - 1), (visits, value)))
    player = node.player if node.player >= 0 else None
    return TreePicture(label, *known, tuple(children), player, len(order) - len(kept))
