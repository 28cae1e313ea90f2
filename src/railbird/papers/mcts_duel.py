"""MCTS in the card duel, in the spirit of two papers on Magic: Ward and Cowling 2009; Cowling, Ward and Powley 2012."""

from __future__ import annotations

from collections.abc import Mapping

from railbird._progress import Progress
from railbird.papers.game_rounds import Pairing, PairingResult, play_pairings
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction, compare

DUEL, BINARY = "card-duel", "card-duel(binary=on)"
RULES = "duel-rules"
"""The strongest rule player: expert rules for all three decisions."""
TREES_SEED = 2012
BUDGET = 200
"""Iterations per decision, shared by all trees."""
TREES = (1, 2, 5, 10, 20, 50, 100)
TREES_GAMES = 100
"""Games of each row."""
K = 20
"""Trees of the other rows: the published best split of 10,000 simulations."""

BUDGET_SEED = 2009
SIMULATIONS = (10, 50, 200, 350)
BUDGET_GAMES = 150
AGAINST_RULES = "against the all-rules player"
WITH_RULES = "duel-rules(card=random)"

Results = Mapping[str, PairingResult]


def mcts_determinizations(
    table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None
) -> Reproduction:
    """Determinized UCT with more or fewer trees at a fixed budget, and other ways to search, against the rules."""
    count = games or (TREES_GAMES // 10 if quick else TREES_GAMES)
    rows: dict[str, tuple[str, str]] = {}
    for merging in ("visits", "votes"):
        for trees in TREES:
            rows[f"{trees}, {merging}"] = (DUEL, f"duel-search(iterations={BUDGET}, trees={trees}, merging={merging})")
    searched = f"iterations={BUDGET}, trees={K}"
    rows |= {
        "binary tree": (BINARY, f"duel-search({searched}, merging=visits)"),
        "interesting deals": (DUEL, f"duel-search({searched}, interesting=0.05)"),
        "interesting deals, binary tree": (BINARY, f"duel-search({searched}, interesting=0.05)"),
        "roll-outs by reduced rules": (DUEL, f"duel-search({searched}, roll_out=reduced)"),
        "chance nodes": (DUEL, f"chance-uct(iterations={BUDGET})"),
        "MO-ISMCTS": (DUEL, f"mo-ismcts(iterations={BUDGET})"),
    }
    pairings = [Pairing(game, player, RULES, count, TREES_SEED) for game, player in rows.values()]
    results = dict(zip(rows, play_pairings("mcts-determinizations", pairings, progress), strict=True))
    best = f"{K}, visits"
    ours = {
        "wins": {
            "chance nodes": results["chance nodes"].percent,
            "determinized, best split": results[best].percent,
            "binary tree": results["binary tree"].percent,
        }
    }
    curve = tuple((str(each), results[f"{each}, visits"].text, results[f"{each}, votes"].text) for each in TREES)
    others = tuple((name, each.text) for name, each in results.items() if "," not in name or "binary" in name)
    findings = (
        Finding(f"score in % by number of trees, {BUDGET} iterations in all", ("trees", "visits", "votes"), curve),
        Finding(f"other searches with {BUDGET} iterations, {K} trees", ("", "score in % (95 % interval)"), others),
    )
    how = f"{2 * pairings[0].rounds} games each, both seats, {BUDGET} iterations per decision, seed {TREES_SEED}"
    claims = _tree_claims(results)
    return Reproduction(table, compare(table, ours), claims, how, WHY_DUEL, findings=findings)


WHY_DUEL = (
    "The published shares are of another game, Magic with a reduced set of cards, of other rule players, and mostly of "
    "larger budgets. The order of the methods can be compared, the shares cannot."
)


def _tree_claims(results: Results) -> tuple[Claim, ...]:
    curve = {trees: results[f"{trees}, visits"] for trees in TREES}
    best = max(curve, key=lambda trees: curve[trees].score)
    one, chance, split = curve[1], results["chance nodes"], curve[K]
    binary = results["binary tree"]
    return (
        Claim(
            "several trees are better than one",
            f"the best number is {best}: {curve[best].text} %; one tree: {one.text} %",
            curve[best].score > one.score,
            curve[best].interval[0] > one.interval[1],
        ),
        Claim(
            f"{K} trees score more than chance nodes",
            f"{split.text} % and {chance.text} %",
            split.score > chance.score,
            split.interval[0] > chance.interval[1],
        ),
        Claim(
            f"with {K} trees, the binary tree scores more than sets of creatures as one action",
            f"{binary.text} % and {split.text} %",
            binary.score > split.score,
            binary.interval[0] > split.interval[1],
        ),
    )


def mcts_duel(table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None) -> Reproduction:
    """MCTS chooses the cards and rules do the rest: more and more simulations against rule and random players."""
    count = games or (BUDGET_GAMES // 10 if quick else BUDGET_GAMES)
    players = {"random": WITH_RULES} | {
        f"{each} simulations": f"duel-search(iterations={each}, cards_only=on, roll_out=combat)" for each in SIMULATIONS
    }
    opponents = {"rules": RULES, "random cards": WITH_RULES}
    keys = [(name, other) for other in opponents for name in players]
    pairings = [Pairing(DUEL, players[name], opponents[other], count, BUDGET_SEED) for name, other in keys]
    found = dict(zip(keys, play_pairings("mcts-duel", pairings, progress), strict=True))
    against = {name: found[name, "rules"] for name in players}
    ours = {AGAINST_RULES: {name: against[name].percent for name in table.values[AGAINST_RULES]}}
    rows = tuple((name, *(found[name, other].text for other in opponents)) for name in players)
    columns = ("cards chosen by", "against rules", "against random cards")
    findings = (Finding("score in % (95 % interval); rules attack and block for everybody", columns, rows),)
    few, many, most = (against[f"{each} simulations"] for each in (10, 200, 350))
    random = against["random"]
    claims = (
        Claim(
            "10 simulations are better than random cards",
            f"{few.text} % and {random.text} %",
            few.score > random.score,
            few.interval[0] > random.interval[1],
        ),
        Claim(
            "200 simulations are better than 10",
            f"{many.text} % and {few.text} %",
            many.score > few.score,
            many.interval[0] > few.interval[1],
        ),
        Claim(
            "from 200 to 350 simulations the curve is flat: the intervals overlap",
            f"{many.text} % and {most.text} %",
            most.interval[0] <= many.interval[1] and many.interval[0] <= most.interval[1],
        ),
    )
    how = f"{2 * pairings[0].rounds} games each, both seats, seed {BUDGET_SEED}"
    return Reproduction(table, compare(table, ours), claims, how, WHY_DUEL, findings=findings)
