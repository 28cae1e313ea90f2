"""What a match is: who plays what against whom, how often, and with which cards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations
from pathlib import Path
from typing import Any, TypedDict, Unpack

from railbird._options import with_options
from railbird._seeds import check_seed, derived_seed
from railbird.agent import Bot
from railbird.errors import GameError, MatchError, RailbirdError, quoted
from railbird.gallery import BotSpec, Traits, bots_for, is_ours, load_bot, parse_bot, recorded_bot
from railbird.gallery.source import Agreed
from railbird.game import Game, limit, parse_game
from railbird.game.definition import MOST_PLAYERS
from railbird.game.table import Table
from railbird.stats.divat import why_not_divat
from railbird.stats.sequential import FEWEST_SAMPLES, BetterThan, Precision, StopRule

MOST_LEGS = 100_000
USUAL_HANDS = 1_000
"""Of a match whose length is not given: a second or so for most bots."""


class DealingScheme(StrEnum):
    """Which cards are dealt to whom."""

    PLAIN = "plain"
    """Every hand has its own cards."""
    DUPLICATE = "duplicate"
    """The same cards again in every rotation of the line-up, so that each player has had each seat's cards."""
    PERMUTED = "permuted"
    """The same cards again in every order of the line-up."""


class StackRule(StrEnum):
    """What players have at the beginning of a hand."""

    RESET = "reset"
    """The same in every hand."""
    KEPT = "kept"
    """What they had at the end of the last one: a freeze-out, which ends when one has everything."""


class Adjustment(StrEnum):
    """What is taken out of results so that they vary less; none of it changes what they are on average."""

    NONE = "none"
    """Nothing: what was won is what counts."""
    ALL_IN = "all-in"
    """The cards dealt after the betting has ended: pots are shared by equity."""
    LUCK = "luck"
    """What all cards did, as far as it shows in equities and in hole cards."""
    AIVAT = "aivat"
    """The same and the luck of mixed strategies, of bots that state their policy; slow."""
    DIVAT = "divat"
    """What was done is held against a baseline policy with the same cards; heads-up limit hold'em only."""


BotLike = BotSpec | type[Bot] | Bot | str
"""A spec, the text of one, a class of bots, or a bot that is there already."""


@dataclass(frozen=True, slots=True, init=False)
class Entrant:
    """A player of a match.

    >>> Entrant("simple(bluff=off)").player
    'simple'
    """

    bot: BotSpec
    player: str
    """The id, by which others know it and learn about it."""

    def __init__(self, bot: BotLike, *, player: str | None = None) -> None:
        """The id is the name of the bot, if it is not given."""
        if not isinstance(bot, (BotSpec, str, type, Bot)):
            what = "a text as in simple(bluff=off), a class of bots, a bot, or what parse_bot gives"
            whose = "an entrant" if player is None else quoted(player)
            raise MatchError(f"the bot of {whose} is {what}, not {bot!r:.60}")
        spec = bot if isinstance(bot, BotSpec) else parse_bot(bot)
        object.__setattr__(self, "bot", spec)
        object.__setattr__(self, "player", player_ids([spec])[0] if player is None else player)


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a match that is played in order with fresh bots: one replicate in one seating."""

    number: int
    replicate: int
    seating: tuple[int, ...]
    """The entrant in each seat."""
    cards_seed: int
    """Of the deals; the same in all seatings of a replicate."""
    streams_seed: int
    """Of the bots' random streams."""


def player_ids(specs: Sequence[BotSpec]) -> list[str]:
    """An id for each player: the bot's name, with its settings if others have the same name, or with a number."""
    names = [spec.name.rpartition(":")[2].lower() for spec in specs]
    often = Counter(names)
    names = [
        with_options(name, _distinction(spec)) if often[name] > 1 else name
        for name, spec in zip(names, specs, strict=True)
    ]
    often, seen = Counter(names), Counter[str]()
    ids = []
    for name in names:
        seen[name] += 1
        ids.append(f"{name}-{seen[name]}" if often[name] > 1 else name)
    return ids


