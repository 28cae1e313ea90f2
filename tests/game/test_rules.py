"""The rules, one test for each line of docs/reference/rules.md."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from railbird.cards import parse_cards
from railbird.errors import ActionError
from railbird.game import Game, Hand, Profile, Rake, Rules, ShowdownHand, Showing, limit, nolimit, potlimit
from railbird.game.events import RakeTaken
from railbird.histories import read_state_line

CASINO = Rules(Profile.CASINO)


def play(game: Game, actions: str, cards: str = "") -> Hand:
    """A hand after some actions: f, c and rN (to N in the round; r alone in limit); slashes are for readability."""
    if not cards:
        cards = "2c 2d 3c 3d 4c 4d 5c 5d 6c 6d 7c 7d 8c 8d 9c 9d Tc Td Jc Jd Kh Qs 8h 7s 2h"
    numbers = [int(card) for card in parse_cards(cards)]
    needed = 2 * game.players
    hand = Hand(game, bytes(numbers[:needed] + numbers[-5:]))
    for action in actions.replace("/", " ").split():
        if action == "f":
            hand.fold()
        elif action == "c":
            hand.call()
        else:
            hand.raise_to(int(action[1:] or 0) or hand.legal.least_raise)
    return hand


def bounds(hand: Hand) -> tuple[int, int]:
    return hand.legal.least_raise, hand.legal.most_raise


def chips(hand: Hand) -> list[int | Fraction]:
    return list(hand.payoffs)


@pytest.mark.parametrize("rules", [Rules(), CASINO])
class TestBothRulebooks:
    def test_the_button_has_the_small_blind_and_acts_first_heads_up(self, rules: Rules) -> None:
        hand = play(limit(rules=rules), "")
        assert (hand.bets, hand.actor) == ((10, 5), 1)
        hand.call()
        hand.call()
        assert (hand.round, hand.actor) == (1, 0)

    def test_the_seat_left_of_the_big_blind_acts_first_preflop(self, rules: Rules) -> None:
        assert play(limit(6, rules=rules), "").actor == 2
        assert play(limit(6, rules=rules), "c c c c c c").actor == 0
        assert play(limit(6, rules=rules), "c c c c f c").actor == 1

    def test_the_big_blind_has_an_option(self, rules: Rules) -> None:
        hand = play(limit(3, rules=rules), "c c")
        assert (hand.actor, hand.legal.call, bounds(hand)) == (1, 0, (20, 20))

    def test_a_straddle_acts_last_and_may_raise(self, rules: Rules) -> None:
        game = nolimit(4, blinds=(50, 100, 200), rules=rules)
        assert play(game, "").actor == 3
        hand = play(game, "c c c")
        assert (hand.actor, hand.legal.call, bounds(hand)) == (2, 0, (400, 20000))

    def test_a_round_has_four_bets_the_big_blind_counting_as_the_first(self, rules: Rules) -> None:
        assert bounds(play(limit(3, rules=rules), "r r r")) == (0, 0)
        assert bounds(play(limit(3, rules=rules), "c c c / r r r r")) == (0, 0)
        assert bounds(play(limit(rules=rules), "r r r")) == (0, 0)

    def test_two_players_may_raise_without_a_cap_by_option(self, rules: Rules) -> None:
        free = Rules(rules.profile, uncapped_heads_up=True)
        assert bounds(play(limit(rules=free), "r r r r r r")) == (80, 80)
        assert bounds(play(limit(3, rules=free), "r r r")) == (0, 0)

    def test_bets_double_on_the_turn(self, rules: Rules) -> None:
        assert bounds(play(limit(rules=rules), "c c / c c /")) == (20, 20)

    def test_a_raise_is_at_least_the_last_one(self, rules: Rules) -> None:
        assert bounds(play(nolimit(rules=rules), "")) == (200, 20000)
        assert bounds(play(nolimit(rules=rules), "r300")) == (500, 20000)
        assert bounds(play(nolimit(rules=rules), "c c / r150")) == (300, 19900)

    def test_a_pot_limit_raise_is_at_most_the_pot_after_calling(self, rules: Rules) -> None:
        assert bounds(play(potlimit(rules=rules), "")) == (200, 300)
        assert bounds(play(potlimit(3, rules=rules), "")) == (200, 350)
        assert bounds(play(potlimit(rules=rules), "c c / r200")) == (400, 800)

    def test_folding_is_not_allowed_when_checking_is_free(self, rules: Rules) -> None:
        with pytest.raises(ActionError, match="check instead"):
            play(limit(rules=rules), "c f")
        assert play(limit(rules=Rules(rules.profile, free_fold=True)), "c f").over

    def test_an_uncalled_bet_is_returned(self, rules: Rules) -> None:
        assert chips(play(nolimit(rules=rules), "r5000 f")) == [-100, 100]

    def test_blinds_and_antes_may_be_all_in_for_less(self, rules: Rules) -> None:
        hand = play(nolimit(3, stack=(30, 500, 500), rules=rules), "")
        assert (hand.stacks[0], hand.bets[0]) == (0, 30)
        assert play(nolimit(3, stack=(5, 500, 500), ante=10, rules=rules), "").paid == (5, 110, 10)

    def test_side_pots_go_to_those_who_paid_into_them(self, rules: Rules) -> None:
        game = nolimit(4, stack=(300, 200, 400, 1000), rules=rules)
        hand = play(game, "r400 c c c", "Kh Kd Ah Ad Qh Qd 3c 4c 2c 7d 8s 9h Js")
        # The best hand has 200 in, the second 300, the third 400: each wins the pot that the better ones cannot win.
        assert chips(hand) == [0, 600, -200, -400]

    def test_folded_money_stays_in_the_pot(self, rules: Rules) -> None:
        assert chips(play(limit(3, rules=rules), "r r f f")) == [30, -10, -20]


class TestShortAllIn:
    """No-limit, blinds 50 and 100. A player raises to 300, the button goes all-in for 400: less than a full raise."""

    def hand(self, rules: Rules) -> Hand:
        game = nolimit(4, stack=(20000, 20000, 20000, 400), rules=rules)
        return play(game, "r300 r400 c c")

    def test_it_does_not_reopen_under_casino_rules(self) -> None:
        hand = self.hand(CASINO)
        assert (hand.actor, hand.legal.call, bounds(hand)) == (2, 100, (0, 0))

    def test_it_always_reopens_under_acpc_rules(self) -> None:
        hand = self.hand(Rules())
        assert (hand.actor, hand.legal.call, bounds(hand)) == (2, 100, (500, 20000))

    def test_players_who_have_not_acted_may_raise(self) -> None:
        game = nolimit(4, stack=(20000, 20000, 20000, 400), rules=CASINO)
        assert bounds(play(game, "r300 r400")) == (600, 20000)

    def test_several_short_wagers_that_make_a_full_raise_reopen(self) -> None:
        # TDA rule 47, example 1: A bets 100, B all-in 125, C calls, D all-in 200, E calls: A faces a full raise.
        game = nolimit(5, blinds=(50, 100), stack=(9000, 225, 9000, 300, 9000), rules=CASINO)
        hand = play(game, "c c c c c / r100 r125 c r200 c")
        assert (hand.actor, hand.legal.call, bounds(hand)) == (0, 100, (300, 8900))
        # C called 125 and faces only 75: no raise.
        hand.call()
        assert (hand.actor, hand.legal.call, bounds(hand)) == (2, 75, (0, 0))

    def test_the_minimum_goes_on_top_of_a_short_bet_under_casino_rules_only(self) -> None:
        stacks = (140, 20000, 20000)
        assert bounds(play(nolimit(3, stack=stacks, rules=CASINO), "c c c / r40")) == (140, 19900)
        assert bounds(play(nolimit(3, stack=stacks), "c c c / r40")) == (100, 19900)

    def test_a_player_who_checked_may_not_raise_a_bet_below_the_minimum(self) -> None:
        stacks = (20000, 140, 20000)
        assert bounds(play(nolimit(3, stack=stacks, rules=CASINO), "c c c / c r40 c")) == (0, 0)
        assert bounds(play(nolimit(3, stack=stacks), "c c c / c r40 c")) == (100, 19900)


@pytest.mark.parametrize("rules", [Rules(), CASINO], ids=["acpc", "casino"])
@pytest.mark.parametrize("stack", [15, 20], ids=["below the bet", "at the bet"])
def test_a_limit_raise_needs_more_chips_than_a_call(rules: Rules, stack: int) -> None:
    """The ACPC dealer accepts this raise, puts the player all-in and lowers the bet to their stack. We reject it."""
    hand = play(limit(2, stack=[stack, 1000], rules=rules), "r")
    before = hand.state_bytes()
    assert bounds(hand) == (0, 0)
    with pytest.raises(ActionError, match=f"raising is not allowed here: fold or call {stack - 10}"):
        hand.act("r")
    assert hand.state_bytes() == before
    assert hand.legal.call == stack - 10
    with pytest.raises(ActionError, match="raising is not allowed here"):
        read_state_line(f"STATE:0:rrc///:2c2d|3c3d/4c5c6d/7d/8h:{stack}|-{stack}:a|b", hand.game)


class TestShortAllInLimit:
    """Limit with bets of 20. Robert's Rules: half a bet counts as a full one, less is only completed."""

    def game(self, stack: int, rules: Rules = CASINO) -> Game:
        return limit(3, blinds=(10, 20), stack=(2000, 20 + stack, 2000), rules=rules)

    def test_half_a_bet_counts_as_a_bet(self) -> None:
        # "An example of a full raise on a $20 betting round is raising a $15 all-in bet to $35."
        assert bounds(play(self.game(15), "c c c / c r15")) == (35, 35)
        assert bounds(play(self.game(15), "c c c / c r15 c")) == (35, 35)

    def test_less_than_half_is_completed(self) -> None:
        assert bounds(play(self.game(5), "c c c / c r5")) == (20, 20)
        assert bounds(play(self.game(25), "c c c / r20 r25")) == (40, 40)

    def test_less_than_half_does_not_reopen(self) -> None:
        hand = play(self.game(25), "c c c / r20 r25 c")
        assert (hand.actor, hand.legal.call, bounds(hand)) == (0, 5, (0, 0))

    def test_anything_counts_as_a_raise_under_acpc_rules(self) -> None:
        hand = play(self.game(25, Rules()), "c c c / r20 r25 c")
        assert (hand.actor, hand.legal.call, bounds(hand)) == (0, 5, (45, 45))


