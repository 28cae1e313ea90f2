"""``OpponentStudy``: what Peregrine knows about one opponent, and the response that it is solving or has solved."""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import BucketStrategy
from railbird.abstraction.packed_rows import pack_rows, unpack_rows
from railbird.bots.peregrine.abstract_game import NAME, AbstractGame
from railbird.bots.peregrine.players import ResponsePlayer
from railbird.bots.peregrine.settings import PeregrineSettings
from railbird.errors import ModelError, RailbirdError
from railbird.game import View
from railbird.models.comparison import Comparison
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.solve.counter.buckets import BucketModel, what_it_is_worth_in_buckets
from railbird.solve.counter.confidence import Confidence
from railbird.solve.counter.gradual import GradualResponse
from railbird.solve.counter.methods import DataBiasedResponse

VERSION = 1
CATCH_UP = 4.0
"""Seconds for which a study that was loaded goes on solving at once; the rest is done after the next hands. Ours."""
_FAILURES = (RailbirdError, MemoryError, ArithmeticError, ValueError)
"""What may go wrong in a solver."""


@dataclass(frozen=True, eq=False)
class Response:
    """A response that plays."""

    player: ResponsePlayer
    hands: int
    """The hands that its model had seen."""
    wins: float
    """What it wins from the model, in chips."""
    exploitability: float
    """What a best response inside the abstraction wins from it, in chips."""

    @property
    def strategy(self) -> BucketStrategy:
        return next(iter(self.player.strategies.values())).strategy


