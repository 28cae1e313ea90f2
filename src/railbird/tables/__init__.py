"""The table service: people and bots at one table, and who may see what. No pages and no sockets in it."""

from railbird.tables.lobby import Lobby
from railbird.tables.open_table import OpenTable
from railbird.tables.perspectives import Perspective
from railbird.tables.setup import TableKind, TableSetup

__all__ = ["Lobby", "OpenTable", "Perspective", "TableKind", "TableSetup"]
