"""Check names, words and sizes: one word per concept, unique class names, files and functions of moderate size.

- No class name occurs twice in src; a leading underscore does not make a name different.
- No word of the "not" column of docs/glossary.md is used where the column forbids it.
- A source file of more than 450 lines says why in its docstring ("… long because …").
- No function has eight or more parameters, except the commands of cli, which have one for each option.

Prints a line for each finding, and exits with 1 if there are any. Needs only the standard library.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
MOST_LINES = 450
MOST_PARAMETERS = 7

SAME_CLASS = {
    "Hand": "the Python class is derived from the native one of the stub",
    "View": "the Python class is derived from the native one of the stub",
}
"""Class names that are allowed in two files, with the reason."""

MANY_PARAMETERS: dict[str, str] = {
    "game/families.py:limit": "a definition: everything but the number of players by keyword"
}
"""Functions with many parameters, by file and name, with the reason."""


class Finding(NamedTuple):
    """A violation of a rule."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        path = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        return f"{path}:{self.line}: {self.text}"


@dataclass(frozen=True)
class Forbidden:
    """A word of the "not" column."""

    word: str
    where: str
    """names, classes, files, text, or everywhere."""
    term: str
    """The word to use instead."""

    def reply(self) -> str:
        where = "" if self.where == "everywhere" else f" in {self.where}"
        return f"{self.word!r}{where}: write {self.term!r} (docs/glossary.md)"

    def in_text(self, text: str) -> Iterator[int]:
        """The positions where it occurs as whole words, singular or plural."""
        return (match.start() for match in self._pattern.finditer(text))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = r"\s+".join(map(re.escape, self.word.split()))
        return re.compile(rf"(?<![\w-]){words}(?:s|es)?(?![\w-])", re.IGNORECASE)

    def may_be_in(self, lowered: str) -> bool:
        """Whether each of its words is somewhere in a text: quick to find out, and mostly not so."""
        return all(part in lowered for part in self._parts)

    @cached_property
    def _parts(self) -> list[str]:
        return self.word.lower().split()

    def in_name(self, name: str) -> bool:
        parts, wanted = parts_of(name), parts_of(self.word)
        return any(
            all(part in (word, f"{word}s", f"{word}es") for part, word in zip(parts[start:], wanted, strict=False))
            for start in range(len(parts) - len(wanted) + 1)
        )

    def forbids(self, where: str) -> bool:
        return self.where in (where, "everywhere")


@cache
def parts_of(name: str) -> list[str]:
    """The words of a name: the same for ``SideToAct``, ``side_to_act`` and ``side to act``."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)]


def read_glossary(text: str) -> list[Forbidden]:
    """The forbidden words of all tables that have the columns term, meaning, source and not."""
    words = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("| ") or line.startswith(("| term |", "|---")):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 4:
            raise ValueError(f"docs/glossary.md:{number}: {len(cells)} columns, not term, meaning, source and not")
        rest = cells[3]
        for match in re.finditer(r"`([^`]+)`(?: in (names|classes|files|text))?(?:, )?", cells[3]):
            words.append(Forbidden(match[1], match[2] or "everywhere", cells[0]))
            rest = rest.replace(match[0], "", 1)
        if rest:
            raise ValueError(f"docs/glossary.md:{number}: not understood: {rest!r}")
    return words


@dataclass(frozen=True)
class Source:
    """A Python file, parsed."""

    path: Path
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]

    @classmethod
    def read(cls, path: Path) -> Source:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        return cls(path, text, tree, tuple(ast.walk(tree)))

    def names(self) -> Iterator[tuple[int, str]]:
        """Every name that is defined here, with its line."""
        for node in self.nodes:
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield node.lineno, name
                case ast.arg(arg=name):
                    yield node.lineno, name
                case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                    yield node.lineno, name

    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in self.nodes if isinstance(node, ast.ClassDef))

    def prose(self, forbidden: list[Forbidden]) -> Iterator[tuple[int, str]]:
        """Docstrings, comments and other strings of more than one word that may have a word, with their first lines."""
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
                lowered = node.value.lower()
                if any(word.may_be_in(lowered) for word in forbidden):
                    yield node.lineno, without_code(node.value)
        commented = [line.partition("#")[2].lower() for line in self.text.splitlines() if "#" in line]
        if not any(word.may_be_in(line) for word in forbidden for line in commented):
            return
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], without_code(token.string)


def without_code(text: str) -> str:
    """Blank out fenced blocks, doctests and words in backticks; line numbers stay the same."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    for pattern in (r"```.*?```", r"^ *>>> .*?(?:\n *\n|\Z)", r"``[^`]*``", r"`[^`]*`", r"\]\([^)]*\)"):
        text = re.sub(pattern, blank, text, flags=re.DOTALL | re.MULTILINE)
    return text


