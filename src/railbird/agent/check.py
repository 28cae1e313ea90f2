"""``check_bot``: check your own bot before it plays a match."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from railbird._progress import Progress, report_nothing
from railbird.agent.bot import Bot, MatchStart, saved_by
from railbird.agent.clock import Clock, OutOfTime
from railbird.agent.decision import Choice, Decision, decision_from_json
from railbird.agent.driver import HandDriver, SteppedHand
from railbird.agent.failure import failure_text, plain
from railbird.agent.outside_bot import OutsideBot
from railbird.agent.seat import SeatedBot, play_hand
from railbird.agent.streams import Streams
from railbird.errors import RailbirdError
from railbird.game import CALL, FOLD, Action, Betting, Game, SeededDealing, View, limit, nolimit, raise_to
from railbird.game.dealing import deck

Make = Callable[[], Bot]

LONGEST = 30.0
"""A bot fails the check if a call takes longer than this many seconds."""
CLOCK = Clock(LONGEST, __name__)


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str
    passed: bool
    detail: str


@dataclass(frozen=True, slots=True)
class BotReport:
    """The results of all checks of a bot."""

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
    """Check a bot against random players: legal, reproducible, no hidden memory, no peeking.

    ``make`` returns a new bot each time; a bot class will do.

    >>> from railbird.bots.always import AlwaysCall
    >>> check_bot(AlwaysCall, hands=20).passed
    True
    """
    try:
        bot = make()
    except (Exception, SystemExit) as error:
        return BotReport((Check("can be created", False, _error_text(error)),))
    if not isinstance(bot, Bot):
        return BotReport(
            (Check("can be created", False, f"{type(bot).__name__} is not a subclass of railbird.agent.Bot"),)
        )
    known = games or (limit(), limit(3), limit(6), nolimit(stack="50bb"), nolimit(4, stack="20bb"))
    try:
        played = [game for game in known if bot.plays(game)]
        reason = "" if played else plain(str(bot.refusal(known[0])))
    except (Exception, SystemExit) as error:
        return BotReport((Check("plays a game", False, _error_text(error)),))
    if not played:
        detail = f"none of {', '.join(map(str, known))}{reason and ': '}{reason}"
        return BotReport((Check("plays a game", False, detail),))
    times = _Times()
    trials = [_Trial(make, game, max(hands // len(played), 1), seed, times) for game in played]
    checks: list[Check] = []
    parts = _checks(bot)
    for number, (name, test) in enumerate(parts):
        checks.append(_run_check(name, test, trials))
        progress((number + 1) / len(parts))
        if not checks[-1].passed and number == 0:
            break
    if times.decisions:
        mean = 1e3 * times.total / times.decisions
        detail = f"mean {mean:.3g} ms, longest {1e3 * times.longest:.3g} ms, over {times.decisions:,} decisions"
        checks.append(Check("time", True, detail))
    return BotReport(tuple(checks))


@dataclass
class _Trial:
    """A bot in one game. What several checks look at is played once."""

    make: Make
    game: Game
    hands: int
    seed: int
    times: _Times
    through: list[list[str]] = field(default_factory=list)
    """The decisions of one bot in all hands; the first check plays them."""

    def start(self) -> Bot:
        bot = self.make()
        players = tuple(f"p{seat + 1}" for seat in range(self.game.players))
        _call(bot.start_match, MatchStart(self.game, players, 0, seconds=LONGEST))
        return bot

    def decisions(self, bot: Bot, numbers: Sequence[int], *, others_cards: bool = False) -> list[list[str]]:
        return [_play(bot, self.game, number, self.seed, others_cards=others_cards) for number in numbers]

    @cached_property
    def alone(self) -> list[list[str]]:
        """The decisions of a new bot in each hand."""
        return [self.decisions(self.start(), [number])[0] for number in range(self.hands)]


Test = Callable[[_Trial], str]


def _checks(bot: Bot) -> list[tuple[str, Test]]:
    checks: list[tuple[str, Test]] = [("acts legally", _plays)]
    if bot.repeatable:
        checks.append(("same seed, same decisions", _repeats))
        if bot.learns:
            checks.append(("continues from what it saved", _saves))
        else:
            checks.append(("keeps no memory between hands", _forgets))
        checks.append(("ignores hidden cards", _does_not_peek))
    return checks


def _run_check(name: str, test: Test, trials: Sequence[_Trial]) -> Check:
    detail = ""
    for trial in trials:
        try:
            with CLOCK:
                detail = test(trial)
        except _Broken as broken:
            return Check(name, False, f"{trial.game}: {broken}")
    return Check(name, True, detail.format(games=len(trials)))


def _plays(trial: _Trial) -> str:
    bot = trial.start()
    trial.through = [_play(bot, trial.game, number, trial.seed, times=trial.times) for number in range(trial.hands)]
    return "in all {games} games"


def _repeats(trial: _Trial) -> str:
    again = trial.decisions(trial.start(), range(trial.hands))
    _compare(trial.through, again, "in a second run")
    return "every decision"


def _forgets(trial: _Trial) -> str:
    _compare(trial.through, trial.alone, "by a new bot (if it is meant to learn, set learns = True)")
    return "a new bot makes the same decision in every hand"


def _saves(trial: _Trial) -> str:
    half = trial.hands // 2
    first = trial.start()
    trial.decisions(first, range(half))
    second = trial.start()
    try:
        second.load(saved_by(first))
    except Exception as error:
        raise _Broken(_error_text(error)) from None
    rest = trial.decisions(second, range(half, trial.hands))
    _compare(trial.through[half:], rest, "after save and load", half)
    return "a bot that loads the saved state makes the same decisions"


def _does_not_peek(trial: _Trial) -> str:
    for number in range(trial.hands):
        other = trial.decisions(trial.start(), [number], others_cards=True)
        _compare(trial.alone[number : number + 1], other, "when the opponents hold other cards", number)
    return "same decisions whatever the opponents hold"


def _play(
    bot: Bot, game: Game, number: int, seed: int, *, others_cards: bool = False, times: _Times | None = None
) -> list[str]:
    """Play one hand against random players, with the bot in seat 0, and return the bot's actions."""
    position = -number % game.players
    ids = tuple(f"p{(number + p) % game.players + 1}" for p in range(game.players))
    deal = SeededDealing(seed).deal(game, number)
    driver = HandDriver(game, _redeal(game, deal, position, seed + number) if others_cards else deal, players=ids)
    checked = _CheckedBot(bot, times or _Times())
    checked.deal_in(driver, position, Streams(seed, number, 0))
    others = _AtRandom(random.Random(f"{seed}/{number}"))
    play_hand(driver, [checked if each == position else others for each in range(game.players)])
    return checked.actions


