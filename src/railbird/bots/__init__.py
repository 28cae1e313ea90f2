"""The bots, one file each, named as in the literature. They are assembled from policies, models and search."""
