"""What the model is told: a template that ships, or one of yours, filled in from the bot's own view and nothing else.

Players are called ``you`` and ``player 2`` by seat, not by their ids: whoever chooses an id cannot talk to the model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from railbird.cards import cards_text
from railbird.errors import quoted
from railbird.game import Betting, View, legal_text
from railbird.histories.narration import YOU, NarratedSeat, narrate

SHIPPED = Path(__file__).with_name("data") / "prompt.txt"
LONGEST = 100_000
"""Characters of a template."""
CUT = "---"
"""The line between what is said once (the system's message) and what is said at each decision (the user's)."""
ANSWER = """Answer with one JSON object and nothing after it:
{"action": "fold" | "check" | "call" | "bet" | "raise", "to": NUMBER, "reason": "ONE SENTENCE"}
"to" is needed for a bet or raise only: the total of your chips in this betting round, not what you add."""
FIXED = '\nBets and raises have a fixed size in this game, so leave out "to".'
PLACES = ("game", "answer", "hand", "cards", "board", "pot", "call", "big_blind", "legal")


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """A template: the system's message, which may be empty, and the user's.

    >>> prompt = PromptTemplate.parse("Play $game.\\n---\\nYou hold $cards. $legal? $answer")
    >>> prompt.system
    'Play $game.'
    """

    system: str
    user: str

    @classmethod
    def parse(cls, text: str, name: str = "the prompt") -> PromptTemplate:
        """Parse a template. Raises ValueError if it cannot be filled in, or never says what to decide."""
        template = Template(text)
        if not template.is_valid():
            raise ValueError(f"{name} has a $ that begins no name: write $$ for the sign itself")
        unknown = [each for each in template.get_identifiers() if each not in PLACES]
        if unknown:
            raise ValueError(f"{name} has ${unknown[0][:40]}, which is not known: there are ${', $'.join(PLACES)}")
        missing = [each for each in ("legal", "answer") if each not in template.get_identifiers()]
        if missing:
            raise ValueError(f"{name} needs ${missing[0]}: without it the model cannot know what to answer")
        lines = text.strip().splitlines()
        where = lines.index(CUT) if CUT in lines else -1
        system = "\n".join(lines[: max(where, 0)]).strip()
        user = "\n".join(lines[where + 1 :]).strip()
        if not user:
            raise ValueError(f"{name} has nothing below its line {CUT}, where each decision is described")
        return cls(system, user)

    @classmethod
    def read(cls, path: Path) -> PromptTemplate:
        """Read a template from a file. Raises ValueError if it cannot be used."""
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(LONGEST + 1)
        except (OSError, UnicodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
            raise ValueError(f"the prompt {quoted(str(path), 200)} cannot be read: {why}") from None
        if len(text) > LONGEST:
            raise ValueError(f"the prompt {quoted(str(path), 200)} has more than {LONGEST:,} characters")
        return cls.parse(text, f"the prompt {quoted(str(path), 200)}")

    def messages(self, view: View) -> list[dict[str, str]]:
        """The messages of a decision; the players of the view should have names by ``renamed``."""
        filled = situation(view)
        both = (("system", self.system), ("user", self.user))
        return [{"role": role, "content": Template(text).substitute(filled)} for role, text in both if text]


@cache
def shipped() -> PromptTemplate:
    """The prompt that ships."""
    return PromptTemplate.read(SHIPPED)


def renamed(view: View, seats: Sequence[str]) -> View:
    """The view with neutral names: ``you``, and ``player N`` by seat of the match."""
    names = [YOU if player == view.player else label(player, seats) for player in view.players]
    _, (game, _, visible) = view.__reduce__()
    return View.rebuilt(game, tuple(names), visible)


def label(player: str, seats: Sequence[str]) -> str:
    """What a player is called."""
    return f"player {seats.index(player) + 1}"


def situation(view: View) -> Mapping[str, str]:
    """What a template can name, from the view of the player whose turn it is."""
    told = narrate(view)
    seats = [f"- {_seat(seat)}" for seat in told.seats]
    return {
        "game": str(view.game),
        "answer": ANSWER + FIXED * (view.game.betting is Betting.LIMIT),
        "hand": "\n".join(["Seats, in the order of the deal:", *seats, "", *map(str, told.sentences)]),
        "cards": cards_text(view.hole_cards),
        "board": cards_text(view.board) or "none yet",
        "pot": f"{view.pot}",
        "call": f"{view.to_call}",
        "big_blind": f"{view.game.big_blind}",
        "legal": legal_text(view.legal, bet=not any(view.bets)),
    }


def _seat(seat: NarratedSeat) -> str:
    parts = [seat.position, f"{seat.stack} chips", f"posted {' and '.join(seat.posts)}" if seat.posts else ""]
    return f"{seat.player}: {', '.join(filter(None, parts))}"
