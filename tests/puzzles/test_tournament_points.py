"""Points, by the sentences of the papers and the rules of the board game."""

from __future__ import annotations

import pytest

from blackpeg import BlackpegError
from blackpeg.puzzles.tournament_points import TOURNAMENT_LIMIT, points


def test_points_are_guesses_and_a_code_not_found_costs_one_more() -> None:
    assert TOURNAMENT_LIMIT == 15  # "15, for instance" (GenMM); "es común que t_max = 15" (Cabana & Túpac)
    assert [points(True, guesses) for guesses in (1, 7, 15)] == [1, 7, 15]  # "as many points as guesses"
    assert points(False, 15) == 16  # a point for each guess and an extra one
    assert points(False, 3) == 16  # given up
    assert points(True, 16) == 16  # broken only after the limit
    assert points(True, 6, limit=5) == 6
    assert points(True, 1, limit=1) == 1


@pytest.mark.parametrize("limit", [0, -3, 1.5, True, "ten"])
def test_a_limit_is_a_whole_number_from_1_on(limit: int) -> None:
    with pytest.raises(BlackpegError, match="a limit is a whole number from 1 on"):
        points(True, 3, limit)
