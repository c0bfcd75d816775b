"""How each tree of the library was found: the arguments of `blackpeg optimal`, by the tree's name.

`python docs/trees.py NAME` runs them again.
"""

from __future__ import annotations

TREE_RECIPES: dict[str, str] = {
    "3x5": "3x5",
    "3x5-worst": "3x5 --objective worst",
    "3x6": "3x6",
    "3x6-worst": "3x6 --objective worst",
    "3x7": "3x7",
    "3x7-worst": "3x7 --objective worst",
    "3x8": "3x8",
    "3x8-worst": "3x8 --objective worst",
    "4x4": "4x4",
    "4x4-worst": "4x4 --objective worst",
    "4x5": "4x5",
    "4x5-worst": "4x5 --objective worst",
    "4x6": "4x6",
    "4x6-worst": "4x6 --objective worst",
    "4x7": "4x7",
    "4x7-worst": "4x7 --objective worst",
    "4x8": "4x8",
    "4x8-worst": "4x8 --objective worst",
    "4x9": "4x9",
    "4x9-worst": "4x9 --objective worst",
    "5x4": "5x4",
    "5x4-worst": "5x4 --objective worst",
    "5x5": "5x5",
    "5x5-worst": "5x5 --objective worst",
    "5x6": "5x6",
    "5x7": "5x7 --width 1,12",
    "5x8": "5x8 --first 11223 --width 1,60,45,30",
    "6x4": "6x4",
    "6x4-worst": "6x4 --objective worst",
    "6x5": "6x5 --width 2,8",
    "6x6": "6x6 --first 111223 --width 1500:3,300:6,100:12",
    "7x4": "7x4 --width 1,4",
    "8x3": "8x3",
    "10x2": "10x2",
    "10x2-worst": "10x2 --objective worst",
    "11x2": "11x2",
    "12x2": "12x2",
    "4x6-distinct": "4x6-distinct",
    "4x6-distinct-worst": "4x6-distinct --objective worst",
    "4x7-distinct": "4x7-distinct",
    "4x7-distinct-worst": "4x7-distinct --objective worst",
    "4x8-distinct": "4x8-distinct",
    "4x8-distinct-worst": "4x8-distinct --objective worst",
    "4x9-distinct": "4x9-distinct",
    "4x9-distinct-worst": "4x9-distinct --objective worst",
    "4x10-distinct": "4x10-distinct",
    "4x10-distinct-worst": "4x10-distinct --objective worst",
}

# trees that were improved afterwards: the arguments of `python docs/improve_tree.py`
TREE_IMPROVEMENTS: dict[str, str] = {"5x8": "5x8 --seconds 15"}
