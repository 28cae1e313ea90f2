"""Hands as text: printing and parsing."""

import pickle
import random
from typing import Any

import pytest

from railbird.cards import parse_cards
from railbird.errors import ActionError, CardError, GameError
from railbird.game import Action, Game, Hand, SeededDealing, kuhn, limit, nolimit, parse_deal, raise_to
from tests.driving import act_at_random
from tests.game.play import GAMES

CARDS = "AhKh QsQd / Kc7d2h / 9s / 4d"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_replay_from_text_gives_the_same_state(game: Game) -> None:
    choose = random.Random(8)
    for number in range(10):
        hand = Hand(game, SeededDealing(3).deal(game, number))
        while True:
            for restored in (Hand.parse(str(hand)), pickle.loads(pickle.dumps(hand)), hand.clone()):
                assert restored == hand
                assert restored.state_bytes() == hand.state_bytes()
                assert restored.events == hand.events
                assert str(restored) == str(hand)
            if hand.over:
                break
            act_at_random(hand, choose)


def test_the_text_of_a_hand_is_readable() -> None:
    hand = Hand(nolimit(stack=5000), CARDS, players=["Ann", "a bot; really"])
    hand.play("r300 c / c r200 f")
    assert str(hand) == f'nolimit(stack=50bb); {CARDS}; r300 c / c r200 f; ["Ann", "a bot; really"]'
    assert Hand.parse(str(hand)).players == ("Ann", "a bot; really")


def test_stacks_that_are_not_those_of_the_game_are_in_the_text() -> None:
    hand = Hand(nolimit(), CARDS, stacks=[700, 900])
    assert str(hand).startswith("nolimit(stack=7bb/9bb); ")
    assert Hand.parse(str(hand)).starting_stacks == (700, 900)


def test_slashes_are_optional_but_checked() -> None:
    hand = Hand(limit(), CARDS)
    hand.play("c c c r c")
    assert hand.street == "turn"
    other = Hand(limit(), CARDS)
    other.play("cc".replace("", " ") + "/ c r c /")
    assert other == hand
    with pytest.raises(ActionError, match="'/', action 2 of 'c / c': the preflop betting is not over: it is p1's turn"):
        Hand(limit(), CARDS).play("c / c")


def test_slashes_of_a_run_out_are_accepted() -> None:
    hand = Hand(nolimit(), CARDS)
    hand.play("r20000 c / / /")
    assert hand.over


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ("c x", "'x' is not an action"),
        ("c r201", "'r201', action 2 of 'c r201': a raise goes to exactly 20"),
        ("c f", "check instead"),
        ("c p2:c", "it is p1's turn, not p2's"),
        ("c p9:c", "'p9' is not a player of this hand"),
        ("f c", "the hand is over"),
        ("c r99999999999999999999", "not an action"),
        ("c r١٢", "not an action"),
    ],
)
def test_a_wrong_word_is_named_and_nothing_is_played(actions: str, message: str) -> None:
    hand = Hand(limit(), CARDS)
    before = hand.state_bytes()
    with pytest.raises(ActionError, match=message):
        hand.play(actions)
    assert hand.state_bytes() == before
    assert hand == Hand(limit(), CARDS)


def test_players_act_in_turn() -> None:
    hand = Hand(limit(3), "AhKh QsQd 7c7s / Kc7d2h / 9s / 4d", players=["Ann", "Bob", "Cy"])
    hand.act("c", by="Cy")
    with pytest.raises(ActionError, match="it is Ann's turn, not Cy's"):
        hand.act("c", by="Cy")
    with pytest.raises(ActionError, match="it is Ann's turn, not Bob's"):
        hand.act("c", by=1)
    with pytest.raises(ActionError, match="3 is not a player"):
        hand.act("c", by=3)
    hand.act(raise_to(20), by=0)
    assert hand.actor == 1


def test_no_limit_raises_need_an_amount() -> None:
    hand = Hand(nolimit(), CARDS)
    with pytest.raises(ActionError, match=r"needs an amount, as in r200 \(fold, call 50, or raise to 200-20000\)"):
        hand.act("r")


