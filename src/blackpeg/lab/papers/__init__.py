"""Studies of published papers, in TOML, and what redraws their figures."""
