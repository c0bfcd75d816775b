"""The web app: a board to play on, the computer at work, and an API. `blackpeg serve` starts it."""
