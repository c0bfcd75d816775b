"""Reports of studies: verdicts on claims, tables in the terminal, pages."""
