"""The server that offers Railbird's tools over the Model Context Protocol. It needs the extra ``llm``."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from railbird._version import __version__
from railbird.errors import BrokenBotError, RailbirdError
from railbird.mcp.computing import MOST_DEALS
from railbird.mcp.results import (
    BotAdvice,
    EquityAnswer,
    HandAnswer,
    SolvedSpot,
    SourceList,
    StrengthAnswer,
    ToldDecisions,
)
from railbird.mcp.worker import ENTRY
from railbird.store import StoreAddress
from railbird.tables.processes import AnsweringProcess

QUICK = 60.0
"""Seconds for everything but solving."""
AROUND = 30.0
"""Seconds of a solution beyond its iterations: for its tree, its memory, and the last measurement."""
BEAT = 1.0
"""Seconds between reports of progress."""
INSTRUCTIONS = """Exact poker tools for Texas Hold'em: use them instead of estimating odds.
Cards are written Ah, Td, 2c; a board Kh7d2c; ranges '22+, A2s+, KTo+, 76s:0.5', '15%' or 'random'.
A hand on one line is GAME; CARDS; ACTIONS, as in 'nolimit(players=3); AhKh ???? ???? / Kc9d2h; r300 c c / c'.
Its cards are in the order of the deal: first left of the button first, heads-up the big blind first, ???? if unknown.
f folds, c checks or calls, r300 bets or raises to a total of 300 in the round; slashes separate streets.
list_matches names stored matches; show_hand and explain_hand look into them."""


@dataclass(frozen=True, slots=True)
class ToolLimits:
    """What tools may use."""

    store: StoreAddress | None = None
    """The store; None for the user's own."""
    seconds: float = 60.0
    """Seconds of iterations of a solution."""
    bytes: float = 1e9
    """Memory of a solution."""


class Computers:
    """Processes that compute: each solution has one of its own, so that it does not keep the other tools waiting."""

    def __init__(self) -> None:
        self._quick = AnsweringProcess(ENTRY)
        self._solving = asyncio.Semaphore(1)

    async def ask(self, job: str, *arguments: Any) -> Any:
        """Do a job that takes seconds. Raises ToolError."""
        return await _asked(self._quick, QUICK, job, arguments)

    async def solve(self, seconds: float, context: Context[Any, Any], *arguments: Any) -> Any:
        """Solve a spot, one after the other, and report each second that it goes on. Raises ToolError."""
        async with self._solving:
            process, start = AnsweringProcess(ENTRY), time.monotonic()
            asking = asyncio.ensure_future(_asked(process, seconds + AROUND, "solve", arguments))
            try:
                while not (await asyncio.wait({asking}, timeout=BEAT))[0]:
                    spent = time.monotonic() - start
                    await context.report_progress(min(spent, seconds), seconds, f"solving for {spent:.0f} s")
                return asking.result()
            finally:  # also if the client does not want it any more
                asking.cancel()
                process.close()

    def close(self) -> None:
        """End what still computes."""
        self._quick.close()


async def _asked(process: AnsweringProcess, seconds: float, job: str, arguments: tuple[Any, ...]) -> Any:
    try:
        return await process.ask((job, arguments), seconds)
    except BrokenBotError as error:
        raise ToolError(f"{job} was stopped: {error}; make it smaller") from None
    except RailbirdError as error:
        raise ToolError(str(error)) from None


HandText = Annotated[
    str,
    Field(description="A match (its number, its name, or last), table:3, import:2, or a whole hand on one line."),
]
HandNumber = Annotated[int | None, Field(description="Which hand of a stored match, counted from 1.", ge=1)]
LegNumber = Annotated[int, Field(description="Leg of the match, counted from 1: a replicate in one seating.", ge=1)]
SeedNumber = Annotated[int, Field(description="Seed of random deals: the same seed gives the same result.", ge=0)]
BoardText = Annotated[str, Field(description="Cards on the board, such as Kh7d2c.")]


