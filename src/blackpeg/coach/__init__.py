"""Help for people who play: the ranking of guesses, hints, and the review of a game."""