class OpponentStudy:
    """Learns from each hand; at fixed numbers of hands, a response to what it knows is solved, an iteration a hand.

    Everything depends on the hands alone. If a response cannot be solved, or wins less from the model than the
    equilibrium, the last one plays on.
    """

    def __init__(self, abstract: AbstractGame, settings: PeregrineSettings) -> None:
        self.abstract, self.settings = abstract, settings
        self.learner = abstract.learner()
        self.comparison = Comparison(settings.memory, abstract.constants.prior_hands, abstract.constants.prior_spread)
        self.response: Response | None = None
        self.failures = 0
        """Responses that could not be used."""
        self.seconds = 0.0
        """Seconds of one core spent on solving."""
        self._begun: dict[str, NDArray[Any]] | None = None
        """What the learner knew when the response at work was begun."""
        self._work: GradualResponse | None = None
        self._done = 0
        """Iterations of the response at work."""
        self._record: tuple[Response, NDArray[np.uint8]] | None = None

    @property
    def hands(self) -> int:
        return self.learner.hands

    def learn(self, view: View) -> None:
        """Learn from a hand that is over, and do the work that is due after it."""
        mine = view.position
        self.learner.learn(view, 1 - mine, view.hole_bytes[mine] + view.board_bytes)
        start = time.process_time()
        if self._begun is not None:
            self._go_on()
        elif self.settings.is_due(self.hands):
            self._begun, self._done = self.learner.state(), 0
        self.seconds += time.process_time() - start

    def _go_on(self) -> None:
        """Do the iterations that are due after this hand: one, or more if some were lost with an earlier process."""
        left = self._begun_at + self.settings.iterations - self.hands
        to_do = self.settings.iterations - self._done
        self._solve(-(-to_do // (left + 1)))

    @property
    def _begun_at(self) -> int:
        assert self._begun is not None
        return int(self._begun["hands"][0])

    def _solve(self, iterations: int) -> None:
        try:
            if self._work is None:
                self._work = GradualResponse(self.abstract.game, self._model(), self._method)
                self._done = 0
            for _ in range(iterations):
                self._work.advance()
                self._done += 1
            if self._done >= self.settings.iterations:
                self._finish(self._work)
        except _FAILURES:
            self.failures += 1
            self._begun = self._work = None

    def _finish(self, work: GradualResponse) -> None:
        """Let the response play, if it is any good."""
        begun_at = self._begun_at
        found = work.response(self.abstract.constants.steps)
        model = self._model()
        self._begun = self._work = None
        game, equilibrium = self.abstract.game, self.abstract.equilibrium
        at_least, _ = what_it_is_worth_in_buckets(game, equilibrium, model.strategy, threads=1)
        if not found.wins >= at_least:
            self.failures += 1
            return
        self.response = Response(ResponsePlayer(found.strategy), begun_at, found.wins, found.exploitability)

    @property
    def _method(self) -> DataBiasedResponse:
        return DataBiasedResponse(self.settings.pmax, Confidence.parse(f"curve({self.settings.doubt!r})"))

    def _model(self) -> BucketModel:
        """What the learner knew when the response at work was begun."""
        assert self._begun is not None
        learner = self.abstract.learner()
        learner.restore(self._begun)
        rows, numbers = learner.rows()
        strategy = BucketStrategy(learner.prior.tree, learner.prior.abstraction, rows)
        return BucketModel(strategy, numbers)

    def save(self) -> bytes:
        """A record of everything, for ``load``."""
        parts = dict(self.learner.state())
        head: dict[str, Any] = {
            "railbird": NAME,
            "version": VERSION,
            "game": self.abstract.fingerprint,
            "comparison": self.comparison.state(),
            "failures": self.failures,
            "begun": self._begun is not None,
        }
        if self._begun is not None:
            parts |= {f"begun {name}": array for name, array in self._begun.items()}
        if self.response is not None:
            mine = self.response
            head["response"] = [mine.hands, mine.wins, mine.exploitability]
            parts["response"] = self._packed(mine)
        return write_arrays(head, parts)

    def _packed(self, response: Response) -> NDArray[np.uint8]:
        """The probabilities of a response in few bytes. Studies are saved often, responses change seldom."""
        if self._record is None or self._record[0] is not response:
            packed = zlib.compress(pack_rows(response.strategy, self.abstract.constants.steps).tobytes(), 1)
            self._record = (response, np.frombuffer(packed, np.uint8))
        return self._record[1]

    def load(self, data: bytes, what: str) -> None:
        """Restore a record. Raises ModelError if it is damaged, or of another abstract game."""
        head, parts = read_arrays(data, what)
        if head.get("railbird") != NAME or head.get("version") != VERSION:
            raise ModelError(f"{what} is not one of {NAME}")
        if head.get("game") != self.abstract.fingerprint:
            raise ModelError(f"{what} is of another abstract game than that of {NAME}'s strategy")
        try:
            self.learner.restore(parts)
            self.comparison.restore(head["comparison"])
            self.failures = int(head["failures"])
            if "response" in head:
                hands, wins, exploitability = map(float, head["response"])
                player = ResponsePlayer(self._unpacked(parts["response"]))
                self.response = Response(player, int(hands), wins, exploitability)
            if head["begun"]:
                self._begun = {name.removeprefix("begun "): part for name, part in parts.items() if "begun " in name}
                if not 0 <= self.hands - self._begun_at < self.settings.iterations:
                    raise ValueError("the response at work was begun after another hand")
                self.abstract.learner().restore(self._begun)
        except (IndexError, KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
            raise ModelError(f"{what} cannot be read: {error!s:.100}") from None

    def _unpacked(self, packed: NDArray[np.uint8]) -> BucketStrategy:
        tree, cards = self.abstract.equilibrium.tree, self.abstract.equilibrium.abstraction
        unpacking = zlib.decompressobj()
        rows = np.frombuffer(unpacking.decompress(packed.tobytes(), len(self.abstract.equilibrium.rows)), np.uint8)
        return BucketStrategy(tree, cards, unpack_rows(tree, cards, rows, self.abstract.constants.steps))

    def catch_up(self) -> None:
        """After ``load``, do iterations again that an earlier process had done, for a while."""
        start = time.monotonic()
        while self._begun is not None and time.monotonic() - start < CATCH_UP:
            if self._done >= self.hands - self._begun_at:
                return
            self._solve(1)
