"""Plots of what a store holds."""
