"""How well ``like`` knows a player: log-loss on hands that it has not seen, beside the predictor by statistics.

Run ``python -m tests.bots.like_scores``. Both learn from the same hands as an opponent saw them, and then learn no
more. The first are log-losses of somebody who does not see the player's cards; the last, *with cards*, is that of what
the bot itself would do with the same cards.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird._core import ActionKind
from railbird.arena.definition import match_of
from railbird.arena.evidence import played_hands
from railbird.arena.leg import Chunk
from railbird.arena.match_record import MatchRecord
from railbird.arena.play import play_match
from railbird.cards import hand_index
from railbird.game import Hand
from railbird.models.prediction_scores import LEAST, observed_actions
from railbird.models.predictors import Observations, StatisticsPredictor
from railbird.models.reading.contexts import Context
from railbird.models.reading.hand_reader import HandReader
from railbird.models.reading.likeness import likeness_of
from railbird.models.reading.player_reading import PlayerReading
from railbird.models.reading.strata import strata_on

BOTS = ("poki", "jag", "rezai")
AGAINST = ("simple", "chump")


@dataclass(frozen=True, slots=True)
class LikeScore:
    """Log-losses over the held-out actions of a player."""

    player: str
    actions: int
    like: NDArray[np.float64]
    statistics: NDArray[np.float64]
    with_cards: NDArray[np.float64]

    def line(self) -> str:
        """A row of the table, with the difference to ``statistics`` and twice its standard error."""
        gain = self.statistics - self.like
        error = 2 * gain.std(ddof=1) / np.sqrt(len(gain))
        return (
            f"| {self.player} | {self.actions:,} | {self.like.mean():.3f} | {self.statistics.mean():.3f} | "
            f"{gain.mean():+.3f} ± {error:.3f} | {self.with_cards.mean():.3f} |"
        )


class _Record(MatchRecord):
    """Keeps the hands of a match in memory."""

    hands: list[str]

    def add(self, chunk: Chunk) -> None:
        super().add(chunk)
        self.__dict__.setdefault("hands", []).extend(chunk.hands)


def hands_of(bot: str, against: Sequence[str], hands: int, seed: int) -> list[Hand]:
    """Hands of a bot at a table."""
    definition = match_of([bot, *against], game=f"limit(players={1 + len(against)})", hands=hands, seed=seed)
    record = _Record(definition)
    play_match(definition, record=record, progress=False)
    (leg,) = definition.legs()
    return [hand for hand, _ in played_hands(definition, leg, record.hands)]


def like_score(player: str, learned: Sequence[Hand], held: Sequence[Hand]) -> LikeScore:
    """Learn from some hands, and score the predictions for others."""
    likeness = likeness_of(player, (hand.view(_other(hand, player)) for hand in learned))
    (reading,) = likeness.readings.values()
    reading.settled = True
    like, with_cards = _losses(reading, player, held)
    statistics = StatisticsPredictor()
    for each in observed_actions(learned, player):
        statistics.learn(each.observation, each.kind)
    seen = observed_actions(held, player)
    shares = statistics.predict_many(Observations.of(each.observation for each in seen))
    rival = -np.log(np.maximum(shares[np.arange(len(seen)), [each.kind for each in seen]], LEAST))
    assert len(rival) == len(like)
    return LikeScore(player, len(like), like, rival, with_cards)


def _losses(reading: PlayerReading, player: str, hands: Sequence[Hand]) -> tuple[NDArray[np.float64], ...]:
    like: list[float] = []
    with_cards: list[float] = []
    reader: HandReader

    def note(position: int, _: Context, predicted: NDArray[np.float64], kind: ActionKind) -> None:
        like.append(-float(np.log(max(predicted[kind], LEAST))))

    for hand in hands:
        position, mine = hand.players.index(player), hand_index(hand.hole_bytes[hand.players.index(player)])
        for turn, action in enumerate(hand.actions):
            if action.player == position:
                view = hand.clone(turn).view(_other(hand, player))
                reader = HandReader(lambda: reading)
                reader.begin_watching(view, position)
                reader.watch(view)
                context = reader.context(reader.tracker.situation())
                shares = reader.opponents[position].policy(context, strata_on(reader.board))[mine]
                with_cards.append(-float(np.log(max(shares[action.kind], LEAST))))
        reader = HandReader(lambda: reading, note)
        view = hand.view(_other(hand, player))
        reader.begin_watching(view, position)
        reader.watch(view)
    return np.array(like), np.array(with_cards)


def _other(hand: Hand, player: str) -> int:
    return next(position for position, name in enumerate(hand.players) if name != player)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learned", type=int, default=5000)
    parser.add_argument("--held", type=int, default=1000)
    parser.add_argument("--bots", default=",".join(BOTS))
    options = parser.parse_args()
    print("| player | held-out actions | like | statistics | difference | with cards |\n|---|---|---|---|---|---|")
    for bot in options.bots.split(","):
        hands = hands_of(bot, AGAINST, options.learned + options.held, 31)
        print(like_score(bot, hands[: options.learned], hands[options.learned :]).line(), flush=True)


if __name__ == "__main__":
    main()
