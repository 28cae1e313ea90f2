"""``TreeTracker``: where a real hand is in a public tree, whose bets may be of other sizes or fewer.

Real and abstract betting are kept together by these rules.

* A check or call is the tree's check or call. A fold ends the hand.
* In limit games a bet or raise is the tree's; where the tree has none, because it has fewer bets a round, it is taken
  for a call of the last one.
* In no-limit games an opponent's bet or raise is translated by its share of the pot (``translation``); small ones may
  be taken for a check or call. One's own is the tree's bet that becomes this amount, if there is one.
* If the tree's betting round is over before the real one, the rest of the real round is not in the tree.
* If the tree's turn is another player's, or an earlier round's, because somebody is all-in, its players check or call.
* If the tree's hand is over before the real one, all that follows is not in the tree.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

from railbird import _core
from railbird.abstraction.public_tree import FOLD, RAISE
from railbird.abstraction.translation import Translation, share_of, total_of, translate
from railbird.abstraction.tree_actions import NodeActions, TreeActions
from railbird.game import CALL as CALLED
from railbird.game import FOLD as FOLDED
from railbird.game import Action, ActionKind, Hand, Legal, TakenAction, View, raise_to

MOST_KNOWN = 10_000
"""The most turns of a game whose actions are remembered. Ours."""
MOST_DRAWS = 6
"""The most bets of a hand whose translation is drawn; later ones are taken for the likelier size. Ours."""
Draw = Callable[[int], float]
"""The random number in [0, 1) that translates the action with this number."""


class Place(Enum):
    """Where a hand is relative to the tree."""

    IN_TREE = auto()
    """At a decision of the tree."""
    ROUND_OVER = auto()
    """The tree has ended this betting round; in the last round, without all-in."""
    TREE_OVER = auto()
    """The tree has ended the hand: a player is all-in there, or has folded."""


class TreeStep(NamedTuple):
    """A real action and what it was taken for."""

    number: int
    """The number of the action in the hand."""
    player: int
    node: int
    action: int
    """The index of the action among those of the node."""
    share: float
    """The size of the real bet or raise; 0 for others."""
    taken: float
    """The size that it was taken for; 0 for a check or call."""
    translation: Translation | None
    """What the bet might have been taken for; None if nothing was translated."""


class TreeTracker:
    """Follows the betting of one hand through a public tree. It holds no cards.

    ``follow(view)`` takes the new actions. ``player`` is the position whose own bets are known to come from the tree;
    ``draw`` gives the random numbers of translations, or None for the likelier sizes.

    >>> from railbird.abstraction import Spot, public_tree
    >>> tree = public_tree(Spot("nolimit(stack=100bb)"), "50%, 100%, a; raises 2")
    >>> hand = Hand.parse("nolimit(stack=100bb); AhKh QsQd; r275")
    >>> tracker = TreeTracker(TreeActions(tree), hand.view(0))
    >>> tree.line_of(tracker.node), list(map(str, tracker.actions()))
    ('r300', ['f', 'c', 'r550', 'r825', 'r10000'])
    """

    def __init__(
        self,
        tree: TreeActions,
        view: View | Hand,
        player: int | None = None,
        draw: Draw | None = None,
        *,
        follow: bool = True,
    ) -> None:
        """``follow`` takes the actions of the view at once; without it they are left to ``take``."""
        game = view.game
        self.tree = tree
        self.node = tree.root
        self.steps: list[TreeStep] = []
        self.player = getattr(view, "position", None) if player is None else player
        self._draw = draw
        self._draws = 0
        self._game = game
        self._stacks = view.starting_stacks
        self._sequence: tuple[TakenAction, ...] = ()
        real = tree.real(game)
        self._limit = real.limit
        self._known = real.actions
        self._first_round = tree.first_round
        self._shallow = min(self._stacks) <= real.depth
        self.hand = _core.Hand(game.native, self._stacks, real.cards)
        """The real betting so far, with dummy cards."""
        if follow:
            self.follow(view)

    def follow(self, view: View | Hand) -> TreeTracker:
        """Take the actions since the last call."""
        for action in view.actions_from(len(self._sequence)):
            self.take(action)
        return self

    def is_of(self, view: View | Hand) -> bool:
        """Whether a view can be of this hand, now or later."""
        return (
            view.actions[: len(self._sequence)] == self._sequence
            and (view.game is self._game or view.game == self._game)
            and view.starting_stacks == self._stacks
        )

    def take(self, action: TakenAction) -> None:
        """Take one action."""
        if action.round >= self._first_round:
            self._catch_up(action.player, action.round)
            now = self.tree.at(self.node)
            if now.player == action.player and now.round == action.round:
                self._step(action, now)
        self.hand.apply(action.kind, action.amount)
        self._sequence += (action,)

    @property
    def count(self) -> int:
        """How many actions have been taken."""
        return len(self._sequence)

    def place(self) -> Place:
        """Where the player to act is relative to the tree."""
        self._catch_up(self.hand.actor, self.hand.round)
        now = self.tree.at(self.node)
        if now.player < 0:
            last_round = now.round == self.hand.round and not self.tree.all_in_at(self.node)
            return Place.ROUND_OVER if last_round else Place.TREE_OVER
        return Place.IN_TREE if now.round == self.hand.round else Place.ROUND_OVER

    def actions(self) -> tuple[Action, ...]:
        """The real action that each action of the tree becomes now; some may be the same."""
        turn = self._turn()
        legal, *about = turn
        key = (self.node, self._shallow, legal.fold, legal.call, legal.least_raise, legal.most_raise, *about)
        actions = self._known.get(key)
        if actions is None:
            now = self.tree.at(self.node)
            actions = tuple([self._real(now, index, turn) for index in range(len(now.kinds))])
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = actions
        return actions

    def translated(self) -> tuple[TreeStep, ...]:
        """The bets that were taken for another size."""
        return tuple(step for step in self.steps if step.translation is not None)

    def _catch_up(self, player: int, round_number: int) -> None:
        """Let the tree's players check or call until it is this player's turn in this round, if it still comes."""
        while True:
            now = self.tree.at(self.node)
            if now.player < 0 or now.round > round_number or (now.player == player and now.round == round_number):
                return
            self.node = now.children[now.call]

    def _step(self, action: TakenAction, now: NodeActions) -> None:
        share, translation = 0.0, None
        if action.kind is ActionKind.FOLD:
            index = now.fold
        elif action.kind is ActionKind.CALL:
            index = now.call
        elif self._limit:
            index = now.raises[0] if now.raises else now.call
        else:
            index, share, translation = self._sized(action, now)
        if index is None:  # a fold where the tree can only check: the hand is over
            return
        number = len(self._sequence)
        self.steps.append(TreeStep(number, action.player, self.node, index, share, now.shares[index], translation))
        self.node = now.children[index]

    def _sized(self, action: TakenAction, now: NodeActions) -> tuple[int, float, Translation | None]:
        """What a bet or raise of a no-limit game is taken for: its index, share and translation."""
        turn = self._turn()
        level, pot, reach = turn.level, turn.pot, turn.reach
        share = share_of(min(action.amount, max(reach, level)), level, pot)
        if action.player == self.player:
            own = [index for index in now.raises if self._real(now, index, turn).to == action.amount]
            if own:
                return min(own, key=lambda index: abs(now.shares[index] - share)), share, None
        sizes = (0.0, *(now.shares[index] for index in now.raises))
        translation = translate(share, sizes)
        draw = None
        if self._draw is not None and not translation.certain and self._draws < MOST_DRAWS:
            draw = self._draw(len(self._sequence))
            self._draws += 1
        taken = translation.taken(draw)
        return now.call + taken, share, None if sizes[taken] == share else translation

    def _real(self, now: NodeActions, index: int, turn: _RealTurn) -> Action:
        """The legal action that an action of the tree becomes."""
        kind, legal = now.kinds[index], turn.legal
        if kind == FOLD:
            return FOLDED if legal.call and legal.fold else CALLED
        if kind != RAISE or not legal.most_raise:
            return CALLED
        if self._limit:
            return raise_to(legal.least_raise)
        if turn.reach <= turn.level:
            return CALLED
        most = min(legal.most_raise, max(turn.reach, legal.least_raise))
        if now.all_in[index] and self._shallow:
            return raise_to(most)
        return raise_to(min(max(total_of(now.shares[index], turn.level, turn.pot), legal.least_raise), most))

    def _turn(self) -> _RealTurn:
        hand = self.hand
        actor, legal, bets = hand.actor, hand.legal, hand.bets
        other = 1 - actor
        return _RealTurn(legal, bets[actor] + legal.call, hand.pot + legal.call, bets[other] + hand.stacks[other])


class _RealTurn(NamedTuple):
    """What the player to act may do, and what it is about."""

    legal: Legal
    level: int
    """The bet to match."""
    pot: int
    """The pot after a call."""
    reach: int
    """The most that the opponent can match."""
