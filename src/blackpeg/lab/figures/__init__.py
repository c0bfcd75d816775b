"""Figures of the games in a store."""
