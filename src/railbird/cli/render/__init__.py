"""Output for the terminal and for picture files: tables, charts, 13×13 grids, progress bars."""
