"""What anybody can run on their own bot, before it plays for anything."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from railbird._progress import Progress, report_nothing
from railbird.agent.bot import Bot, MatchStart, saved_by
from railbird.agent.clock import Clock, OutOfTime
from railbird.agent.decision import Choice, Decision, decision_from_json
from railbird.agent.driver import HandDriver
from railbird.agent.failure import failure_text
from railbird.agent.seat import SeatedBot, play_hand
from railbird.agent.streams import Streams
from railbird.errors import RailbirdError
from railbird.game import CALL, FOLD, Action, Betting, Game, SeededDealing, View, limit, nolimit, raise_to
from railbird.game.dealing import deck

Make = Callable[[], Bot]

LONGEST = 30.0
"""Seconds after which a bot that does not answer is given up."""
CLOCK = Clock(LONGEST, __name__)


@dataclass(frozen=True, slots=True)
class Check:
    """Something that was looked at."""

    name: str
    passed: bool
    detail: str


@dataclass(frozen=True, slots=True)
class BotReport:
    """What was found about a bot."""

    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        return all(check.passed for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        checks = [{"check": each.name, "passed": each.passed, "detail": each.detail} for each in self.checks]
        return {"passed": self.passed, "checks": checks}

    def __str__(self) -> str:
        return "\n".join(f"{'passed' if each.passed else 'FAILED'}  {each.name}: {each.detail}" for each in self.checks)


class _Broken(Exception):  # noqa: N818 - not raised out of this file
    """The bot did something that no bot may do."""


@dataclass(slots=True)
class _Times:
    decisions: int = 0
    total: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        self.decisions += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)


def check_bot(
    make: Make,
    *,
    games: Sequence[Game] | None = None,
    hands: int = 200,
    seed: int = 0,
    progress: Progress = report_nothing,
) -> BotReport:
    """Play a bot against players who act at random, and look whether it is fit for matches.

    ``make`` gives fresh bots of one kind, as the class itself does.

    >>> from railbird.bots.always import AlwaysCall
    >>> check_bot(AlwaysCall, hands=20).passed
    True
    """
    try:
        bot = make()
    except (Exception, SystemExit) as error:
        return BotReport((Check("can be made", False, _error_text(error)),))
    if not isinstance(bot, Bot):
        return BotReport(
            (Check("can be made", False, f"{type(bot).__name__} is not a subclass of railbird.agent.Bot"),)
        )
    known = games or (limit(), limit(3), limit(6), nolimit(stack="50bb"), nolimit(4, stack="20bb"))
    try:
        played = [game for game in known if bot.plays(game)]
    except (Exception, SystemExit) as error:
        return BotReport((Check("plays a game", False, _error_text(error)),))
    if not played:
        return BotReport((Check("plays a game", False, f"none of {', '.join(map(str, known))}"),))
    times = _Times()
    checks: list[Check] = []
    parts = _checks(bot)
    for number, (name, look) in enumerate(parts):
        checks.append(_look(name, look, make, played, hands, seed, times))
        progress((number + 1) / len(parts))
        if not checks[-1].passed and number == 0:
            break
    if times.decisions:
        mean = 1e3 * times.total / times.decisions
        detail = f"{mean:.3g} ms a decision, {1e3 * times.longest:.3g} ms the longest, of {times.decisions:,}"
        checks.append(Check("time", True, detail))
    return BotReport(tuple(checks))


Look = Callable[[Make, Game, int, int, _Times], str]


def _checks(bot: Bot) -> list[tuple[str, Look]]:
    checks: list[tuple[str, Look]] = [("answers legally", _plays)]
    if bot.repeatable:
        checks.append(("is the same again with the same seed", _repeats))
        if bot.learns:
            checks.append(("goes on from what it saved", _saves))
        else:
            checks.append(("keeps nothing from hand to hand", _forgets))
        checks.append(("does not depend on hidden cards", _does_not_peek))
    return checks


def _look(name: str, look: Look, make: Make, games: Sequence[Game], hands: int, seed: int, times: _Times) -> Check:
    detail = ""
    for game in games:
        try:
            with CLOCK:
                detail = look(make, game, max(hands // len(games), 1), seed, times)
        except _Broken as broken:
            return Check(name, False, f"{game}: {broken}")
    return Check(name, True, detail.format(games=len(games)))


def _plays(make: Make, game: Game, hands: int, seed: int, times: _Times) -> str:
    bot = _started(make, game)
    for number in range(hands):
        _play(bot, game, number, seed, times=times)
    return "all of {games} games"


def _repeats(make: Make, game: Game, hands: int, seed: int, times: _Times) -> str:
    one, other = (_decisions(_started(make, game), game, range(hands), seed) for _ in range(2))
    _compare(one, other, "the second time")
    return "decision by decision"


def _forgets(make: Make, game: Game, hands: int, seed: int, times: _Times) -> str:
    through = _decisions(_started(make, game), game, range(hands), seed)
    alone = [_decisions(_started(make, game), game, [number], seed)[0] for number in range(hands)]
    _compare(through, alone, "by a fresh bot (it should say that it learns)")
    return "a fresh bot decides alike in every hand"


def _saves(make: Make, game: Game, hands: int, seed: int, times: _Times) -> str:
    whole = _decisions(_started(make, game), game, range(hands), seed)
    first = _started(make, game)
    half = hands // 2
    _decisions(first, game, range(half), seed)
    second = _started(make, game)
    try:
        second.load(saved_by(first))
    except Exception as error:
        raise _Broken(_error_text(error)) from None
    rest = _decisions(second, game, range(half, hands), seed)
    _compare(whole[half:], rest, "after save and load", half)
    return "a bot that loads what another saved decides alike"


def _does_not_peek(make: Make, game: Game, hands: int, seed: int, times: _Times) -> str:
    for number in range(hands):
        one = _decisions(_started(make, game), game, [number], seed)
        other = _decisions(_started(make, game), game, [number], seed, others_cards=True)
        _compare(one, other, "with other cards in the hands of the others", number)
    return "the same decisions whatever the others hold"


def _started(make: Make, game: Game) -> Bot:
    bot = make()
    players = tuple(f"p{seat + 1}" for seat in range(game.players))
    _called(bot.start_match, MatchStart(game, players, 0))
    return bot


def _decisions(
    bot: Bot, game: Game, numbers: Sequence[int], seed: int, *, others_cards: bool = False
) -> list[list[str]]:
    return [_play(bot, game, number, seed, others_cards=others_cards) for number in numbers]


def _play(
    bot: Bot, game: Game, number: int, seed: int, *, others_cards: bool = False, times: _Times | None = None
) -> list[str]:
    """One hand against players who act at random; gives the bot's actions. The bot has seat 0."""
    position = -number % game.players
    ids = tuple(f"p{(number + p) % game.players + 1}" for p in range(game.players))
    deal = SeededDealing(seed).deal(game, number)
    driver = HandDriver(game, _redealt(game, deal, position, seed + number) if others_cards else deal, players=ids)
    checked = _CheckedBot(bot, times or _Times())
    checked.deal_in(driver, position, Streams(seed, number, 0))
    others = _AtRandom(random.Random(f"{seed}/{number}"))
    play_hand(driver, [checked if each == position else others for each in range(game.players)])
    return checked.actions


