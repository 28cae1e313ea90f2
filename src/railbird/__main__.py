"""``python -m railbird`` is the same as the ``railbird`` command."""

from railbird.cli import main

if __name__ == "__main__":
    main()
