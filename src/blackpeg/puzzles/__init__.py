"""Codes for people to break: daily puzzles, commitments, sealed codes, saved games, statistics, summaries to share."""
