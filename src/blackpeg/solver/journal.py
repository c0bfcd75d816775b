"""Solved subproblems in a file, from which a search that was stopped resumes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, MutableMapping

from ..errors import BlackpegError
from ..game import Game
from ..storage import data_folder
from .set_solver import Solution

FORMAT = 1  # of the file; a new number, for example after a mistake in the search, makes every search begin afresh


class Journal(MutableMapping[str, Solution]):
    """Solutions by the key of their subproblem, a line of the file each.

    The file's name holds the format and a digest of the request. A solution is a fact about its subproblem, so a search
    also resumes from what another version of the code has solved; it never removes the journal of another search.
    """

    def __init__(self, game: Game, *request: object) -> None:
        digest = hashlib.sha256(repr(request).encode()).hexdigest()[:12]
        self.path = data_folder() / "optimal" / f"{game}-{digest}.v{FORMAT}.jsonl"
        self._solutions: dict[str, Solution] = {}
        try:
            lines = self.path.read_text().splitlines()
        except OSError:
            lines = []
        for line in lines:
            try:
                key, total, longest, *rows = json.loads(line)
                guesses, parents, answers, wins = map(tuple, rows)
                self._solutions[key] = Solution(total, guesses, parents, answers, wins, longest)
            except (ValueError, TypeError):
                continue  # the process was killed while it wrote this line

    def __getitem__(self, key: str) -> Solution:
        return self._solutions[key]

    def __setitem__(self, key: str, solution: Solution) -> None:
        self._solutions[key] = solution
        rows = solution.guesses, solution.parents, solution.answers, solution.wins
        line = json.dumps([key, solution.total, solution.longest, *rows])
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a") as file:
                file.write(line + "\n")
        except OSError as error:
            raise BlackpegError(f"{self.path} can't be written: {error.strerror}") from error

    def __delitem__(self, key: str) -> None:
        del self._solutions[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._solutions)

    def __len__(self) -> int:
        return len(self._solutions)

    def remove(self) -> None:
        """Deletes the file: the search came to its end."""
        self.path.unlink(missing_ok=True)
