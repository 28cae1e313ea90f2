"""Published income rates, by roll-outs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.cards import CLASS_OF_HAND, CLASSES, HandClass
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Ours, Reproduction, all_agree, compare
from railbird.strength import GroupVersion, IncomeRates, income_rates, iterated_income_rates, sklansky_groups
from railbird.strength.income import BLINDS

SEED = 2008
BELOW_ALL_GROUPS = 9


def heidenreich_figure_2(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    result = income_rates(10, deals=2_000_000 if quick else 100_000_000, seed=SEED, progress=progress)
    comparisons = compare(table, {"IR-10": {name: _of(result, name) for name in table.values["IR-10"]}})
    groups = sklansky_groups(GroupVersion.HEIDENREICH)
    listed = [HandClass.parse(name) for name in table.values["IR-10"]]
    correlation = rank_correlation([-groups[each] for each in listed], [result[each] for each in listed])
    claims = (
        all_agree(comparisons),
        Claim("53s is better than 43s", f"{result['53s']:.0f} and {result['43s']:.0f}", result["53s"] > result["43s"]),
        Claim("rank correlation with the expert groups of at least 0.8", f"{correlation:.3f}", correlation >= 0.8),
    )
    return Reproduction(table, comparisons, claims, _how(result))


def heidenreich_figure_3(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    plain = income_rates(10, deals=1_000_000 if quick else 20_000_000, seed=SEED, progress=part_of(progress, 0.0, 0.2))
    result = iterated_income_rates(
        10, deals=1_000_000 if quick else 20_000_000, seed=SEED, progress=part_of(progress, 0.2, 0.8)
    )
    published = table.values["iterated"]
    ours = {
        "IR-10": {name: _of(plain, name) for name in published},
        "iterated": {name: _of(result, name) for name in published},
    }
    comparisons = compare(table, ours)
    correlation = rank_correlation(list(published.values()), [result[name] for name in published])
    without = rank_correlation(list(published.values()), [plain[name] for name in published])
    claims = (
        Claim("the roll-outs settle", f"after {result.rounds} rounds", result.settled),
        Claim(
            "the rank correlation of the iterated rates with the published ones is at least 0.90, and higher than "
            "without iteration",
            f"{correlation:.3f}, without iteration {without:.3f}",
            correlation >= 0.90 and correlation > without + 0.05,
        ),
        _changes("AA, KK, QQ, JJ, TT rise", result, plain, "AA KK QQ JJ TT", up=True),
        _changes("QJs, QTs, KTs fall", result, plain, "QJs QTs KTs", up=False),
        all_agree(tuple(each for each in comparisons if each.column == "IR-10"), "IR-10"),
    )
    how = (
        f"{_how(result)}; {BLINDS:g} small bets of blinds are dead money in the pot, each player who plays adds one "
        "small bet; no noise"
    )
    why = (
        "The source does not say how blinds are counted. We tried dead money of 0 to 3 small bets with noise of 0 to "
        "0.5: no choice gives both the high pairs and the small gains of the last hands."
    )
    return Reproduction(table, comparisons, claims, how, why)


def papp_income_rates(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    deals = 20_000_000 if quick else 100_000_000
    two, four, seven = (
        income_rates(players, deals=deals, seed=SEED, progress=part_of(progress, number / 3, 1 / 3))
        for number, players in enumerate((2, 4, 7))
    )
    expert = np.array([sklansky_groups(GroupVersion.HEIDENREICH).get(each, BELOW_ALL_GROUPS) for each in CLASSES])
    groups = cut_like(expert, seven.rates)
    low, high = CLASSES[int(seven.rates.argmin())], CLASSES[int(seven.rates.argmax())]
    ours: dict[str, dict[str, Ours | float]] = {
        "IR-2": {name: _of(two, name) for name in ("32s", "32o")},
        "IR-4": {"A8s": _of(four, "A8s")},
        "IR-7": {
            "AA, the highest": _of(seven, "AA"),
            "72o, the lowest": _of(seven, "72o"),
            "5 % of hands have less": _quantile(seven, 0.05),
            "30 % of hands have more": _quantile(seven, 0.70),
            "central 68.26 %, from": _quantile(seven, 0.1587),
            "central 68.26 %, to": _quantile(seven, 0.8413),
        },
        "classes": {
            "rates of 0 or more": _derived(seven, lambda rates: float((rates >= 0).sum())),
            "more than one group from the expert's": _derived(
                seven, lambda rates: float((np.abs(cut_like(expert, rates) - expert) > 1).sum())
            ),
        },
    }
    comparisons = compare(table, ours)

    def exchanged(group: int) -> tuple[str, str]:
        added, removed = ((groups == group) & (expert != group)), ((groups != group) & (expert == group))
        return " ".join(_names(added)), " ".join(_names(removed))

    tops = f"added to group 1: {exchanged(1)[0] or 'none'}; to group 2: {exchanged(2)[0] or 'none'}"
    claims = (
        all_agree(comparisons),
        Claim(
            "with seven players AA is the best hand, 72o the worst", f"{high} and {low}", f"{high} {low}" == "AA 72o"
        ),
        Claim("the two top groups are the expert's", tops, not any(exchanged(1) + exchanged(2))),
        Claim(
            "group 3 has KTs instead of JTs",
            "{} instead of {}".format(*exchanged(3)),
            exchanged(3) == ("KTs", "JTs"),
        ),
    )
    why = "It is not known which version of the expert groups was used; we use that of Heidenreich's figure 2."
    return Reproduction(table, comparisons, claims, _how(seven), why)


def cut_like(groups: NDArray[np.int64], rates: NDArray[np.float64]) -> NDArray[np.int64]:
    """Cut the order of the rates into groups of the same sizes as the given ones."""
    cut = np.empty_like(groups)
    cut[np.argsort(-rates, kind="stable")] = np.sort(groups)
    return cut


def rank_correlation(a: list[float], b: list[float]) -> float:
    """Spearman's rank correlation; ties get their mean rank."""
    ranks = [_ranks(np.asarray(each, dtype=np.float64)) for each in (a, b)]
    return float(np.asarray(np.corrcoef(ranks))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    below = (values[:, None] > values).sum(axis=1)
    equal = (values[:, None] == values).sum(axis=1)
    return np.asarray(below + (equal - 1) / 2)


def _of(rates: IncomeRates, name: str) -> Ours:
    index = HandClass.parse(name).index
    return Ours(float(rates.rates[index]), float(rates.standard_errors[index]))


def _quantile(rates: IncomeRates, share: float) -> Ours:
    return _derived(rates, lambda by_class: float(np.quantile(by_class[CLASS_OF_HAND], share)))


def _derived(rates: IncomeRates, statistic: Callable[[NDArray[np.float64]], float]) -> Ours:
    """A statistic of all rates; its standard error comes from varying the rates by their standard errors."""
    random = np.random.default_rng(SEED)
    varied = [statistic(random.normal(rates.rates, rates.standard_errors)) for _ in range(200)]
    return Ours(statistic(rates.rates), float(np.std(varied, ddof=1)))


def _changes(text: str, after: IncomeRates, before: IncomeRates, names: str, *, up: bool) -> Claim:
    changes = {name: after[name] - before[name] for name in names.split()}
    return Claim(
        text,
        ", ".join(f"{name} {change:+.0f}" for name, change in changes.items()),
        all((change > 0) == up for change in changes.values()),
    )


def _names(chosen: NDArray[np.bool_]) -> list[str]:
    return [str(CLASSES[i]) for i in np.flatnonzero(chosen)]


def _how(rates: IncomeRates) -> str:
    return f"roll-out of {rates.deals:,} deals, seed {rates.seed}"
