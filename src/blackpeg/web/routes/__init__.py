"""The pages and the HTTP API, a file for each group of addresses."""
