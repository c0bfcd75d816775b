"""How to install an optional part of Blackpeg that is missing."""

from __future__ import annotations


def install(extra: str) -> str:
    """Returns the command that installs an extra, from the index and from a clone of the repository.

    >>> install("lab")
    "pip install 'blackpeg[lab]', or in a clone pip install '.[lab]'"
    """
    return f"pip install 'blackpeg[{extra}]', or in a clone pip install '.[{extra}]'"
