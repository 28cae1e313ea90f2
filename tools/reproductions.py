"""Regenerate docs/results/reproductions.md: every published table beside ours, and the conventions tried.

Tables whose name begins with ``mcts-`` have a page of their own, docs/results/search.md; so have NewBot and Smooth UCT,
docs/results/newbot.md.

Run from the project's root: python tools/reproductions.py [NAME...]. Only the named sections are regenerated, the
others are kept; without names, all of them are (ten hours: matches dominate, and ``railbird reproduce`` keeps what it
has played in the store, so that the tool continues there). ``quick`` stands for all that take less than five minutes.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

import numpy as np
from rich.progress import track

from railbird.cli.render.reproduction import comparison_cells
from railbird.papers import GROUPS, Reproduction, Verdict, published_tables, reproduce
from railbird.papers.durations import DURATIONS
from railbird.papers.income_rates import rank_correlation
from railbird.papers.published import PublishedTable, read_table
from railbird.strength import iterated_income_rates

RESULTS = Path(__file__).parent.parent / "docs" / "results"
SEARCH = "mcts-"
PREFACE = """# Reproductions

Written by `python tools/reproductions.py`. Each table comes from `railbird reproduce NAME`, which exits with 1 if a
claim fails. A number *agrees* if it differs by no more than the error of the published value (rounding and its own
noise) plus three of our standard errors. The line "ours" of each table gives the deals, hands, seed and date.
Experiments that take hours are on the other [results](README.md) pages.
"""
SEARCH_PREFACE = """# Search: results

Written by `python tools/reproductions.py NAME`. Each table comes from `railbird reproduce NAME`; `railbird reproduce
mcts` runs all of them. A score is the share of games won, a draw being half. The line "ours" gives the games, the seed
and the date. A run with fewer games than the whole experiment says so, and claims that so few games cannot decide are
not judged; the same command continues it. [Search in other games](../guides/search.md) explains the methods, and the
[glossary](../glossary.md) the terms.
"""
NEWBOT = (*GROUPS["newbot"], "smooth-uct")
NEWBOT_PREFACE = """# NewBot and Smooth UCT: results

Written by `python tools/reproductions.py NAME`. Each table comes from `railbird reproduce NAME`; `railbird reproduce
newbot` runs those of NewBot. The line "ours" gives the stacks, replicates, dealing, seed and date.
[NewBot](../reference/newbot.md) explains how it thinks, and the [glossary](../glossary.md) the terms.
"""
PREFACES = {"reproductions.md": PREFACE, "search.md": SEARCH_PREFACE, "newbot.md": NEWBOT_PREFACE}
CONVENTIONS = """## Conventions for iterated roll-outs

Heidenreich's figure 3 does not say how blinds enter, nor how much noise there is. We varied, with {deals:,} deals a
round (measured on {today}), the dead money in the pot, in small bets, and how often losing hands are played anyway
(noise). Published are AA 2920, JTs 360, 66 40. No choice gives both the high pairs and the small gains of the last
hands. The two blinds as dead money, without noise, come as close as any, and Railbird uses them.

