"""The definitions of the game in plain Python, for tests to compare the package with. Nothing here imports it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import permutations, product
from math import log2

import numpy as np

# Codes are sequences: tuples, strings or arrays of colors. A history is a list of pairs (guess, (black, white)).


def all_codes(pegs: int, colors: int, repeats: bool = True) -> list[tuple[int, ...]]:
    """Every code of the game in order."""
    return list(product(range(colors), repeat=pegs) if repeats else permutations(range(colors), pegs))


def all_texts(pegs: int, colors: int, repeats: bool = True) -> list[str]:
    """The same as people write them, with colors from 1."""
    return ["".join(str(color + 1) for color in code) for code in all_codes(pegs, colors, repeats)]


def feedback(secret: Sequence, guess: Sequence, whites: bool = True) -> tuple[int, int]:
    """The black and the white pegs; a game without white pegs always has 0 of these."""
    black = sum(s == g for s, g in zip(secret, guess, strict=True))
    return black, (Counter(secret) & Counter(guess)).total() - black if whites else 0


def feedback_number(secret: Sequence, guess: Sequence, whites: bool = True) -> int:
    """The same as one number, as the package packs it."""
    black, white = feedback(secret, guess, whites)
    return black * (len(guess) + 1) + white


def misfit(code: Sequence, history: Iterable, whites: bool = True) -> int:
    """How many black and white pegs, over all turns, the feedback would be off if the code were the secret."""
    total = 0
    for guess, (black, white) in history:
        own_black, own_white = feedback(code, guess, whites)
        total += abs(own_black - black) + abs(own_white - white)
    return total


def misfit_at(position, code: Sequence) -> int:
    """The misfit of a code at a position of the package."""
    return misfit(code, history_of(position), position.game.whites)


def history_of(position) -> list[tuple[tuple[int, ...], tuple[int, int]]]:
    """The turns of a position of the package, as these definitions take them."""
    pegs_of = position.game.pegs_of
    return [(tuple(turn.guess.tolist()), tuple(pegs_of(turn.feedback))) for turn in position.history]


def sizes_of_parts(guess: Sequence, candidates: Iterable[Sequence], whites: bool = True) -> list[int]:
    """The sizes of the parts into which a guess divides the candidates."""
    return list(Counter(feedback(code, guess, whites) for code in candidates).values())


def bits(sizes: Iterable[int]) -> float:
    """The expected information of a guess with parts of these sizes."""
    sizes = [n for n in sizes if n]
    return sum(n / sum(sizes) * log2(sum(sizes) / n) for n in sizes)


# Whole games: a rule is a function that takes the candidates and returns the guess.

Code = tuple[int, ...]
Rule = Callable[[list[Code]], Code]


def histogram(codes: list[Code], rule: Rule, first: Code | None = None, whites: bool = True) -> tuple[int, ...]:
    """How many secrets a rule finds at guess 1, 2, 3 and so on; the first guess may be given."""
    found, todo = Counter(), [(1, codes)]
    while todo:
        turn, candidates = todo.pop()
        guess = first if first and turn == 1 else rule(candidates)
        parts = defaultdict(list)
        for code in candidates:
            parts[feedback(code, guess, whites)].append(code)
        found[turn] += len(parts.pop((len(guess), 0), []))
        todo += [(turn + 1, part) for part in parts.values()]
    return tuple(found[turn] for turn in range(1, max(found) + 1))


def first_in_order(candidates: list[Code]) -> Code:
    """The rule of Shapiro (1983)."""
    return candidates[0]


COSTS: dict[str, Callable] = {  # of a one-step rule: the cost of each guess, given the sizes of its parts as a row
    "minimax": lambda sizes: sizes.max(axis=1),
    "expected_size": lambda sizes: (sizes**2).sum(axis=1),
    "entropy": lambda sizes: (sizes * np.log2(np.maximum(sizes, 1))).sum(axis=1).round(9),
    "most_parts": lambda sizes: -(sizes > 0).sum(axis=1),
}


def one_step_rule(name: str, codes: list[Code], candidates_only: bool = False, whites: bool = True) -> Rule:
    """The guess whose parts cost least; among equals a candidate, then the first in order."""

    rows = np.array(codes, np.uint8)

    def cheapest(guesses: np.ndarray, secrets: np.ndarray) -> tuple[int, float]:
        """The place of the first of the cheapest guesses, and its cost."""
        batches = np.array_split(guesses, 1 + len(guesses) * len(secrets) // 2**18)
        costs = np.concatenate([COSTS[name](part_sizes(some, secrets, whites)) for some in batches])
        return int(costs.argmin()), costs.min()

    def best_guess(candidates: list[Code]) -> Code:
        secrets = np.array(candidates, np.uint8)
        place, cost = cheapest(secrets, secrets)
        singletons = COSTS[name](np.ones((1, len(candidates)), np.int64))[0]  # no guess costs less than parts of one
        if candidates_only or cost == singletons:
            return candidates[place]
        place_of_all, cost_of_all = cheapest(rows, secrets)
        return candidates[place] if cost == cost_of_all else codes[place_of_all]

    return best_guess


def part_sizes(guesses: np.ndarray, secrets: np.ndarray, whites: bool = True) -> np.ndarray:
    """How many of the secrets give each feedback, a row for each guess: with NumPy, fast enough for whole games."""
    kinds = (guesses.shape[1] + 1) ** 2
    labels = np.arange(len(guesses))[:, None] * kinds + feedback_numbers(guesses, secrets, whites)
    return np.bincount(labels.ravel(), minlength=kinds * len(guesses)).reshape(-1, kinds)


def feedback_numbers(guesses: np.ndarray, secrets: np.ndarray, whites: bool = True) -> np.ndarray:
    """numbers[g, s]: the feedback of secret s to guess g as a number; codes come one a row."""
    pegs, black = guesses.shape[1], np.zeros((len(guesses), len(secrets)), np.int16)
    for peg in range(pegs):
        black += guesses[:, peg, None] == secrets[:, peg]
    if not whites:
        return black * np.int16(pegs + 1)
    both = np.zeros_like(black)
    for color in range(int(max(guesses.max(initial=0), secrets.max(initial=0))) + 1):
        counts = [(codes == color).sum(axis=1, dtype=np.int16) for codes in (guesses, secrets)]
        both += np.minimum(counts[0][:, None], counts[1])
    return black * np.int16(pegs) + both


def best_strategy(
    codes: list[Code], secrets: list[Code], max_turns: int, whites: bool = True
) -> tuple[int, int] | None:
    """(total, greatest number of guesses) of the best strategy for these secrets within a limit of turns.

    Every guess is tried at every set. The least total comes first, then the least maximum; None if no strategy finds
    every secret in time.
    """
    pegs_for = cache(lambda code, guess: feedback(code, guess, whites))

    @cache
    def best(candidates: tuple[Code, ...], turns: int) -> tuple[int, int] | None:
        if turns == 0:
            return None
        found = []
        for guess in codes:
            parts = defaultdict(list)
            for code in candidates:
                parts[pegs_for(code, guess)].append(code)
            is_candidate = parts.pop((len(guess), 0), None)
            if len(parts) == 1 and not is_candidate:
                continue  # the guess tells nothing
            total, longest = len(candidates), 1
            for part in parts.values():
                below = best(tuple(part), turns - 1)
                if below is None:
                    break
                total, longest = total + below[0], max(longest, 1 + below[1])
            else:
                found.append((total, longest))
        return min(found, default=None)

    return best(tuple(secrets), max_turns)


def assert_frequencies(counts: Counter, probabilities: dict, draws: int) -> None:
    """Each outcome was drawn as often as its probability says, within five standard errors."""
    assert set(counts) == set(probabilities)
    for outcome, chance in probabilities.items():
        assert abs(counts[outcome] - draws * chance) <= 5 * (draws * chance * (1 - chance)) ** 0.5, outcome
