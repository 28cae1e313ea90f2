"""Random deals, one at a time: the same random numbers, hands and cards as the native core deals."""

from collections.abc import Sequence

from phevaluator import evaluate_cards

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
CARDS_PER_WORD = 6


def mix_bits(x: int) -> int:
    """The finisher of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


class RandomStream:
    """xoshiro256++, started from (seed, stream)."""

    def __init__(self, seed: int, stream: int) -> None:
        x = mix_bits((seed + GOLDEN) & MASK) ^ mix_bits(mix_bits((stream + 2 * GOLDEN) & MASK))
        self.state = [mix_bits((x + (i + 1) * GOLDEN) & MASK) for i in range(4)]

    def next(self) -> int:
        a, b, c, d = self.state
        result = (_rotate((a + d) & MASK, 23) + a) & MASK
        c ^= a
        d ^= b
        self.state = [a ^ d, b ^ c, c ^ (b << 17 & MASK), _rotate(d, 45)]
        return result


def _rotate(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & MASK


def draw(fraction: int, bound: int) -> tuple[int, int]:
    """A number below the bound, and what remains of the random fraction."""
    product = fraction * bound
    return product >> 64, product & MASK


def alias_table(weights: Sequence[float]) -> list[tuple[int, int]]:
    """Walker's table: for each place, how often of 2^64 it keeps to itself, and its alias."""
    total = 0.0
    for weight in weights:
        total += weight
    share = [weight / total * len(weights) for weight in weights]
    table = [(MASK, place) for place in range(len(weights))]
    poor = [place for place in range(len(weights)) if share[place] < 1]
    rich = [place for place in range(len(weights)) if share[place] >= 1]
    while poor and rich:
        taker, giver = poor.pop(), rich[-1]
        table[taker] = (int(share[taker] * 2.0**64), giver)
        share[giver] -= 1 - share[taker]
        if share[giver] < 1:
            poor.append(rich.pop())
    return table


def sample_tally(
    weights: Sequence[Sequence[float]], board: Sequence[int], dead: Sequence[int], *, deals: int, seed: int
) -> list[int]:
    """How often each set of players shares the pot over the deals of the first batch."""
    pairs = [(low, high) for high in range(52) for low in range(high)]
    live = [card for card in range(52) if card not in {*board, *dead}]
    ranges = [{pairs[i]: weight for i, weight in enumerate(row) if weight > 0} for row in weights]
    fixed, drawn, dealt = {}, {}, []
    for player, hands in enumerate(ranges):
        if len(hands) == 1:
            fixed[player] = next(iter(hands))
        elif len(hands) == len(live) * (len(live) - 1) // 2 and len(set(hands.values())) == 1:
            dealt.append(player)
        else:
            uniform = len(set(hands.values())) == 1
            drawn[player] = (list(hands), None if uniform else alias_table(list(hands.values())))
    deck = [card for card in live if not any(card in hand for hand in fixed.values())]

    random = RandomStream(seed, 0)
    tally = [0] * 2 ** len(ranges)
    for _ in range(deals):
        while True:
            held = dict(fixed)
            used = {card for hand in fixed.values() for card in hand}
            for player, (choices, table) in drawn.items():
                place, rest = draw(random.next(), len(choices))
                if table is not None and rest >= table[place][0]:
                    place = table[place][1]
                if used & {*choices[place]}:
                    break
                held[player] = choices[place]
                used |= {*choices[place]}
            else:
                break
        left, draws, fraction = len(deck), 0, 0

        def deal_card() -> int:
            nonlocal left, draws, fraction
            while True:
                if draws % CARDS_PER_WORD == 0:
                    fraction = random.next()
                draws += 1
                place, fraction = draw(fraction, left)
                left -= 1
                deck[place], deck[left] = deck[left], deck[place]
                if not drawn or deck[left] not in used:  # noqa: B023
                    return deck[left]

        full = [*board, *(deal_card() for _ in range(5 - len(board)))]
        for player in dealt:
            held[player] = (deal_card(), deal_card())
        values = [evaluate_cards(*held[player], *full) for player in range(len(ranges))]
        tally[sum(1 << player for player, value in enumerate(values) if value == min(values))] += 1
    return tally
