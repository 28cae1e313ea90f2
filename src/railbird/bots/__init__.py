"""The bots, one file each, named as in the literature. They assemble the parts of the rooms below."""
