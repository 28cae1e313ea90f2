"""A bot that plays a saved best response: the opponent who knows exactly how one bot plays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from railbird.abstraction.public_tree import DEAL, PublicTree
from railbird.agent import Bot, Choice, Decision, Fact, MatchStart, setting
from railbird.errors import BotError, GameError, quoted
from railbird.gallery.policies import node_policy, why_no_response
from railbird.gallery.spec import BotSpec, is_ours, load_bot
from railbird.game import Action, Game, View
from railbird.game.holdings import holdings
from railbird.solve.responses.boards import Streets
from railbird.solve.responses.choices import ChoicePlaces
from railbird.solve.responses.hand_classes import hand_classes
from railbird.solve.responses.policy_reach import PolicyReach
from railbird.solve.responses.policy_response import PolicyResponse
from railbird.solve.responses.saved import SavedResponse
from railbird.solve.responses.stated_rows import EDGES

NAME, USUAL = "best-response", "kestrel"


@dataclass(frozen=True, slots=True)
class BestResponseSettings:
    to: str | None = setting(None, "the bot that it replies to; none for that of the file, or kestrel", "ours")
    file: str | None = setting(None, "the response, from railbird exploit BOT --flops N --save FILE", "ours")

    def __post_init__(self) -> None:
        if self.file is not None:  # a match may go on in another folder
            object.__setattr__(self, "file", str(Path(self.file).expanduser().absolute()))


class BestResponseBot(Bot):
    """Plays the best response to one bot: everywhere on the flops of its file, and on the river of all others.

    Where it has no flop, and before the river without a file, it plays as that bot would.
    """

    source: ClassVar[str] = "ours; method after Johanson et al. 2011"
    made_of: ClassVar[tuple[str, ...]] = ("to",)
    """The settings that name bots."""
    files: ClassVar[tuple[str, ...]] = ("file",)
    """The settings that name files: a match is another one if they change."""
    Settings = BestResponseSettings
    settings: BestResponseSettings

    _prepared: _Prepared | None = None

    def __init__(self, settings: BestResponseSettings | None = None) -> None:
        super().__init__(settings)
        self._saved = None if self.settings.file is None else _loaded(Path(self.settings.file))
        self._to = load_bot(self.settings.to or self._named())
        if self._to.name == NAME:
            raise BotError("a best response to a best response is not known")
        if not self._to.traits.states_policy or self._to.traits.learns:
            raise BotError(f"a best response is to a bot that states its policy and does not learn, not to {self._to}")

    def _named(self) -> str:
        """The bot that a file names. The code of other people's bots is run only if you name them yourself."""
        if self._saved is None:
            return USUAL
        if not is_ours(self._saved.bot):
            raise BotError(
                f"{self.settings.file} is a response to {quoted(self._saved.bot)}, which is not Railbird's own: name "
                "it, as in best-response(file=FILE, to=./owl.py:Owl)"
            )
        return self._saved.bot

    def refusal(self, game: Game) -> str:
        if self._saved is not None and game != self._saved.game:
            return f"its response is for {self._saved.game}"
        reason = why_no_response(game)
        if reason:
            return f"best responses are for limit hold'em heads-up: {reason}"
        refused = self._to.refusal(game)
        return f"its opponent {self._to} refuses: {refused}" if refused is not None else ""

    def start_match(self, match: MatchStart) -> None:
        self._prepare(match.game)

    def _prepare(self, game: Game) -> _Prepared:
        """What play needs; it takes seconds, once."""
        if self._prepared is None or self._prepared.game != game:
            self._prepared = _prepared(self._to, game)
            if self._saved is not None and self._prepared.policy.fingerprint != self._saved.policy:
                raise BotError(f"{self._to} has changed since its best response was computed: compute it again")
        return self._prepared

    def act(self, view: View) -> Choice:
        prepared, game = self._prepare(view.game), view.game
        node = _node(prepared.tree, view)
        streets = _streets(view)
        holding = holdings(game).index(view.hole_bytes[view.position])
        if not prepared.responses[view.position].reached[node]:  # the bot that it replies to never gets here
            return self._as_the_bot(node, streets, view, holding)
        if view.round == game.rounds - 1:
            return self._last_round(view, node, streets, holding)
        index = self._saved_choice(view, node, streets, holding)
        if index is None:
            return self._as_the_bot(node, streets, view, holding)
        return Decision(prepared.action(node, index), facts=(Fact("best response to", str(self._to)),))

    def _saved_choice(self, view: View, node: int, streets: Streets, holding: int) -> int | None:
        """The choice of the file in an earlier round; None if it has none."""
        if self._saved is None:
            return None
        if view.round == 0:
            row = self._saved.preflop[view.position].get(node)
            return None if row is None else int(row[hand_classes(view.game).of[holding]])
        place = (view.round - 1, self._prepare(view.game).places[view.position].place[node])
        index = self._saved.choice(view.position, place, streets, holding)
        edges = self._prepare(view.game).tree.edges(node)
        return index if index is None or index < len(edges) else None

    def _last_round(self, view: View, node: int, streets: Streets, holding: int) -> Decision:
        """The best reply on this board, found now."""
        prepared, nodes = self._prepare(view.game), np.array([node], dtype=np.int32)
        response = prepared.responses[view.position]
        reach = PolicyReach(prepared.policy, 1 - view.position, streets).of(nodes)
        met = float(response.compatible(reach)[holding, 0])
        if met <= 0:  # with no hand would the other have come here
            return self._as_the_bot(node, streets, view, holding)
        found = [float(each[holding, 0]) for each in response.action_values(nodes, reach, streets)]
        values = {prepared.action(node, index): each / met for index, each in enumerate(found)}
        facts = (Fact("best response to", str(self._to)),)
        return Decision(prepared.action(node, int(np.argmax(found))), values=values, facts=facts)

    def _as_the_bot(self, node: int, streets: Streets, view: View, holding: int) -> Decision:
        """What the other bot would do, where no response was computed."""
        prepared = self._prepare(view.game)
        shares = PolicyReach(prepared.policy, view.position, streets).shares(node)[holding]
        actions = [prepared.action(node, index) for index in range(len(shares))]
        drawn = int(np.searchsorted(np.cumsum(shares), self.random.random() * shares.sum(), side="right"))
        facts = (Fact("no response is known here; plays as", str(self._to)),)
        action = actions[min(drawn, int(np.flatnonzero(shares)[-1]))]
        return Decision(action, dict(zip(actions, shares.tolist(), strict=True)), facts=facts)


