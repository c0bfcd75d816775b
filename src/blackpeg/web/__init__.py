"""The web app: pages to play, watch and review Mastermind, and an HTTP API. `blackpeg serve` starts it."""
