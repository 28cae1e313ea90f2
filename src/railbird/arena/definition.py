"""The definition of a match: game, entrants, number of hands, seed and dealing scheme."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations
from typing import Any, TypedDict, Unpack

from railbird._seeds import check_seed, derived_seed
from railbird.arena.entrants import BotLike, Entrant, named_entrants
from railbird.errors import GameError, MatchError, RailbirdError, quoted
from railbird.gallery import BotSpec, Traits, bots_for, is_ours, load_bot, parse_bot, recorded_bot
from railbird.gallery.source import Agreed
from railbird.game import Dealing, FlopDealing, Game, SeededDealing, parse_game, parse_game_for
from railbird.game.dealing import Flop, deck
from railbird.game.definition import MOST_PLAYERS
from railbird.game.table import Table
from railbird.stats.divat import why_not_divat
from railbird.stats.sequential import FEWEST_SAMPLES, BetterThan, Precision, StopRule

MOST_LEGS = 100_000
USUAL_HANDS = 1_000
"""Default number of hands: about a second for most bots."""


class DealingScheme(StrEnum):
    """Which cards are dealt to whom.

    >>> from railbird.arena import match_of
    >>> match_of(["simple", "random"], hands=100, dealing=DealingScheme.DUPLICATE).total_hands
    200
    """

    PLAIN = "plain"
    """Every hand has its own cards."""
    DUPLICATE = "duplicate"
    """The same cards for every rotation of the line-up, so that each player gets each seat's cards."""
    PERMUTED = "permuted"
    """The same cards for every order of the line-up."""


class StackRule(StrEnum):
    """The stacks at the beginning of a hand.

    >>> from railbird.arena import match_of
    >>> match_of(["simple", "random"], game="nolimit(stack=20bb, rules=casino)", stacks=StackRule.KEPT).seatings
    1
    """

    RESET = "reset"
    """The same stacks in every hand."""
    KEPT = "kept"
    """Stacks carry over from hand to hand: a freeze-out, which ends when one player has all chips."""


