"""Datasets of positions and of deduction puzzles, for learning and for testing language models.

A dataset follows from the game, the seed and the count alone, and a longer one begins with the records of the shorter.

positions  positions with candidates, the best guesses, and every guess's exact total
puzzles    clues that leave one code, of which none can be left out
files      writes records as JSON lines or Parquet, with a data card
"""
