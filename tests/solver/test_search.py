"""The best strategies: against a search without any cleverness, against published optima, stopped and resumed."""

import json
from functools import cache
from itertools import product

import numpy as np
import pytest

from blackpeg import Game, Tree, play, strategy
from blackpeg.codemakers import Honest
from blackpeg.errors import BlackpegError
from blackpeg.kernels import feedbacks
from blackpeg.kernels.branch_and_bound import NEVER
from blackpeg.kernels.transposition_table import STOP, WATCHED
from blackpeg.solver.journal import Journal
from blackpeg.solver.parallel import scheduler_for
from blackpeg.solver.search import SearchStopped, optimal, solve_in_order
from blackpeg.solver.set_solver import SetSolver, Subproblem, bounds_of, solve_subproblem
from blackpeg.solver.tree_library import LIBRARY


def plainly(game, worst=False, limit=99, among=None):
    """(total, most guesses) of the best tree for all codes or those given, by trying every guess at every set."""
    codes = [tuple(map(int, code)) for code in game.codes]

    @cache
    def answers(guess):
        """What each code answers to a guess."""
        told = feedbacks(game.columns, np.array(guess, np.uint8), game.whites)
        return dict(zip(codes, told.tolist(), strict=True))

    @cache
    def best(left, limit):
        if limit == 0:
            return None
        found = None
        for guess in codes:
            parts, told = {}, answers(guess)
            for code in left:
                parts.setdefault(told[code], []).append(code)
            if len(parts) == 1 and guess not in left:
                continue
            total, most = len(left), 1
            for answer, part in parts.items():
                if answer != game.solved:
                    below = best(tuple(part), limit - 1)
                    if below is None:
                        break
                    total, most = total + below[0], max(most, 1 + below[1])
            else:
                found = min(filter(None, [found, (total, most)]))
        return found

    secrets = tuple(codes if among is None else [codes[k] for k in among])
    if worst:
        return next(filter(None, (best(secrets, turns) for turns in range(1, 20))))
    return best(secrets, limit)


@pytest.mark.parametrize(
    "text", ["1x1", "1x4", "2x2", "2x3", "2x4", "3x2", "3x3", "2x4-black", "3x4-distinct", "3x3-black"]
)
def test_it_is_as_good_as_trying_everything(text):
    game = Game.parse(text)
    found = optimal(game)
    assert found.proved
    assert (found.tree.total, found.tree.max) == plainly(game, limit=8)
    assert found.tree.replay() == found.tree.histogram
    worst = optimal(game, "worst").tree
    assert (worst.total, worst.max) == plainly(game, worst=True)


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("3x4", ["311"]),
        ("3x4-black", ["311"]),
        ("4x3", ["2222"]),
        ("3x5-distinct", ["341"]),
        ("10x2", ["2121111212", "1211211211"]),  # more answers than a number has bits
    ],
)
def test_few_turns_and_little_to_spend(text, history):
    """What answers leave, within a limit of turns for less than a total: the optimum, or a bound that is true."""
    game, solver = Game.parse(text), SetSolver(Game.parse(text))
    history = [game.code(code) for code in history]
    told = [feedbacks(game.columns, code, game.whites) for code in history]
    sets = [np.flatnonzero((row == np.array(told).T).all(axis=1)) for row in np.unique(told, axis=1).T]
    large = game.size > 1000
    sets = [some for some in sets if 5 < len(some) < (9 if large else 25)][: 3 if large else None]
    assert sets
    for some, left in product(sets, (2, 3) if large else (2, 3, 4, 5)):
        best = plainly(game, limit=left, among=some)
        total = best[0] if best else NEVER
        for spare in (-2, 0, 1, 2, 5, NEVER):
            most = min(total + spare, NEVER)
            found = solver.solve(some, history, left, most)
            if total < most:
                assert (found.total, found.longest <= left, sum(found.wins)) == (total, True, len(some))
            else:
                assert most <= found.total <= total
                assert not found.guesses