def make_server(limits: ToolLimits, computers: Computers) -> MCPServer[Any]:
    """The server with its tools; ``computers`` do the work, and are closed by the caller."""
    server: MCPServer[Any] = MCPServer(
        "railbird", title="Railbird", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    reads = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

    @server.tool(title="Equity of hands and ranges", annotations=reads, structured_output=True)
    async def equity(
        hands: Annotated[
            list[str],
            Field(description="Two to ten hands or ranges: AhKh, AKs, 'TT+', 'A5s-A2s', 15%, random.", max_length=10),
        ],
        board: BoardText = "",
        dead: Annotated[str, Field(description="Cards that nobody can hold, such as 2c2d.")] = "",
        deals: Annotated[
            int | None, Field(description="Random deals instead of an exact result.", ge=1, le=MOST_DEALS)
        ] = None,
        seed: SeedNumber = 0,
    ) -> EquityAnswer:
        """Compute the share of the pot that each hand or range wins if nobody bets any more.

        Exact over all boards where that takes only seconds; otherwise, or with deals, random, with standard errors.
        """
        result: EquityAnswer = await computers.ask("equity", hands, board, dead, deals, seed)
        return result

    @server.tool(title="Strength of a hand", annotations=reads, structured_output=True)
    async def strength(
        hand: Annotated[str, Field(description="Two cards, such as AdQc.")],
        board: Annotated[str, Field(description="Three to five cards, such as Jh4c3h.")],
        versus: Annotated[
            list[str] | None,
            Field(description="The opponents' range, or one for each opponent; random if left out.", max_length=9),
        ] = None,
        opponents: Annotated[int | None, Field(description="Number of opponents.", ge=1, le=9)] = None,
        seed: SeedNumber = 0,
    ) -> StrengthAnswer:
        """Compute hand strength (HS: ahead now), potential to get ahead (PPot) or behind (NPot), and EHS."""
        result: StrengthAnswer = await computers.ask("strength", hand, board, versus or [], opponents, seed)
        return result

    @server.tool(title="Solve a spot", annotations=reads, structured_output=True)
    async def solve(
        spot: Annotated[
            str,
            Field(
                description="GAME; BOARD; OPTIONS for two players: 'nolimit(stack=50bb); Kh7d2c5s9s; pot=20bb', or "
                "'limit; Kh7d2c5s; pot=80, stacks=300/200, first=p2, aggressor=p1'."
            ),
        ],
        context: Context[Any, Any],
        ranges: Annotated[
            list[str] | None,
            Field(description="The ranges of p1 and p2; every hand if left out.", min_length=2, max_length=2),
        ] = None,
        sizes: Annotated[
            str | None, Field(description="The bet menu, such as '33%, 75%, a; raise 3x'; a small one if left out.")
        ] = None,
        exploitability: Annotated[
            float, Field(description="When to stop: what a best response gains, as a share of the pot.", gt=0, le=1)
        ] = 0.005,
        line: Annotated[
            str, Field(description="Where to look: actions and cards after the start, such as 'c r94 c 7h'.")
        ] = "",
        hand: Annotated[
            str | None, Field(description="A hand of the player who acts there, such as AsKs, to see what it does.")
        ] = None,
    ) -> SolvedSpot:
        """Solve a spot of limit or no-limit hold'em (or Leduc): an equilibrium up to a stated exploitability.

        Rivers and turns with a few sizes take seconds; flops want narrow ranges. It refuses what needs too much memory,
        and stops in time with what is solved so far (reached is then false).
        """
        goal = (exploitability, limits.seconds, limits.bytes)
        result: SolvedSpot = await computers.solve(limits.seconds, context, spot, ranges, sizes, goal, line, hand)
        return result

    @server.tool(title="Stored matches", annotations=reads, structured_output=True)
    async def list_matches(
        most: Annotated[int, Field(description="How many to list, newest first.", ge=1, le=500)] = 20,
    ) -> SourceList:
        """List the matches, tables and imported hands in the user's store, newest first."""
        result: SourceList = await computers.ask("list", limits.store, most)
        return result

    @server.tool(title="Look up a hand", annotations=reads, structured_output=True)
    async def show_hand(
        hand: HandText,
        number: HandNumber = None,
        leg: LegNumber = 1,
        player: Annotated[str, Field(description="Show only what this player could see.")] = "",
    ) -> HandAnswer:
        """Show a stored hand, or a hand on one line, street by street; if it is not over, with the legal actions."""
        result: HandAnswer = await computers.ask("show", limits.store, hand, number, leg, player)
        return result

    @server.tool(title="Explain the decisions of a hand", annotations=reads, structured_output=True)
    async def explain_hand(
        hand: HandText,
        number: HandNumber = None,
        leg: LegNumber = 1,
        player: Annotated[str, Field(description="Explain only this player's decisions.")] = "",
    ) -> ToldDecisions:
        """Explain why bots did what they did in a stored hand: probabilities, expected values, beliefs, facts."""
        result: ToldDecisions = await computers.ask("explain", limits.store, hand, number, leg, player)
        return result

    @server.tool(title="Ask a bot for advice", annotations=reads, structured_output=True)
    async def advise(
        hand: Annotated[
            str, Field(description="An unfinished hand on one line, with the cards of the player who is to act.")
        ],
        bot: Annotated[
            str, Field(description="A bot of the gallery, such as simbot, poki, kestrel or merlin.")
        ] = "simbot",
    ) -> BotAdvice:
        """Tell what a bot would do in the place of the player to act, why, the pot odds, and the player's equity."""
        result: BotAdvice = await computers.ask("advise", hand, bot)
        return result

    return server