@pytest.mark.parametrize("text", ["f", "c", "r", "r300"])
def test_actions_read_back(text: str) -> None:
    assert str(Action.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AhKh QsQx", "'Qx' is not a card"),
        ("AhKh AhQd / Kc7d2h / 9s / 4d", "the card Ah occurs twice"),
        ("AhKh / Kc7d2h / 9s / 4d", "hole cards are given for 1 of 2 players"),
        ("AhKh QsQd 7c7h / Kc7d2h / 9s / 4d", "2 players with 2 hole cards each, not 'AhKh QsQd 7c7h'"),
        ("AhKh Qs / Kc7d2h / 9s / 4d", "2 players with 2 hole cards each, not 'AhKh Qs'"),
        ("AhKh QsQd / Kc7d / 9s / 4d", "part 1 of the board has 3 cards, not 'Kc7d'"),
        ("AhKh QsQd / Kc7d2h / 9s / 4d / 5d", "has 3 parts, not 4"),
    ],
)
def test_wrong_cards_are_named(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        Hand(limit(), text)


def test_cards_must_be_in_the_deck() -> None:
    with pytest.raises(CardError, match="the card 2c is not in the deck of kuhn"):
        parse_deal(kuhn(), "2c As")


def test_cards_that_are_not_given_are_dealt() -> None:
    game = limit(3)
    deal = parse_deal(game, "AhKh ???? 7c7d / ?? Kc 2h", seed=5)
    assert deal == parse_deal(game, "AhKh ?? ?? 7c 7d / ??Kc2h", seed=5) != parse_deal(game, "AhKh ???? 7c7d", seed=5)
    assert len(set(deal)) == game.cards_needed
    assert bytes(parse_cards("AhKh")) == deal[:2]
    assert deal[7:9] == bytes(parse_cards("Kc2h"))
    assert len({parse_deal(game, "", seed=seed) for seed in range(100)}) == 100


@pytest.mark.parametrize(
    "text",
    ["", "limit", f"limit; {CARDS}; c; 3", f"limit; {CARDS}; c; [1, 2]", f'limit; {CARDS}; c; ["a"]',
     f'limit; {CARDS}; c; ["a", "a"]'],
)  # fmt: skip
def test_malformed_hands_are_rejected(text: str) -> None:
    with pytest.raises(GameError):
        Hand.parse(text)


@pytest.mark.parametrize("stacks", [[100], [0, 100], [-1, 100], [2**41, 100], ["a", "b"], [1.5, 2.5]])
def test_impossible_stacks_are_refused(stacks: list[int]) -> None:
    with pytest.raises(GameError, match="stack"):
        Hand(nolimit(), CARDS, stacks=stacks)


def test_a_hand_with_other_stacks_is_a_hand_of_a_game_with_them() -> None:
    hand = Hand(nolimit(), CARDS, stacks=[700, 900])
    assert Hand.parse(str(hand)) == hand
    assert str(hand.view(0)).startswith("nolimit(stack=7bb/9bb); ")
    assert hand.to_json()["game"] == "nolimit(stack=7bb/9bb)"


def test_a_deal_of_bytes_is_of_the_deck() -> None:
    with pytest.raises(GameError, match="not in the deck"):
        Hand(kuhn(), bytes([0, 1]))


@pytest.mark.parametrize("players", [["a\nb", "c"], ["", "c"], [" ", "c"], [1, 2], [None, "x"]])
def test_ids_of_players_are_texts_on_one_line(players: list[str]) -> None:
    with pytest.raises(GameError, match="a player id must be text on one line") as refused:
        Hand(limit(), CARDS, players=players)
    assert "\n" not in str(refused.value)


def test_a_list_that_changes_while_it_is_read_does_no_harm() -> None:
    class Changing:
        def __index__(self) -> int:
            stacks.clear()
            return 100

    stacks: list[Any] = [Changing(), *([object()] * 1000)]
    with pytest.raises(GameError):
        Hand(limit(), CARDS, stacks=stacks)


@pytest.mark.parametrize("amount", [2**70, 1.5, None, "300"])
def test_a_raise_goes_to_a_whole_number(amount: Any) -> None:
    hand = Hand(nolimit(), CARDS)
    before = hand.state_bytes()
    with pytest.raises(ActionError, match="a raise goes to a whole number of chips"):
        hand.raise_to(amount)
    assert hand.state_bytes() == before


def test_malformed_actions_are_rejected() -> None:
    hand: Any = Hand(limit(), CARDS)
    with pytest.raises(ActionError, match="an action must be an Action or text"):
        hand.act(5)
    with pytest.raises(ActionError, match="ActionKind"):
        Action(7)  # type: ignore[arg-type]


def test_an_illegal_raise_names_the_legal_actions() -> None:
    with pytest.raises(ActionError, match="raising is not allowed here: fold or call 10"):
        Hand(limit(), CARDS).play("r r r r")
    hand = Hand(limit(), CARDS)
    hand.play("r r r")
    with pytest.raises(ActionError, match=r"raising is not allowed here \(to 50\): fold or call 10"):
        hand.raise_to(50)


def test_players_nested_without_end_are_refused() -> None:
    with pytest.raises(GameError, match="players must be written"):
        Hand.parse(f"limit; {CARDS}; c; {'[' * 100_000}")
