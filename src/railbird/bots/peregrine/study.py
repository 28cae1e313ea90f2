"""``OpponentStudy``: what Peregrine knows about one opponent, and the response that it is solving or has solved."""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import BucketStrategy
from railbird.abstraction.packed_rows import unpack_rows
from railbird.bots.peregrine.abstract_game import NAME, AbstractGame
from railbird.bots.peregrine.players import ResponsePlayer
from railbird.bots.peregrine.settings import PeregrineSettings
from railbird.errors import ModelError
from railbird.game import View
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.solve.counter.buckets import BucketModel
from railbird.solve.counter.confidence import Confidence
from railbird.solve.counter.gradual import GradualResponse, ResponseTask
from railbird.solve.counter.methods import DataBiasedResponse
from railbird.stats.lead import Lead

VERSION = 1
AT_ONCE = 5.0
"""Seconds for which stages that were lost with an earlier process are done again after one hand. Ours."""


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
    in_bytes: NDArray[np.uint8]
    """Its probabilities, as they are saved."""

    @property
    def strategy(self) -> BucketStrategy:
        return next(iter(self.player.strategies.values())).strategy


class OpponentStudy:
    """Learns from each hand. At fixed numbers of hands a response to what it knows is begun; after each hand one stage
    of it is done.

    What it does depends on the hands alone. If a response cannot be solved, or wins less from the model than the
    equilibrium, the last one plays on. ``rival`` names the equilibrium that responses are compared with.
    """

    def __init__(self, abstract: AbstractGame, settings: PeregrineSettings, rival: str) -> None:
        self.abstract, self.settings, self.rival = abstract, settings, rival
        self.learner = abstract.learner()
        self.lead = self._new_lead()
        self.response: Response | None = None
        self.failures = 0
        """Responses that could not be used."""
        self.seconds = 0.0
        """Seconds of one core spent on solving, in this process."""
        self._begun: dict[str, NDArray[Any]] | None = None
        """What the learner knew when the response at work was begun."""
        self._work: GradualResponse | None = None

    @property
    def hands(self) -> int:
        return self.learner.hands

    def learn(self, view: View) -> None:
        """Learn from a hand that is over, and do the work that is due after it."""
        mine = view.position
        self.learner.learn(view, 1 - mine, view.hole_bytes[mine] + view.board_bytes)
        if self._begun is None and self.settings.is_due(self.hands):
            self._begun = self.learner.state()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Do the stages that are due by now: one after each hand, or more if some were lost with an earlier process.

        Lost ones are done again for some seconds after each hand, until all are.
        """
        start, begin = time.process_time(), time.monotonic()
        try:
            while self._begun is not None and self._stages_done < self.hands - int(self._begun["hands"][0]):
                self._do_stage(self._begun)
                if time.monotonic() - begin > AT_ONCE:
                    break
        except Exception:  # whatever goes wrong in a solver, the last response plays on
            self._give_up()
        except BaseException:  # a time limit, or the end of the match
            self._give_up()
            raise
        finally:
            self.seconds += time.process_time() - start

    @property
    def _stages_done(self) -> int:
        """The first stage sets up the work."""
        return 0 if self._work is None else 1 + self._work.done

    def _do_stage(self, begun: Mapping[str, NDArray[Any]]) -> None:
        if self._work is None:
            self._work = GradualResponse(self._task(begun))
            return
        self._work.advance()
        found = self._work.solved
        if found is None:
            return
        self._begun = self._work = None
        if not found.wins >= found.usual:
            self.failures += 1
            return
        self.response = Response(
            ResponsePlayer(found.strategy),
            int(begun["hands"][0]),
            found.wins,
            found.exploitability,
            np.frombuffer(zlib.compress(found.packed.tobytes(), 1), np.uint8),
        )
        self.lead.doubt(self.abstract.constants.passed_on)

    def _give_up(self) -> None:
        self.failures += 1
        self._begun = self._work = None

    def _task(self, begun: Mapping[str, NDArray[Any]]) -> ResponseTask:
        """A response to what the learner knew when it was begun."""
        mine, abstract = self.settings, self.abstract
        learner = abstract.learner()
        learner.restore(begun)
        rows, numbers = learner.rows()
        model = BucketModel(BucketStrategy(learner.prior.tree, learner.prior.abstraction, rows), numbers)
        method = DataBiasedResponse(mine.pmax, Confidence.parse(f"curve({mine.doubt!r})"))
        return ResponseTask(
            abstract.game, model, method, abstract.equilibrium, mine.iterations, abstract.constants.steps
        )

    def _new_lead(self) -> Lead:
        constants = self.abstract.constants
        return Lead(self.settings.memory, constants.prior_hands, constants.prior_spread)

    def save(self) -> bytes:
        """A record of everything, for ``load``."""
        parts = dict(self.learner.state())
        head: dict[str, Any] = {
            "railbird": NAME,
            "version": VERSION,
            "game": self.abstract.fingerprint,
            "rival": self.rival,
            "lead": self.lead.state(),
            "failures": self.failures,
            "begun": self._begun is not None,
        }
        if self._begun is not None:
            parts |= {f"begun {name}": array for name, array in self._begun.items()}
        if self.response is not None:
            mine = self.response
            head["response"] = [mine.hands, mine.wins, mine.exploitability]
            parts["response"] = mine.in_bytes
        return write_arrays(head, parts)

    def load(self, data: bytes, what: str) -> None:
        """Restore a record. Raises ModelError if it is damaged, or of another abstract game."""
        head, parts = read_arrays(data, what)
        if head.get("railbird") != NAME or head.get("version") != VERSION:
            raise ModelError(f"{what} is not one of {NAME}")
        if head.get("game") != self.abstract.fingerprint:
            raise ModelError(f"{what} is of another abstract game than that of {NAME}'s strategy")
        try:
            self.learner.restore(parts)
            lead = self._new_lead()
            lead.restore(head["lead"])
            self.lead = lead if head["rival"] == self.rival else self._new_lead()
            self.failures = int(head["failures"])
            if "response" in head:
                self.response = self._loaded_response(head["response"], parts["response"])
            if head["begun"]:
                marked = {name.removeprefix("begun "): part for name, part in parts.items() if "begun " in name}
                self.abstract.learner().restore(marked)
                if not 0 <= int(marked["hands"][0]) <= self.hands:
                    raise ValueError("the response at work was begun after hands that were never played")
                self._begun = marked
        except (IndexError, KeyError, TypeError, ValueError, OverflowError, zlib.error) as error:
            raise ModelError(f"{what} cannot be read: {error!s:.100}") from None

    def _loaded_response(self, facts: list[float], packed: NDArray[np.uint8]) -> Response:
        hands, wins, exploitability = map(float, facts)
        if not (0 <= hands <= self.hands and math.isfinite(wins) and 0 <= exploitability < math.inf):
            raise ValueError("what its response is worth is not a number")
        equilibrium = self.abstract.equilibrium
        tree, cards = equilibrium.tree, equilibrium.abstraction
        rows = np.frombuffer(zlib.decompressobj().decompress(packed.tobytes(), len(equilibrium.rows)), np.uint8)
        strategy = BucketStrategy(tree, cards, unpack_rows(tree, cards, rows, self.abstract.constants.steps))
        return Response(ResponsePlayer(strategy), int(hands), wins, exploitability, packed)