@pytest.mark.parametrize(
    "text", ["4x6", "4x9", "5x6", "6x4", "8x3", "12x2", "4x9-distinct", "4x10-distinct", "4x6-black"]
)
def test_bounds_of_games_that_can_be_proved_are_bounds(text):
    """What one more code adds never gets less, up to the largest part: or else they could be shared out better."""
    game = Game.parse(text)
    columns, largest = game.columns, 0
    for k in range(0, game.size, 7):
        told = np.bincount(feedbacks(columns, columns[:, k], game.whites), minlength=game.solved + 1)
        largest = max(largest, told[: game.solved].max())
    least, _ = bounds_of(game)
    assert (np.diff(least[: largest + 1], 2) >= 0).all()


OPTIMA = [  # published: shared/algorithms.md 3.1 and 3.2
    ("4x6", {}, 5625, 6),
    ("4x6", {"max_turns": 5}, 5626, 5),
    ("4x6", {"objective": "worst"}, 5626, 5),
    ("4x6-distinct", {}, 1446, 5),
    ("4x7-distinct", {}, 3639, 6),
    ("4x7", {}, 11228, 6),
    ("4x7", {"objective": "worst"}, 11228, 6),
    ("4x10-distinct", {}, 26274, 7),
]


@pytest.mark.parametrize(("text", "asked", "total", "most"), OPTIMA)
def test_published_optima_are_found_again(text, asked, total, most):
    found = optimal(Game.parse(text), **asked)
    assert (found.tree.total, found.tree.max, found.proved) == (total, most, True)
    assert found.tree.replay() == found.tree.histogram


def test_too_few_turns():
    with pytest.raises(BlackpegError, match="no strategy breaks every code of 4x6 within 4 guesses"):
        optimal(Game(4, 6), max_turns=4)


def test_a_search_that_leaves_guesses_out_does_not_speak_for_them():
    with pytest.raises(BlackpegError, match=r"no strategy was found .* within 5 guesses; not all were tried"):
        optimal(Game(4, 6), max_turns=5, widths=(1,))
    with pytest.raises(BlackpegError, match="within 60 guesses, the most that a search allows"):
        optimal(Game(1, 64))


def test_widths_give_upper_bounds():
    game = Game(4, 6)
    one, many = optimal(game, widths=(1,)), optimal(game, widths=(9, 2000))
    assert not one.proved
    assert one.tree.total > many.tree.total == 5625
    assert one.tree.replay() == one.tree.histogram
    first = optimal(game, first="1122")
    assert first.tree.guesses[0].tolist() == [0, 0, 1, 1]
    assert first.tree.total > 5625
    assert not first.proved


def test_a_game_too_large_for_tables():
    """Answers are computed as they are needed; the total is below the one-step rule's, whose tree is known."""
    found = solve_subproblem(Subproblem("6x6", "112344", Game.parse("6x6").feedback("3b2w"), 59, 2**40, (2,)))
    game = Game.parse("6x6")
    tree = Tree.of(
        strategy("entropy"),
        play(game, strategy("entropy"), Honest(game.code("112344")), limit=0).after("112344", "3b2w"),
    )
    assert found.total <= tree.total
    assert sum(found.wins) == tree.codes


def stopping_after(parts):
    """Solve some parts, then press Ctrl-C."""

    def spread(solve, todo):
        for done, result in enumerate(solve_in_order(solve, todo)):
            if done == parts:
                raise KeyboardInterrupt
            yield result

    return spread


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BLACKPEG_DATA", str(tmp_path / "data"))
    return tmp_path


def test_stopped_and_resumed(folder):
    game = Game(4, 6)
    with pytest.raises(SearchStopped) as stopped:
        optimal(game, scheduler=stopping_after(7), known=Journal(game))
    tree = stopped.value.result.tree
    assert tree.replay() == tree.histogram
    assert tree.total >= 5625
    assert not stopped.value.result.proved

    solved = []

    def counting(solve, todo):
        for part, result in solve_in_order(solve, todo):
            solved.append(part)
            yield part, result

    journal = Journal(game)
    assert len(journal) == 7
    with journal.path.open("a") as file:
        file.write('["cut off')  # as a killed process leaves it
    again = optimal(game, scheduler=counting, known=Journal(game))
    fresh = optimal(game)
    assert again == fresh or str(again.tree) == str(fresh.tree)
    assert not {part.key for part in solved} & set(journal)


def test_processes_find_the_same_tree(folder):
    game = Game(4, 5)
    with scheduler_for(2, None) as scheduler:
        assert str(optimal(game, scheduler=scheduler).tree) == str(optimal(game).tree)


