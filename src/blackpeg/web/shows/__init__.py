"""Shows: strategies that are watched while they break a code, within a budget of time, and what they know by turn."""
