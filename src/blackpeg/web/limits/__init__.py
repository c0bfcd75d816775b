"""What nobody may use up for all others: connections, open streams, lines of the log."""
