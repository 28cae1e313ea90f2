"""What equilibrium to build, as one line of text: the game, its buckets, a bet menu, and how far to solve.

``limit; buckets(flop=5, turn=5, river=5); to=5mb`` is a plan in one part. The bots of the package have plans by name.
PsOpti's has eight parts, of which seven begin on the flop with the hands that the first part brings there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from railbird._options import read_options
from railbird.abstraction import Spot, parse_spot
from railbird.abstraction.cards.bucket_spec import to_spec
from railbird.abstraction.preflop_sequences import SEQUENCES
from railbird.abstraction.public_tree import PublicTree, public_tree
from railbird.abstraction.strategy_file import WHOLE
from railbird.errors import GameError, quoted
from railbird.game import Betting, Game
from railbird.solve.buckets.joint import BOARDS

TO = 5.0
"""The default exploitability inside the abstraction, in thousandths of a big blind a game."""
FLOP = "2c7dKh"
"""The board of a spot on the flop. Buckets stand for all boards: any would do."""
TABLES, SAMPLED, UCT, SMOOTH_UCT = "tables", "sampled", "uct", "smooth-uct"
"""The methods: vectors over buckets with joint tables, vectors over hands on sampled boards, and self-play in buckets,
100,000 episodes in an iteration."""
SELF_PLAY = (UCT, SMOOTH_UCT)
METHODS = (TABLES, SAMPLED, *SELF_PLAY)
_MOST_BOARDS = 100_000_000


@dataclass(frozen=True, slots=True)
class EquilibriumPart:
    """One abstract game to solve."""

    name: str
    spot: str
    buckets: str
    menu: str = ""
    before: tuple[str, str] | None = None
    """The part and the line after which this one begins, whose hands it takes over; None for all hands alike."""

    @property
    def game(self) -> Game:
        return parse_spot(self.spot).game

    @property
    def tree(self) -> PublicTree:
        return public_tree(parse_spot(self.spot), self.menu or None)


@dataclass(frozen=True)
class EquilibriumPlan:
    """The parts of an equilibrium, and how they are solved. ``parse_plan`` reads one."""

    parts: tuple[EquilibriumPart, ...]
    to: float | None = TO
    """The exploitability inside each abstraction, in thousandths of a big blind a game; None if nothing measures it."""
    iterations: int = 1_000_000
    """The most iterations of each part."""
    boards: int = BOARDS
    """How many boards the joint tables are counted over, if there are too many for all."""
    seed: int = 1
    steps: int = 255
    """The file holds probabilities in this many steps."""
    name: str = ""
    method: str = TABLES
    """One of ``METHODS``."""
    keep_tables: bool = False
    """Whether the file holds the joint tables too, so that responses can be solved in the same abstract game."""

    def __post_init__(self) -> None:
        if self.keep_tables and self.method != TABLES:
            raise GameError(f"with method={self.method} no joint tables are kept: keep_tables=on needs method=tables")
        if self.needs_tables:
            if not all(to_spec(part.buckets).perfect for part in self.parts):
                raise GameError("joint tables do not describe imperfect recall: write method=sampled, or leave it out")
            return
        if self.to is not None and not all(to_spec(part.buckets).perfect for part in self.parts):
            raise GameError(
                "with imperfect recall the exploitability cannot be computed, so that there is no to=: "
                "give iterations=20000 instead, or recall=perfect"
            )
        if any(part.before for part in self.parts):
            raise GameError("sampled boards need a plan whose parts begin with all hands: use method=tables")

    @property
    def needs_tables(self) -> bool:
        """Whether its method works with joint tables."""
        return self.method != SAMPLED

    def __str__(self) -> str:
        if self.name:
            return self.name
        (part,) = self.parts
        menu = f"; {part.menu}" if part.menu else ""
        options = [] if self.to is None else [f"to={self.to:g}mb"]
        options += [f"boards={self.boards}"] if self.to is not None or self.needs_tables else []
        options += [f"seed={self.seed}"]
        if self.iterations != EquilibriumPlan.iterations:
            options.append(f"iterations={self.iterations}")
        if self.method != TABLES:
            options.append(f"method={self.method}")
        if self.keep_tables:
            options.append("keep_tables=on")
        return f"{part.spot}; {part.buckets}{menu}; {', '.join(options)}"

    @cached_property
    def text(self) -> str:
        """All that decides the result, for comparing with a checkpoint."""
        method = () if self.method == TABLES else (self.method,)
        kept = ("keep_tables",) if self.keep_tables else ()
        return repr((self.parts, self.to, self.iterations, self.boards, self.seed, self.steps, *method, *kept))


def parse_plan(text: str) -> EquilibriumPlan:
    """Parse a plan: the name of a bot, or ``GAME; BUCKETS; MENU; OPTIONS``, of which menu and options may be left out.

    >>> print(parse_plan("leduc; buckets(preflop=3, flop=2); to=1mb"))
    leduc; buckets(preflop=3, flop=2, by=ehs2, recall=perfect); to=1mb, boards=20000, seed=1
    >>> [part.name for part in parse_plan("psopti").parts]
    ['preflop', 'cc', 'crc', 'crrc', 'crrrc', 'rc', 'rrc', 'rrrc']
    >>> print(parse_plan("leduc; buckets(preflop=3, flop=2, recall=imperfect); iterations=100"))
    leduc; buckets(preflop=3, flop=2, by=ehs2, recall=imperfect); seed=1, iterations=100, method=sampled
    """
    named = shipped_plans().get(text.strip().lower())
    if named is not None:
        return named
    fields = [field.strip() for field in text.split(";")]
    if len(fields) < 2:
        names = ", ".join(shipped_plans())
        raise GameError(
            f"{quoted(text)} is not a plan: write GAME; BUCKETS, such as limit; buckets(flop=5, turn=5, river=5), "
            f"or one of {names}"
        )
    options = fields.pop() if len(fields) > 2 and "=" in fields[-1] else ""
    spot = Spot(fields[0])
    menu = "; ".join(fields[2:])
    if spot.game.betting is Betting.LIMIT and menu:
        raise GameError(f"{spot.game} has one size of bets: leave out the menu {quoted(menu)}")
    spec = to_spec(fields[1])
    spec.sizes_for(spot.game)
    part = EquilibriumPart(WHOLE, str(spot.game), str(spec), menu)
    return EquilibriumPlan((part,), **_options(options, perfect=spec.perfect))


def _options(text: str, perfect: bool) -> dict[str, Any]:
    given = read_options("the options of a plan", text, "option", GameError)
    result: dict[str, Any] = {"method": TABLES if perfect else SAMPLED}
    for name, value in given.items():
        if name == "to":
            result["to"] = _number(name, value.removesuffix("mb"), 0, 1e6)
        elif name in ("iterations", "boards", "seed", "steps"):
            least, most = {"seed": (0, 2**62), "steps": (1, 255)}.get(name, (1, _MOST_BOARDS))
            result[name] = int(_number(name, value, least, most, whole=True))
        elif name == "method":
            if value not in METHODS:
                raise GameError(f"method={quoted(value)}: a plan is solved by {', '.join(METHODS)}")
            result[name] = value
        elif name == "keep_tables":
            if value not in ("on", "off"):
                raise GameError(f"keep_tables={quoted(value)}: write on or off")
            result[name] = value == "on"
        else:
            raise GameError(
                f"a plan has no option {quoted(name)}: there are to, iterations, boards, seed, steps, method and "
                "keep_tables"
            )
    if result["method"] != TABLES and "to" not in result:
        if "iterations" not in result:
            example = 20_000 if result["method"] == SAMPLED else 1000
            raise GameError(f"say how far to solve by {result['method']}: give iterations={example}, for instance")
        result["to"] = None
    return result


def _number(name: str, text: str, least: float, most: float, whole: bool = False) -> float:
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        number = float("nan")
    if not least <= number <= most:
        raise GameError(f"{name}={quoted(text)}: expected a {'whole ' if whole else ''}number from {least:g} on")
    return number


PEREGRINE_BUCKETS = "buckets(preflop=5, flop=4, turn=3, river=3, by=ehs2, recall=perfect)"
"""5, 20, 60 and 180 buckets. Ours: as many as can be solved again and again while a match is played."""
KESTREL_BUCKETS = "buckets(preflop=8, flop=6, turn=5, river=5, by=ehs2, recall=perfect)"
"""8, 48, 240 and 1,200 buckets. Ours: about as many as can be solved in an hour on two cores."""
FIVES = "buckets(preflop=5, flop=5, turn=5, river=5, by=ehs2, recall=perfect)"
"""Five buckets a street, as in CFR5 (Zinkevich et al. 2007)."""


SMOOTH_UCT_BUCKETS = "buckets(preflop=6, flop=3, turn=3, river=2)"
"""Few enough that self-play visits each often. Ours."""


def psopti_plan() -> EquilibriumPlan:
    """PsOpti's models (Billings et al. 2003): three bets a round, six buckets, one of them for potential.

    The pre-flop model plays all four streets, with fewer buckets on turn and river. A post-flop model begins with the
    hands of the pre-flop model after the same betting, where a fourth bet counts as a call of the third.
    """
    game, big = "limit(cap=3)", 10
    first = EquilibriumPart("preflop", game, "buckets(preflop=6, flop=6, turn=3, river=3, by=potential)")
    later = [
        EquilibriumPart(
            sequence,
            f"{game}; {FLOP}; pot={2 * big * bets}",
            "buckets(preflop=1, flop=6, turn=6, river=6, by=potential)",
            before=("preflop", " ".join(sequence.replace("rrr", "rr"))),
        )
        for sequence, bets in SEQUENCES.items()
    ]
    return EquilibriumPlan((first, *later), boards=5000, steps=15, name="psopti")


def shipped_plans() -> dict[str, EquilibriumPlan]:
    """The plans of the package's bots by name."""
    kestrel = EquilibriumPart(WHOLE, "limit", KESTREL_BUCKETS)
    peregrine = EquilibriumPart(WHOLE, "limit", PEREGRINE_BUCKETS)
    smooth = EquilibriumPart(WHOLE, "limit", SMOOTH_UCT_BUCKETS)
    merlin = EquilibriumPart(
        WHOLE,
        "nolimit(stack=100bb)",
        FIVES,
        "50%, 100%, a; raise 100%, a; preflop 3x, a; preflop raise 3x, a; raises 3",
    )
    return {
        "kestrel": EquilibriumPlan((kestrel,), to=4.0, steps=31, name="kestrel"),
        "merlin": EquilibriumPlan((merlin,), to=20.0, boards=5000, steps=15, name="merlin"),
        "peregrine": EquilibriumPlan((peregrine,), to=2.0, steps=63, name="peregrine", keep_tables=True),
        "psopti": psopti_plan(),
        "smooth-uct": EquilibriumPlan(
            (smooth,), boards=20_000, iterations=20_000, steps=31, name="smooth-uct", method=SMOOTH_UCT
        ),
    }
