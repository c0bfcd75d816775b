"""Reports: verdicts, tables, pages."""
