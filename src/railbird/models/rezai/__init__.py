"""RezAI's memory: the outcomes of each action in each state."""
