"""Stored and scripted hands, why bots did what they did in them, and what a bot would do now."""

from __future__ import annotations

from collections.abc import Mapping

from railbird.agent import Decision, decision_from_json, explain
from railbird.agent.explanation import Explanation, meanings, moment_now, moments
from railbird.arena import StoredRecord
from railbird.arena.stored_hands import SourceKind, sources_of, stored_hand
from railbird.bots.shared.advice import call_odds, equities
from railbird.bots.shared.model_bot import ModelBot
from railbird.cards import cards_text
from railbird.errors import GameError, RailbirdError
from railbird.gallery import bot_names, parse_bot
from railbird.gallery.catalogue import BUILT_IN
from railbird.game import Hand, View
from railbird.game.events import chips_to_json
from railbird.histories import narrate
from railbird.mcp.computing import check_texts
from railbird.mcp.results import BotAdvice, HandAnswer, SourceList, StoredSource, ToldDecision, ToldDecisions
from railbird.store import Store, StoreAddress, default_store
from railbird.tables.second_opinion import second_opinion

Decisions = Mapping[int, tuple[str, Decision]]
"""By index of the action: who decided, and the decision."""


def list_stored(path: StoreAddress | None, most: int) -> SourceList:
    """The newest matches, tables and imports of a store."""
    with Store(path or default_store(), create=False) as store:
        matches = [
            StoredSource(
                str(each.id),
                "match",
                each.created,
                str(each.definition.get("game", "")),
                [f"{one.get('player')}: {one.get('bot')}" for one in each.definition.get("players", [])],
                each.done,
                bool(each.definition.get("explain_every")),
            )
            for each in store.matches()
        ]
        sessions = [
            StoredSource(
                f"{each.kind}:{each.id}",
                each.kind,
                each.created,
                str(each.definition.get("game", "")),
                [],
                each.hands,
                each.kind == SourceKind.TABLE,
            )
            for each in store.sessions.all()
        ]
        every = sorted([*matches, *sessions], key=lambda each: each.created, reverse=True)
        return SourceList(str(store.address), every[:most], max(len(every) - most, 0))


def show_hand(path: StoreAddress | None, source: str, number: int | None, leg: int, player: str) -> HandAnswer:
    """A hand in words, as a spectator or one player saw it."""
    hand, _ = _hand(path, source, number, leg)
    shown: Hand | View = _view(hand, player) if player else hand
    payoffs = None
    if shown.settled:
        pairs = zip(shown.players, shown.payoffs, strict=True)
        payoffs = {each: str(chips_to_json(amount)) for each, amount in pairs}
    return HandAnswer(str(shown), _told(shown), shown.over, payoffs)


def explain_hand(path: StoreAddress | None, source: str, number: int | None, leg: int, player: str) -> ToldDecisions:
    """The decisions of a stored hand that were saved, with their reasons."""
    hand, decisions = _hand(path, source, number, leg)
    if player and player not in hand.players:
        raise GameError(f"there is no player {player!r:.60} in this hand: there are {', '.join(hand.players)}")
    moment = moments(hand)
    told = [
        explain(who, decision, moment[index])
        for index, (who, decision) in sorted(decisions.items())
        if player in ("", who)
    ]
    if not told:
        raise RailbirdError(
            "no decisions were saved with this hand: matches save them with --explain all (or sample), tables always"
        )
    return ToldDecisions(str(hand), [_explained(each) for each in told], meanings(told))


def advise(hand: str, bot: str) -> BotAdvice:
    """What a bot of the gallery would do in the place of the player to act, from what that player can see."""
    check_texts(hand, bot)
    if bot not in BUILT_IN:
        raise RailbirdError(f"{bot!r:.60} is no bot of the gallery; give its name alone: {', '.join(bot_names())}")
    played = Hand.parse(hand)
    if played.over:
        raise RailbirdError("this hand is over: leave out the actions from the one that is to be decided")
    view = played.view(played.actor)
    if not view.hole_cards:
        raise RailbirdError(f"the cards of {view.player}, who is to act, are unknown: write them into the hand")
    spec = parse_bot(bot)
    playing, decision = second_opinion(spec, view)
    odds = call_odds(view)
    equity = equities(playing, view) if isinstance(playing, ModelBot) and view.game.is_holdem else None
    told = explain(view.player, decision, moment_now(view))
    return BotAdvice(
        view.player,
        str(view),
        bot,
        _explained(told),
        None if odds is None else {"to_call": odds.to_call, "pot": odds.pot, "needed": round(odds.needed, 4)},
        None if equity is None else {name: round(value, 4) for name, value in equity._asdict().items()},
        meanings([told]),
    )


def _hand(path: StoreAddress | None, source: str, number: int | None, leg: int) -> tuple[Hand, Decisions]:
    """A hand on one line, or hand ``number`` of a source in the store, with its saved decisions."""
    check_texts(source)
    if ";" in source:
        if number is not None:
            raise GameError("a hand on one line has no number: leave it out")
        return Hand.parse(source), {}
    if number is None:
        raise GameError(f"which hand of {source!r:.60}? Give its number, counted from 1; or a whole hand on one line")
    with Store(path or default_store(), create=False) as store:
        sources = sources_of(store, source)
        if len(sources) > 1:
            raise GameError(f"{source} are several; name one of them, as in {sources[-1]}")
        (where,) = sources
        if where.kind is SourceKind.MATCH:
            return StoredRecord.read(store, where.number).hand(number, leg)
        kept = store.sessions.hand(where.number, number)
        decisions = {turn: (player, decision_from_json(each)) for turn, (player, each) in kept.decisions.items()}
        return stored_hand(store, where, number).played.hand, decisions


def _view(hand: Hand, player: str) -> View:
    if player not in hand.players:
        raise GameError(f"there is no player {player!r:.60} in this hand: there are {', '.join(hand.players)}")
    return hand.view(hand.players.index(player))


def _told(hand: Hand | View) -> str:
    """The hand in words, a line for each seat and each event."""
    told = narrate(hand)
    lines = [f"game {told.game}"]
    for seat in told.seats:
        cards = "cards unknown" if seat.cards is None else f"cards {cards_text(seat.cards)}"
        posts = f"posts {' and '.join(seat.posts)}" if seat.posts else ""
        lines.append(", ".join(filter(None, [seat.player, seat.position, f"{seat.stack} chips", posts, cards])))
    return "\n".join([*lines, *map(str, told.sentences)])


def _explained(told: Explanation) -> ToldDecision:
    rows = []
    for row in told.actions:
        share = "" if row.probability is None else f" {row.probability:.0%}"
        value = "" if row.value is None else f" (EV {row.value:+.4g})"
        rows.append(f"{row.words}{share}{value}")
    facts = {fact.name: str(fact.value) for fact in told.facts}
    return ToldDecision(told.player, f"{told.chosen.words}; considered: {', '.join(rows)}", facts)