def test_a_short_big_blind_is_called_in_full_under_casino_rules_only() -> None:
    stacks = (5000, 60, 5000)
    assert play(nolimit(3, stack=stacks, rules=CASINO), "").legal.call == 100
    assert play(nolimit(3, stack=stacks), "").legal.call == 60


def test_a_raise_needs_somebody_who_can_put_in_more_under_casino_rules_only() -> None:
    game = nolimit(stack=(300, 5000))
    assert bounds(play(game, "c r300")) == (0, 0)
    short = (350, 5000)
    assert bounds(play(nolimit(stack=short, rules=CASINO), "r350")) == (0, 0)
    assert bounds(play(nolimit(stack=short), "r200 c / c c")) == (100, 150)


class TestSplitPots:
    """Two of three players have the same hand; 55 chips are in the pot, 11 of them from a player who has folded."""

    def hand(self, rules: Rules) -> Hand:
        game = limit(3, blinds=(5, 11), bets=(11, 11, 22, 22), rules=rules)
        return play(game, "c c c / c c r c f / c c / c c", "Ah Kd 2h 3d As Kc Qc Jd Ts 4h 4c")

    def test_fractions_under_acpc_rules(self) -> None:
        assert chips(self.hand(Rules())) == [Fraction(11, 2), -11, Fraction(11, 2)]

    def test_odd_chips_go_to_the_left_of_the_button_under_casino_rules(self) -> None:
        assert chips(self.hand(CASINO)) == [6, -11, 5]


