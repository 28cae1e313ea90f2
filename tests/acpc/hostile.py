"""Hostile lines to the dealer and to the client: ``python -m tests.acpc.hostile [LINES] [SEED]``.

To the dealer: a program that sends garbage, huge lines, old states and other hands before each answer, in pieces of any
size. The others must get what they would get otherwise, and the match must go to its end. Then programs that die, hang,
flood or do not read: the match must end as with the reference dealer. To the client: changed lines of real
matches; each is refused with an ``AcpcError``, and the bot plays on as if nothing had been said.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from railbird.acpc.client import BotClient, JoinOptions
from railbird.acpc.limits import TimeLimits
from railbird.acpc.lines import VERSION, LineSocket
from railbird.acpc.reports import FailedMatchError
from railbird.errors import AcpcError
from railbird.gallery import parse_bot
from railbird.game import AcpcDealing, Game, Hand, kuhn, leduc, limit, nolimit
from railbird.histories.match_state import MatchStateLine
from tests.acpc.matches import Play, Table, answering
from tests.driving import random_action

GAMES: tuple[Game, ...] = (limit(), limit(3), nolimit(3, stack="20bb"), kuhn(), leduc())


class Nuisance:
    """Makes up lines that no honest program sends."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self._heard = ["MATCHSTATE:0:0::AhKh|"]
        self.sent = 0

    def hears(self, line: str) -> None:
        self._heard = [*self._heard[-20:], line]

    def ignored(self, line: str) -> bytes:
        """Lines that are no answer to a state, each with its end."""
        self.sent += 1
        kind = self.choose.randrange(8)
        old = self.choose.choice(self._heard)
        if kind == 0:
            return bytes(self.choose.choices(range(256), k=self.choose.randrange(60))).replace(b"\n", b"") + b"\n"
        if kind == 1:
            return b"A" * self.choose.choice([4093, 4094, 4095, 4096, 10_000, 70_000]) + b"\r\n"
        if kind == 2:
            return b"#" + line.encode() + b":r\r\n"
        if kind == 3:
            return b"\r\n" * self.choose.randrange(1, 5)
        if kind == 4 and old.rstrip("|") != line.rstrip("|"):  # without its bars it is still the same state
            return f"{old}:r\r\n".encode()
        if kind == 5:
            return line[: self.choose.randrange(len("MATCHSTATE:0:0"))].encode() + b"\r\n"
        if kind == 6:
            state = MatchStateLine.parse(line)
            return f"{state._replace(number=state.number + self.choose.randrange(1, 10**6))}:f\r\n".encode()
        return line.replace("MATCH", "\0MATCH", 1).encode() + b":f\r\n"

    def changed(self, line: str) -> str:
        """A line with something changed."""
        self.sent += 1
        letters = list(line)
        for _ in range(self.choose.randrange(1, 4)):
            where = self.choose.randrange(len(letters)) if letters else 0
            match self.choose.randrange(5):
                case 0:
                    letters[where : where + 1] = []
                case 1:
                    letters.insert(where, self.choose.choice("fcr/|:019AKQhsdc\0²é \t"))
                case 2:
                    letters[where : where + 1] = self.choose.choice("fcr/|:0123456789TJQKAhsdc")
                case 3:
                    letters[where:where] = letters[: self.choose.randrange(20)]
                case _:
                    letters[where:where] = self.choose.choice("9c/") * self.choose.choice([1, 20, 3000])
        return "".join(letters)


def steady(state: str) -> str:
    """An answer that follows from the state alone."""
    return (":c", ":r", ":c", ":f", ":r300", ":c")[sum(map(ord, state)) % 6]


def bother(lines: int, seed: int) -> Counter[str]:
    """A nuisance at every table of honest players: everybody is told the same as without it."""
    nuisance, done = Nuisance(seed), Counter[str]()
    while nuisance.sent < lines:
        game = GAMES[done["matches"] % len(GAMES)]

        def annoying(state: str) -> bytes:
            nuisance.hears(state)
            count = nuisance.choose.randrange(8)
            return b"".join(nuisance.ignored(state) for _ in range(count)) + f"{state}{steady(state)}\r\n".encode()

        told = []
        for first in (answering(steady, game), _in_pieces(annoying, game, nuisance)):
            table = Table(game, 20, AcpcDealing(seed))
            score = table.play([first, *[answering(steady, game)] * (game.players - 1)])
            told.append((score, [message for message in table.heard.messages if message[0] == "to"]))
            done["warnings"] += len(table.heard.warnings)
        assert told[0] == told[1]
        done["matches"] += 1
    done["lines"] = nuisance.sent
    return done


