"""`python -m blackpeg` is the command `blackpeg`."""

from .cli.main import main

if __name__ == "__main__":
    main()
