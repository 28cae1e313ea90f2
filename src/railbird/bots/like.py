"""``like``: plays as somebody did in hands that are known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird._disk_cache import DiskCache
from railbird._files import begins_with
from railbird.agent import Bot, Choice, Decision, Fact, MatchStart, setting
from railbird.agent.games import unless_holdem
from railbird.agent.situation import Situation
from railbird.cards import hand_index
from railbird.errors import ModelError, RailbirdError, quoted
from railbird.game import CALL, FOLD, Action, Betting, Game, View, raise_to
from railbird.histories import read_hands
from railbird.models.reading.hand_reader import HandReader
from railbird.models.reading.likeness import VERSION, Likeness, likeness_of
from railbird.models.reading.player_reading import RAISES_IN_POTS, PlayerReading
from railbird.models.reading.strata import strata_on
from railbird.models.reading.types import file_for, shipped_types

Array = NDArray[np.float64]
DISK = DiskCache("likenesses", VERSION, 64_000_000)
_FILE, _STORE = b"PK", b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class LikeSettings:
    player: str = setting("", "who to play like; may be left out for a file of railbird model like", "ours")
    file: str = setting("", "their hands in any format that can be read, or a file of railbird model like", "ours")

    def __post_init__(self) -> None:
        if self.player and not self.file:
            raise ModelError(
                "the hands of a player are needed: like(player=Ann, file=hands.txt), or a file of railbird model like"
            )
        if self.file:
            object.__setattr__(self, "file", str(Path(self.file).expanduser().absolute()))  # a match may move
            likeness_in(self.file, self.player)  # so that a file that cannot be used is reported before a match begins


class Like(Bot):
    """Plays as a player did in hands that are known: with each hand as often as they did in such situations.

    It begins as anybody, and is corrected by what the player did. Of their cards only those count that are known in the
    hands, because they were shown, or because the file has them.
    """

    source: ClassVar[str] = "ours"
    files: ClassVar[tuple[str, ...]] = ("file",)
    Settings = LikeSettings
    settings: LikeSettings

    def __init__(self, settings: LikeSettings | None = None) -> None:
        super().__init__(settings)
        mine = self.settings
        self.likeness = likeness_in(mine.file, mine.player) if mine.file else Likeness("anybody", {})

    def refusal(self, game: Game) -> str:
        if self.likeness.readings and file_for(game.betting) not in self.likeness.readings:
            kind = "limit" if game.betting is Betting.LIMIT else "no-limit"
            return f"no {kind} hand of {self.likeness.player} is known"
        return unless_holdem(game)

    def start_match(self, match: MatchStart) -> None:
        self._reading_for(match.game)

    def act(self, view: View) -> Choice:
        actions, shares = self.policy(view)
        mine = shares[hand_index(view.hole_bytes[view.position])]
        drawn = int(np.searchsorted(np.cumsum(mine), self.random.random() * mine.sum(), side="right"))
        action = actions[min(drawn, len(actions) - 1)]
        probabilities = {each: float(share) for each, share in zip(actions, mine, strict=True)}
        reading = self._reading_for(view.game)
        facts = (
            Fact("plays like", self.likeness.player),
            Fact("hands known", reading.hands),
            Fact("of these with their cards", reading.shown),
        )
        return Decision(action, probabilities, facts=facts)

    def policy(self, view: View) -> tuple[tuple[Action, ...], Array]:
        """The same with every hand."""
        reading = self._reading_for(view.game)
        reader = HandReader(lambda: reading)
        reader.begin_watching(view, view.actor)
        reader.watch(view)
        situation = reader.tracker.situation()
        context = reader.context(situation)
        triples = reader.opponents[view.actor].policy(context, strata_on(reader.board))
        return _with_sizes(view, triples, _raises(view, situation, reading))

    def _reading_for(self, game: Game) -> PlayerReading:
        name = file_for(game.betting)
        readings = self.likeness.readings
        if name not in readings:
            readings[name] = PlayerReading(shipped_types(name))
        readings[name].settled = True
        return readings[name]


def _raises(view: View, situation: Situation, reading: PlayerReading) -> dict[int, float]:
    """The share of each amount to raise to; nothing if no raise is possible."""
    legal = view.legal
    if not legal.most_raise:
        return {}
    if view.game.betting is Betting.LIMIT:
        return {legal.least_raise: 1.0}
    called = view.bets[view.actor] + legal.call
    result: dict[int, float] = {}
    for size, share in zip(RAISES_IN_POTS, reading.sizes.shares(), strict=True):
        to = min(max(round(called + size * (view.pot + legal.call)), legal.least_raise), legal.most_raise)
        result[to] = result.get(to, 0.0) + float(share)
    return result


def _with_sizes(view: View, triples: Array, raises: dict[int, float]) -> tuple[tuple[Action, ...], Array]:
    """The legal actions and the share of each: without a bet to call nobody folds, without a raise they call."""
    fold, call, raised = triples.T
    actions, columns = [CALL], [call + (0.0 if raises else raised)]
    if view.legal.fold and view.legal.call:
        actions.insert(0, FOLD)
        columns.insert(0, fold)
    else:
        columns[0] = columns[0] + fold
    for to, share in raises.items():
        actions.append(raise_to(to))
        columns.append(raised * share)
    shares = np.stack(columns, axis=1)
    return tuple(actions), shares / shares.sum(axis=1, keepdims=True)


def likeness_in(file: str, player: str) -> Likeness:
    """The player of a file, learned from their hands if it has hands. Raises ModelError if it cannot be used."""
    path = Path(file)
    try:
        if begins_with(path, _STORE):
            raise ModelError(
                f"{file} is a store: write what its hands tell with railbird model like imports --player NAME -o FILE, "
                "and give that file"
            )
        if begins_with(path, _FILE):
            likeness = Likeness.from_bytes(path.read_bytes(), file)
            if player and player != likeness.player:
                raise ModelError(f"{file} is about {quoted(likeness.player)}, not {quoted(player)}")
            return likeness
        with path.open("rb") as opened:
            digest = blake2b(digest_size=16)
            while part := opened.read(1 << 20):
                digest.update(part)
    except RailbirdError:
        raise
    except (OSError, ValueError) as error:
        raise ModelError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not player:
        raise ModelError(f"whose hands of {file} count? like(player=NAME, file={file})")
    data = _learned(file, player, digest.hexdigest())
    return Likeness.from_bytes(data, f"what was learned from {file}")


@lru_cache(maxsize=16)
def _learned(file: str, player: str, state: str) -> bytes:
    """What the hands of a file in this state tell of a player; learned once."""
    key = f"{state} {player}"
    kept = DISK.get(key)
    if kept is None:
        likeness = likeness_of(player, (played.hand for played in read_hands(file)))
        if not likeness.readings:
            raise ModelError(f"{quoted(player)} played none of the hands of {file} that can be read")
        kept = likeness.to_bytes()
        DISK.put(key, kept)
    return kept