class _CheckedBot(SeatedBot):
    """A bot whose every call and decision is checked."""

    def __init__(self, bot: Bot, times: _Times) -> None:
        super().__init__(bot)
        self.actions: list[str] = []
        self._times = times

    def move(self, driver: SteppedHand) -> None:
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
        result = _call(getattr(self.bot, method), *arguments)
        if isinstance(self.bot, OutsideBot):
            for error in self.bot.faults():
                raise _Broken(failure_text(error))
        return result


def _check_decision(answer: Choice) -> None:
    if isinstance(answer, Decision):
        if decision_from_json(answer.to_json()) != answer:
            raise _Broken(f"the decision changes when it is written to JSON and read back: {answer}")
        if answer.probabilities and abs(sum(answer.probabilities.values()) - 1) > 1e-6:
            raise _Broken(f"the probabilities do not sum to 1: {answer}")


class _AtRandom:
    """Players who act at random."""

    def __init__(self, choose: random.Random) -> None:
        self._choose = choose

    def begin(self, driver: SteppedHand) -> None:
        pass

    def move(self, driver: SteppedHand) -> None:
        assert driver.turn is not None
        driver.submit(self._action(driver.view(driver.turn)))

    def end(self, driver: SteppedHand) -> None:
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


def _redeal(game: Game, deal: bytes, position: int, seed: int) -> bytes:
    """The deal with the same cards for one position and the board, and different cards for everyone else."""
    own = range(position * game.hole_cards, (position + 1) * game.hole_cards)
    board = range(game.players * game.hole_cards, len(deal))
    kept = {index: deal[index] for index in (*own, *board)}
    left = [card for card in deck(game) if card not in kept.values()]
    random.Random(seed).shuffle(left)
    return bytes(kept[index] if index in kept else left.pop() for index in range(len(deal)))


def _compare(one: list[list[str]], other: list[list[str]], when: str, first: int = 0) -> None:
    for number, (mine, again) in enumerate(zip(one, other, strict=True), first):
        if mine != again:
            raise _Broken(f"hand {number + 1}: {' '.join(mine)}, but {' '.join(again)} {when}")


def _call(call: Callable[..., Any], *arguments: object) -> Any:
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
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return failure_text(error) + where