class TestShowdown:
    """Three players, two pair against a pair against nothing; the first and the last have the same hand."""

    CARDS = "Kh 3d Qh 3c Kd 3s Ks Qs 8h 7s 2h"

    def order(self, rules: Rules, actions: str, cards: str = CARDS) -> list[ShowdownHand]:
        hand = play(limit(3, rules=rules), actions, cards)
        assert hand.settlement
        return list(hand.settlement.showdown)

    def test_the_last_aggressor_of_the_last_round_shows_first(self) -> None:
        assert self.order(Rules(), "c c c / c c c / c c c / c r c c") == [(1, True), (2, True), (0, True)]

    def test_without_betting_the_first_seat_left_of_the_button_shows_first(self) -> None:
        assert self.order(Rules(), "r c c / c c c / c c c / c c c") == [(0, True), (1, True), (2, True)]

    def test_a_beaten_hand_stays_hidden_where_mucking_is_allowed(self) -> None:
        assert self.order(CASINO, "c c c / c c c / c c c / c c c") == [(0, True), (1, False), (2, True)]
        assert self.order(CASINO, "c c c / c c c / c c c / c r c c") == [(1, True), (2, True), (0, True)]
        assert self.order(Rules(showing=Showing.MUCK), "c c c / c c c / c c c / c c c")[1] == (1, False)
        assert self.order(Rules(Profile.CASINO, showing=Showing.SHOW_ALL), "c c c" + " / c c c" * 3)[1] == (1, True)

    def test_nobody_shows_when_all_others_fold(self) -> None:
        assert self.order(CASINO, "r f f") == []

    def test_all_hands_are_shown_when_a_player_is_all_in(self) -> None:
        game = nolimit(3, stack=(500, 500, 5000), rules=CASINO)
        hand = play(game, "r500 c c", self.CARDS)
        assert hand.settlement
        assert list(hand.settlement.showdown) == [(2, True), (0, True), (1, True)]


