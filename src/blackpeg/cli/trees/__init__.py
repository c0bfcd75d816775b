"""Commands about trees: of a strategy, the best that a search finds, checking one, and the best that are known."""
