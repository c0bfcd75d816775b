"""Tasks: seeds from names, the same secrets for all, each replayable alone."""

from collections import Counter
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, play, strategy
from blackpeg.generations import Generation
from blackpeg.lab.experiment import (
    Experiment,
    Series,
    Task,
    check_series,
    code_at_rank,
    play_task,
    play_tasks,
    secret_of,
    seed_of,
)
from blackpeg.oracle import Oracle, OracleSearch, SearchResult, run_search


def test_text_and_task_are_pairs():
    tasks = [
        Task(Series("4x6", "random", "uniform", 0), 17),
        Task(Series("4x10-distinct", "lexicographic(first='1234', order='last_peg')", "all", 3), 0),
        Task(Series("4x6", "entropy(candidates_only=True)", "list", 0), 2, "1123"),
    ]
    for task in tasks:
        assert Task.parse(str(task)) == task


@pytest.mark.parametrize("text", ["", "4x6", "4x6 random uniform 0", "4x6 random nowhere 0 1", "4x6 random list 0 1"])
def test_what_is_no_task_is_said_to_be_none(text):
    with pytest.raises(BlackpegError, match="is not a task"):
        Task.parse(text)


def test_ranks_of_codes_are_in_lexicographic_order():
    assert [tuple(code_at_rank(k, 3, 4, True).tolist()) for k in range(64)] == list(product(range(4), repeat=3))
    assert [tuple(code_at_rank(k, 3, 5, False).tolist()) for k in range(60)] == list(permutations(range(5), 3))


def test_an_experiment_takes_one_game_and_one_strategy_as_text_and_several_as_tuple_or_list():
    one = Experiment("4x6", "random", count=2)
    assert one == Experiment(("4x6",), ("random",), count=2) == Experiment(["4x6"], ["random"], count=2)
    assert [str(task) for task in one.tasks()] == ["4x6 random uniform 0 0", "4x6 random uniform 0 1"]
    assert Experiment("4x6", "random", secrets="list", codes="1122").codes == ("1122",)


def test_all_strategies_meet_the_same_secrets_and_seeds_differ():
    tasks = list(Experiment(("4x6", "5x8"), ("random", "entropy"), count=20).tasks())
    by_strategy = {
        name: [secret_of(task).tolist() for task in tasks if task.series.strategy == name]
        for name in ("random", "entropy")
    }
    assert by_strategy["random"] == by_strategy["entropy"]
    other = [secret_of(task).tolist() for task in Experiment(("4x6",), ("random",), count=20, seed=1).tasks()]
    assert other != by_strategy["random"][:20]


def test_adding_a_strategy_moves_nobodys_numbers():
    few = {str(r.task): r[1:8] for r in play_tasks(Experiment(("4x6",), ("random",), count=10).tasks())}
    many = {str(r.task): r[1:8] for r in play_tasks(Experiment(("4x6",), ("next_higher", "random"), count=12).tasks())}
    assert all(many[task] == record for task, record in few.items())


def test_a_task_is_replayable_alone():
    records = list(play_tasks(Experiment(("4x6",), ("random",), count=10).tasks()))
    assert play_task(records[7].task)[:8] == records[7][:8]


@pytest.mark.parametrize("kind", ["uniform", "distinct"])
def test_secrets_are_uniform(kind):
    game = Game(2, 3)
    codes = [code for code in product(range(3), repeat=2) if kind == "uniform" or len(set(code)) == 2]
    counts = Counter(tuple(secret_of(Task(Series("2x3", "random", kind), k)).tolist()) for k in range(300 * len(codes)))
    assert set(counts) == set(codes)
    assert sum((counts[code] - 300) ** 2 / 300 for code in codes) < 30  # chi-square, 8 or 5 degrees
    assert game.size == 9


def test_large_secrets_use_every_color_at_every_peg():
    secrets = np.array([secret_of(Task(Series("64x64", "random"), k)) for k in range(2000)])
    assert secrets.shape == (2000, 64)
    assert all(len(np.unique(secrets[:, peg])) == 64 for peg in range(64))


def test_secrets_of_128_pegs_use_every_color_at_every_peg():
    """A code of them has 896 bits, more than one hash."""
    secrets = np.array([secret_of(Task(Series("128x128", "random"), k)) for k in range(3000)])
    assert secrets.shape == (3000, 128)
    assert all(len(np.unique(secrets[:, peg])) == 128 for peg in range(128))


