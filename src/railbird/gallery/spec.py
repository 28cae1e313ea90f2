"""Specs: bots as one line of text, such as ``simple(bluff=off)`` or ``./shark.py:Shark``."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from railbird._options import outside_brackets, split_options, with_options
from railbird.agent import Bot
from railbird.agent.settings import read_settings, settings_by_name, write_settings
from railbird.errors import BotError, quoted
from railbird.gallery.catalogue import BUILT_IN, OUTSIDE, bot_names, bot_of_name
from railbird.gallery.files import bot_of_file, check_file, fingerprint, located
from railbird.gallery.inspector import inspect_bot
from railbird.gallery.learned import OPTION, Model, model_for
from railbird.gallery.outside_specs import ISOLATED, PROCESS, outside_text, split_outside, title_of
from railbird.gallery.program_files import program_fingerprint
from railbird.gallery.source import Foreign, Loaded, Ready, Recorded, Source
from railbird.gallery.traits import Traits
from railbird.game import Game
from railbird.processes.gaps import say_gaps

TEAM = "team"
"""The bot whose spec may be written ``team(UCB1; simple, poki)``."""
_SPEC = re.compile(r"([^()]+?)\s*(?:\((.*)\))?\s*")


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot with its settings, from which new bots are created."""

    name: str
    options: tuple[tuple[str, str], ...]
    """Settings that differ from their defaults, as text."""
    source: Source
    fingerprint: str = ""
    """Fingerprint of its file, if it comes from one."""
    model: Model | None = None
    """A saved model that it starts a match with."""

    @property
    def traits(self) -> Traits:
        """Whether it learns, is repeatable and states its policy."""
        return self.source.traits

    @property
    def foreign(self) -> bool:
        """Whether it runs code that is not Railbird's."""
        return isinstance(self.source, Foreign)

    @property
    def local(self) -> bool:
        """Whether it is a class or object of this process that no other process can find."""
        return isinstance(self.source, Ready) or (isinstance(self.source, Loaded) and not self.source.named)

    @property
    def kind(self) -> type[Bot]:
        """Its class; a file is loaded into this process."""
        return self.source.kind(self)

    @property
    def settings(self) -> Any:
        """Its settings."""
        return read_settings(self.kind.Settings, dict(self.options), self.name)

    def loaded(self) -> BotSpec:
        """The same bot with its code loaded into this process. Raises BotError if its file or model has changed."""
        return load_bot(str(self), self.fingerprint, self.model.fingerprint if self.model else "")

    def make(self) -> Bot:
        """Create a bot in this process."""
        return self.source.make(self)

    def plays(self, game: Game) -> bool:
        """Whether it plays this game."""
        return self.refusal(game) is None

    def refusal(self, game: Game) -> str | None:
        """Why it does not play this game; None if it does."""
        return self.source.refusal(self, game)

    def __str__(self) -> str:
        """The text that names this bot, independent of the current folder."""
        model = {OPTION: self.model.path} if self.model else {}
        return _spec_text(self.name, {**dict(self.options), **model})

    @property
    def title(self) -> str:
        """A short name for a player: that of the class, or of the bot or program that runs outside."""
        if self.name in OUTSIDE:
            return title_of(dict(self.options), self.name)
        return self.name.rpartition(":")[2].lower()

    @property
    def learner(self) -> str:
        """The bot whose memory this is: an isolated bot learns what it would learn anywhere."""
        return without_model(str(self))

    def with_model(self, path: Path) -> BotSpec:
        """The same bot with a saved model."""
        return replace(self, model=model_for(str(path), self.learner, learns=self.traits.learns))


def parse_bot(text: str | type[Bot] | Bot, model_state: str = "") -> BotSpec:
    """Parse a spec: a bot of the gallery, of another package, or of a file. Raises BotError if there is no such bot.

    A bot class or a bot object is accepted as well.

    Other people's code is not run in this process but inspected in another one. If the bot has a saved model, the model
    is checked, unless ``model_state``, the fingerprint that it must have, is given: then it was checked before.

    >>> print(parse_bot("simple(bluff=off)"))
    simple(bluff=off)
    """
    if isinstance(text, type):
        return spec_of_class(text)
    if isinstance(text, Bot):
        return BotSpec(type(text).__name__, (), Ready(text))
    named = _split(text)
    if named.name == ISOLATED:
        say_gaps()
    if not _is_foreign(named):
        return load_bot(text, model_state=model_state)
    if named.file is not None:
        check_file(named.file)
    name, options, state, traits, model = inspect_bot(named.text(), model_state)
    return BotSpec(name, tuple(options.items()), Foreign(traits), state, model)