class _Prepared:
    """The policy of the other bot, with what play needs at hand."""

    def __init__(self, bot: BotSpec, game: Game) -> None:
        self.game = game
        self.policy = node_policy(bot, game)
        self.tree = self.policy.tree
        self.places = [ChoicePlaces(self.tree, player) for player in range(2)]
        self.responses = [PolicyResponse(self.policy, player, bits=32) for player in range(2)]

    def action(self, node: int, index: int) -> Action:
        """An action of a decision."""
        return Action.parse(self.tree.edge_text(self.tree.edges(node)[index]))


@lru_cache(maxsize=1)
def _prepared(bot: BotSpec, game: Game) -> _Prepared:
    return _Prepared(bot, game)


def _loaded(path: Path) -> SavedResponse:
    try:
        stamp = path.stat()
        return _read(path, stamp.st_mtime_ns, stamp.st_size)
    except OSError as error:
        raise BotError(f"best-response cannot play: {path} cannot be read: {error.strerror}") from None
    except GameError as error:
        raise BotError(f"best-response cannot play: {error}") from None


@lru_cache(maxsize=2)
def _read(path: Path, time: int, size: int) -> SavedResponse:
    return SavedResponse.load(path)


def _streets(view: View) -> Streets:
    """The board, street by street, each in ascending order."""
    streets, start, board = [], 0, view.board_bytes
    for cards in view.game.board_cards:
        if cards and start < len(board):
            streets.append(bytes(sorted(board[start : start + cards])))
            start += cards
    return tuple(streets)


def _node(tree: PublicTree, view: View) -> int:
    """The node of a view: its actions, followed from the start."""
    node = 0
    for action in view.actions:
        kinds = [int(tree.edge_kind[edge]) for edge in tree.edges(node)]
        node = int(tree.children[tree.edges(node)[kinds.index(EDGES[action.kind])]])
        if tree.kind[node] == DEAL:
            node = int(tree.children[tree.edges(node)[0]])
    return node
