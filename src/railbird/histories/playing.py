"""Play a record through the engine, and compare the results with what its file says.

A hand that does not add up is refused, never repaired. Two things are left to the file, because no file states the rule
behind them: from which of several pots the rake was taken, and who of several winners got an odd chip. Where hole cards
at a showdown are unknown, the engine cannot know the winners; then the payoffs of the file count, if its chips add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from railbird.errors import HistoryError, RailbirdError, quoted
from railbird.game import Hand, seen_again
from railbird.game.definition import MOST_CHIPS
from railbird.game.events import PARTS, ChipAmount, chips
from railbird.histories.record import NOWHERE, HandRecord, Origin, player_ids

UNIT = Decimal(1)
MOST_RAKE = 10
"""The most that a house takes of a pot, in percent, where a file does not state the rake; ours."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand of a history that the engine has played to its end."""

    record: HandRecord
    hand: Hand
    """Its players have different ids, also where one player sits in two seats."""
    payoffs: tuple[ChipAmount, ...] | None
    """What each player won or lost, by position. None if neither the cards nor the file say so."""


def told_hand(hand: Hand, *, unit: Decimal = UNIT, currency: str = "", origin: Origin = NOWHERE) -> PlayedHand:
    """A finished hand that was played here, to be written in any format.

    >>> from railbird.game import limit
    >>> told_hand(Hand.parse("limit; AhKh QsQd; r f")).payoffs
    (-10, 10)
    """
    if not hand.over:
        raise HistoryError("only a finished hand can be written")
    payoffs = hand.payoffs if hand.settled else None
    settlement = hand.settlement if hand.settled else None
    record = HandRecord(
        game=hand.game,
        players=hand.players,
        deal=hand.deal,
        actions=hand.actions,
        payoffs=payoffs,
        rake=settlement.rake if settlement else None,
        unit=unit,
        currency=currency,
        origin=origin,
    )
    return PlayedHand(record, hand, payoffs)


def play_record(record: HandRecord) -> PlayedHand:
    """Play a hand to its end. Raises HistoryError if it is illegal, does not end, or does not add up."""
    try:
        hand = Hand(record.game, record.deal, players=player_ids(record.players))
        hand.follow(record.actions)
    except RailbirdError as error:
        raise HistoryError(str(error)) from None
    except TypeError:
        most = max((amount for _, _, _, amount in record.actions), default=0)
        if most <= MOST_CHIPS:
            raise
        raise HistoryError(f"an action has {most} chips; the most that can be played with are 2^40") from None
    return check_results(record, hand)


def check_results(record: HandRecord, hand: Hand) -> PlayedHand:
    """Compare a hand that has been played with the results in its file."""
    if not hand.over:
        raise HistoryError(f"the hand does not end: it is the turn of {hand.players[hand.actor]}")
    stated = record.payoffs
    if stated is None and record.collected is not None:
        stated = tuple([won - lost for won, lost in zip(record.collected, losses(hand), strict=True)])
    if stated is None:
        if not hand.settled:
            return PlayedHand(record, hand, None)
        if record.rake:
            raise HistoryError(f"the file says that the rake was {record.rake}, but not who won how much")
        return PlayedHand(record, hand, hand.payoffs)
    settled = hand.settled
    if settled and hand.payoff_parts() == tuple([payoff * PARTS for payoff in stated]):
        return PlayedHand(record, hand, stated)
    rake = _rake(record, hand, stated)
    if settled:
        _check_awards(record, hand, stated, rake)
    else:
        _check_possible(hand, stated)
    return PlayedHand(record, hand, stated)


def as_seen_by(played: PlayedHand, player: str) -> PlayedHand:
    """A hand with the cards that one of its players could see. Raises HistoryError if they did not play it.

    >>> print(as_seen_by(told_hand(Hand.parse("limit; AhKh QsQd; r f")), "p1").hand)
    limit; AhKh ????; r f
    """
    if player not in played.hand.players:
        raise HistoryError(f"{quoted(player)} did not play this hand: its players are {', '.join(played.hand.players)}")
    hand = seen_again(played.hand.view(player))
    return PlayedHand(replace(played.record, deal=hand.deal), hand, played.payoffs)


