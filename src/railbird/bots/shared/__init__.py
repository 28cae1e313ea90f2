"""Parts that several bots share: range estimates, context trees, tables of other sizes."""
