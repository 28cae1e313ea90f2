"""Our PHH files read by PokerKit, and theirs by us: the payoffs must be the same.

Run from the project's root: python -m tests.histories.pokerkit_files [HANDS] [FIRST SEED]
"""

import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Sequence

import pokerkit

from railbird.game import ActionKind, Game, Hand, Profile, Rules, SeededDealing, limit, nolimit
from railbird.histories import PlayedHand, phh_text, play_record, read_phh, told_hand
from tests.driving import play_at_random

CASINO = Rules(Profile.CASINO)


def file_game(choose: random.Random) -> Game:
    """A casino game that both can write; the big blind can pay: PokerKit lets others call a short one for less."""
    players = choose.randint(2, 9)
    big = choose.choice([2, 10, 20])
    ante = choose.choice([0, 0, big // 2])
    blinds = [big // 2, big]
    stacks = [f"{choose.choice([choose.randint(4 * big, 30 * big), 100 * big])}chips" for _ in range(players)]
    family = choose.choice([limit, nolimit])
    return family(players, blinds=blinds, stack=stacks, ante=ante, rules=CASINO)


def their_payoffs(text: str) -> list[int]:
    """The payoffs when PokerKit replays a file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = pokerkit.HandHistory.loads(text)
        *_, state = history
    assert not state.status, text
    return list(state.payoffs)


def their_file(text: str) -> str:
    """A file that PokerKit has read and written again."""
    return str(pokerkit.HandHistory.loads(text).dumps())


def their_own_file(text: str) -> str:
    """What PokerKit writes about a hand that it has played itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = pokerkit.HandHistory.loads(text)
        *_, state = history
        return str(pokerkit.HandHistory.from_game_state(history.create_game(), state).dumps())


def has_short_raise(hand: Hand) -> bool:
    """Whether somebody bet or raised all-in by less than a full bet: then PokerKit has other rules for what follows."""
    street, highest = 0, hand.game.big_blind
    for action in hand.actions:
        if action.round != street:
            street, highest = action.round, 0
        if action.kind is ActionKind.RAISE:
            if action.amount - highest < hand.game.bets[street]:
                return True
            highest = action.amount
    return False


def check_pokerkit(choose: random.Random) -> str:
    """One hand in both directions. Raises AssertionError if payoffs differ for another reason than odd chips.

    A hand that PokerKit's rules forbid is only read again by us.
    """
    game = file_game(choose)
    hand = Hand(game, SeededDealing(choose.randrange(2**32)).deal(game, 0))
    play_at_random(hand, choose, choose.choice([None, 0.8]))
    played = told_hand(hand)
    text = phh_text(played)
    try:
        theirs = their_payoffs(text)
    except ValueError:
        assert has_short_raise(hand), text
        assert play_record(read_phh(text)).payoffs == hand.payoffs, text
        return "a short all-in, after which PokerKit has other rules"
    same = theirs == list(hand.payoffs)
    if not same:
        assert odd_chips_only(played, theirs), f"{text}\n{theirs}"
    again = play_record(read_phh(their_file(text)))
    assert again.payoffs == hand.payoffs, text
    assert again.hand.events == hand.events, text
    own = play_record(read_phh(their_own_file(text)))
    assert own.hand.events[1:] == hand.events[1:], text
    return "same" if same else "odd chips"


def odd_chips_only(played: PlayedHand, theirs: Sequence[int]) -> bool:
    """Whether payoffs differ by at most a chip a pot, where pots are split."""
    settlement = played.hand.settlement
    assert settlement is not None
    pots = Counter(award.pot for award in settlement.awards)
    split = sum(number > 1 for number in pots.values())
    return all(abs(float(ours - other)) <= split for ours, other in zip(played.hand.payoffs, theirs, strict=True))


def main(count: int = 2000, seed: int = 0) -> None:
    start = time.perf_counter()
    outcomes: Counter[str] = Counter()
    for number in range(seed, seed + count):
        try:
            outcomes[check_pokerkit(random.Random(number))] += 1
        except Exception as error:
            error.add_note(f"python -m tests.histories.pokerkit_files 1 {number}")
            raise
    print(dict(outcomes), f"{count:,} hands, {time.perf_counter() - start:.0f} s, first seed {seed}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