def losses(hand: Hand) -> list[int]:
    """What each player has put into the pots, by position: all that they paid, but for an uncalled bet."""
    live, lost = hand.live_paid, list(hand.paid)
    second, most = sorted(live)[-2:]
    if most > second:
        lost[live.index(most)] -= most - second
    return lost


def _rake(record: HandRecord, hand: Hand, stated: Sequence[ChipAmount]) -> int:
    """What all players together lost, which must be the rake; a file that does not state it leaves some room."""
    rake = -sum(stated)
    right = 0 <= rake * 100 <= MOST_RAKE * sum(losses(hand)) if record.rake is None else rake == record.rake
    if not right or rake != int(rake):
        said = "which the file does not state" if record.rake is None else f"not {record.rake}"
        raise HistoryError(f"the payoffs {_listed(stated)} would mean a rake of {rake}, {said}")
    return int(rake)


def _check_awards(record: HandRecord, hand: Hand, stated: Sequence[ChipAmount], rake: int) -> None:
    """The payoffs of the file differ from those of the engine: only the rake and odd chips may be the reason."""
    settlement = hand.settlement
    assert settlement is not None
    shares: dict[int, list[int]] = {}
    for pot, _, parts in settlement.awards:
        shares.setdefault(pot, []).append(parts)
    least = [-lost for lost in losses(hand)]
    most = list(least)
    whole = record.game.rules.odd_chips or all(isinstance(payoff, int) for payoff in stated)
    for pot, player, _ in settlement.awards:
        winners = len(shares[pot])
        amount = sum(shares[pot]) // PARTS
        least[player] += max(amount - rake, 0) // winners
        most[player] += -(-amount // winners) if whole else amount // winners + (amount % winners > 0)
    for player, payoff in enumerate(stated):
        if not least[player] <= payoff <= most[player]:
            raise HistoryError(
                f"by the rules the payoffs are {_listed(hand.payoffs)}, not {_listed(stated)}"
                + (f" with a rake of {rake}" if rake else "")
            )


def _check_possible(hand: Hand, stated: Sequence[ChipAmount]) -> None:
    """The winners are unknown: who folded loses what they paid, and nobody wins more than others could match."""
    live, lost = hand.live_paid, losses(hand)
    dead = sum(hand.paid) - sum(live)
    for player, payoff in enumerate(stated):
        matched = min(live[player], lost[player])
        best = sum(min(each, matched) for each in live) + dead - lost[player]
        if hand.folded[player] and payoff != -lost[player]:
            raise HistoryError(
                f"{hand.players[player]} folded after paying {lost[player]}, but their payoff is {payoff}"
            )
        if not -lost[player] <= payoff <= best:
            raise HistoryError(f"the payoff of {hand.players[player]} must be {-lost[player]} to {best}, not {payoff}")


def _listed(payoffs: Sequence[ChipAmount]) -> str:
    return ", ".join(map(str, payoffs))


def payoff_of(amount: Decimal | Fraction | str) -> ChipAmount:
    """A payoff from decimal text: whole chips, or the 2520th of a chip that rounds to these decimals.

    >>> payoff_of("5392.5"), payoff_of("-19760.666667"), payoff_of("30")
    (Fraction(10785, 2), Fraction(-59282, 3), 30)
    """
    try:
        exact = Fraction(amount)
    except (ArithmeticError, ValueError):
        raise HistoryError(f"a payoff is a number of chips, not {quoted(str(amount))}") from None
    parts = round(exact * PARTS)
    if abs(exact - Fraction(parts, PARTS)) > Fraction(1, 100_000):
        raise HistoryError(f"{amount} is not a whole number of chips, nor a part that up to ten players could share")
    return chips(parts)
