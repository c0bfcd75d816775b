"""The languages of the web app: a catalog of texts for each, and how pages are translated by it."""