def test_a_cluster_finds_the_same_tree(folder, cluster):
    address, worker = cluster
    worker()
    worker()
    game = Game(4, 5)
    with scheduler_for(1, address) as scheduler:
        assert str(optimal(game, scheduler=scheduler).tree) == str(optimal(game).tree)


def test_a_search_can_be_stopped_from_outside():
    game = Game(4, 6)
    control = np.zeros(WATCHED, np.int64)
    control[STOP] = 1
    with pytest.raises(KeyboardInterrupt):
        SetSolver(game).solve(np.arange(200), [], 60, control=control)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"widths": (0,)}, "at least 1"),
        ({"max_turns": 0}, "between 1 and"),
        ({"first": "77"}, "'77'"),
        ({"objective": "best"}, "average, worst"),
    ],
)
def test_bad_questions(asked, says):
    with pytest.raises(BlackpegError, match=says):
        optimal(Game(4, 6), **asked)


def test_sizes_that_would_take_years():
    with pytest.raises(BlackpegError, match=r"takes years.*--width"):
        optimal(Game(5, 8))
    with pytest.raises(BlackpegError, match="takes years"):
        optimal(Game(8, 12), widths=(1,))


# The trees that are shipped


@pytest.mark.parametrize("path", sorted(LIBRARY.glob("*.txt.xz")), ids=lambda path: path.name)
def test_shipped_trees_break_every_secret(path):
    name = path.name.removesuffix(".txt.xz")
    objective = "worst" if name.endswith("-worst") else "average"
    game = Game.parse(name.removesuffix("-worst"))
    tree = Tree.of(strategy(f"optimal(objective='{objective}')"), game)
    assert tree.replay() == tree.histogram
    assert sum(tree.histogram) == game.size


# the best totals known from elsewhere: shared/algorithms.md 3.1
PUBLISHED = {
    "3x5": 455,
    "8x3": 28565,
    "4x9": 34775,
    "5x8": 179274,
    "6x5": 74211,
    "5x6": 37091,
    "6x6": 242617,
    "5x7": 86049,
    "7x4": 76181,
}


@pytest.mark.parametrize("text", PUBLISHED)
def test_shipped_trees_are_better_than_the_best_published(text):
    assert Tree.of(strategy("optimal"), Game.parse(text)).total < PUBLISHED[text]


def test_a_tree_of_ones_own(folder):
    game = Game(3, 4)
    file = folder / "tree.txt"
    file.write_text(str(optimal(game).tree))
    own = strategy(f"optimal(tree='{file}')")
    assert Tree.of(own, game).total == 206
    assert "of 3x4, not of 4x6" in own.supports(Game(4, 6))
    text = file.read_text()
    for bad in (text[: len(text) // 2], text[: len(text) // 2].rsplit("\n", 1)[0] + "\n", "", "x"):
        broken = folder / f"{len(bad)}.txt"
        broken.write_text(bad)
        assert str(broken) in strategy(f"optimal(tree='{broken}')").supports(game)
    assert "can't be read" in strategy("optimal(tree='/nowhere')").supports(game)


def test_trees_that_are_not_there():
    assert "'blackpeg optimal 5x9 --width 1,8 -o FILE'" in strategy("optimal").supports(Game(5, 9))
    assert "'blackpeg optimal 3x9 -o FILE'" in strategy("optimal").supports(Game(3, 9))
    assert "blackpeg" not in strategy("optimal").supports(Game(9, 9))  # nor is there a search
    with pytest.raises(BlackpegError, match="no objective 'best'"):
        strategy("optimal(objective='best')")


def test_the_shipped_tree_is_the_one_that_is_found_again():
    assert str(optimal(Game(4, 6)).tree) == str(Tree.of(strategy("optimal"), Game(4, 6)))


def test_searches_keep_journals_of_their_own(folder):
    assert Journal(Game(3, 4)).path != Journal(Game(3, 4), "average", None, (1,), None).path


def test_journal_lines_are_whole(folder):
    journal = Journal(Game(3, 4))
    optimal(Game(3, 4), known=journal)
    assert [json.loads(line)[0] for line in journal.path.read_text().splitlines()] == list(journal)
    journal.remove()
    assert not journal.path.exists()