def word_findings(sources: list[Source], documents: list[Path], forbidden: list[Forbidden]) -> Iterator[Finding]:
    @cache  # most names occur many times
    def in_name(name: str) -> list[Forbidden]:
        return [word for word in forbidden if word.forbids("names") and word.in_name(name)]

    for source in sources:
        for word in forbidden:
            if word.forbids("files") and word.in_name(source.path.stem):
                yield Finding(source.path, 1, word.reply())
        for line, name in source.names():
            yield from (Finding(source.path, line, f"{name}: {word.reply()}") for word in in_name(name))
        for node in source.classes():
            yield from (
                Finding(source.path, node.lineno, f"{node.name}: {word.reply()}")
                for word in forbidden
                if word.where == "classes" and parts_of(word.word) == parts_of(node.name)
            )
        lowered = source.text.lower()
        if possible := [word for word in forbidden if word.forbids("text") and word.may_be_in(lowered)]:
            for line, text in source.prose(possible):
                yield from text_findings(source.path, line, text, possible)
    for path in documents:
        yield from text_findings(path, 1, without_code(path.read_text(encoding="utf-8")), forbidden)


def text_findings(path: Path, first: int, text: str, forbidden: list[Forbidden]) -> Iterator[Finding]:
    for word in forbidden:
        if word.forbids("text"):
            for start in word.in_text(text):
                yield Finding(path, first + text.count("\n", 0, start), word.reply())


def class_findings(sources: list[Source]) -> Iterator[Finding]:
    locations: defaultdict[str, list[tuple[Path, int]]] = defaultdict(list)
    for source in sources:
        for node in source.classes():
            locations[node.name.lstrip("_")].append((source.path, node.lineno))
    for name, uses in locations.items():
        if len(uses) > 1 and name not in SAME_CLASS:
            for path, line in uses:
                others = [f"{other.name}:{number}" for other, number in uses if (other, number) != (path, line)]
                yield Finding(path, line, f"class {name}: another class has this name, in {', '.join(others)}")


def size_findings(sources: list[Source]) -> Iterator[Finding]:
    for source in sources:
        lines = source.text.count("\n")
        if lines > MOST_LINES and "long because" not in (ast.get_docstring(source.tree) or ""):
            remedy = 'split it, or say "This file is long because …" in its docstring'
            yield Finding(source.path, 1, f"{lines} lines, more than {MOST_LINES}: {remedy}")
        for node in source.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                count = sum(argument.arg not in ("self", "cls") for argument in given)
                key = f"{source.path.parent.name}/{source.path.name}:{node.name}"
                if count > MOST_PARAMETERS and not is_command(source.path, given) and key not in MANY_PARAMETERS:
                    yield Finding(source.path, node.lineno, f"{node.name} has {count} parameters: use a request object")


def is_command(path: Path, given: list[ast.arg]) -> bool:
    """Whether a function is a command of the command line: typer fills in its parameters."""
    annotations = [ast.unparse(argument.annotation) for argument in given if argument.annotation]
    return "cli" in path.parts and any("typer." in annotation for annotation in annotations)


def findings(root: Path = ROOT) -> list[Finding]:
    """All findings, ordered by file and line."""
    sources = [Source.read(path) for path in sorted((root / "src").rglob("*.py*")) if path.suffix in (".py", ".pyi")]
    glossary = root / "docs" / "glossary.md"
    front_pages = [root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    documents = [*front_pages, *sorted(path for path in (root / "docs").rglob("*.md") if path != glossary)]
    forbidden = read_glossary(glossary.read_text(encoding="utf-8"))
    python = [source for source in sources if source.path.suffix == ".py"]
    return sorted({*word_findings(python, documents, forbidden), *class_findings(sources), *size_findings(python)})


def main() -> int:
    violations = findings()
    for each in violations:
        print(each)
    print(f"{len(violations)} findings" if violations else "words, classes and sizes: no findings")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