class TestRunOut:
    """A player is all-in on the flop and is called."""

    def events(self, rules: Rules) -> list[str]:
        hand = play(nolimit(rules=rules), "c c / r19900 c")
        assert hand.over
        return [event.name for event in hand.events if event.name in ("acted", "board-dealt", "cards-shown")]

    def test_the_rest_of_the_board_is_dealt_without_betting(self) -> None:
        assert self.events(Rules())[4:] == ["acted", "board-dealt", "board-dealt", "cards-shown", "cards-shown"]

    def test_hands_are_tabled_before_it_under_casino_rules(self) -> None:
        assert self.events(CASINO)[4:] == ["acted", "cards-shown", "cards-shown", "board-dealt", "board-dealt"]


class TestRake:
    def payoffs(self, rake: Rake, actions: str, cards: str = "", rules: Rules = CASINO) -> tuple[int | Fraction, ...]:
        return play(replace(nolimit(3, rules=rules), rake=rake), actions, cards).payoffs

    def test_a_percentage_of_each_pot_is_taken_and_rounded_down(self) -> None:
        # 3 x 333 chips in the pot: 5 % are 49.95.
        assert self.payoffs(Rake(Decimal(5)), "r333 c c / c c r1000 f f") == (-333, -333, 666 - 49)

    def test_it_is_capped(self) -> None:
        assert self.payoffs(Rake(Decimal(5), cap=20), "r333 c c / c c r1000 f f") == (-333, -333, 646)

    def test_no_flop_no_drop(self) -> None:
        assert self.payoffs(Rake(Decimal(5)), "r333 f f") == (-50, -100, 150)
        assert self.payoffs(Rake(Decimal(5), no_flop_no_drop=False), "r333 f f") == (-50, -100, 150 - 12)

    def test_the_cap_is_for_the_whole_hand_main_pot_first(self) -> None:
        game = replace(nolimit(3, stack=(1000, 3000, 3000), rules=CASINO), rake=Rake(Decimal("2.5"), cap=100))
        hand = play(game, "r3000 c c", "Kh Kd Ah Ad Qh Qd 2c 7d 8s 9h Js")
        # Main pot 3000 gives 75, the side pot of 4000 what is left of the cap.
        assert hand.payoffs == (-1000, 7000 - 100 - 3000, -3000)
        assert [event.amount for event in hand.events if isinstance(event, RakeTaken)] == [100]


