"""The betting and settlement of a hand, written plainly from docs/reference/rules.md."""

from fractions import Fraction

from railbird.cards import Card, evaluate
from railbird.game import Betting, Game, Profile


class PlainHand:
    """One hand; the cards are given at the end."""

    def __init__(self, game: Game, stacks: tuple[int, ...]) -> None:
        self.game = game
        self.casino = game.rules.profile is Profile.CASINO
        self.limit = game.betting is Betting.LIMIT
        self.everybody = list(range(game.players))
        self.stacks = list(stacks)
        self.live = [0] * game.players  # chips that others have to match
        self.dead = [0] * game.players
        self.folded = [False] * game.players
        self.bets = [0] * game.players
        for player in self.everybody:
            ante = min(game.antes[player], self.stacks[player])
            shared = min(ante, min(game.antes))
            self.stacks[player] -= ante
            self.live[player] += shared
            self.dead[player] += ante - shared
            self._put_in(player, min(game.blinds[player], self.stacks[player]))
        big_blind = max(game.blinds)
        self.to_match = big_blind if self.casino else max(self.bets)
        self.last_full_bet = big_blind
        self.last_full_raise = max(big_blind, game.bets[0])
        self.least_raise_to = big_blind + self.last_full_raise
        self.round = 0
        self.aggressor: int | None = None
        self.over = False
        self.queue: list[int] = []  # who is to act, in turn
        self.acted_since_full_bet: set[int] = set()
        self._begin_round()

    # Betting

    def legal(self) -> tuple[bool, int, int, int]:
        """Whether folding is legal, the cost of a call, and the least and most of a raise (0 and 0 if none)."""
        if self.over:
            return False, 0, 0, 0
        player, rules = self.queue[0], self.game.rules
        missing = self.to_match - self.bets[player]
        call = min(missing, self.stacks[player])
        may_fold = missing > 0 or rules.free_fold
        if not self._may_raise(player, missing):
            return may_fold, call, 0, 0
        all_in = self.bets[player] + self.stacks[player]
        if self.limit:
            least = most = self.last_full_bet + self.game.bets[self.round]
        else:
            least, most = self.least_raise_to, all_in
            if self.game.betting is Betting.POT_LIMIT:
                pot_after_call = sum(self.live) + sum(self.dead) + missing
                most = max(self.to_match + pot_after_call, least)
        return may_fold, call, min(least, all_in), min(most, all_in)

    def _may_raise(self, player: int, missing: int) -> bool:
        game, others = self.game, [each for each in self._able() if each != player]
        if self.stacks[player] <= missing or not others:
            return False
        left = self.folded.count(False)
        cap = game.most_raises[self.round]
        if cap != 255 and self.raises >= cap and not (game.rules.uncapped_heads_up and left == 2):
            return False
        most_actions = game.most_actions[self.round] or (0 if self.casino else 64)
        if most_actions and self.actions + game.players > most_actions:
            return False
        if self.casino:
            if player in self.acted_since_full_bet:
                enough = Fraction(game.bets[self.round], 2) if self.limit else self.last_full_raise
                if missing < enough:
                    return False
            return any(self.bets[each] + self.stacks[each] > self.to_match for each in others)
        return True

    def fold(self) -> None:
        self.folded[self.queue[0]] = True
        self._next()

    def call(self) -> None:
        player = self.queue[0]
        self._put_in(player, min(self.to_match - self.bets[player], self.stacks[player]))
        self.acted_since_full_bet.add(player)
        self._next()

    def raise_to(self, amount: int) -> None:
        player, by = self.queue[0], amount - self.to_match
        if self.limit:
            full = not self.casino or amount - self.last_full_bet >= Fraction(self.game.bets[self.round], 2)
            if full:
                self.last_full_bet = amount
        elif self.casino:
            full = by >= self.last_full_raise
            self.last_full_raise = by if full else self.last_full_raise
            self.least_raise_to = amount + self.last_full_raise
        else:
            full = True
            self.least_raise_to = max(self.least_raise_to, amount + by)
        self._put_in(player, amount - self.bets[player])
        self.to_match = amount
        self.aggressor = player
        if full:
            self.raises += 1
            self.acted_since_full_bet = set()
        self.acted_since_full_bet.add(player)
        self.queue = [player, *self._in_order(player + 1, without=player)]
        self._next()

    def _put_in(self, player: int, amount: int) -> None:
        self.stacks[player] -= amount
        self.live[player] += amount
        self.bets[player] += amount

    def _able(self) -> list[int]:
        return [player for player in self.everybody if not self.folded[player] and self.stacks[player]]

    def _in_order(self, first: int, without: int | None = None) -> list[int]:
        circle = [(first + i) % self.game.players for i in self.everybody]
        return [player for player in circle if player in self._able() and player != without]

    def _begin_round(self) -> None:
        self.raises = self.actions = 0
        self.acted_since_full_bet = set()
        self.queue = self._in_order(self.game.first[self.round])
        if not self.queue or (self._is_idle() and (self.casino or self.round)):
            self._end_betting()

    def _is_idle(self) -> bool:
        """Only one player has chips, and nobody has put in more than they have."""
        return len(self._able()) == 1 and self.bets[self._able()[0]] >= max(self.bets)

    def _end_betting(self) -> None:
        self.over, self.round, self.queue = True, self.game.rounds - 1, []

    def _next(self) -> None:
        self.actions += 1
        self.queue = self.queue[1:]
        if self.folded.count(False) == 1:
            self.over, self.queue = True, []
        elif not self.queue:
            if self.round == self.game.rounds - 1:
                self.over = True
                return
            if len(self._able()) > 1:
                self.aggressor = None
            self.round += 1
            self.bets = [0] * self.game.players
            self.to_match = self.last_full_bet = 0
            self.last_full_raise = self.least_raise_to = self.game.bets[self.round]
            self._begin_round()
        elif self.casino and self._is_idle():
            self._end_betting()

    # The end

    def pots(self) -> list[tuple[int, list[int]]]:
        """The pots, each with its amount and the players who can win it; the uncalled bet is removed."""
        stakes = list(self.live)
        highest = max(stakes)
        if stakes.count(highest) == 1:
            stakes[stakes.index(highest)] = sorted(stakes)[-2]
        candidates = [player for player in self.everybody if not self.folded[player]]
        cuts = sorted({stakes[player] for player in candidates})
        pots = []
        for number, cut in enumerate(cuts):
            below = cuts[number - 1] if number else 0
            above = cut if number < len(cuts) - 1 else max(stakes)
            amount = sum(min(max(stake - below, 0), above - below) for stake in stakes) + (
                0 if number else sum(self.dead)
            )
            if amount:
                pots.append((amount, [player for player in candidates if stakes[player] >= cut]))
        return pots

    def payoffs(self, hole_cards: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> list[int | Fraction]:
        highest, second = sorted(self.live)[-1], sorted(self.live)[-2]
        result: list[int | Fraction] = [-live - dead for live, dead in zip(self.live, self.dead, strict=True)]
        if highest > second:
            result[self.live.index(highest)] += highest - second
        rake, taken = self.game.rake, 0
        saw_board = sum(self.game.board_cards[: self.round + 1]) > 0
        for amount, candidates in self.pots():
            if saw_board or not rake.no_flop_no_drop:
                share = int(amount * rake.percent / 100)
                share = min(share, rake.cap - taken) if rake.cap else share
                amount, taken = amount - share, taken + share
            values = {player: self._value(player, hole_cards, board) for player in candidates}
            winners = [player for player in candidates if values[player] == max(values.values())]
            for order, player in enumerate(winners):
                if self.game.rules.odd_chips:
                    result[player] += amount // len(winners) + (order < amount % len(winners))
                else:
                    result[player] += Fraction(amount, len(winners))
        return result

    def showdown(self, hole_cards: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> list[tuple[int, bool]]:
        """The players who show or muck, in order."""
        left = [player for player in self.everybody if not self.folded[player]]
        if len(left) < 2:
            return []
        start = self.aggressor or 0
        order = sorted(left, key=lambda player: (player - start) % self.game.players)
        face_up = not self.game.rules.muck or any(not self.stacks[player] for player in left)
        shown: list[int] = []
        result = []
        for player in order:
            can_win = any(
                all(
                    self._value(player, hole_cards, board) >= self._value(other, hole_cards, board)
                    for other in shown
                    if other in candidates
                )
                for _, candidates in self.pots()
                if player in candidates
            )
            if face_up or can_win:
                shown.append(player)
            result.append((player, face_up or can_win))
        return result

    def _value(self, player: int, hole_cards: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> int:
        return evaluate(hole_cards[player] + board)
