"""What is known about a player, and the hands that fit their actions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from railbird.agent.tracker import BettingTracker
from railbird.cards import DECK, HAND_MASKS, HANDS, hand_index, parse_cards
from railbird.game import ActionKind, Hand, View
from railbird.models.reading.contexts import Context, context_of
from railbird.models.reading.corrections import KINDS
from railbird.models.reading.counting import no_counts
from railbird.models.reading.frequencies import FREQUENCY_KINDS
from railbird.models.reading.hand_reader import HandReader
from railbird.models.reading.player_reading import PlayerReading
from railbird.models.reading.roll_out_tables import average_strata, roll_out_table
from railbird.models.reading.strata import STRATA, strata_on
from railbird.models.reading.types import PlayerTypes, fit_types

BOARDS = [parse_cards(text) for text in ("AhKs7d2c9s", "8c7c2d3hQs", "JhTh4sAd5c", "QdQs6h8s2h")]
RAISED_BY_STRONG = "limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r"


@pytest.fixture(scope="module")
def types() -> PlayerTypes:
    """Players who raise strong hands and fold weak ones, who always call, and who always raise."""
    honest, station, maniac = no_counts(), no_counts(), no_counts()
    strength = np.arange(STRATA) // 3
    honest[:, strength >= 8, 2] = honest[:, strength < 4, 0] = honest[:, (strength >= 4) & (strength < 8), 1] = 100
    station[..., 1] = maniac[..., 2] = 100
    return fit_types({"honest": honest, "station": station, "maniac": maniac})


def contexts(text: str) -> list[Context]:
    return [context_of(step.situation, 0) for step in BettingTracker(Hand.parse(text)).steps()]


class Table:
    """A reader at the first seat of a heads-up table, and an opponent with given rules at the second."""

    def __init__(self, reader: HandReader, seed: int = 1) -> None:
        self.reader, self._chance = reader, np.random.default_rng(seed)
        self.losses: list[float] = []
        reader._watcher = self._note

    def _note(self, player: int, context: Context, expected: np.ndarray, kind: ActionKind) -> None:
        assert expected.sum() == pytest.approx(1)
        self.losses.append(-math.log(max(expected[kind], 1e-3)))

    def play(self, rule: Callable[[int, bool], str], hands: int) -> None:
        """Play to the flop; the opponent acts by the stratum of their hand, and whether there is a bet."""
        for _ in range(hands):
            view = self._hand(rule).view(0)
            self.reader.begin_hand(view)
            self.reader.watch(view)
            self.reader.end_hand(view)

    def _hand(self, rule: Callable[[int, bool], str]) -> Hand:
        board_cards = BOARDS[self._chance.integers(len(BOARDS))]
        left = [card for card in range(52) if card not in board_cards]
        cards = [*self._chance.permutation(left)[:4].tolist(), *board_cards]
        deal = "".join(str(DECK[card]) for card in cards)
        board = f"{deal[8:14]} / {deal[14:16]} / {deal[16:18]}"
        theirs = bytes(cards[2:4])
        before = int(strata_on(b"")[hand_index(theirs)])
        after = int(strata_on(bytes(cards[4:7]))[hand_index(theirs)])
        first = rule(before, True)
        text = f"limit; {deal[:4]} {deal[4:8]} / {board}; {first}"
        if first == "f":
            return Hand.parse(f"limit; {deal[:4]} {deal[4:8]}; f")
        text += " c / r"
        return Hand.parse(f"{text} {rule(after, True).replace('r', 'r c')}" + self._rest(rule(after, True)))

    @staticmethod
    def _rest(last: str) -> str:
        return "" if last == "f" else " / c c / c c"


def by_strength(stratum: int, faced: bool) -> str:
    return "f" if stratum < 12 else "r" if stratum >= 24 else "c"


def backwards(stratum: int, faced: bool) -> str:
    """Raises weak hands, and calls with strong ones."""
    return "r" if stratum < 12 else "c"


def test_an_opponent_is_known_by_what_they_do(types: PlayerTypes) -> None:
    table = Table(HandReader(lambda: PlayerReading(types)))
    table.play(by_strength, 60)
    (reading,) = table.reader.readings.values()
    assert types.names[int(reading.type_shares.argmax())] == "honest"
    assert reading.hands == 60
    assert reading.counts.sum() == len(table.losses)


def test_actions_tell_hands(types: PlayerTypes) -> None:
    table = Table(HandReader(lambda: PlayerReading(types)))
    table.play(by_strength, 60)
    view = Hand.parse(RAISED_BY_STRONG).view(0)
    table.reader.begin_hand(view)
    table.reader.watch(view)
    likely = table.reader.opponents[1].likely()
    strong = strata_on(view.board_bytes)[np.arange(HANDS)] >= 24
    assert likely.sum() == pytest.approx(1)
    assert likely[strong].sum() > 0.75
    assert strong.mean() < 0.3


def test_hands_that_are_shown_teach_how_a_player_differs_from_all_types(types: PlayerTypes) -> None:
    table = Table(HandReader(lambda: PlayerReading(types)))
    table.play(backwards, 150)
    (reading,) = table.reader.readings.values()
    assert reading.shown == 150
    view = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c c / r r").view(0)
    table.reader.begin_hand(view)
    table.reader.watch(view)
    likely = table.reader.opponents[1].likely()
    weak = strata_on(view.board_bytes) < 12
    assert likely[weak].sum() > 0.8  # a raise is a weak hand, which no type plays so
    assert reading.weights @ (reading.level_of > 0) > 0.95


def test_a_change_of_play_is_noticed(types: PlayerTypes) -> None:
    table = Table(HandReader(lambda: PlayerReading(types)))
    table.play(lambda stratum, faced: "c", 150)
    assert np.mean(table.losses[-80:]) < 0.05
    start = len(table.losses)
    table.play(lambda stratum, faced: "r", 60)
    assert np.mean(table.losses[start : start + 10]) > 1
    assert np.mean(table.losses[-40:]) < 0.2


def test_hands_that_were_shown_say_which_hypothesis_to_believe_about_hands(types: PlayerTypes) -> None:
    reading = PlayerReading(types)
    even = reading.hand_weights
    assert even == pytest.approx(np.full(len(even), 1 / len(even)))
    likely = np.full(len(even), 0.001)
    likely[3] = 0.01
    reading.saw_hand(likely.tolist())
    assert reading.hand_weights[3] == pytest.approx(10 * reading.hand_weights[0])
    assert reading.weights == pytest.approx(even)  # what the player does is another question


def test_what_a_player_always_does_is_soon_expected(types: PlayerTypes) -> None:
    table = Table(HandReader(lambda: PlayerReading(types)))
    table.play(lambda stratum, faced: "c", 50)
    assert max(table.losses[-10:]) < 0.003
    assert table.losses[0] > 0.1


def test_known_cards_are_in_nobodys_range(types: PlayerTypes) -> None:
    reader = HandReader(lambda: PlayerReading(types))
    view = Hand.parse("limit(players=3); AhKh QsQd 9c8c / Kc7d2h / 9s / 4d; r c c / c r c c / c").view(0)
    reader.begin_hand(view)
    reader.watch(view)
    known = np.uint64(sum(1 << card for card in parse_cards("AhKhKc7d2h9s")))
    for opponent in reader.opponents.values():
        assert (opponent.likely()[(HAND_MASKS & known) != 0] == 0).all()
        assert (opponent.likely()[opponent.possible] > 0).all()


def views() -> Iterator[View]:
    for hidden in ("QsQd", "3s2c"):
        yield Hand.parse(RAISED_BY_STRONG.replace("QsQd", hidden)).view(0)


def test_hidden_cards_change_nothing(types: PlayerTypes) -> None:
    found = []
    for view in views():
        reader = HandReader(lambda: PlayerReading(types))
        reader.begin_hand(view)
        reader.watch(view)
        found.append(reader.opponents[1].likely())
    assert (found[0] == found[1]).all()


def test_an_opponent_who_never_shows_is_read_all_the_same(types: PlayerTypes) -> None:
    reader = HandReader(lambda: PlayerReading(types))
    for _ in range(30):
        view = Hand.parse("limit; AhKh QsQd / Kc7d2h; r c / r f").view(0)
        reader.begin_hand(view)
        reader.end_hand(view)
    (reading,) = reader.readings.values()
    assert (reading.hands, reading.shown) == (30, 0)
    context = contexts("limit; AhKh QsQd / Kc7d2h; r c / r f")[3]
    opponent = reader.opponents[1]
    _, means, _ = opponent.expected(context, strata_on(view.board_bytes))
    assert (reading.weights @ means)[ActionKind.FOLD] > 0.9


def test_what_was_learned_is_saved_and_restored(types: PlayerTypes) -> None:
    table = Table(HandReader(lambda: PlayerReading(types)))
    table.play(by_strength, 20)
    (reading,) = table.reader.readings.values()
    again = PlayerReading(types)
    again.restore(reading.state())
    context = contexts(RAISED_BY_STRONG)[1]
    assert again.triples(context) == pytest.approx(reading.triples(context), rel=1e-5)
    assert (again.hands, again.shown) == (reading.hands, reading.shown)
    assert sum(part.nbytes for part in reading.state().values()) < 200_000


def test_what_was_learned_in_two_places_adds_up(types: PlayerTypes) -> None:
    learned: list[PlayerReading] = []
    for seed, hands in ((1, 30), (2, 10)):
        table = Table(HandReader(lambda: PlayerReading(types)), seed)
        table.play(by_strength, hands)
        learned += table.reader.readings.values()
    both = PlayerReading(types)
    for each in learned:
        both.add(each.state())
    assert both.hands == 40
    assert both.counts == pytest.approx(learned[0].counts + learned[1].counts)
    states = [each.state() for each in (*learned, both)]
    for name, part in states[2].items():
        first, second = (state[name] for state in states[:2])
        wanted = {"powers": 0.75 * first + 0.25 * second, "sizes": first}.get(name, first + second)
        np.testing.assert_allclose(part, wanted, rtol=1e-5)
    with pytest.raises(ValueError, match="malformed"):
        both.add({**states[0], "types": np.full(3, np.nan)})
    assert both.hands == 40


COUNTED = (
    *("types", "evidence", "hand evidence", "powers", "product evidence", "counts", "hands"),
    *(f"{kind.name} {part}" for kind in KINDS for part in ("observed", "expected")),
    *(f"frequencies {kind}" for kind in FREQUENCY_KINDS),
)


@pytest.mark.parametrize(
    "name", ["types", "evidence", "hand evidence", "powers", "product evidence", "counts", "hands", *COUNTED]
)
def test_a_malformed_state_is_refused(types: PlayerTypes, name: str) -> None:
    reading = PlayerReading(types)
    state = reading.state()
    for wrong in (state[name][:-1], np.full(state[name].shape, -np.inf)):
        with pytest.raises(ValueError, match="malformed"):
            reading.restore({**state, name: wrong})
        assert all((again == state[part]).all() for part, again in reading.state().items())
    with pytest.raises(KeyError):
        reading.restore({key: part for key, part in state.items() if key != name})


def test_roll_out_tables_hold_what_is_expected(types: PlayerTypes) -> None:
    table = Table(HandReader(lambda: PlayerReading(types)))
    table.play(by_strength, 60)
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h; r c / r")
    view = hand.view(0)
    table.reader.begin_hand(view)
    table.reader.watch(view)
    now = table.reader.tracker.situation()
    found = roll_out_table(table.reader.opponents[1], now, hand.game, table.reader.board)
    assert found.sum(axis=-1) == pytest.approx(1)
    assert (found[1:, 0, 0, :, :, 0] == 0).all()  # no fold where there is nothing to call
    assert (found[1:, 4, :, :, :, 2] == 0).all()  # no raise above the cap
    facing = found[1, 1, 1, 0]
    assert facing[18, 2] > 0.7 > 0.3 > facing[2, 2]
    assert facing[2, 0] > 0.5


def test_bins_of_strength_hold_strata_about_as_strong() -> None:
    for street in range(4):
        shares, weights = average_strata(street)
        assert shares.sum(axis=1) == pytest.approx(1)
        assert weights.sum() == pytest.approx(1)
        strength = shares @ (np.arange(STRATA) // 3)
        assert strength[2] < strength[10] < strength[18]
