"""A published number, regenerated and judged.

Billings et al. (2002) give the strength of A♦Q♣ on 3♥ 4♣ J♥ against one random hand: HS = 0.585, PPot = 0.208,
NPot = 0.274. Railbird computes them exactly.
"""

import railbird as rb
from railbird.papers import Comparison, Ours

PUBLISHED = {"HS": 0.585, "PPot": 0.208, "NPot": 0.274}


def comparisons() -> list[Comparison]:
    """Each published number beside ours; both may differ by rounding."""
    report = rb.strength_report("AdQc", "3h4cJh")
    ahead = report.field.farthest
    ours = {"HS": report.field.hs, "PPot": ahead.ppot, "NPot": ahead.npot}
    return [Comparison("AdQc on 3h4cJh", name, PUBLISHED[name], Ours(ours[name]), tolerance=0.0005) for name in ours]


if __name__ == "__main__":
    for each in comparisons():
        verdict = "agrees" if each.agrees else "differs"
        print(f"{each.column:<5} published {each.published:.3f}, ours {each.ours.value:.4f}: {verdict}")
