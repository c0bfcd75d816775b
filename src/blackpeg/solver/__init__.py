"""Optimal play: exhaustive search, endgames, the library of trees."""
