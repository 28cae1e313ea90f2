"""How long a heat map of all 1326 hands takes to be updated in the browser: ``python -m tests.web.heat_map``.

Each update changes about nine of ten cells. The time is that of the script, of styles and of the layout.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.browsers import browsing, serving

FRAME = 16.0
"""Milliseconds of a frame."""
ROUNDS = 300


def measure(page: Page, rounds: int) -> dict[str, Any]:
    """The times of updates, and of making a map, on a page of the server."""
    measured: dict[str, Any] = page.evaluate(
        """async (rounds) => {
            const style = { rel: "stylesheet", href: "/style.css" };
            document.head.append(Object.assign(document.createElement("link"), style));
            const { HeatMap } = await import("/js/heat_map.js");
            const random = () => Array.from({ length: 169 }, () => Math.floor(10 * Math.random())).join("");
            const timed = (work) => {
                const begin = performance.now();
                work();
                document.body.getBoundingClientRect();
                return performance.now() - begin;
            };
            const map = new HeatMap();
            document.body.style.width = "25rem";
            const made = timed(() => document.body.replaceChildren(map.show(random(), "somebody")));
            const times = [];
            for (let round = 0; round < rounds; round++) {
                times.push(timed(() => map.show(random(), "somebody")));
                await new Promise(requestAnimationFrame);
            }
            times.sort((a, b) => a - b);
            const at = (share) => times[Math.floor(share * (times.length - 1))];
            return { made, median: at(0.5), late: at(0.95), longest: at(1) };
        }""",
        rounds,
    )
    return measured


def main() -> None:
    """Measure, and say it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "heat.db") as served,
        browsing(served) as browser,
    ):
        measured = measure(browser.page("style.css"), ROUNDS)
    print(f"made in {measured['made']:.1f} ms")
    print(
        f"updated in {measured['median']:.1f} ms (median), {measured['late']:.1f} ms (95 %), "
        f"{measured['longest']:.1f} ms (longest); a frame has {FRAME:g} ms"
    )


if __name__ == "__main__":
    main()