def test_a_dead_post_goes_to_the_main_pot_and_a_live_one_is_a_bet() -> None:
    """A player who comes back in the cut-off has posted the big blind live and the small blind dead."""
    game = replace(nolimit(5, ante=10, rules=CASINO), blinds=(50, 100, 0, 100, 0), antes=(10, 10, 10, 60, 10))
    hand = play(game, "")
    assert (hand.bets, hand.paid, hand.pot) == ((50, 100, 0, 100, 0), (60, 110, 10, 160, 10), 350)
    hand = play(game, "f")
    assert (hand.actor, hand.legal.call, bounds(hand)) == (3, 0, (200, 19940))
    assert play(game, "f r200 f f f").payoffs == (-60, -110, -10, 190, -10)


class TestIdlePlayers:
    """The only player with chips left, who has put in as much as the others, has nothing to decide."""

    def test_they_are_not_asked_under_casino_rules(self) -> None:
        # The small blind has 50 in, the big blind is all-in for 30.
        assert play(nolimit(3, stack=(5000, 30, 5000), rules=CASINO), "f").over
        # The small blind calls all-in for 70; the big blind could only check.
        assert play(nolimit(stack=(5000, 70), rules=CASINO), "c").over

    def test_they_are_asked_in_the_first_round_under_acpc_rules(self) -> None:
        assert not play(nolimit(stack=(5000, 70)), "c").over
        assert play(nolimit(stack=(5000, 70)), "c c").over
        assert not play(nolimit(stack=(5000, 50)), "").over


def test_no_raise_is_offered_that_nobody_could_call() -> None:
    """The big blind is all-in for 60, the small blind has 90: nobody can put in more than the call of 100."""
    hand = play(nolimit(3, stack=(90, 60, 5000), rules=CASINO), "")
    assert (hand.legal.call, bounds(hand)) == (100, (0, 0))


class TestActionsOfARound:
    def test_the_dealer_of_the_acpc_has_room_for_64(self) -> None:
        hand = play(nolimit(), "")
        while hand.legal.most_raise:
            hand.raise_to(hand.legal.least_raise)
        assert len(hand.history) == 63

    def test_casino_rules_have_no_limit(self) -> None:
        hand = play(nolimit(blinds=(1, 2), stack=10**6, rules=CASINO), "")
        for _ in range(1000):
            hand.raise_to(hand.legal.least_raise)
        assert (hand.raises, hand.over) == (1000, False)

    @pytest.mark.parametrize("actions", [3, 5, 20])
    def test_a_limit_is_kept_with_several_players(self, actions: int) -> None:
        hand = play(replace(limit(3, cap=100), most_actions=(actions,) * 4), "")
        while hand.round == 0:
            hand.raise_to(hand.legal.least_raise) if hand.legal.most_raise else hand.call()
        assert sum(act.round == 0 for act in hand.history) <= actions


def test_dead_money_goes_to_whoever_wins_the_main_pot() -> None:
    """The button has posted 50 dead and wins only the main pot: with it, but without a share of the side pot."""
    game = replace(nolimit(3, stack=(1000, 1000, 250), rules=CASINO), antes=(0, 0, 50))
    hand = play(game, "r200 r1000 c", "Kh Kd Qh Qd Ah Ad 2c 7d 8s 9h Js")
    assert hand.payoffs == (800 - 200, -1000, 3 * 200 + 50 - 250)
