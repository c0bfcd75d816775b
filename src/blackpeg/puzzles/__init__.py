"""The daily puzzle, commitments, codes for friends, saved games, statistics."""