class _CheckedBot(SeatedBot):
    """A bot whose every call and answer is looked at."""

    def __init__(self, bot: Bot, times: _Times) -> None:
        super().__init__(bot)
        self.actions: list[str] = []
        self._times = times

    def move(self, driver: HandDriver) -> None:
        if self._observes:
            self.inform(driver)
        start = time.perf_counter()
        answer = self.ask(driver)
        self._times.add(time.perf_counter() - start)
        action = answer.action if isinstance(answer, Decision) else answer
        before = driver.view(self.position)
        try:
            driver.submit(answer)
            _check_decision(answer)
        except _Broken:
            raise
        except RailbirdError as error:
            raise _Broken(f"answered {str(action)!r:.80} to {before!s:.200}: {error}") from None
        except Exception as error:
            raise _Broken(f"answered {action!r:.80}: {_error_text(error)}") from None
        self.actions.append(str(action))

    def call(self, method: str, *arguments: object) -> Any:
        return _called(getattr(self.bot, method), *arguments)


def _check_decision(answer: Choice) -> None:
    if isinstance(answer, Decision):
        if decision_from_json(answer.to_json()) != answer:
            raise _Broken(f"the decision is not the same after JSON: {answer}")
        if answer.probabilities and abs(sum(answer.probabilities.values()) - 1) > 1e-6:
            raise _Broken(f"the probabilities do not sum to 1: {answer}")


class _AtRandom:
    """Players who act at random."""

    def __init__(self, choose: random.Random) -> None:
        self._choose = choose

    def begin(self, driver: HandDriver) -> None:
        pass

    def move(self, driver: HandDriver) -> None:
        assert driver.turn is not None
        driver.submit(self._action(driver.view(driver.turn)))

    def end(self, driver: HandDriver) -> None:
        pass

    def _action(self, view: View) -> Action:
        legal, choose = view.legal, self._choose
        actions = [CALL, CALL]
        if legal.fold and legal.call:
            actions.append(FOLD)
        if legal.most_raise:
            sized = view.game.betting is not Betting.LIMIT
            most = min(legal.most_raise, 3 * legal.least_raise) if sized and choose.random() < 0.9 else legal.most_raise
            actions.append(raise_to(choose.randint(legal.least_raise, most)))
        return choose.choice(actions)


def _redealt(game: Game, deal: bytes, position: int, seed: int) -> bytes:
    """The same cards for one position and the board, others for the rest."""
    own = range(position * game.hole_cards, (position + 1) * game.hole_cards)
    board = range(game.players * game.hole_cards, len(deal))
    kept = {place: deal[place] for place in (*own, *board)}
    left = [card for card in deck(game) if card not in kept.values()]
    random.Random(seed).shuffle(left)
    return bytes(kept[place] if place in kept else left.pop() for place in range(len(deal)))


def _compare(one: list[list[str]], other: list[list[str]], when: str, first: int = 0) -> None:
    for number, (mine, again) in enumerate(zip(one, other, strict=True), first):
        if mine != again:
            raise _Broken(f"hand {number + 1}: {' '.join(mine)}, but {' '.join(again)} {when}")


def _called(call: Callable[..., Any], *arguments: object) -> Any:
    try:
        CLOCK.begin()
        return call(*arguments)
    except OutOfTime:
        raise _Broken(f"took more than {LONGEST:g} seconds") from None
    except (Exception, SystemExit) as error:
        raise _Broken(_error_text(error)) from None
    finally:
        CLOCK.end()


def _error_text(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return failure_text(error) + place
