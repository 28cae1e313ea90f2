"""The public tree: every betting sequence from a spot with the sizes of a bet menu, without cards, as arrays.

Legal actions and amounts are the engine's own. Nodes are in an order in which parents come before their children; the
subtree of a node follows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.bet_menu import BetMenu, bet_turn, to_menu
from railbird.abstraction.spot import Spot
from railbird.errors import GameError, quoted
from railbird.game import ActionKind, Betting

DECISION, DEAL, FOLDED, SHOWDOWN = range(4)
"""The kinds of nodes: a player decides, board cards are dealt, somebody has folded, or hands are compared."""
FOLD, CALL, RAISE, DEALT = range(4)
"""The kinds of edges: a fold, a check or call, a bet or raise, or the cards of a deal."""
WIN, LOSS, TIE = range(3)
"""The last index of ``payoffs()``."""
MOST_NODES = 1_000_000
"""The default limit of nodes. Ours."""


@dataclass(frozen=True, eq=False, repr=False)
class PublicTree:
    """The betting of two players as arrays, indexed by node or by edge; ``public_tree`` makes it.

    The edges of a node are those from ``child_start[node]`` to before ``child_start[node + 1]``: a fold, a check or
    call, and bets or raises from small to large. A deal has one edge, whatever the cards.

    >>> spot = Spot("nolimit(blinds=1/2)", "Qs Jh 2h", pot=180, stacks=(910, 910))
    >>> tree = public_tree(spot, "52%; raise 45%")
    >>> node = tree.node_of("r94 r260 c")
    >>> int(tree.kind[node]), tree.paid[node].tolist(), tree.line_of(node)
    (1, [260, 260], 'r94 r260 c')
    """

    spot: Spot
    menu: BetMenu
    kind: NDArray[np.uint8]
    """The kind of each node: ``DECISION``, ``DEAL``, ``FOLDED`` or ``SHOWDOWN``."""
    actor: NDArray[np.int8]
    """The position that decides or that has folded, else -1."""
    round: NDArray[np.uint8]
    """The betting round, from 0 in the game; at a deal, the round that comes."""
    paid: NDArray[np.int64]
    """The chips that each player has put in since the spot began; at an end, without a bet that nobody called."""
    parent: NDArray[np.int32]
    """The parent of each node; -1 for the root."""
    child_start: NDArray[np.int32]
    children: NDArray[np.int32]
    edge_kind: NDArray[np.uint8]
    """The kind of each edge: ``FOLD``, ``CALL``, ``RAISE`` or ``DEALT``."""
    edge_amount: NDArray[np.int64]
    """The cost of a call, or the total that a bet or raise goes to in its round; else 0."""

    def __len__(self) -> int:
        return len(self.kind)

    def __repr__(self) -> str:
        return f"<PublicTree of {self.spot}: {len(self):,} nodes>"

    def __str__(self) -> str:
        return self.text()

    def text(self, depth: int = 4) -> str:
        """The tree as lines of text, one for each node up to this many edges below the root.

        >>> print(public_tree(Spot("kuhn")).text(2))
        kuhn: 9 nodes, 4 decisions, bet menu min
        p1 acts, pot 2
        ├─ c: p2 acts, pot 2
        │  ├─ c: showdown, pot 2
        │  └─ r1: p1 acts, pot 3 (+2 nodes)
        └─ r1: p2 acts, pot 3
           ├─ f: p2 has folded, pot 2
           └─ c: showdown, pot 4
        """
        decisions = int((self.kind == DECISION).sum())
        lines = [f"{self.spot}: {len(self):,} nodes, {decisions:,} decisions, bet menu {self.menu}"]
        todo = [(0, "", "", depth)]
        while todo:
            node, own, below, left = todo.pop()
            edges = self.edges(node)
            more = self._end_of(node) - node - 1 if edges and not left else 0
            hidden = f" (+{more:,} node{'s' * (more > 1)})" if more else ""
            lines.append(own + self._node_text(node) + hidden)
            for edge in reversed(edges if left else ()):
                last = edge == edges[-1]
                mark, space = ("└─ ", "   ") if last else ("├─ ", "│  ")
                name = f"{self.edge_text(edge)}: "
                todo.append((int(self.children[edge]), below + mark + name, below + space, left - 1))
        return "\n".join(lines)

    def _node_text(self, node: int) -> str:
        player = f"p{self.actor[node] + 1}"
        street = self.spot.game.street(int(self.round[node]))
        what = (f"{player} acts", f"{street} cards", f"{player} has folded", "showdown")[self.kind[node]]
        return f"{what}, pot {self.pot + self.paid[node].sum()}"

    def _end_of(self, node: int) -> int:
        """The node after the last one of this node's subtree."""
        outside = np.flatnonzero(self.parent[node + 1 :] < node)
        return int(node + 1 + outside[0]) if len(outside) else len(self)

    @property
    def pot(self) -> int:
        """The dead money that is there when the spot begins."""
        return self.spot.pot

    def payoffs(self) -> NDArray[np.float64]:
        """What each player gets at each end, less what they have put in since the spot began: [node, player, result].

        The results are a win, a loss and a tie, in this order; after a fold, all three are what the fold pays. Nodes
        that are no ends have zeros. Without rake the payoffs of both players sum to the pot. The rake is the game's:
        rounded down to whole chips, never from an uncalled bet, and none before the first board card if the game says
        so. Under rules that do not split chips, the odd chip of a tie goes to position 0.
        """
        game = self.spot.game
        paid = self.paid
        total = self.pot + paid.sum(axis=1)
        rake = total * game.rake.ten_thousandths // 10_000
        if game.rake.cap:
            rake = np.minimum(rake, game.rake.cap)
        if game.rake.no_flop_no_drop:
            board_cards = np.cumsum(game.board_cards)
            rake = np.where(board_cards[self.round] > 0, rake, 0)
        total = total - rake
        result = np.empty((len(self), 2, 3))
        for player in range(2):
            odd = player == 0
            half = (total + odd) // 2 if game.rules.odd_chips else total / 2
            result[:, player, WIN] = total - paid[:, player]
            result[:, player, LOSS] = -paid[:, player]
            result[:, player, TIE] = half - paid[:, player]
            for folds, column in (self.actor == player, LOSS), (self.actor == 1 - player, WIN):
                folded = (self.kind == FOLDED) & folds
                result[folded, player] = result[folded, player, column, None]
        result[(self.kind == DECISION) | (self.kind == DEAL)] = 0
        return result

    def node_of(self, line: str) -> int:
        """The node after these actions: ``c r94 c / c``. A ``/`` deals the next board cards; it may be left out."""
        node = 0
        for number, word in enumerate(line.replace("/", " / ").split(), start=1):
            try:
                node = self._after(node, word)
            except GameError as error:
                raise GameError(f"{quoted(word)}, number {number} of {quoted(line)}: {error}") from None
        return node

    def line_of(self, node: int) -> str:
        """The actions that lead to a node, as ``node_of`` reads them."""
        words = []
        while node:
            words.append(self.edge_text(self._edge_to[node]))
            node = int(self.parent[node])
        return " ".join(reversed(words))

    def edge_text(self, edge: int) -> str:
        """The name of an edge: ``f``, ``c``, ``r94``, or ``/`` for a deal."""
        kind = int(self.edge_kind[edge])
        return f"r{self.edge_amount[edge]}" if kind == RAISE else "fc"[kind] if kind < RAISE else "/"

    def edges(self, node: int) -> range:
        """The edges of a node."""
        return range(int(self.child_start[node]), int(self.child_start[node + 1]))

    @cached_property
    def _edge_to(self) -> NDArray[np.int64]:
        edges: NDArray[np.int64] = np.full(len(self), -1, dtype=np.int64)
        edges[self.children] = np.arange(len(self.children))
        return edges

    def _after(self, node: int, word: str) -> int:
        if word == "/":
            if self.kind[node] == DEAL:
                return int(self.children[self.child_start[node]])
            if self.kind[node] == DECISION and node and self.round[node] != self.round[self.parent[node]]:
                return node
            raise GameError("no betting round has just ended here")
        while self.kind[node] == DEAL:
            node = int(self.children[self.child_start[node]])
        if self.kind[node] != DECISION:
            raise GameError("the hand is over")
        raises = [edge for edge in self.edges(node) if self.edge_kind[edge] == RAISE]
        if word == "r" and len(raises) == 1:
            return int(self.children[raises[0]])
        for edge in self.edges(node):
            if self.edge_text(edge) == word:
                return int(self.children[edge])
        raise GameError(f"it is not in the tree; there are {', '.join(map(self.edge_text, self.edges(node)))}")


