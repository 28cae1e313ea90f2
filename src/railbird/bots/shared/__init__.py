"""What several bots share: reading others' hands, context trees, tables of other sizes."""
