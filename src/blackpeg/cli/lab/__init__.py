"""The commands of `blackpeg lab`."""
