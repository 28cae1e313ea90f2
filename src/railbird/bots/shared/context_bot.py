"""The common part of bots that count what opponents do and show after each betting sequence, and search."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import AbstractBetting, Mapped, NodeKind, RealAction, with_all_ins
from railbird.agent import Bot, Choice, Decision, Fact, LateFacts, MatchStart
from railbird.agent.games import unless_limit_holdem
from railbird.bots.shared.belief_facts import called_down, facts_about
from railbird.bots.shared.other_table_sizes import OtherTables
from railbird.cards import hand_index
from railbird.errors import ModelError
from railbird.game import CALL, FOLD, Action, ActionKind, Betting, Game, ShowdownHand, View, raise_to
from railbird.models import ContextModels, Observed
from railbird.models.portrait import Portrait, Usage, portrait_of, usage_of
from railbird.models.saved_arrays import read_arrays, read_head, write_arrays
from railbird.search import ActionValues, Beliefs
from railbird.search.principal_sequences import shares_of
from railbird.strength.preflop import preflop_hand_ranks

OWN = "context bot"
"""Marks the bot's own record among those about others."""
EVERYBODY = "everybody."
DECAY_EVERY = 100
"""Counts decay after every block of this many hands."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a search has found out about a decision."""

    values: ActionValues
    """The total payoff expected from each kind of action."""
    actions: Mapping[ActionKind, Action]
    """The action of each kind in the real game."""
    from_here: Mapping[Action, float]
    """The values of actions of the real game from here on."""