def test_all_secrets_of_a_strategy_without_chance_go_through_its_tree():
    records = list(play_tasks(Experiment(("4x6",), ("minimax",), secrets="all").tasks()))
    assert Counter(r.guesses for r in records) == {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}  # Knuth
    assert {r.evaluations for r in records} == {None}
    game = Game(4, 6)
    for record in records[::100]:  # the same as playing
        end = play(game, strategy("minimax"), Honest(game.code(record.secret)))
        assert (end.guesses, end.known) == (record.guesses, record.known)


def test_all_secrets_with_chance_are_played_as_often_as_asked():
    records = list(play_tasks(Experiment(("2x3",), ("random",), count=4, secrets="all").tasks()))
    assert Counter(r.secret for r in records) == {f"{a}{b}": 4 for a in "123" for b in "123"}


def test_secrets_from_a_list():
    experiment = Experiment(("4x6",), ("random",), secrets="list", codes=("1123", "6543", "1123"))
    assert [r.secret for r in play_tasks(experiment.tasks())] == ["1123", "6543", "1123"]


@pytest.mark.parametrize(
    ("series", "sentence"),
    [
        (Series("4x", "random"), "no game '4x'"),
        (Series("4x6", "randm"), "did you mean random?"),
        (Series("4x6", "random", "unifrm"), "did you mean uniform?"),
        (Series("6x4", "random", "distinct"), "too few colors"),
        (Series("8x12", "random", "all"), "all secrets can be played up to"),
        (Series("20x20", "entropy"), "this strategy tries at most"),
    ],
)
def test_what_can_not_be_played_is_said_before(series, sentence):
    with pytest.raises(BlackpegError, match=sentence.replace("?", r"\?")):
        check_series(series)


@dataclass(frozen=True)
class Enumerate(OracleSearch):
    """Asks the secret about one code after the other, ten at a time."""

    def generations(self, game, oracle, rng):
        codes = game.codes
        for number in range(len(codes) // 10):
            some = codes[10 * number : 10 * number + 10]
            answers = oracle(some)
            yield Generation(1, number + 1, some, answers.astype(float), oracle.queries)
            if (answers == game.solved).any():
                break
        return SearchResult(solved=False, queries=0, stages=(number + 1,))


def test_an_oracle_counts_every_code_it_is_shown_whatever_the_search_says():
    game = Game(4, 6)
    found = run_search(game, Enumerate(), Oracle(game, game.code("1211")))
    assert (found.solved, found.queries, found.generations) == (True, 40, 4)  # 1211 is the 37th code


# Against an adversary


def test_an_adversary_has_no_secret_and_its_tasks_are_text():
    task = Task.parse("4x6 maxent adversary(steps=2) 0 0")
    assert Task.parse(str(task)) == task
    record = play_task(Task.parse("4x6 maxent adversary 0 0"))
    assert (record.secret, record.solved, record.guesses, record.known) == ("", True, 6, 5)  # of Bestavros & Belal


def test_chance_against_an_adversary_differs_by_number():
    tasks = list(Experiment(("3x5",), ("random",), count=20, secrets="adversary").tasks())
    guesses = [record.guesses for record in play_tasks(tasks)]
    assert len(guesses) == 20
    assert len(set(guesses)) > 1
    assert guesses == [record.guesses for record in play_tasks(tasks)]


@pytest.mark.parametrize(
    ("series", "sentence"),
    [
        (Series("5x8", "entropy", "adversary(perfect=True)"), "for too long"),
        (Series("4x6", "cabana_tupac", "adversary"), "hides no secret"),
        (Series("4x6", "entropy", "adversary(steps=9)"), "no secrets 'adversary(steps=9)'"),
    ],
)
def test_games_against_adversaries_that_can_not_be_played(series, sentence):
    with pytest.raises(BlackpegError) as error:
        check_series(series)
    assert sentence in str(error.value)


def test_a_record_has_the_new_codes_of_its_game():
    task = Task(Series("5x8", "merelo2006"), 3)
    end = play(Game(5, 8), strategy("merelo2006"), Honest(secret_of(task)), seed_of(task))
    assert play_task(task).new_codes == end.new_codes == end.evaluations - 400 * (end.guesses - 2)
    assert play_task(Task(Series("3x4", "entropy", "all"), 3)).new_codes is None  # read from a tree
