"""RezAI's rules: hand strength by percentages, and the strategies of its playing styles."""
