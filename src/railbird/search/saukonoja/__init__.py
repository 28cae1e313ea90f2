"""Saukonoja's search to the end of the betting round."""
