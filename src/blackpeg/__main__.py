"""`python -m blackpeg` is the command `blackpeg`."""

from .cli.main import main

main()