def public_tree(spot: Spot, menu: BetMenu | str | None = None, *, most_nodes: int = MOST_NODES) -> PublicTree:
    """Make the public tree of a spot. Raises GameError if it has more nodes than ``most_nodes``.

    Limit games need no menu, because they have one size.

    >>> len(public_tree(Spot("kuhn"))), len(public_tree(Spot("leduc")))
    (9, 90)
    """
    if menu is None:
        if spot.game.betting is not Betting.LIMIT:
            raise GameError(f"the public tree of {spot.game} needs a bet menu, such as 33%, 75%, a")
        menu = "min"
    if spot.is_start and spot.game.betting is Betting.LIMIT:
        return _limit_tree(spot, to_menu(menu), most_nodes)
    return _Builder(spot, to_menu(menu), most_nodes).build()


@lru_cache(maxsize=4)
def _limit_tree(spot: Spot, menu: BetMenu, most_nodes: int) -> PublicTree:
    """A whole limit game: many strategies and bots of a process share its tree, so its arrays are read-only."""
    tree = _Builder(spot, menu, most_nodes).build()
    for array in vars(tree).values():
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return tree


class _Builder:
    """Walks the betting on the engine and collects nodes and edges."""

    def __init__(self, spot: Spot, menu: BetMenu, most_nodes: int) -> None:
        self.spot = spot
        self.menu = menu
        self.most_nodes = most_nodes
        self.hand = spot.hand()
        self.first_round = spot.first_round
        self.dead = [0, 0]
        if spot.is_start:
            self.dead = [paid - live for paid, live in zip(self.hand.paid, self.hand.live_paid, strict=True)]
        self.nodes: list[tuple[int, int, int, int]] = []
        """Of each node: its kind, actor, round and parent."""
        self.paid: list[tuple[int, int]] = []
        self.edges: list[list[tuple[int, int, int]]] = []
        """Of each node: the kind, amount and child of its edges."""
        self.todo: list[tuple[int, int, int, int]] = []
        """Actions to be played: the node, the number of actions before it, and the edge's kind and amount."""
        self.raising_is_legal = False

    def build(self) -> PublicTree:
        hand, taken = self.hand, 0
        if hand.over:
            raise GameError(f"nobody has a decision to make in {self.spot}: an ante or a blind puts a player all-in")
        self._arrive(-1, CALL, 0, self.first_round, taken)
        while self.todo:
            node, before, kind, amount = self.todo.pop()
            while taken > before:
                hand.undo()
                taken -= 1
            hand.apply(ActionKind(kind), amount)
            taken += 1
            self._arrive(node, kind, amount, self.nodes[node][2], taken)
        tree = self._tree()
        if self.raising_is_legal and self.menu.has_sizes and RAISE not in tree.edge_kind:
            raise GameError(f"no size of the bet menu {quoted(str(self.menu))} can be played anywhere in {self.spot}")
        return tree

    def _arrive(self, parent: int, kind: int, amount: int, round_before: int, taken: int) -> None:
        """Add the nodes to which the edge from the parent leads: deals, and a decision or an end."""
        hand = self.hand
        round_now = self.first_round + hand.round
        folded = hand.folded
        if True in folded:
            self._add((FOLDED, folded.index(True), round_now, parent), kind, amount)
            return
        for each in range(round_before + 1, round_now + 1):
            if self.spot.game.board_cards[each]:
                parent = self._add((DEAL, -1, each, parent), kind, amount)
                kind, amount = DEALT, 0
        if hand.over:
            self._add((SHOWDOWN, -1, round_now, parent), kind, amount)
            return
        node = self._add((DECISION, hand.actor, round_now, parent), kind, amount)
        legal = hand.legal
        actions = [(FOLD, 0)] * legal.fold + [(CALL, legal.call)]
        turn = bet_turn(hand, self.spot.game, first_round=self.first_round, aggressor=self.spot.aggressor)
        if turn:
            self.raising_is_legal = True
            actions += [(RAISE, total) for total in self.menu.raises(turn).values()]
        self.todo += [(node, taken, *action) for action in reversed(actions)]

    def _add(self, node: tuple[int, int, int, int], kind: int, amount: int) -> int:
        """Add a node, and the edge that leads to it from its parent."""
        number = len(self.nodes)
        if number >= self.most_nodes:
            advice = "use fewer sizes, a limit such as raises 3, or a later street"
            raise GameError(f"the public tree of {self.spot} has more than {self.most_nodes:,} nodes: {advice}")
        live = self.hand.live_paid
        if node[0] != DECISION:
            live = (min(live),) * 2
        self.nodes.append(node)
        self.paid.append((live[0] + self.dead[0], live[1] + self.dead[1]))
        self.edges.append([])
        if node[3] >= 0:
            self.edges[node[3]].append((kind, amount, number))
        return number

    def _tree(self) -> PublicTree:
        nodes = np.array(self.nodes, dtype=np.int64)
        edges = np.array([edge for edges in self.edges for edge in edges], dtype=np.int64).reshape(-1, 3)
        counts = [len(edges) for edges in self.edges]
        return PublicTree(
            spot=self.spot,
            menu=self.menu,
            kind=nodes[:, 0].astype(np.uint8),
            actor=nodes[:, 1].astype(np.int8),
            round=nodes[:, 2].astype(np.uint8),
            paid=np.array(self.paid, dtype=np.int64),
            parent=nodes[:, 3].astype(np.int32),
            child_start=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
            children=edges[:, 2].astype(np.int32),
            edge_kind=edges[:, 0].astype(np.uint8),
            edge_amount=edges[:, 1].copy(),
        )
