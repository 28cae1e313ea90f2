"""Regenerate the data that ``railbird bots`` shows for Railbird's own bots: python tools/gallery.py"""

import json

from railbird.gallery import parse_bot
from railbird.gallery.catalogue import BUILT_IN
from railbird.gallery.overview import DATA, overview_of


def main() -> None:
    rows = [overview_of(parse_bot(name)).to_json() for name in BUILT_IN]
    DATA.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {DATA}")


if __name__ == "__main__":
    main()