def load_bot(text: str, state: str = "", model_state: str = "") -> BotSpec:
    """Parse a spec and load its code into this process.

    ``state`` is the fingerprint that its file must have, ``model_state`` that of its model; empty if any will do.
    """
    named = _split(text)
    name, current = named.name, _fingerprint(named)
    if state and current != state:
        raise BotError(f"{quoted(text, 200)} has changed since the match began: restore it, or start a new match")
    if named.file is not None:
        kind = bot_of_file(named.file, named.name)
        name = f"{named.file.resolve()}:{kind.__name__}"
    else:
        kind = bot_of_name(name) or _unknown(name)
    options = {**named.options, **{key: str(located(path)) for key, path in _own_files(named, *FILE_SETTINGS).items()}}
    if name == ISOLATED and not _is_foreign(named):
        load_bot(options["bot"])  # says what is wrong with it before any process is started
    model = None if OPTION in settings_by_name(kind.Settings, name) else options.pop(OPTION, None)
    settings = read_settings(kind.Settings, options, name)
    spec = BotSpec(name, tuple(write_settings(settings).items()), Loaded(kind, settings, name=name), current)
    if model is None:
        return spec
    return replace(spec, model=Model(model, model_state)) if model_state else spec.with_model(Path(model))


def without_model(text: str) -> str:
    """The text of a bot without its saved model and its isolation: the bot that has learned something."""
    try:
        named = _split(text)
    except BotError:
        return text
    if named.name == ISOLATED:
        return without_model(named.options["bot"])
    kept = {key: value for key, value in named.options.items() if key != OPTION}
    return _Named(named.file, named.name, kept).text() if len(kept) < len(named.options) else text


def model_in(text: str) -> str:
    """The file of the saved model in a spec; empty if there is none."""
    return _split(text).options.get(OPTION, "")


def recorded_bot(text: str, traits: Traits, state: str = "") -> BotSpec:
    """A bot from the record of a match, whether or not its code still exists."""
    try:
        named = _split(text)
    except BotError:
        return BotSpec(text, (), Recorded(traits), state)
    name = named.name if named.file is None else f"{named.file}:{named.name}"
    return BotSpec(name, tuple(named.options.items()), Recorded(traits), state)


def spec_of_class(kind: type[Bot], settings: Any = None) -> BotSpec:
    """The spec of a class in this process; matches with it run in this process only."""
    if not issubclass(kind, Bot):
        raise BotError(f"{kind.__name__} is not a bot class: it must be a subclass of railbird.agent.Bot")
    return BotSpec(kind.__name__, (), Loaded(kind, settings, named=False))


def is_foreign(text: str) -> bool:
    """Whether a spec names a bot that runs other people's code."""
    return _is_foreign(_split(text))


def is_ours(text: str) -> bool:
    """Whether a spec names an existing bot that runs only Railbird's own code."""
    try:
        return not is_foreign(text) and bool(load_bot(text))
    except BotError:
        return False


def bots_for(game: Game) -> tuple[str, ...]:
    """The names of all bots that play a game with their default settings."""
    names = []
    for name in bot_names():
        try:
            if parse_bot(name).plays(game):
                names.append(name)
        except BotError:  # a broken bot of another package
            continue
    return tuple(names)


class _Named(NamedTuple):
    """The parts of a spec's text."""

    file: Path | None
    name: str
    """Name in the gallery, or of a class in the file; empty for the file's only class."""
    options: Mapping[str, str]

    def text(self) -> str:
        """The text of the parts, independent of the current folder."""
        name = self.name if self.file is None else f"{self.file.absolute()}{self.name and ':'}{self.name}"
        return _spec_text(name, self.options)


def _split(text: str) -> _Named:
    if not isinstance(text, str):
        ways = "a text such as simple(bluff=off), a bot class, or a bot object"
        raise BotError(f"a bot must be given as {ways}, not {text!r:.60}")
    outside = split_outside(text)
    if outside is not None:
        return _Named(None, outside[0], _absolute(*outside))
    path, in_file, rest = text.strip().rpartition(".py:")
    if path.partition("(")[0].strip() in bot_names():  # a file among the options of a bot
        path, in_file, rest = "", "", text.strip()
    elif not in_file and text.strip().endswith(".py"):
        path, in_file, rest = text.strip()[:-3], ".py", ""
    match = _SPEC.fullmatch(rest)
    if not match and not (in_file and not rest):
        raise BotError(
            f"{quoted(text)} is not a bot (write a name such as simple or simple(bluff=off), or FILE.py:CLASS)"
        )
    name, options = (match[1].strip(), match[2] or "") if match else ("", "")
    given: dict[str, str] = {}
    if name == TEAM and ";" in options:
        options = _team_options(text, options)
    for item, key, value in split_options(options):
        if value is None:
            raise BotError(f"{quoted(item)} is not a setting (write NAME=VALUE, such as bluff=off)")
        if key in given:
            raise BotError(f"{key} is given twice in {quoted(text)}")
        given[key] = value
    return _Named(Path(f"{path}.py") if in_file else None, name, given)