class Adjustment(StrEnum):
    """Variance reduction of results; none of these changes their mean.

    >>> [each.value for each in Adjustment]
    ['none', 'all-in', 'luck', 'aivat', 'divat']
    """

    NONE = "none"
    """Plain winnings."""
    ALL_IN = "all-in"
    """Removes the luck of cards dealt after the betting has ended: pots are divided by equity."""
    LUCK = "luck"
    """Removes the luck of all cards, as far as equities and hole cards show it."""
    AIVAT = "aivat"
    """Also removes the luck of mixed strategies, for bots that state their policy; slow."""
    DIVAT = "divat"
    """Compares decisions with those of a baseline policy on the same cards; heads-up limit hold'em only."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a match that is played in order with fresh bots: one replicate in one seating."""

    number: int
    replicate: int
    seating: tuple[int, ...]
    """The entrant in each seat."""
    cards_seed: int
    """Seed of the deals; the same in all seatings of a replicate."""
    streams_seed: int
    """Seed of the bots' random streams."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDefinition:
    """A match; everything that happens in it follows from this definition.

    >>> from railbird.game import limit
    >>> match = MatchDefinition(game=limit(), entrants=(Entrant("simple"), Entrant("random")), hands=100)
    >>> define_match(match.to_json()) == match
    True
    """

    game: Game
    entrants: tuple[Entrant, ...]
    hands: int
    """Hands in each leg; a freeze-out may end earlier."""
    seed: int = 0
    dealing: DealingScheme = DealingScheme.PLAIN
    replicates: int = 1
    time_limit: float = 10.0
    """Seconds a bot may take for one decision; a bot that takes longer checks or folds."""
    stacks: StackRule = StackRule.RESET
    explain_every: int = 0
    """Decisions are saved in every n-th hand; 0 for none."""
    adjust: Adjustment = Adjustment.NONE
    stop: StopRule | None = None
    """When to stop before all hands are played."""
    flops: tuple[str, ...] = ()
    """The only flops that are dealt, such as ``AhKd2c``, or ``AhKd2c:0.5`` for half as often; empty for all."""

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
                f"{self.seatings} seatings times {self.replicates} replicates exceed the limit of {MOST_LEGS:,} legs"
            )
        if not (0.001 <= self.time_limit <= 10**6):
            raise MatchError(f"the time limit for a decision is 0.001 to 1,000,000 seconds, not {self.time_limit}")
        if self.stacks is StackRule.KEPT:
            self._check_freeze_out()
        for entrant in self.entrants:
            reason = entrant.bot.refusal(self.game)
            if reason is not None:
                others = ", ".join(bots_for(self.game)) or "none"
                raise MatchError(f"{entrant.bot} does not play {self.game}: {reason}; these do: {others}")
            if entrant.bot.model is not None:
                entrant.bot.model.check_game(self.game)
        if self.adjust is not Adjustment.NONE:
            self._check_adjustment()
        if self.flops:
            self._check_flops()
        if self.stop is not None:
            self._check_stop(self.stop)

    def _check_adjustment(self) -> None:
        if self.stacks is StackRule.KEPT:
            raise MatchError("a freeze-out is won or lost as a whole: its results cannot be adjusted")
        if not self.game.is_holdem:
            raise MatchError(f"adjusting for {self.adjust.value} works in hold'em, not in {self.game}")
        if self.adjust is Adjustment.AIVAT and not self.known:
            raise MatchError(
                "AIVAT needs a bot that states its policy and does not learn; --adjust luck works with any bot"
            )
        if self.adjust is Adjustment.DIVAT and (reason := why_not_divat(self.game)):
            raise MatchError(f"DIVAT does not work in {self.game}: {reason}; --adjust luck works in any hold'em game")

    def _check_flops(self) -> None:
        wanted = next((cards for cards in self.game.board_cards if cards), 0)
        if self.stacks is StackRule.KEPT:
            raise MatchError("a freeze-out is played with all flops")
        if self.adjust is not Adjustment.NONE:
            raise MatchError(
                f"adjusting for {self.adjust.value} counts on all boards: leave out the flops, or the adjusting"
            )
        if not wanted:
            raise MatchError(f"{self.game} has no board, and so no flops")
        for text, flop in zip(self.flops, self._flops, strict=True):
            cards = set(flop.cards)
            if len(flop.cards) != wanted or len(cards) != wanted or not cards <= set(deck(self.game)):
                raise MatchError(f"a flop of {self.game} has {wanted} different cards of its deck, not {quoted(text)}")

    @property
    def _flops(self) -> list[Flop]:
        return [Flop.parse(text) for text in self.flops]

    def cards_of(self, leg: Leg) -> Dealing:
        """Deals the cards of a leg."""
        return FlopDealing(leg.cards_seed, self._flops) if self.flops else SeededDealing(leg.cards_seed)

    def _check_stop(self, stop: StopRule) -> None:
        if isinstance(stop, Precision) and not 0 < stop.half_width < math.inf:
            raise MatchError(f"the half width of an interval must be above 0, not {stop.half_width:g}")
        if isinstance(stop, BetterThan) and not (0 < stop.error < 1 and math.isfinite(stop.rate)):
            raise MatchError(
                f"the error must be between 0 and 1 and the rate a number, not {stop.error:g} and {stop.rate:g}"
            )
        if self.by_replicate and self.replicates < FEWEST_SAMPLES:
            what = "freeze-outs" if self.stacks is StackRule.KEPT else "bots that learn"
            raise MatchError(
                f"{what} are judged by independent replicates: stopping early needs {FEWEST_SAMPLES} or more "
                f"(--replicates), not {self.replicates}"
            )

    def _check_freeze_out(self) -> None:
        if len(set(self.game.stacks)) > 1:
            raise MatchError(f"in a freeze-out all players start with the same stack, not {self.game.stacks}")
        try:
            Table(self.game, seats=self.game.players)
        except GameError as error:
            raise MatchError(f"stacks cannot be kept: {error}") from None

    @property
    def learns(self) -> bool:
        """Whether any bot changes with experience."""
        return any(self.learners)

    @property
    def learners(self) -> tuple[bool, ...]:
        """Which entrants change with experience."""
        return tuple(entrant.bot.traits.learns for entrant in self.entrants)

    @property
    def known(self) -> tuple[int, ...]:
        """The entrants that state their policy for all hands at once and do not learn."""
        traits = [entrant.bot.traits for entrant in self.entrants]
        return tuple(number for number, each in enumerate(traits) if each.states_policy and not each.learns)

    @property
    def by_replicate(self) -> bool:
        """Whether only whole replicates are independent of each other."""
        return self.stacks is StackRule.KEPT or self.learns

    @property
    def seatings(self) -> int:
        """The number of seatings in each replicate."""
        players = len(self.entrants)
        return {
            DealingScheme.PLAIN: 1,
            DealingScheme.DUPLICATE: players,
            DealingScheme.PERMUTED: math.factorial(players),
        }[self.dealing]

    @property
    def total_hands(self) -> int:
        """The largest number of hands."""
        return self.hands * self.seatings * self.replicates

    def extended(self, hands: int) -> MatchDefinition:
        """Return the match with more hands, which begins with the hands of this one.

        Every hand follows from the seed and its number, and bots keep what they have learned, so the result is the same
        as if all hands had been planned from the start. Raises MatchError if that would not hold.
        """
        if hands <= self.hands:
            raise MatchError(f"the match already has {self.hands:,} hands: --hands {hands:,} does not extend it")
        if self.stop is not None:
            raise MatchError(
                "a match that may stop early (--until, --better-than) cannot be extended: when it checks the results "
                "depends on the planned number of hands; start a new match with more --hands"
            )
        if self.stacks is StackRule.KEPT:
            raise MatchError("a freeze-out cannot be extended: it ends when one player has all chips")
        return replace(self, hands=hands)

    def legs(self) -> Iterator[Leg]:
        """The legs of the match, which are independent of each other."""
        return map(self.leg, range(self.replicates * self.seatings))

    def leg(self, number: int) -> Leg:
        """The leg of a number, counted from 0."""
        replicate, order = divmod(number, self.seatings)
        return Leg(
            number,
            replicate,
            self._orders()[order],
            cards_seed(self.seed, replicate),
            streams_seed(self.seed, number),
        )

    def _orders(self) -> list[tuple[int, ...]]:
        line_up = tuple(range(len(self.entrants)))
        if self.dealing is DealingScheme.PERMUTED:
            return list(permutations(line_up))
        return [line_up[shift:] + line_up[:shift] for shift in range(self.seatings)]

    def to_json(self) -> dict[str, Any]:
        """The match as JSON."""
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
            **({"flops": list(self.flops)} if self.flops else {}),
        }


def cards_seed(seed: int, replicate: int = 0) -> int:
    """The seed of the deals of a replicate."""
    return derived_seed(seed, f"cards {replicate}")


def streams_seed(seed: int, leg: int = 0) -> int:
    """The seed of the bots' random streams in a leg."""
    return derived_seed(seed, f"streams {leg}")


