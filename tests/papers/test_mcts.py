"""The experiments on Monte Carlo tree search, with very few games."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.errors import MatchError
from railbird.papers import Reproduction
from railbird.papers.experiments import GROUPS
from railbird.papers.game_rounds import Pairing, PairingResult, PlayedRound, play_pairings
from railbird.papers.mcts_duel import mcts_determinizations, mcts_duel
from railbird.papers.mcts_hidden import BIAS, ROUNDS, best_response, exact_counting, mcts_phantom
from railbird.papers.mcts_hidden import mcts_rock_paper_scissors as rock_paper_scissors
from railbird.papers.mcts_perfect import mcts_decisive, mcts_rave, mcts_traps
from railbird.papers.published import read_table
from railbird.search.minimax.trap_positions import TRAPS

SHORT_DUEL = "card-duel(life=1, hand=2, deck=8*1:1/1)"
FAST = Pairing("tic-tac-toe", "uct(iterations=20)", "random", 6, 1)


def quiet(_: float) -> None:
    pass


@pytest.fixture(autouse=True)
def _one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_WORKERS", "1")


def record(folder: Path) -> Path:
    return folder / "reproductions-trial.jsonl"


def test_rounds_are_the_same_on_any_number_of_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for workers in (1, 2):
        monkeypatch.setenv("RAILBIRD_WORKERS", str(workers))
        results.append(play_pairings("trial", [FAST], quiet)[0])
        record(tmp_path).unlink()
    one, two = results
    assert one.scores.tolist() == two.scores.tolist()
    assert one.returns.tolist() == two.returns.tolist()
    assert one.games == 6
    assert one.score > 0.5


def test_an_experiment_resumes_after_the_last_stored_round(tmp_path: Path) -> None:
    whole = play_pairings("trial", [FAST], quiet)[0]
    lines = record(tmp_path).read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    record(tmp_path).write_text(lines[1] + "\n" + lines[2][:40], encoding="utf-8")
    shares: list[float] = []
    again = play_pairings("trial", [FAST], shares.append)[0]
    assert shares == [2 / 3, 1]
    assert again.scores.tolist() == whole.scores.tolist()
    assert again.rounds[1] == whole.rounds[1]


def test_rounds_of_another_version_are_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    play_pairings("trial", [FAST], quiet)
    monkeypatch.setattr("railbird.papers.game_rounds.__version__", "0.0.1")
    shares: list[float] = []
    play_pairings("trial", [FAST], shares.append)
    assert len(shares) == 3


def test_a_score_of_nothing_in_few_games_is_not_certain() -> None:
    lost = PlayedRound((0.0, 0.0), (-1.0, -1.0), (5, 5), (0.1, 0.1))
    few, many = (PairingResult(FAST, (lost,) * rounds) for rounds in (2, 200))
    assert few.percent.value == many.percent.value == 0
    assert few.percent.standard_error > 10 > 1 > many.percent.standard_error > 0


def test_a_player_who_fails_ends_the_experiment() -> None:
    with pytest.raises(MatchError, match="duel-rules failed in tic-tac-toe"):
        play_pairings("trial", [Pairing("tic-tac-toe", "duel-rules", "random", 2, 1)], quiet)


def test_rock_paper_scissors_has_the_exact_expectation_beside_it() -> None:
    table = read_table("mcts-rock-paper-scissors")
    assert table.values["won per round"]["modelling"] == pytest.approx(exact_counting(BIAS, ROUNDS), abs=1e-6)
    assert exact_counting(BIAS, 1) == pytest.approx(0)
    assert exact_counting(BIAS, ROUNDS) < best_response(BIAS)
    result = rock_paper_scissors(table, True, quiet, games=6)
    equilibrium, modelling = result.comparisons
    assert modelling.ours.value > 0.1
    assert abs(equilibrium.ours.value) < 0.1


def test_traps_catch_flat_monte_carlo_and_not_alpha_beta(monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, "mcts_perfect", TRAP_BUDGETS=(30, 100, 300), ROLL_OUTS=200, TRAPS=TRAPS[:6])
    monkeypatch.setenv("RAILBIRD_WORKERS", "1")
    result = mcts_traps(read_table("mcts-traps"), True, quiet, searches=1)
    (finding,) = result.findings
    assert [row[0] for row in finding.rows][:2] == ["tic-tac-toe 1", "ultimate-tic-tac-toe 2"]
    assert all(row[3] == "avoids it" for row in finding.rows)
    assert [claim.holds for claim in result.claims[:2]] == [True, True]


def cut(monkeypatch: pytest.MonkeyPatch, where: str, **values: object) -> None:
    for name, value in values.items():
        monkeypatch.setattr(f"railbird.papers.{where}.{name}", value)


def check(result: Reproduction) -> None:
    assert len(result.comparisons) == sum(map(len, result.table.values.values()))
    assert result.claims
    for finding in result.findings:
        assert all(len(row) == len(finding.columns) for row in finding.rows)


def test_decisive_moves_and_their_cost_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    variants = {
        "decisive moves": "uct(iterations=5, decisive=on)",
        "weighted updates": "uct(iterations=5, length_decay=0.9)",
        "RAVE": "rave(iterations=5)",
    }
    cut(monkeypatch, "mcts_perfect", VARIANTS=variants, PLAIN="uct(iterations=5)", TIMED=3)
    result = mcts_decisive(read_table("mcts-decisive"), True, quiet, games=2)
    check(result)
    assert [row[0] for row in result.findings[0].rows] == [*variants, "plain UCT", "plain UCT, native"]


def test_rave_is_compared_at_several_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    go, hexagons = "openspiel:go(board_size=3)", "openspiel:hex(board_size=3)"
    cut(monkeypatch, "mcts_perfect", GO=go, HEX=hexagons, BUDGETS={go: (3, 6), hexagons: (3,)})
    result = mcts_rave(read_table("mcts-rave"), True, quiet, games=2)
    check(result)
    assert [row[:3] for row in result.findings[0].rows] == [
        ("go, 9×9", "3", "2"),
        ("go, 9×9", "6", "2"),
        ("hex, 7×7", "3", "2"),
    ]


def test_phantom_players_are_ranked_beside_the_published_order(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"cheating ensemble": "cheating-ensemble", "cheating": "cheating-uct", "MO-ISMCTS": "mo-ismcts"}
    kinds |= {"determinized": "determinized", "SO-ISMCTS": "so-ismcts"}
    players = {name: f"{kind}(iterations=20)" for name, kind in kinds.items()}
    cut(monkeypatch, "mcts_hidden", PHANTOM="phantom-tic-tac-toe(columns=3, rows=3, line=3)", PHANTOM_PLAYERS=players)
    cut(monkeypatch, "mcts_hidden", MORE_ITERATIONS=40)
    result = mcts_phantom(read_table("mcts-phantom"), True, quiet, games=2)
    check(result)
    assert sorted(each.ours.value for each in result.comparisons) == [1, 2, 3, 4, 5]
    means = [float(row[-1]) for row in result.findings[0].rows]
    assert sum(means) == pytest.approx(250, abs=0.3)


def test_trees_share_a_budget_in_the_card_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, "mcts_duel", BUDGET=40, TREES=(1, 20), DUEL=SHORT_DUEL, BINARY=f"{SHORT_DUEL[:-1]}, binary=on)")
    result = mcts_determinizations(read_table("mcts-determinizations"), True, quiet, games=2)
    check(result)
    curve, others = result.findings
    assert [row[0] for row in curve.rows] == ["1", "20"]
    assert [row[0] for row in others.rows][:2] == ["binary tree", "interesting deals"]


def test_simulations_choose_cards_in_the_card_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    cut(monkeypatch, "mcts_duel", DUEL=SHORT_DUEL)
    result = mcts_duel(read_table("mcts-duel"), True, quiet, games=2)
    check(result)
    assert [row[0] for row in result.findings[0].rows][:2] == ["random", "10 simulations"]


def test_the_group_has_all_experiments_on_search() -> None:
    assert set(GROUPS["mcts"]) == {
        "mcts-decisive",
        "mcts-determinizations",
        "mcts-duel",
        "mcts-phantom",
        "mcts-rave",
        "mcts-rock-paper-scissors",
        "mcts-traps",
        "newbot-budgets",
        "newbot-heads-up",
        "newbot-six",
        "smooth-uct",
    }