def _absolute(name: str, settings: dict[str, str]) -> dict[str, str]:
    """The settings of a bot that runs outside, independent of the current folder."""
    if name == PROCESS:
        return {**settings, "folder": str(Path(settings.get("folder", ".")).expanduser().absolute())}
    inner = _split(settings["bot"])
    if inner.file is None and inner.name not in (*bot_names(), *OUTSIDE):
        _unknown(inner.name)
    if inner.name in OUTSIDE:
        raise BotError(f"{quoted(settings['bot'])} cannot be isolated: it runs in a process of its own already")
    return {**settings, "bot": inner.text()}


def _spec_text(name: str, options: Mapping[str, str]) -> str:
    return outside_text(name, options) if name in OUTSIDE else with_options(name, options)


def _team_options(text: str, options: str) -> str:
    """The settings of ``team(RULE; BOT, BOT, …; SETTING=VALUE, …)``, of which the settings may be left out."""
    parts = [part.strip() for part in outside_brackets(options, ";")]
    if len(parts) > 3 or not all(parts):
        raise BotError(
            f"{quoted(text)} is not a team: write team(UCB1; BOT, BOT, …) or team(UCB1; BOT, BOT; window=1000)"
        )
    return ", ".join([f"rule={parts[0]}", f"bots=({parts[1]})", *parts[2:]])


def _is_foreign(named: _Named) -> bool:
    """Whether a bot comes from a file or another package, or is made of one that does."""
    if named.file is not None:
        return True
    if named.name == PROCESS:
        return True
    if named.name not in BUILT_IN and named.name not in OUTSIDE:
        return named.name in bot_names()
    return any(map(_is_foreign, _parts(named)))


def _parts(named: _Named) -> list[_Named]:
    """The bots that one of our bots is made of, as far as its options name them."""
    ours = named.name in BUILT_IN or named.name in OUTSIDE
    settings = getattr(bot_of_name(named.name), "made_of", ()) if ours else ()
    values = [named.options[each].strip() for each in settings if each in named.options]
    several = [each.strip() for value in values for each in _listed(value)]
    return [_split(each) for each in several if each]


def _listed(value: str) -> Iterator[str]:
    """The bots of a setting: one, or several in brackets."""
    return outside_brackets(value[1:-1]) if value.startswith("(") and value.endswith(")") else iter((value,))


def fingerprint_of(text: str) -> str:
    """Fingerprint of the files of a bot; may be empty."""
    return _fingerprint(_split(text))


def named_files(text: str) -> Iterator[Path]:
    """The files that a spec names: that of the bot, those of its settings, and those of the bots it is made of."""
    named = _split(text)
    if named.file is not None:
        yield named.file
    for value in named.options.values():
        with suppress(OSError, ValueError):
            if value and Path(value).expanduser().is_file():
                yield Path(value)
    for part in _parts(named):
        yield from named_files(part.text())


def _fingerprint(named: _Named) -> str:
    """Fingerprint of a bot's file, or of the files that its options or the bots it is made of name; may be empty."""
    if named.file is not None:
        return fingerprint(named.file)
    if named.name == PROCESS:
        return program_fingerprint(named.options)
    own = map(fingerprint, _own_files(named, "files").values())
    return "".join([*own, *map(_fingerprint, _parts(named))])


def files_of(text: str) -> list[Path]:
    """All files that a spec names: of its code, its settings, its saved model, and of the bots that it is made of."""
    return _files(_split(text))


def _files(named: _Named) -> list[Path]:
    own = [named.file] if named.file is not None else list(_own_files(named, *FILE_SETTINGS).values())
    kind = bot_of_name(named.name) if named.file is None else None
    if OPTION in named.options and (kind is None or OPTION not in settings_by_name(kind.Settings, named.name)):
        own.append(Path(named.options[OPTION]).expanduser())
    return [*own, *(path for part in _parts(named) for path in _files(part))]


FILE_SETTINGS = ("files", "more_files")
"""The attributes of a bot's class that list the settings that name files: part of what it is, and others."""


def _own_files(named: _Named, *attributes: str) -> dict[str, Path]:
    """The files that the settings of one of our bots name, by setting."""
    kind = bot_of_name(named.name) if named.name in BUILT_IN and named.file is None else None
    settings = [each for attribute in attributes for each in getattr(kind, attribute, ())]
    given = {each: named.options[each] for each in settings if named.options.get(each)}
    return {each: Path(path).expanduser() for each, path in given.items()}


def _unknown(name: str) -> type[Bot]:
    names = bot_names()
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the bots are {', '.join(names)}"
    raise BotError(
        f"there is no bot {quoted(name)}: {hint} (railbird bots lists them; write FILE.py:CLASS for your own)"
    )
