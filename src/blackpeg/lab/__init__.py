"""Experiments: many games on one core or a cluster, stored, resumed, and compared fairly."""