def _in_pieces(answer: Callable[[str], bytes], game: Game, nuisance: Nuisance) -> Play:
    """Sends its answers in pieces of any size."""

    def play(dealer: LineSocket) -> None:
        dealer.write(VERSION)
        while line := dealer.read(600):
            state = line.decode().rstrip()
            view = MatchStateLine.parse(state).view(game)
            if view.over or view.actor != view.position:
                continue
            text = answer(state)
            while text:
                size = nuisance.choose.choice([1, 7, 1000, 10**6])
                dealer._socket.sendall(text[:size])
                text = text[size:]

    return play


def break_off(matches: int, seed: int) -> Counter[str]:
    """Programs that die, hang or flood: the dealer ends the match in time, as the reference dealer does."""
    nuisance, done = Nuisance(seed), Counter[str]()
    for number in range(matches):
        game = GAMES[number % len(GAMES)]
        after, how = nuisance.choose.randrange(6), nuisance.choose.choice(["die", "half", "hang", "flood", "deaf"])
        left = [after]

        def broken(dealer: LineSocket, how: str = how, left: list[int] = left, game: Game = game) -> None:
            def answer(state: str) -> str | bytes | None:
                nuisance.hears(state)
                left[0] -= 1
                if left[0] >= 0:
                    return ":c"
                if how == "die":
                    dealer.close()
                elif how == "half":
                    dealer._socket.sendall(state[:10].encode())
                    dealer.close()
                elif how == "flood":
                    with suppress(OSError):
                        while True:
                            dealer._socket.sendall(nuisance.ignored(state) * 50)
                elif how == "deaf":
                    time.sleep(0.5)
                return None

            with suppress(OSError, ValueError):
                answering(answer, game)(dealer)

        table = Table(game, 10, AcpcDealing(number), limits=TimeLimits(response=200))
        start = time.monotonic()
        try:
            table.play([broken, *[answering(steady, game)] * (game.players - 1)])
            done["went to their end"] += 1
        except FailedMatchError as error:
            words = str(error)
            assert words.endswith(("from seat 1", "to seat 1")) or "seat 1 ran out" in words, words
            done[how] += 1
        assert time.monotonic() - start < 10
    return done


def mislead(lines: int, seed: int) -> Counter[str]:
    """Changed lines to a client: answered or refused; then the honest rest of the match is played on."""
    nuisance, done = Nuisance(seed), Counter[str]()
    number = 0
    while nuisance.sent < lines:
        game = GAMES[number % len(GAMES)]
        client = BotClient(parse_bot("random"), game, JoinOptions())
        for played in range(20):
            hand = Hand(game, AcpcDealing(number).deal(game, played))
            position = -played % game.players
            while True:
                line = str(MatchStateLine.of(hand.view(position), played))
                for _ in range(nuisance.choose.randrange(5)):
                    changed = nuisance.changed(line)
                    if _is_possible(changed, game):
                        done["left out, since they are possible"] += 1
                        continue
                    try:
                        client.answer(changed)
                        raise AssertionError(f"{changed!r} was accepted")
                    except AcpcError as error:
                        assert "\n" not in str(error)
                        assert len(str(error)) < 600
                        done["refused"] += 1
                answer = client.answer(line)
                assert (answer is not None) == (not hand.over and hand.actor == position)
                if hand.over:
                    break
                hand.act(random_action(hand.legal, nuisance.choose))
        assert not client.faults
        number += 1
    done["lines"] = nuisance.sent
    return done


def _is_possible(line: str, game: Game) -> bool:
    try:
        MatchStateLine.parse(line).view(game)
    except AcpcError:
        return False
    return True


def main(arguments: list[str]) -> None:
    lines = int(arguments[0]) if arguments else 20_000
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    for what, count in ((bother, lines), (mislead, lines), (break_off, max(lines // 200, 10))):
        start = time.perf_counter()
        done = what(count, seed)
        print(f"{what.__name__}: {dict(done)} in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