class ContextBot(Bot):
    """Counts what opponents do and show after each betting sequence, and searches with Miximax."""

    learns = True
    adds_up = True
    """Several saved states can be loaded one after another, and are summed."""

    _betting: AbstractBetting
    _models: ContextModels
    _decay = 1.0
    """Factor on all counts after every hundred hands."""
    _after_fold = False
    """Whether it learns from the betting after its own fold."""
    _spread = True
    """Whether hidden hands at showdown count as beaten ones."""
    _temperature = 0.0
    """Temperature of its mixed strategy, in chips; 0 takes the best action."""
    _enough = 10.0
    """Shown hands needed before hidden ones follow their distribution."""

    @property
    def models(self) -> ContextModels:
        """The context models of all players."""
        return self._models

    def portraits(self) -> list[Portrait]:
        """A portrait of each player."""
        return [portrait_of(self._models, player) for player in self._models.players()]

    def usage(self) -> Usage:
        """How much of its context trees was ever reached."""
        return usage_of(self._models)

    def refusal(self, game: Game) -> str:
        return unless_limit_holdem(game, "it counts betting sequences, which are few enough only in limit games")

    def start_match(self, match: MatchStart) -> None:
        self._player = match.player
        self._hands = 0
        self._rank_of: tuple[tuple[object, ...], float] | None = None
        self._other_tables = OtherTables(self, match)
        self._begin(match)

    @abstractmethod
    def _begin(self, match: MatchStart) -> None:
        """Create the abstract game and the models."""

    @abstractmethod
    def _mapped(self, view: View) -> Mapped:
        """The betting so far, in the abstract game."""

    def _sequence(self, view: View) -> list[RealAction]:
        """The betting sequence so far; all-in players count as calling."""
        taken = zip(self.betting(view).sequence, self._prices(view), strict=False)
        actions = [RealAction(player, number, kind, price=price) for (player, number, kind, _), price in taken]
        if 0 not in view.stacks:
            return actions
        game = view.game if view.game.betting is Betting.LIMIT else self._betting.real
        return with_all_ins(game, actions, view.actor if not view.over else None)

    def _prices(self, view: View) -> Iterable[int]:
        """The class of the price of each action so far."""
        return repeat(0)

    def _highest(self, view: View) -> int:
        """The highest class of prices after the flop."""
        taken = zip(self.betting(view).sequence, self._prices(view), strict=False)
        return max((price for action, price in taken if action.round), default=0)

    @abstractmethod
    def _search(self, view: View, node: int) -> ActionValues:
        """The total payoff expected from each action."""

    def _choose(self, view: View, node: int, values: ActionValues) -> tuple[ActionKind, Mapping[ActionKind, float]]:
        """The action, and the probabilities it was drawn from, if any."""
        if self._temperature <= 0:
            return values.best(), {}
        shares = values.soft_max(self._temperature)
        return self.random.choices(list(shares), list(shares.values()))[0], shares

    def act(self, view: View) -> Choice:
        if view in self._other_tables:
            return self._elsewhere(view).act(view)
        mapped = self._mapped(view)
        if not self._can_search(view, mapped.node):  # the abstract round is over already
            return Decision(CALL, facts=(Fact("betting sequence", mapped.letters),))
        weighed = self._weigh(view, mapped)
        kind, shares = self._choose(view, mapped.node, weighed.values)
        actions = weighed.actions
        probabilities: dict[Action, float] = {}
        for each, share in shares.items():
            if share > 0:
                action = actions[each]
                probabilities[action] = probabilities.get(action, 0.0) + share
        facts = LateFacts(lambda: self._facts(view, mapped))
        return Decision(actions[kind], probabilities, weighed.from_here, facts)

    def _weigh(self, view: View, mapped: Mapped) -> Weighed:
        """Search the decision, and translate what was found to the real game."""
        values = self._search(view, mapped.node)
        return Weighed(values, _actions_of(view), _values_from_here(view, values))

    def _elsewhere(self, view: View) -> Bot:
        """The bot that plays at a table of another size."""
        return self.stand_in(self._other_tables.bot_for(view))

    def _can_search(self, view: View, node: int) -> bool:
        """Whether it is the bot's turn in the abstract game too."""
        return self._betting.tree.actor(node) == view.position

    def _facts(self, view: View, mapped: Mapped) -> tuple[Fact, ...]:
        about = facts_about(self._betting, self._beliefs_at(view), view.players, mapped.node, view.position)
        return self._facts_about_us(view, mapped) + about

    def _facts_about_us(self, view: View, mapped: Mapped) -> tuple[Fact, ...]:
        return Fact("hand rank", self._hand_rank(view), private=True), Fact("betting sequence", mapped.letters)

    def _beliefs_at(self, view: View, price: int = 0) -> Beliefs:
        """Beliefs about all opponents in this hand, by position."""
        mine = view.position
        return [
            None if position == mine else self._models.belief(player, mine, position, price)
            for position, player in enumerate(view.players)
        ]

    def expects(self, view: View, position: int) -> list[float]:
        """How often a player who is to act is expected to fold, call and raise."""
        belief = self._beliefs_at(view)[position]
        if belief is None:
            raise ValueError("a bot expects nothing of itself")
        shares = shares_of(belief.frequencies(self._mapped(view).node))
        return [shares.get(kind, 0.0) for kind in ActionKind]

    def ranks_of(self, view: View, position: int) -> list[float]:
        """The histogram of hand ranks that a player is expected to show, if everybody calls from here on."""
        belief = self._beliefs_at(view)[position]
        if belief is None:
            raise ValueError("a bot expects nothing of itself")
        return belief.histogram(called_down(self._betting, self._mapped(view).node)[1])

    def _hand_rank(self, view: View) -> float:
        """HR, computed once a round: HR = (win + tie/2) / (win + tie + loss) against any hand (Vytřísal §3.2.1)."""
        key = (view.hole_bytes[view.position], view.board_bytes)
        if self._rank_of is None or self._rank_of[0] != key:
            self._rank_of = (key, hand_rank(*key))
        return self._rank_of[1]

    def end_hand(self, view: View) -> None:
        if view in self._other_tables:
            self._elsewhere(view).end_hand(view)
            return
        mapped = self._mapped(view)
        folded = view.folded[view.position]
        self._count(view, mapped, own_fold=folded)
        settlement = view.settlement
        shown = (
            settlement is not None and settlement.showdown and self._betting.tree.kind(mapped.node) == NodeKind.SHOWDOWN
        )
        if shown and settlement is not None and (self._after_fold or not folded):
            self._show(view, mapped, settlement.showdown)
        self._hands += 1
        if self._decay < 1 and self._hands % DECAY_EVERY == 0:
            self._models.decay(self._decay)

    def _count(self, view: View, mapped: Mapped, *, own_fold: bool) -> None:
        """Count the whole sequence; after its own fold only if it learns from that."""
        tree, node, mine = self._betting.tree, 0, view.position
        for letter, seen, price in zip(mapped.letters, self._seen(view, mapped), mapped.prices, strict=True):
            actor = tree.actor(node)
            if own_fold and actor == mine and letter == "f" and not self._after_fold:
                return
            node = tree.child(node, ActionKind.of_letter(letter))
            if actor != mine and seen:
                self._models.count(Observed(view.players[actor], mine, actor, price), node)

    def _seen(self, view: View, mapped: Mapped) -> tuple[bool, ...]:
        """Which actions of the abstract sequence are counted."""
        return mapped.seen

    def _show(self, view: View, mapped: Mapped, showdown: Sequence[ShowdownHand]) -> None:
        """Count the hands at showdown."""
        leaf, price = mapped.node, self._highest(view)
        mine, holes, board = view.position, view.hole_bytes, view.board_bytes
        in_the_end = self._betting.tree.still_in(leaf)
        shown = {player: hand_rank(holes[player], board) for player, open_ in showdown if open_ or player == mine}
        for player, _ in showdown:
            if player == mine or not in_the_end >> player & 1:
                continue
            who = Observed(view.players[player], mine, player, price)
            if player in shown:
                self._models.show(who, leaf, shown[player])
            elif self._spread and shown:
                self._models.spread(who, leaf, max(shown.values()), self._enough)

    def save(self) -> dict[str, bytes]:
        """Return what was learned about each player and, under its own id, its own state."""
        parts = {f"{EVERYBODY}{name}": part for name, part in self._models.save_everybody().items()}
        tables, records = self._other_tables.save()
        state, more = self._own_state()
        head = {"railbird": OWN, "kind": type(self).__name__, "hands": self._hands, "tables": tables, **state}
        head["contexts"] = self._models.head()
        return {**self._models.save(), self._player: write_arrays(head, {**parts, **records, **more})}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Add saved records; several calls are summed. Raises ModelError if one is malformed."""
        fresh = not self._hands and not self._models.players()
        own, others = [], {}
        for player, data in learned.items():
            what = f"the record about {player}"
            if (head := read_head(data, what)).get("railbird") == OWN:
                if head.get("kind") == type(self).__name__ and "contexts" in head:  # older records lack it
                    self._models.check(head["contexts"], what)
                own.append(read_arrays(data, what))
            elif player == self._player:
                raise ModelError(f"{what} cannot be used: {player} is this bot's own id")
            else:
                self._models.check(head, what)
                others[player] = data
        self._models.add(others)
        alone = fresh and len(own) == 1
        for head, parts in own:
            try:
                self._hands += int(head["hands"])
                if alone:
                    begins = len(EVERYBODY)
                    self._models.restore_everybody(
                        {name[begins:]: part for name, part in parts.items() if name.startswith(EVERYBODY)}
                    )
                if head["kind"] == type(self).__name__:
                    self._other_tables.load(head["tables"], parts)
                    self._add_state(head, parts, alone=alone)
            except (KeyError, TypeError, ValueError) as error:
                raise ModelError(f"the own record of {self._player} cannot be read: {error!s:.100}") from None

    def _own_state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """What else it needs to continue exactly as before: plain values and arrays."""
        return {}, {}

    def _add_state(self, head: Mapping[str, Any], parts: Mapping[str, NDArray[Any]], *, alone: bool) -> None:
        """Restore ``_own_state``; unless ``alone``, add it to that of other matches."""


def hand_rank(hole: bytes, board: bytes) -> float:
    """HR of a hand in a round: pre-flop over all boards, then with one more card, on the river on the final board."""
    if not board:
        return float(preflop_hand_ranks()[hand_index(hole)])
    mine, table = (sum(1 << card for card in cards) for cards in (hole, board))
    cells = _core.hand_potential(mine, table, 1 if len(board) < 5 else 0)
    return (cells[0] + cells[3] + cells[6] + (cells[1] + cells[4] + cells[7]) / 2) / sum(cells)


def _actions_of(view: View) -> dict[ActionKind, Action]:
    """The action of each kind in the real game: illegal raises become calls, and folds become free checks."""
    legal = view.legal
    return {
        ActionKind.FOLD: FOLD if view.to_call else CALL,
        ActionKind.CALL: CALL,
        ActionKind.RAISE: raise_to(legal.least_raise) if legal.most_raise else CALL,
    }


def _values_from_here(view: View, total: ActionValues) -> dict[Action, float]:
    """The value of each action of the real game from here on, without the chips already paid."""
    paid, legal = view.paid[view.position], total.legal()
    values = {FOLD: legal[ActionKind.FOLD] + paid} if ActionKind.FOLD in legal else {}
    values[CALL] = legal[ActionKind.CALL] + paid
    if ActionKind.RAISE in legal and view.legal.most_raise:
        values[raise_to(view.legal.least_raise)] = legal[ActionKind.RAISE] + paid
    return values
