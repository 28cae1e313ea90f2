"""How the terminal and picture files show things: tables, charts, squares of hands, progress."""
