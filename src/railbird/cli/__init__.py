"""The ``railbird`` command: one file a subcommand, each over the library's own functions."""

from __future__ import annotations

import sys

from railbird.cli.exit_codes import INTERRUPTED


def main() -> None:
    """Run the command."""
    try:
        from railbird.cli.app import run  # a second, in which somebody may press Ctrl-C

        run()
    except KeyboardInterrupt:
        print("railbird: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)


__all__ = ["main"]
