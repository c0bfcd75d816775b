"""The addresses of the web app: the API of games, of strategies and of studies, and the pages."""
