"""Regenerate src/railbird/cards/preflop_equities.csv: the exact equity of each class against a random hand.

Run from the project's root: python tools/preflop_equities.py
"""

from pathlib import Path

from railbird.cards import CLASSES, Range
from railbird.strength import equity_by_hand

TARGET = Path(__file__).parent.parent / "src" / "railbird" / "cards" / "preflop_equities.csv"


def main() -> None:
    equities = equity_by_hand(Range("random"))
    by_class = {str(hand_class): float(equities[hand_class.hands[0]]) for hand_class in CLASSES}
    rows = [f"{name},{value:.9f}" for name, value in sorted(by_class.items(), key=lambda row: (-row[1], row[0]))]
    TARGET.write_text("\n".join(["class,equity", *rows]) + "\n", encoding="ascii")
    print(f"wrote {len(rows)} classes to {TARGET}")


if __name__ == "__main__":
    main()
