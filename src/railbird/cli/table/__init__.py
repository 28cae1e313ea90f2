"""A table in the terminal, at which a person plays with bots."""
