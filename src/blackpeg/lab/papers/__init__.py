"""Studies of published papers: a TOML file each, with what is played and claimed, and what redraws their figures."""