class MatchDetails(TypedDict, total=False):
    """Options of a match; see ``MatchDefinition``."""

    seed: int
    dealing: DealingScheme
    replicates: int
    time_limit: float
    stacks: StackRule
    explain_every: int
    adjust: Adjustment
    stop: StopRule | None
    flops: tuple[str, ...]


class MatchOptions(MatchDetails, total=False):
    """All options of a match besides its bots."""

    game: Game | str
    hands: int


def match_of(
    bots: Sequence[BotLike], *, game: Game | str = "", hands: int = USUAL_HANDS, **details: Unpack[MatchDetails]
) -> MatchDefinition:
    """Define a match between some bots: limit hold'em by default.

    A game such as ``nolimit`` that does not say how many players it has gets as many as there are bots.

    >>> match = match_of(["simple", "random"], hands=200)
    >>> str(match.game), [entrant.player for entrant in match.entrants]
    ('limit', ['simple', 'random'])
    """
    if not 2 <= len(bots) <= MOST_PLAYERS:
        raise MatchError(f"a match has 2 to {MOST_PLAYERS} bots, not {len(bots)}")
    entrants = named_entrants([Entrant(bot).bot for bot in bots])
    played = game if isinstance(game, Game) else parse_game_for(game or "limit", len(bots))
    return MatchDefinition(game=played, entrants=entrants, hands=hands, **details)


BotReader = Callable[[int, Mapping[str, Any]], BotSpec]
"""Makes the bot of an entrant from its number and its part of a stored definition."""


def bot_to_play(_: int, data: Mapping[str, Any]) -> BotSpec:
    """Return a bot for a new or resumed match. Raises MatchError if it has changed."""
    bot = parse_bot(data["bot"], str(data.get("model_fingerprint", "")))
    if "fingerprint" in data and bot.fingerprint != data["fingerprint"]:
        raise MatchError(
            f"{data['bot']} has changed since the match began: restore the old version, or start a new match"
        )
    return bot


def bot_to_read(_: int, data: Mapping[str, Any]) -> BotSpec:
    """Return a bot of a match that is only shown: no foreign code is run, and the bot need not exist any more.

    Matches of Railbird 0.1 did not record whether bots state their policy; Railbird's own bots can be asked.
    """
    return recorded_bot(data["bot"], _traits(data), str(data.get("fingerprint", "")))


def loaded_bot(_: int, data: Mapping[str, Any]) -> BotSpec:
    """Return a bot for a worker: its code is loaded into this process; its traits come from the definition."""
    bot = load_bot(data["bot"], str(data.get("fingerprint", "")), str(data.get("model_fingerprint", "")))
    return replace(bot, source=Agreed(bot.kind, bot.settings, known=_traits(data)))


def _traits(data: Mapping[str, Any]) -> Traits:
    text, states_policy = data["bot"], data.get("states_policy")
    if states_policy is None:
        states_policy = is_ours(text) and load_bot(text).traits.states_policy
    return Traits(bool(data.get("learns", False)), bool(data.get("repeatable", True)), bool(states_policy))


def define_match(data: Mapping[str, Any], bot: BotReader = bot_to_play) -> MatchDefinition:
    """Restore a match from ``MatchDefinition.to_json``; ``bot`` makes its bots."""
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
            flops=tuple(map(str, data.get("flops", ()))),
        )
    except RailbirdError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError):
        raise MatchError(f"not the definition of a match: {quoted(str(data)[:200])}") from None


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