def _distinction(spec: BotSpec) -> dict[str, str]:
    """What differs from other bots of its name; of a model, the name of its file."""
    return {**dict(spec.options), **({"model": Path(spec.model.path).stem} if spec.model else {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDefinition:
    """A match, from which everything that happens in it follows."""

    game: Game
    entrants: tuple[Entrant, ...]
    hands: int
    """Of each leg; a freeze-out may end earlier."""
    seed: int = 0
    dealing: DealingScheme = DealingScheme.PLAIN
    replicates: int = 1
    time_limit: float = 10.0
    """Seconds that a bot has for a decision; who takes longer checks or folds."""
    stacks: StackRule = StackRule.RESET
    explain_every: int = 0
    """Of every how many hands decisions are kept; 0 for none."""
    adjust: Adjustment = Adjustment.NONE
    stop: StopRule | None = None
    """When to stop before all hands are played."""

    def __post_init__(self) -> None:
        if len(self.entrants) != self.game.players:
            raise MatchError(f"{self.game} has {self.game.players} players, not {len(self.entrants)}")
        if len({entrant.player for entrant in self.entrants}) < len(self.entrants):
            raise MatchError(f"players need different ids: {', '.join(each.player for each in self.entrants)}")
        if not 1 <= self.hands <= 10**12:
            raise MatchError(f"a match has 1 to 10^12 hands, not {self.hands}")
        check_seed(self.seed)
        if not 1 <= self.replicates <= MOST_LEGS:
            raise MatchError(f"a match has 1 to {MOST_LEGS:,} replicates, not {self.replicates}")
        if self.seatings * self.replicates > MOST_LEGS:
            raise MatchError(
                f"{self.seatings} seatings of {self.replicates} replicates are more than {MOST_LEGS:,} legs"
            )
        if not (0.001 <= self.time_limit <= 10**6):
            raise MatchError(f"a bot has 0.001 to 1,000,000 seconds for a decision, not {self.time_limit}")
        if self.stacks is StackRule.KEPT:
            self._check_freeze_out()
        for entrant in self.entrants:
            reason = entrant.bot.refusal(self.game)
            if reason is not None:
                others = ", ".join(bots_for(self.game)) or "nobody"
                raise MatchError(f"{entrant.bot} does not play {self.game}: {reason}; these do: {others}")
            if entrant.bot.model is not None:
                entrant.bot.model.check_game(self.game)
        if self.adjust is not Adjustment.NONE:
            self._check_adjustment()
        if self.stop is not None:
            self._check_stop(self.stop)

    def _check_adjustment(self) -> None:
        if self.stacks is StackRule.KEPT:
            raise MatchError("a freeze-out is won or lost as a whole: nothing can be adjusted in it")
        if not self.game.is_holdem:
            raise MatchError(f"{self.adjust.value} is adjusted in hold'em, not in {self.game}")
        if self.adjust is Adjustment.AIVAT and not self.known:
            raise MatchError("AIVAT needs a bot that states its policy and does not learn: --adjust luck needs none")
        if self.adjust is Adjustment.DIVAT and (reason := why_not_divat(self.game)):
            raise MatchError(f"DIVAT cannot be found in {self.game}: {reason}; --adjust luck suits any hold'em game")

    def _check_stop(self, stop: StopRule) -> None:
        if isinstance(stop, Precision) and not 0 < stop.half_width < math.inf:
            raise MatchError(f"an interval is ± something above 0, not ±{stop.half_width:g}")
        if isinstance(stop, BetterThan) and not (0 < stop.error < 1 and math.isfinite(stop.rate)):
            raise MatchError(f"an error lies between 0 and 1 and a rate is a number, not {stop.error:g}, {stop.rate:g}")
        if self.by_replicate and self.replicates < FEWEST_SAMPLES:
            what = "freeze-outs" if self.stacks is StackRule.KEPT else "bots that learn"
            raise MatchError(
                f"{what} are judged over independent replicates: to stop early it takes {FEWEST_SAMPLES} or more "
                f"(--replicates), not {self.replicates}"
            )

    def _check_freeze_out(self) -> None:
        if len(set(self.game.stacks)) > 1:
            raise MatchError(f"a freeze-out begins with the same stack for everybody, not {self.game.stacks}")
        try:
            Table(self.game, seats=self.game.players)
        except GameError as error:
            raise MatchError(f"stacks cannot be kept: {error}") from None

    @property
    def learns(self) -> bool:
        """Does any bot change with experience?"""
        return any(self.learners)

    @property
    def learners(self) -> tuple[bool, ...]:
        """Which entrants change with experience."""
        return tuple(entrant.bot.traits.learns for entrant in self.entrants)

    @property
    def known(self) -> tuple[int, ...]:
        """The entrants who state their policy for all hands at once, and do not learn."""
        traits = [entrant.bot.traits for entrant in self.entrants]
        return tuple(number for number, each in enumerate(traits) if each.states_policy and not each.learns)

    @property
    def by_replicate(self) -> bool:
        """Are only whole replicates independent of each other?"""
        return self.stacks is StackRule.KEPT or self.learns

    @property
    def seatings(self) -> int:
        """How many seatings of the line-up each replicate has."""
        players = len(self.entrants)
        return {
            DealingScheme.PLAIN: 1,
            DealingScheme.DUPLICATE: players,
            DealingScheme.PERMUTED: math.factorial(players),
        }[self.dealing]

    @property
    def total_hands(self) -> int:
        """How many hands are played, at the most."""
        return self.hands * self.seatings * self.replicates

    def extended(self, hands: int) -> MatchDefinition:
        """The match with more hands, which begins with the hands of this one.

        Every hand follows from the seed and its number, and bots go on with what they had learned, so that it is the
        match that would have been played if so many hands had been planned from the start. Raises MatchError where that
        would not hold.
        """
        if hands <= self.hands:
            raise MatchError(f"the match has {self.hands:,} hands already: more --hands extend it, not {hands:,}")
        if self.stop is not None:
            raise MatchError(
                "a match that may stop early (--until, --better-than) cannot be extended: after how many hands it "
                "looks at the results follows from all that are planned; begin a new match with more --hands"
            )
        if self.stacks is StackRule.KEPT:
            raise MatchError("a freeze-out cannot be extended: it ends when one player has all the chips")
        return replace(self, hands=hands)

    def legs(self) -> Iterator[Leg]:
        """The parts of the match, which do not depend on each other."""
        return map(self.leg, range(self.replicates * self.seatings))

    def leg(self, number: int) -> Leg:
        """One of them."""
        replicate, place = divmod(number, self.seatings)
        cards_seed = derived_seed(self.seed, f"cards {replicate}")
        return Leg(number, replicate, self._orders()[place], cards_seed, derived_seed(self.seed, f"streams {number}"))

    def _orders(self) -> list[tuple[int, ...]]:
        line_up = tuple(range(len(self.entrants)))
        if self.dealing is DealingScheme.PERMUTED:
            return list(permutations(line_up))
        return [line_up[shift:] + line_up[:shift] for shift in range(self.seatings)]

    def to_json(self) -> dict[str, Any]:
        """The match as JSON has it."""
        return {
            "game": str(self.game),
            "players": [_entrant_to_json(each) for each in self.entrants],
            "hands": self.hands,
            "seed": self.seed,
            "dealing": self.dealing.value,
            "replicates": self.replicates,
            "time_limit": self.time_limit,
            "stacks": self.stacks.value,
            "explain_every": self.explain_every,
            "adjust": self.adjust.value,
            "stop": _stop_to_json(self.stop),
        }


class MatchDetails(TypedDict, total=False):
    """How a match is played; see ``MatchDefinition``."""

    seed: int
    dealing: DealingScheme
    replicates: int
    time_limit: float
    stacks: StackRule
    explain_every: int
    adjust: Adjustment
    stop: StopRule | None


class MatchOptions(MatchDetails, total=False):
    """All that a match may say beyond who plays it."""

    game: Game | str
    hands: int


def match_of(
    bots: Sequence[BotLike], *, game: Game | str = "", hands: int = USUAL_HANDS, **details: Unpack[MatchDetails]
) -> MatchDefinition:
    """The match of some bots: limit hold'em, unless another game is given.

    >>> match = match_of(["simple", "random"], hands=200)
    >>> str(match.game), [entrant.player for entrant in match.entrants]
    ('limit', ['simple', 'random'])
    """
    if not 2 <= len(bots) <= MOST_PLAYERS:
        raise MatchError(f"a match has 2 to {MOST_PLAYERS} bots, not {len(bots)}")
    specs = [Entrant(bot).bot for bot in bots]
    entrants = tuple(Entrant(spec, player=player) for spec, player in zip(specs, player_ids(specs), strict=True))
    played = game if isinstance(game, Game) else parse_game(game) if game else limit(len(bots))
    return MatchDefinition(game=played, entrants=entrants, hands=hands, **details)


BotReader = Callable[[int, Mapping[str, Any]], BotSpec]
"""Reads the bot of an entrant from its number and its part of a definition."""


def bot_to_play(_: int, data: Mapping[str, Any]) -> BotSpec:
    """A bot for a match that begins or goes on: it must be there, and as it was."""
    bot = parse_bot(data["bot"], str(data.get("model_fingerprint", "")))
    if "fingerprint" in data and bot.fingerprint != data["fingerprint"]:
        raise MatchError(
            f"{data['bot']} has changed since the match began: put it back as it was, or begin a new match"
        )
    return bot


def bot_to_read(_: int, data: Mapping[str, Any]) -> BotSpec:
    """A bot of a match that is only looked at: nobody's code is run, and it may be gone.

    Matches of Railbird 0.1 did not write down whether bots state their policy; its own can be asked.
    """
    return recorded_bot(data["bot"], _traits(data), str(data.get("fingerprint", "")))


def loaded_bot(_: int, data: Mapping[str, Any]) -> BotSpec:
    """A bot for a worker: its code is loaded into this process, and asked nothing that the match knows already."""
    bot = load_bot(data["bot"], str(data.get("fingerprint", "")), str(data.get("model_fingerprint", "")))
    return replace(bot, source=Agreed(bot.kind, bot.settings, known=_traits(data)))


def _traits(data: Mapping[str, Any]) -> Traits:
    text, states_policy = data["bot"], data.get("states_policy")
    if states_policy is None:
        states_policy = is_ours(text) and load_bot(text).traits.states_policy
    return Traits(bool(data.get("learns", False)), bool(data.get("repeatable", True)), bool(states_policy))


def define_match(data: Mapping[str, Any], bot: BotReader = bot_to_play) -> MatchDefinition:
    """The match that ``MatchDefinition.to_json`` gave; ``bot`` reads its bots."""
    try:
        return MatchDefinition(
            game=parse_game(data["game"]),
            entrants=tuple(
                Entrant(bot(number, each), player=each["player"]) for number, each in enumerate(data["players"])
            ),
            hands=int(data["hands"]),
            seed=int(data["seed"]),
            dealing=DealingScheme(data["dealing"]),
            replicates=int(data["replicates"]),
            time_limit=float(data["time_limit"]),
            stacks=StackRule(data["stacks"]),
            explain_every=int(data["explain_every"]),
            adjust=Adjustment(data.get("adjust", "none")),
            stop=_stop_from_json(data.get("stop")),
        )
    except RailbirdError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError):
        raise MatchError(f"this is not the definition of a match: {quoted(str(data)[:200])}") from None


def _stop_to_json(stop: StopRule | None) -> dict[str, float] | None:
    match stop:
        case Precision(half_width):
            return {"half_width": half_width}
        case BetterThan(rate, error):
            return {"better_than": rate, "error": error}
        case None:
            return None


def _stop_from_json(data: Mapping[str, Any] | None) -> StopRule | None:
    if data is None:
        return None
    if "half_width" in data:
        return Precision(float(data["half_width"]))
    return BetterThan(float(data["better_than"]), float(data["error"]))


def _entrant_to_json(entrant: Entrant) -> dict[str, Any]:
    bot, traits = entrant.bot, entrant.bot.traits
    data = {
        "player": entrant.player,
        "bot": str(bot),
        "learns": traits.learns,
        "repeatable": traits.repeatable,
        "states_policy": traits.states_policy,
    }
    if bot.fingerprint:
        data["fingerprint"] = bot.fingerprint
    if bot.model is not None:
        data["model_fingerprint"] = bot.model.fingerprint
    return data
