"""Commands that write files to begin with: a package for a strategy of one's own, and datasets."""
