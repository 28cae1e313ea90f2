"""Playing styles, as a chart and a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from railbird.plots import points
from railbird.reports.page import cell, note, table
from railbird.stats.style import LEGEND, Share, Style


def style_section(players: Sequence[str], styles: Mapping[str, Style]) -> str:
    """A chart with loose players to the right and aggressive ones above, and a table of all numbers."""
    results = [styles[player] for player in players if player in styles]
    names = [player for player in players if player in styles]
    if not results:
        return ""
    chart = points(
        names,
        [100 * style.vpip.value for style in results],
        [100 * style.af.count / (style.af.count + style.af.of or math.nan) for style in results],
        below="VPIP, % of hands played →",
        beside="bets and raises, % of all bets, raises and calls after the flop",
    )
    head = (
        "",
        "",
        "VPIP",
        "PFR",
        "3\u2011bet",
        "AF",
        "WTSD",
        "W$SD",
        *(f"folds to a bet, {street}" for street in results[0].fold_to_bet),
    )
    rows = [
        (
            cell(name),
            cell(style.word, "left"),
            *(_share(share) for share in (style.vpip, style.pfr, style.three_bet)),
            cell(
                f"{style.af.value:.2f}" if math.isfinite(style.af.value) else "–",
                title=f"{style.af.count} to {style.af.of}",
            ),
            *(_share(share) for share in (style.wtsd, style.wsd, *style.fold_to_bet.values())),
        )
        for name, style in zip(names, results, strict=True)
    ]
    return chart + table(head, rows) + note(f"{LEGEND}. Hover over a number to see its counts.")


def _share(share: Share) -> str:
    if not share.of:
        return cell("–", "unsure", title="no opportunity")
    low, high = share.interval
    title = f"{share.count:,} of {share.of:,}; 95 % interval {100 * low:.1f} to {100 * high:.1f} %"
    return cell(f"{100 * share.value:.1f} %", title=title)