| dead money | noise | hands that win | rank correlation | root mean square difference | AA | JTs | 66 |
|---:|---:|---:|---:|---:|---:|---:|---:|
"""
DEAD_MONEY = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
NOISE = (0.0, 0.05, 0.1, 0.2, 0.5)
DEALS = 1_000_000
QUICK_SECONDS = 300.0
VERDICTS = {Verdict.HOLDS: "holds", Verdict.FAILS: "**fails**", Verdict.TOO_FEW: "too few games to judge"}


def section(result: Reproduction) -> str:
    table = result.table
    section = "" if table.section == "none" else f", section {table.section}"
    lines = [f"## {table.name}", "", f"**{table.title}.** {table.source}{section}. In {table.unit}."]
    lines += ["", f"- uncertainty: {table.uncertainty}", *(f"- misprint: {each}" for each in table.misprints)]
    lines += tolerances(table)
    part = f" ({result.share:.0%} of the games of the whole experiment)" if result.quick else ""
    lines += [f"- ours: {result.how}{part}; measured on {date.today()}"]
    lines += [f"- {VERDICTS[result.verdict(each)]}: {each.text} ({each.result})" for each in result.claims]
    if result.explanation:
        lines += ["", result.explanation]
    for finding in result.findings:
        lines += ["", f"{finding.title[0].upper()}{finding.title[1:]}:", *markdown(finding.columns, finding.rows)]
    if result.comparisons:
        head = ("", "", table.heading, "ours", "difference", "95 % interval", "verdict")
        rows = [(each.row, each.column, *map(str, comparison_cells(each))) for each in result.comparisons]
        lines += markdown(head, rows)
    return "\n".join(lines) + "\n"


def tolerances(table: PublishedTable) -> list[str]:
    """How far a number may differ and still agree."""
    if not table.tolerance:
        return []
    given = set(table.tolerance.values())
    each = ", ".join(f"{column} ±{plain(tolerance)}" for column, tolerance in table.tolerance.items())
    bounds = f"±{plain(given.pop())}" if len(given) == 1 else each
    return [f"- agrees within: {bounds} plus three of our standard errors"]


def plain(number: float) -> str:
    """A number without an exponent."""
    return f"{number:.6f}".rstrip("0").rstrip(".")


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table, after an empty line."""
    return ["", *(f"| {' | '.join(row)} |" for row in (head, ["---", *["---:"] * (len(head) - 1)], *rows))]


def conventions() -> Iterator[str]:
    published = read_table("heidenreich-figure-3").values["iterated"]
    for dead_money, noise in track([(dead, noise) for dead in DEAD_MONEY for noise in NOISE], "conventions"):
        result = iterated_income_rates(10, noise=noise, dead_money=dead_money, deals=DEALS)
        ours = np.array([result[name] for name in published])
        distance = float(np.sqrt(np.mean((ours - np.array(list(published.values()))) ** 2)))
        played = sum(each.combos for each in result.played) / 1326
        rates = " | ".join(f"{result[name]:.0f}" for name in ("AA", "JTs", "66"))
        correlation = rank_correlation(list(published.values()), list(ours))
        yield f"| {dead_money:g} | {noise:g} | {played:.0%} | {correlation:.3f} | {distance:.0f} | {rates} |"


def conventions_section() -> str:
    return CONVENTIONS.format(deals=DEALS, today=date.today()) + "\n".join(conventions()) + "\n"


def main(names: Sequence[str]) -> None:
    known = [table.name for table in published_tables()]
    quick = [name for name in known if DURATIONS[name].full < QUICK_SECONDS]
    wanted = [*quick, "conventions"] if list(names) == ["quick"] else list(names) or [*known, "conventions"]
    texts, failed = {}, 0
    for name in track(wanted, "tables"):
        if name == "conventions":
            texts[name] = conventions_section()
        else:
            result = reproduce(name)
            texts[name] = section(result)
            failed += not result.holds
    write(texts)
    print(f"wrote {len(wanted)} sections, {failed} do not hold")


def write(texts: Mapping[str, str]) -> None:
    """Put sections into their pages, in place of the old ones of the same names."""
    order = [*(table.name for table in published_tables()), CONVENTIONS.partition("\n")[0].removeprefix("## ")]
    for page, preface in PREFACES.items():
        new = [text for name, text in texts.items() if page_of(name) == page]
        if not new:
            continue
        target = RESULTS / page
        old = target.read_text(encoding="utf-8") if target.exists() else ""
        sections = {text.partition("\n")[0]: text for text in re.split(r"^## ", old, flags=re.MULTILINE)[1:]}
        for text in new:
            sections[text.partition("\n")[0].removeprefix("## ")] = text.removeprefix("## ")
        kept = [f"## {sections[name].strip()}\n" for name in order if name in sections]
        target.write_text("\n".join([preface, *kept]), encoding="utf-8")


def page_of(name: str) -> str:
    if name in NEWBOT:
        return "newbot.md"
    return "search.md" if name.startswith(SEARCH) else "reproductions.md"


if __name__ == "__main__":
    main(sys.argv[1:])
