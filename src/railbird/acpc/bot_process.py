"""The process of one of our bots at the dealer. It knows its own port, and what comes through it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from railbird._child import end_with_parent
from railbird.acpc.client import BotClient, CutOffError, play_at
from railbird.acpc.players import BotOrders, Ended
from railbird.agent.clock import Beacon
from railbird.agent.failure import failure_text
from railbird.errors import AcpcError, RailbirdError
from railbird.gallery import load_bot
from railbird.game import parse_game


def work(connection: Connection, _: Beacon) -> None:
    """Play a match, and tell how it ended."""
    end_with_parent()
    try:
        orders: BotOrders = connection.recv()
        bot = load_bot(orders.bot, orders.fingerprint, orders.model_fingerprint)
        client = BotClient(bot, parse_game(orders.game), orders.options)
        with suppress(CutOffError):  # the dealer knows why
            play_at(client, orders.host, orders.port)
        faults = [f"{fault.message} ({fault.count} times)" for fault in client.faults]
        connection.send(Ended(tuple(faults)))
    except RailbirdError as error:
        connection.send(error)
    except (EOFError, OSError):
        os._exit(1)
    except BaseException as error:  # bots can break the code that runs them
        connection.send(AcpcError(failure_text(error)))
    sys.stderr.flush()
    os._exit(0)  # ignore threads and exit handlers that bots have left
