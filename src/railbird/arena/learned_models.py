"""What bots have learned in matches: saved to files, loaded, and shown."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.agent import Bot, MatchStart
from railbird.agent.failure import failure_text
from railbird.errors import ModelError, RailbirdError, quoted
from railbird.gallery import is_foreign, load_bot
from railbird.gallery.spec import without_model
from railbird.game import parse_game
from railbird.models.learned_file import Learned, read_learned, write_learned
from railbird.models.portrait import KnowsPlayers, Portrait, Usage
from railbird.plots import notebook_table, text_table

if TYPE_CHECKING:
    from railbird.store import Store

_COLUMNS = ("player", "round", "facing a bet", "fold", "call or check", "bet or raise", "decisions")


@dataclass(frozen=True, slots=True, repr=False)
class LearnedModel:
    """What a bot has learned about each of its opponents. It prints as text and shows itself in notebooks.

    >>> LearnedModel(Learned("lain", "limit", "lain"), (), None).title
    'lain (lain) in limit'
    """

    learned: Learned
    portraits: tuple[Portrait, ...]
    usage: Usage | None

    @property
    def title(self) -> str:
        """Whose model it is, and of which game."""
        return f"{self.learned.player} ({self.learned.bot}) in {self.learned.game}"

    def __repr__(self) -> str:
        words = "\n".join(each.words for each in self.portraits)
        return f"{self.title}\n{words}\n{text_table([_COLUMNS, *self._rows()])}"

    def _repr_html_(self) -> str:
        words = " ".join(each.words for each in self.portraits)
        return notebook_table(_COLUMNS, self._rows(), caption=self.title, note=words)

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                portrait.player,
                each.round,
                "yes" if each.faced else "no",
                *(f"{share:.0%}" for share in (each.fold, each.call, each.raise_)),
                f"{each.seen:,.0f}",
            )
            for portrait in self.portraits
            for each in portrait.frequencies
        ]


def load_model(path: str | os.PathLike[str], bot: str | None = None) -> LearnedModel:
    """What a bot has learned, from a file of ``save_model`` or ``railbird model save``.

    ``bot`` names the code of a bot that is not one of Railbird's own, as in ``./shark.py:Shark``: it is run only then.

    >>> import tempfile
    >>> import railbird as rb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = rb.Store(f"{folder}/matches.db")
    ...     _ = rb.play_match(["lain", "always-call"], hands=30, store=store)
    ...     _ = rb.save_model(store, "last", f"{folder}/lain.model")
    ...     model = rb.load_model(f"{folder}/lain.model")
    ...     store.close()
    >>> model.title, [portrait.player for portrait in model.portraits]
    ('lain (lain) in limit', ['always-call'])
    """
    learned = read_learned(Path(path))
    knowing = bot_with_memory(learned, bot)
    assert isinstance(knowing, KnowsPlayers)
    usage: Usage | None = knowing.usage() if hasattr(knowing, "usage") else None
    return LearnedModel(learned, tuple(knowing.portraits()), usage)


def save_model(
    store: Store,
    match: int | str,
    path: str | os.PathLike[str],
    *,
    player: str | None = None,
    replicate: int = 1,
) -> Learned:
    """Write what a bot has learned in a match of the store to a file, and return it.

    ``player`` is needed if several bots learn. ``replicate`` counts replicates and seatings from 1.

    ``load_model`` has an example with a file.

    >>> import tempfile
    >>> from railbird.store import Store
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/matches.db") as store:
    ...     save_model(store, "last", f"{folder}/lain.model")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.StoreError: there is no match in ...
    """
    number = store.match_number(match)
    stored = store.match(number)
    legs = store.legs(number)
    if not 1 <= replicate <= len(legs):
        raise ModelError(f"match {match} has {len(legs)} replicates and seatings; there is no number {replicate}")
    players = stored.definition["players"]
    learners = {players[entrant]["player"]: entrant for entrant in legs[replicate - 1].learned}
    if not learners:
        raise ModelError(f"no bot has learned anything in match {match}, replicate {replicate}")
    if player is None and len(learners) > 1:
        raise ModelError(f"several bots have learned: choose one with --player {' or '.join(learners)}")
    chosen = player if player is not None else next(iter(learners))
    if chosen not in learners:
        raise ModelError(f"{quoted(chosen)} has learned nothing in match {match}; these have: {', '.join(learners)}")
    entrant = learners[chosen]
    records = legs[replicate - 1].learned[entrant]
    learned = Learned(without_model(players[entrant]["bot"]), stored.definition["game"], chosen, records)
    write_learned(Path(path), learned)
    return learned


def bot_with_memory(learned: Learned, code: str | None) -> Bot:
    """Return the bot with what it has learned. Code that is not Railbird's own runs only if the user names it."""
    if code is None and is_foreign(learned.bot):
        raise ModelError(
            f"{learned.bot} is not one of Railbird's own bots, and foreign code is not run unasked: to run it, add "
            f"--bot {shlex.quote(learned.bot)}"
        )
    spec = load_bot(code or learned.bot)
    bot = spec.make()
    if not isinstance(bot, KnowsPlayers):
        raise ModelError(f"{learned.bot} cannot show what it has learned about players: it has no portraits()")
    game = parse_game(learned.game)
    others = [player for player in learned.records if player != learned.player]
    players = (learned.player, *others, *(f"player {seat}" for seat in range(game.players)))[: game.players]
    try:
        bot.start_match(MatchStart(game, players, 0))
        bot.load(learned.records)
    except RailbirdError:
        raise
    except Exception as error:
        raise ModelError(f"{spec} cannot load what {learned.bot} has learned: {failure_text(error)}") from None
    return bot
