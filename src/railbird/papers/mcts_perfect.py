"""MCTS variants in games without hidden information: decisive moves, RAVE, and trap positions (review §2.3, §4.1.4)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib.util import find_spec

from railbird._progress import Progress
from railbird._seeds import derived_seed
from railbird.arena.parallel import parallel_map
from railbird.extensive import RandomStream, parse_extensive_game
from railbird.papers.game_rounds import Pairing, PairingResult, play_pairings
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction
from railbird.search.mcts import Budget, TreeSearch
from railbird.search.minimax import alpha_beta
from railbird.search.minimax.trap_positions import TRAPS, TrapPosition, roll_out_means
from railbird.search.players import parse_player

ULTIMATE = "ultimate-tic-tac-toe"
DECISIVE_SEED = 2016
ITERATIONS = 200
"""Iterations per move of every player."""
DECISIVE_GAMES = 200
VARIANTS = {
    "decisive moves": f"uct(iterations={ITERATIONS}, decisive=on)",
    "decisive and anti-decisive moves": f"uct(iterations={ITERATIONS}, decisive=on, anti=on)",
    "weighted updates": f"uct(iterations={ITERATIONS}, length_decay=0.98)",
    "RAVE": f"rave(iterations={ITERATIONS})",
}
PLAIN = f"uct(iterations={ITERATIONS})"
TIMED = 20
"""Positions in which the cost is measured."""

GO, HEX = "openspiel:go(board_size=9)", "openspiel:hex(board_size=7)"
RAVE_SEED = 2007
RAVE_GAMES = {GO: 40, HEX: 100}
BUDGETS = {GO: (50, 100, 200), HEX: (50, 200, 800)}
"""Iterations per move of both players."""
C = 0.5
"""The exploration constant of both players."""

TRAP_SEED = 2006
ROLL_OUTS = 300
"""Roll-outs per action of flat Monte Carlo."""
TRAP_BUDGETS = (100, 300, 1_000, 3_000, 10_000)
SEARCHES = 20
"""Searches of each position with each budget."""


def mcts_decisive(table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None) -> Reproduction:
    """Each variant against plain UCT at equal iterations on ultimate tic-tac-toe, and what an iteration costs."""
    count = games or (DECISIVE_GAMES // 10 if quick else DECISIVE_GAMES)
    pairings = [Pairing(ULTIMATE, variant, PLAIN, count, DECISIVE_SEED) for variant in VARIANTS.values()]
    results = dict(zip(VARIANTS, play_pairings("mcts-decisive", pairings, progress), strict=True))
    plain = cost(PLAIN.replace(")", ", native=off)"))
    rows = [
        (name, result.text, f"{1e3 * taken:.0f}", f"{taken / plain:.1f}")
        for (name, result), taken in zip(results.items(), map(cost, VARIANTS.values()), strict=True)
    ]
    rows += [("plain UCT", "", f"{1e3 * plain:.0f}", "1.0"), ("plain UCT, native", "", f"{1e3 * cost(PLAIN):.0f}", "")]
    columns = ("", "score in % (95 % interval)", "ms per 1,000 iterations", "times plain UCT")
    finding = Finding("score against plain UCT at equal iterations, and CPU time", columns, tuple(rows))
    decisive = results["decisive moves"]
    best = max(results, key=lambda name: results[name].score)
    others = [results[name] for name in ("weighted updates", "RAVE")]
    claims = (
        Claim(
            "decisive moves beat plain UCT at equal iterations (95 %)",
            f"{decisive.text} %",
            decisive.interval[0] > 0.5,
            decisive.decides,
        ),
        Claim(
            "decisive moves score more against plain UCT than weighted updates and RAVE do",
            f"best: {best}",
            decisive.score > max(each.score for each in others),
            decisive.interval[0] > max(each.interval[1] for each in others),
        ),
    )
    how = f"{2 * pairings[0].rounds} games each, both seats, {ITERATIONS} iterations per move, seed {DECISIVE_SEED}"
    return Reproduction(table, (), claims, how, findings=(finding,))


def cost(player: str) -> float:
    """CPU seconds per 1,000 iterations of a player, in positions of random games of ultimate tic-tac-toe."""
    random, seconds, steps = RandomStream(1), 0.0, 0
    for number in range(TIMED):
        state = parse_extensive_game(ULTIMATE).start()
        for _ in range(number):
            actions = state.legal_actions()
            state.apply(actions[random.below(len(actions))])
        searcher = parse_player(player).make()
        began = time.process_time()
        searcher.choose(state, random)
        seconds += time.process_time() - began
        steps += searcher.steps
    return 1_000 * seconds / steps


def mcts_rave(table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None) -> Reproduction:
    """RAVE against UCT at equal iterations, for several budgets, in 9×9 go and in hex."""
    pairings = [
        Pairing(
            game,
            f"rave(iterations={budget}, c={C})",
            f"uct(iterations={budget}, c={C})",
            games or (RAVE_GAMES[game] // 10 if quick else RAVE_GAMES[game]),
            RAVE_SEED,
        )
        for game, budgets in BUDGETS.items()
        for budget in budgets
    ]
    results = play_pairings("mcts-rave", pairings, progress)
    keys = [(game, budget) for game, budgets in BUDGETS.items() for budget in budgets]
    found = dict(zip(keys, results, strict=True))
    names = {GO: "go, 9×9", HEX: "hex, 7×7"}
    rows = tuple((names[game], f"{budget:,}", str(each.games), each.text) for (game, budget), each in found.items())
    columns = ("game", "iterations", "games", "RAVE's score in % (95 % interval)")
    finding = Finding("RAVE against UCT at equal iterations", columns, rows)
    claims = tuple(
        _rave_claim(names[game], BUDGETS[game], [found[game, each] for each in BUDGETS[game]]) for game in names
    )
    how = f"both seats, k = 500, c = {C} for both players, seed {RAVE_SEED}"
    return Reproduction(table, (), claims, how, findings=(finding,))


def _rave_claim(game: str, budgets: Sequence[int], results: Sequence[PairingResult]) -> Claim:
    helps = [budget for budget, each in zip(budgets, results, strict=True) if each.interval[0] > 0.5]
    result = f"it does with {', '.join(map(str, helps))}" if helps else "it does with none of the budgets"
    small = results[0]
    return Claim(
        f"{game}: RAVE beats UCT at the smallest budget (95 %)",
        f"{small.text} %; {result}",
        small.interval[0] > 0.5,
        small.decides,
    )


def mcts_traps(table: PublishedTable, quick: bool, progress: Progress, *, searches: int | None = None) -> Reproduction:
    """How often flat Monte Carlo, alpha-beta and UCT with several budgets step into the trap."""
    count = searches or (2 if quick else SEARCHES)
    budgets = TRAP_BUDGETS[:-1] if quick else TRAP_BUDGETS
    positions = [each for each in TRAPS if each.game != "connect-four" or find_spec("pyspiel") is not None]
    tasks = [(TRAPS.index(position), count, budgets) for position in positions]
    results = parallel_map(_trapped, tasks, progress=progress)
    rows = []
    for position, (flat, solved, uct) in zip(positions, results, strict=True):
        shares = (f"{each:.0%}" for each in uct)
        rows.append(
            (f"{position.game} {TRAPS.index(position) + 1}", str(position.depth), f"{flat:.0%}", solved, *shares)
        )
    columns = ("position", "depth", "flat", "alpha-beta", *(f"UCT {budget:,}" for budget in budgets))
    finding = Finding("share of searches that step into the trap", columns, tuple(rows))
    flat_share = sum(flat for flat, _, _ in results) / len(results)
    first, last = (sum(uct[at] for _, _, uct in results) / len(results) for at in (0, -1))
    claims = (
        Claim(
            "flat Monte Carlo steps into the trap in most searches of every position",
            f"{flat_share:.0%} of all searches",
            min(flat for flat, _, _ in results) > 0.5,
        ),
        Claim(
            "alpha-beta of the depth of the trap avoids it everywhere",
            f"{sum(solved == 'avoids it' for _, solved, _ in results)} of {len(results)} positions",
            all(solved == "avoids it" for _, solved, _ in results),
        ),
        Claim(
            "UCT finds the refutations with more iterations",
            f"it steps into the trap in {first:.0%} of searches with {budgets[0]:,} iterations, {last:.0%} with "
            f"{budgets[-1]:,}",
            last < first and last < 0.5,
        ),
    )
    how = f"{count} searches each; flat Monte Carlo with {ROLL_OUTS} roll-outs per action; seed {TRAP_SEED}"
    return Reproduction(table, (), claims, how, findings=(finding,))


def _trapped(task: tuple[int, int, Sequence[int]]) -> tuple[float, str, list[float]]:
    """Shares of searches that choose the trap: flat, alpha-beta (in words), and UCT with each budget."""
    index, count, budgets = task
    position: TrapPosition = TRAPS[index]
    state = position.state()
    flat = 0
    for number in range(count):
        means = roll_out_means(state, ROLL_OUTS, _stream(index, f"flat {number}"))
        flat += state.action_text(max(means, key=lambda action: means[action])) == position.trap
    best = alpha_beta(state.clone(), depth=position.depth).action
    assert best is not None
    solved = "steps into it" if state.action_text(best) == position.trap else "avoids it"
    shares = []
    for budget in budgets:
        search = TreeSearch(budget=Budget(budget))
        chosen = [search.search(state, _stream(index, f"uct {budget} {each}")).action for each in range(count)]
        shares.append(sum(state.action_text(action) == position.trap for action in chosen) / count)
    return flat / count, solved, shares


def _stream(position: int, purpose: str) -> RandomStream:
    return RandomStream(derived_seed(TRAP_SEED, f"position {position}, {purpose}"))
