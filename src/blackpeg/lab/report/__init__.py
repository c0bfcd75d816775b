"""Reports of studies: samples of stored games, verdicts on claims, tables in the terminal, pages."""
