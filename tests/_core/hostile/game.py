"""Hostile calls of definitions, hands, views and betting trees."""

import contextlib
from typing import Any

from railbird import _core as _typed_core
from tests._core.hostile.arguments import ALLOWED, Arguments
from tests._core.hostile.world import GOOD_GAME, LIMIT, any_game, any_stacks

_core: Any = _typed_core  # untyped, because most arguments here have wrong types


def definition(draw: Arguments) -> Any:
    given = dict(GOOD_GAME)
    for key in draw.choose.sample(list(given), draw.choose.randrange(4)):
        value = given[key]
        if isinstance(value, tuple):
            given[key] = draw.sequence([draw.integer(0, 20) for _ in value])
        elif isinstance(value, bool):
            given[key] = draw.flag()
        else:
            given[key] = draw.integer(0, 13)
    game = _core.GameDefinition(**given)
    return _core.play_at_random(game, (200,) * given["players"], 0, 0, 2)


def hand(draw: Arguments) -> Any:
    game, players = any_game(draw)
    unmade = _core.Hand.__new__(_core.Hand)
    deal = draw.cards(2 * players + 5)
    draw.mischief.append(lambda: _core.Hand.__init__(unmade, game, (100,) * players, bytes(range(2 * players + 5))))
    _core.Hand.__init__(unmade, game, any_stacks(draw, players), deal)
    for _ in range(draw.choose.randrange(30)):
        if unmade.over:
            break
        deed = draw.choose.choice(
            [
                unmade.fold,
                unmade.call,
                unmade.undo,
                lambda: unmade.raise_to(draw.integer(0, 2000)),
                lambda: unmade.apply(draw.integer(0, 2), draw.integer(0, 2000)),
                lambda: unmade.follow(draw.sequence([any_deed(draw) for _ in range(draw.choose.randrange(4))])),
            ]
        )
        with contextlib.suppress(*ALLOWED):
            deed()
    parts = (unmade.hole_bytes, unmade.board_bytes, unmade.settlement, unmade.actions, unmade.acpc_text())
    view = _core.View(unmade, draw.integer(0, players - 1))
    earlier = _core.Hand(unmade, draw.integer(0, 10))
    other = _core.Hand(unmade, draw.cards(2 * players + 5))
    with contextlib.suppress(*ALLOWED):
        other.raise_to(draw.integer(0, 2000))
    more = (other.board_bytes, other.settled and other.payoff_parts(), other.acpc_text())
    return parts, more, view.hole_bytes, view.settlement, view.live_paid, earlier.actions_from(draw.integer(0, 10))


def any_deed(draw: Arguments) -> Any:
    return draw.sequence([unsure(draw, 1), unsure(draw, 3), unsure(draw, 2), unsure(draw, 2000)])


def unsure(draw: Arguments, most: int) -> Any:
    return draw.integer(-1, most)


def log_line(draw: Arguments) -> Any:
    """Betting and cards of a log line."""
    game, players = any_game(draw)
    betting = "".join(draw.choose.choices("fcr/0123456789", k=draw.choose.randrange(12)))
    cards = draw.choose.choice(
        ["AhKh|QsQd/Kc9d2h/9s/4d", "|", "|/Kc9d2h", "Ah|", "AhAh|QsQd", "|||||", "\0|é", "/" * 9]
    )
    hand = _core.Hand.__new__(_core.Hand)
    _core.Hand.__init__(hand, game, any_stacks(draw, players), draw.choose.choice([betting, cards, None, 7]), cards)
    return hand.acpc_text(), hand.deal


def view(draw: Arguments) -> Any:
    game, players = any_game(draw)
    actions = [draw.sequence([0, 0, draw.integer(0, 2), draw.integer(0, 50)]) for _ in range(draw.choose.randrange(4))]
    holes = [draw.cards(2) if draw.often(0.6) else b"" for _ in range(players)]
    ended = [
        0,
        draw.integer(0, 9),
        0,
        draw.sequence([draw.sequence([0, 1, 5])]),
        draw.sequence([(0, True)]),
        [0] * players,
    ]
    settlement = draw.choose.choice([None, None, draw.sequence(ended)])
    return _core.View(
        game,
        any_stacks(draw, players),
        draw.integer(0, 1),
        draw.sequence(actions),
        draw.sequence(holes),
        b"",
        settlement,
    )


def betting_tree(draw: Arguments) -> Any:
    game, players = any_game(draw)
    unmade = _core.BettingTree.__new__(_core.BettingTree)
    draw.mischief.append(lambda: _core.BettingTree.__init__(unmade, game, (100,) * players))
    _core.BettingTree.__init__(unmade, game, any_stacks(draw, players))
    unmade.expand_all(draw.work(0, 300))
    for _ in range(5):
        unmade.child(draw.integer(0, unmade.size), draw.integer(0, 2))
    return unmade.paid(draw.integer(0, unmade.size), draw.integer(0, players))


def play(draw: Arguments) -> Any:
    game, players = any_game(draw)
    if draw.often(0.5):
        return _core.play_at_random(
            game, any_stacks(draw, players), draw.integer(0, 9), draw.work(0, 5), draw.work(5, 9)
        )
    return _core.count_betting_sequences(
        game, draw.sequence([draw.work(1, 30)] * players), draw.integer(-1, 1), draw.flag()
    )


def window(draw: Arguments) -> Any:
    hand = _core.Hand(LIMIT, (100, 100), bytes(range(9)))

    def see(given: Any, position: Any) -> Any:
        draw.choose.choice([int, opened.close, lambda: opened.show(_core.Hand(hand), 1)])()
        return given, position, draw.choose.choice(draw.mischief)()

    opened = _core.Window(see)
    opened.show(draw.choose.choice([hand, hand, hand, None, LIMIT]), draw.integer(0, 1))
    look = opened.look
    return look(), look()


def narration(draw: Arguments) -> Any:
    hand = _core.Hand(LIMIT, (100, 100), bytes(range(9)))

    def made(*_: Any) -> Any:
        mischief = [int, hand.undo, hand.call, lambda: told.events(0), draw.choose.choice(draw.mischief)]
        if draw.often(0.1):
            draw.choose.choice(mischief)()
        return _

    makers: list[Any] = [made] * draw.choose.choice([9, 9, 9, 8])
    if draw.often(0.2):
        makers[draw.choose.randrange(8)] = draw.choose.choice([None, 7, (), int])
    opening = draw.choose.choice([(1, 2), (1, 2, 3), (), [1, 2], None])
    given = draw.choose.choice([hand, hand, hand, None, LIMIT])
    told = _core.Narration(given, opening, _core.EventMakers(tuple(makers)), draw.flag())
    caught = []
    for _ in range(draw.choose.randrange(12)):
        act = draw.choose.choice([hand.call, hand.call, hand.fold, hand.undo, lambda: hand.raise_to(20), int])
        caught.append(act() if draw.often(0.7) else told.events(draw.integer(0, 1)))
    return caught
