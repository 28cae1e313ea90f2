"""The ``railbird`` command: one file for each subcommand, each a thin layer over library functions."""

from __future__ import annotations

import sys

from railbird.cli.exit_codes import INTERRUPTED


def main() -> None:
    """Run the command."""
    try:
        from railbird.cli.app import run  # takes up to a second; Ctrl-C may come meanwhile

        run()
    except KeyboardInterrupt:
        print("railbird: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)


__all__ = ["main"]
