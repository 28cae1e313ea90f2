"""Game files of the Annual Computer Poker Competition (``.game``)."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.errors import GameError, quoted
from railbird.game.definition import MOST_PLAYERS, MOST_ROUNDS, UNLIMITED_RAISES, Game
from railbird.game.rules import Betting, Rake, Rules

DEFAULT_STACK = 2**31 - 1
"""The dealer's stack size when a file gives none."""

_SINGLE = ("numplayers", "numrounds", "numsuits", "numranks", "numholecards")
_KEYS = (
    *("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards"),
    *("blind", "raiseSize", "stack", "firstPlayer", "maxRaises", "numBoardCards"),
)
_NAMES = {key.lower(): key for key in _KEYS}


@dataclass(frozen=True, slots=True)
class AcpcGameFile:
    """A parsed game, and notes about it for the user."""

    game: Game
    notes: tuple[str, ...] = ()


def read_acpc_game(text: str) -> AcpcGameFile:
    """Parse a ``.game`` file.

    If stacks are missing, the dealer's default is used, even for five or more players, where the dealer itself rejects
    the file.
    """
    betting, numbers = _entries(text)
    for key in ("numplayers", "numrounds", "blind", "numholecards"):
        if key not in numbers:
            raise GameError(f"the game file has no {_NAMES[key]}")
    players, rounds = numbers["numplayers"][0], numbers["numrounds"][0]
    if not 2 <= players <= MOST_PLAYERS:
        raise GameError(f"numPlayers must be 2 to {MOST_PLAYERS}, not {players}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise GameError(f"numRounds must be 1 to {MOST_ROUNDS}, not {rounds}")
    blinds = _of_length(numbers, "blind", players)
    if betting is Betting.LIMIT:
        if "raisesize" not in numbers:
            raise GameError("the game file has no raiseSize, which a limit game needs")
        bets = _of_length(numbers, "raisesize", rounds)
    else:
        bets = (max(*blinds, 1),) * rounds
    notes = []
    if "stack" in numbers:
        stacks = _of_length(numbers, "stack", players)
    else:
        stacks = (DEFAULT_STACK,) * players
        if players > 4:
            notes.append(
                f"no stacks are given for {players} players: using {DEFAULT_STACK} each, where the ACPC dealer refuses"
            )
    first = _of_length(numbers, "firstplayer", rounds) if "firstplayer" in numbers else (1,) * rounds
    raises = _of_length(numbers, "maxraises", rounds) if "maxraises" in numbers else (UNLIMITED_RAISES,) * rounds
    boards = _of_length(numbers, "numboardcards", rounds) if "numboardcards" in numbers else (0,) * rounds
    game = Game(
        betting=betting,
        blinds=blinds,
        stacks=stacks,
        bets=bets,
        most_raises=tuple(min(number, UNLIMITED_RAISES) for number in raises),
        first=tuple(position - 1 for position in first),
        board_cards=boards,
        hole_cards=numbers["numholecards"][0],
        ranks=numbers.get("numranks", (13,))[0],
        suits=numbers.get("numsuits", (4,))[0],
    )
    return AcpcGameFile(game, tuple(notes))


def _entries(text: str) -> tuple[Betting, dict[str, tuple[int, ...]]]:
    """The betting structure and the numbers of each key."""
    betting: Betting | None = None
    numbers: dict[str, tuple[int, ...]] = {}
    begun = ended = False
    for line in text.splitlines():
        words = line.replace("=", " ").split()
        if line.startswith("#") or not words or ended:
            continue
        key = words[0].lower()
        if key == "gamedef":
            begun = True
        elif not begun:
            raise GameError(f"a game file must begin with GAMEDEF, not with {quoted(line.strip())}")
        elif [word.lower() for word in words] == ["end", "gamedef"]:
            ended = True
        elif key in ("limit", "nolimit"):
            if betting is not None:
                raise GameError("the game file says limit or nolimit more than once")
            betting = Betting.LIMIT if key == "limit" else Betting.NO_LIMIT
        elif key in _NAMES:
            if key in numbers:
                raise GameError(f"the game file has {_NAMES[key]} twice")
            numbers[key] = tuple(_number(word, key) for word in words[1:])
            if not numbers[key] or (key in _SINGLE and len(numbers[key]) > 1):
                raise GameError(
                    f"{_NAMES[key]} takes {'one number' if key in _SINGLE else 'numbers'}: {quoted(line.strip())}"
                )
        else:
            raise GameError(f"{quoted(words[0])} is not a key of a game file (keys: {', '.join(_NAMES.values())})")
    if not begun or not ended:
        raise GameError(f"a game file must end with END GAMEDEF; this one is {'cut off' if begun else 'empty'}")
    if betting is None:
        raise GameError("the game file does not say whether the game is limit or nolimit")
    return betting, numbers


def _number(word: str, key: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= 13):
        raise GameError(f"{_NAMES[key]} takes whole numbers of at most 13 digits, not {quoted(word)}")
    return int(word)


def _of_length(numbers: dict[str, tuple[int, ...]], key: str, length: int) -> tuple[int, ...]:
    if len(numbers[key]) != length:
        raise GameError(f"{_NAMES[key]} needs {length} numbers, not {len(numbers[key])}")
    return numbers[key]


def write_acpc_game(game: Game) -> str:
    """Write a ``.game`` file, always with stacks. Raises GameError if the format cannot express the game."""
    if game.betting is Betting.POT_LIMIT:
        raise GameError("a game file cannot express pot-limit betting")
    if max(game.stacks) > DEFAULT_STACK:
        raise GameError(f"a game file allows stacks of at most {DEFAULT_STACK} chips, not {max(game.stacks)}")
    if any(game.most_actions):
        raise GameError("a game file cannot express a maximum number of actions")
    if game.rules != Rules() or game.rake != Rake():
        raise GameError(f"a game file cannot express rules other than the dealer's own: {game}")
    blinds = game.blinds
    if any(game.antes):
        if any(blinds) or len(set(game.antes)) > 1:
            raise GameError("a game file cannot express antes together with blinds, or antes of different sizes")
        blinds = game.antes  # equal blinds of all players are antes
    if game.betting is Betting.NO_LIMIT and game.bets != (max(*blinds, 1),) * game.rounds:
        raise GameError("a game file cannot express minimum bets other than the big blind")
    lines = {
        "numPlayers": (game.players,),
        "numRounds": (game.rounds,),
        "stack": game.stacks,
        "blind": blinds,
        **({"raiseSize": game.bets} if game.betting is Betting.LIMIT else {}),
        "firstPlayer": tuple(position + 1 for position in game.first),
        "maxRaises": game.most_raises,
        "numSuits": (game.suits,),
        "numRanks": (game.ranks,),
        "numHoleCards": (game.hole_cards,),
        "numBoardCards": game.board_cards,
    }
    body = [f"{key} = {' '.join(map(str, values))}" for key, values in lines.items()]
    betting = "limit" if game.betting is Betting.LIMIT else "nolimit"
    return "\n".join(["GAMEDEF", betting, *body, "END GAMEDEF"]) + "\n"
