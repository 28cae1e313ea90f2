"""The ``railbird`` command: one file a subcommand, each over the library's own functions."""

from railbird.cli.app import main

__all__ = ["main"]
