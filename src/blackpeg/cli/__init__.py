"""The command line: one file a command, and `terminal` for what commands show and ask."""
