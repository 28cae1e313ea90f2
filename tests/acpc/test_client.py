"""A bot at a dealer gets what it gets in the arena, and the client refuses what no dealer may say."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from railbird.acpc import MatchStateLine
from railbird.acpc.client import BotClient, JoinOptions
from railbird.agent import Bot, Choice, MatchStart
from railbird.arena import Entrant
from railbird.arena.definition import MatchDefinition, streams_seed
from railbird.arena.leg import LegRunner
from railbird.errors import AcpcError
from railbird.gallery import parse_bot, spec_of_class
from railbird.game import Event, Game, Hand, View, kuhn, limit, nolimit
from railbird.game.events import Acted, CardsShown, HandEnded
from railbird.histories import replayed
from tests.acpc.games import EXPRESSIBLE
from tests.acpc.matches import NAMES, Table, arena_log, dealing_of, play_with_specs
from tests.driving import random_action


class Diarist(Bot):
    """Notes all that it gets, and acts at random from its own stream."""

    learns = True
    diaries: ClassVar[dict[str, list[Any]]] = {}

    def start_match(self, match: MatchStart) -> None:
        self.diary = self.diaries[match.player] = [match]

    def start_hand(self, view: View) -> None:
        self.diary += ["start", view, self.look()]

    def observe(self, event: Event) -> None:
        self.diary.append(event)

    def act(self, view: View) -> Choice:
        assert self.look() == view
        self.diary += ["act", view, self.streams]
        return random_action(view.legal, self.random)

    def end_hand(self, view: View) -> None:
        self.diary += ["end", view, view.payoffs, view.shown]

    def end_match(self) -> None:
        self.diary.append("over")


@pytest.mark.parametrize("name", EXPRESSIBLE)
def test_a_bot_gets_exactly_what_it_gets_in_the_arena(name: str) -> None:
    game = EXPRESSIBLE[name]
    specs = [spec_of_class(Diarist) for _ in range(game.players)]
    Diarist.diaries = {}
    table = Table(game, 15, dealing_of(3, acpc=False))
    play_with_specs(table, specs, 3)
    over_tcp, Diarist.diaries = Diarist.diaries, {}
    entrants = tuple(Entrant(spec, player=player) for spec, player in zip(specs, NAMES, strict=False))
    definition = MatchDefinition(game=game, entrants=entrants, hands=15, seed=3)
    LegRunner(definition, definition.leg(0)).run(3600)
    assert over_tcp.keys() == Diarist.diaries.keys()
    for player, diary in Diarist.diaries.items():
        assert over_tcp[player] == diary
        events = [each for each in diary if isinstance(each, (Acted, CardsShown, HandEnded))]
        assert len({each.player for each in events if isinstance(each, Acted)}) >= min(game.players, 9)
        assert sum(isinstance(each, HandEnded) for each in events) == 15


def client(bot: str = "always-call", game: Game | None = None, **options: Any) -> BotClient:
    return BotClient(parse_bot(bot), game or limit(), JoinOptions(**options))


def test_comments_are_for_the_connection_and_states_for_the_client() -> None:
    bot = client()
    assert bot.answer("MATCHSTATE:0:0::TdAs|") is None
    assert bot.answer("MATCHSTATE:0:0:r:TdAs|") == "MATCHSTATE:0:0:r:TdAs|:c"


def test_a_no_limit_raise_is_answered_with_the_total_of_the_whole_hand() -> None:
    class Raiser(Bot):
        def act(self, view: View) -> Choice:
            return "r250"

    bot = BotClient(spec_of_class(Raiser), nolimit(stack=20000), JoinOptions())
    assert bot.answer("MATCHSTATE:0:30:cc/:9s8h|/8c8d5c") == "MATCHSTATE:0:30:cc/:9s8h|/8c8d5c:r350"


def test_a_state_that_comes_twice_is_answered_once() -> None:
    bot = client()
    assert bot.answer("MATCHSTATE:0:0:r:TdAs|")
    assert bot.answer("MATCHSTATE:0:0:r:TdAs|") is None


def test_players_are_known_by_their_seats_while_the_button_moves() -> None:
    diary = BotClient(spec_of_class(Diarist), limit(3), JoinOptions(players=("ann", "bob", "cat")))
    diary.answer("MATCHSTATE:1:0:ff:|TdAs|")
    diary.answer("MATCHSTATE:0:1:ff:TdAs||")
    diary.answer("MATCHSTATE:2:2:ff:||TdAs")
    ends = [each.players for each in Diarist.diaries["bob"] if isinstance(each, View) and each.over]
    assert ends == [("ann", "bob", "cat"), ("bob", "cat", "ann"), ("cat", "ann", "bob")]


def test_a_bot_that_joins_later_still_finds_its_seat() -> None:
    bot = BotClient(spec_of_class(Diarist), limit(3), JoinOptions(players=("ann", "bob", "cat")))
    bot.answer("MATCHSTATE:1:7:ff:|TdAs|")
    start = Diarist.diaries["cat"][0]
    assert (start.seat, start.player) == (2, "cat")


def test_players_who_are_not_known_are_named_after_their_seats() -> None:
    bot = BotClient(spec_of_class(Diarist), limit(3), JoinOptions())
    bot.answer("MATCHSTATE:1:0:ff:|TdAs|")
    assert Diarist.diaries["diarist"][0].players == ("seat-1", "diarist", "seat-3")


def test_a_hand_that_is_joined_in_the_middle_still_begins_at_its_beginning() -> None:
    bot = BotClient(spec_of_class(Diarist), limit(), JoinOptions(players=("zoe", "bob")))
    bot.answer("MATCHSTATE:0:4:cc/r:TdAs|/2c3c4c")
    opening = Diarist.diaries["zoe"][2]
    assert (opening.actions, opening.board) == ((), ())


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["MATCHSTATE:0:0:r:TdAs|", "MATCHSTATE:0:0::TdAs|"], "does not go on from"),
        (["MATCHSTATE:0:0:r:TdAs|", "MATCHSTATE:0:0:cr:TdAs|"], "does not go on from"),
        (["MATCHSTATE:0:0:r:TdAs|", "MATCHSTATE:0:0:rr:TdAh|"], "does not go on from"),
        (["MATCHSTATE:0:0:r:TdAs|", "MATCHSTATE:1:0:rr:|TdAs"], "does not go on from"),
        (["MATCHSTATE:0:0:cc/:TdAs|/2c3c4c", "MATCHSTATE:0:0:cc/c:TdAs|/2c3c4d"], "does not go on from"),
        (["MATCHSTATE:0:0:r:TdAs|", "MATCHSTATE:1:1::|TdAs"], "begins before hand 0 is over"),
        (["MATCHSTATE:0:5:f:TdAs|", "MATCHSTATE:1:4::|TdAs"], "comes after hand 5"),
        (["hello"], "is not a state"),
        (["MATCHSTATE:0:0:rrrrrrr:TdAs|"], "impossible in limit"),
        (["MATCHSTATE:7:0::TdAs|"], "positions of limit are 0 to 1"),
    ],
)
def test_states_that_cannot_be_are_refused_and_the_bot_sees_nothing_of_them(lines: list[str], why: str) -> None:
    bot = BotClient(spec_of_class(Diarist), limit(), JoinOptions(players=("ann", "bob"), seat=0))
    for line in lines[:-1]:
        bot.answer(line)
    before = list(Diarist.diaries["ann"]) if len(lines) > 1 else []
    with pytest.raises(AcpcError, match=why):
        bot.answer(lines[-1])
    assert len(lines) == 1 or Diarist.diaries["ann"] == before


def test_a_match_that_ends_within_a_hand_is_an_error() -> None:
    bot = client()
    bot.answer("MATCHSTATE:0:0:r:TdAs|")
    with pytest.raises(AcpcError, match="in the middle of hand 0"):
        bot.finish()


def test_a_bot_that_fails_checks_or_folds_and_the_fault_is_noted() -> None:
    class Broken(Bot):
        def act(self, view: View) -> Choice:
            raise RuntimeError("out of order")

    bot = BotClient(spec_of_class(Broken), limit(), JoinOptions())
    assert bot.answer("MATCHSTATE:0:0:r:TdAs|") == "MATCHSTATE:0:0:r:TdAs|:f"
    assert bot.answer("MATCHSTATE:0:0:rf:TdAs|") is None
    assert bot.answer("MATCHSTATE:1:1:cc/c:|TdAs/2c3c4c") == "MATCHSTATE:1:1:cc/c:|TdAs/2c3c4c:c"
    assert [fault.count for fault in bot.faults] == [2]


@pytest.mark.parametrize(
    ("bot", "game", "options", "why"),
    [
        ("poki", kuhn(), {}, "poki does not play kuhn"),
        ("random", limit(rules="casino"), {}, "cannot be played by the ACPC's protocol"),
        ("random", limit(), {"players": ("ann",)}, "2 players need 2 different ids"),
        ("random", limit(), {"seat": 2}, "seats of limit are 0 to 1"),
        ("random", limit(), {"time_limit": 0}, "time limit"),
    ],
)
def test_a_client_that_cannot_play_says_why(bot: str, game: Game, options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        client(bot, game, **options)


def test_the_clients_random_numbers_are_those_of_the_arena() -> None:
    game, seed = limit(), 11
    lines = arena_log(game, ["random", "random"], 5, seed, acpc=True)
    options = JoinOptions(players=NAMES[:2], seat=0, streams_seed=streams_seed(seed))
    bot = BotClient(parse_bot("random"), game, options)
    for number, line in enumerate(lines[:-1]):
        _, _, betting, cards, *_ = line.split(":")
        hand = replayed(game, betting, cards)
        position = number % 2
        for taken in range(len(hand.actions)):
            now = Hand(game, hand.deal)
            now.follow(hand.actions[:taken])
            answer = bot.answer(str(MatchStateLine.of(now.view(position), number)))
            if now.actor == position:
                assert answer is not None
                assert answer[-1] == "fcr"[hand.actions[taken].kind]
        bot.answer(str(MatchStateLine.of(hand.view(position), number)))
