"""The API of deduction puzzles: turns that one code alone fits. It keeps nothing about who solves them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path, Query
from pydantic import BaseModel, Field

from ...players import rng_of
from ...puzzles.deduction_puzzles import all_puzzles, find_puzzle, puzzles_of
from ..context import error_responses, make_router
from ..models import Seed
from ..store import Missing

api = make_router("puzzles")

MAX_PUZZLES = 100  # that one request draws


class PuzzleOut(BaseModel):
    """A puzzle. Its code is left out: it is the only one that fits the turns."""

    number: int = Field(description="Its address is /puzzles/ and this number; the terminal has the same numbers.")
    game: str
    turns: list[str] = Field(description="Guesses with their feedback, such as 1122=1b1w.")
    cases: int = Field(description="Length of the shortest proof that goes peg by peg: how many colors it tries.")
    grade: Literal["easy", "medium", "hard"]
    rating: int = Field(description="200 times the binary logarithm of the cases, on the scale of people's ratings.")


@api.get("/puzzles")
async def draw_puzzles(
    grade: Annotated[Literal["easy", "medium", "hard"] | None, Query(description="By default any.")] = None,
    count: Annotated[int, Query(ge=1, le=MAX_PUZZLES)] = 10,
    seed: Annotated[Seed, Query(description="The same seed draws the same puzzles.")] = 0,
) -> list[PuzzleOut]:
    """Different puzzles, drawn at random by a seed. No cookie or login is needed."""
    puzzles = puzzles_of(grade)
    drawn = rng_of("puzzles", seed).permutation(len(puzzles))[:count]
    return [PuzzleOut(**puzzles[number].json()) for number in drawn]


@api.get("/puzzles/{number}", responses=error_responses(404))
async def show_puzzle(number: Annotated[int, Path(ge=1)]) -> PuzzleOut:
    """The puzzle of a number."""
    if number > len(all_puzzles()):
        raise Missing(f"no puzzle {number}; there are 1 to {len(all_puzzles())}")
    return PuzzleOut(**find_puzzle(number).json())
