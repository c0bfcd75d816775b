"""Optimizers of nevergrad, pymoo and DEAP as searches: the real packages, the oracle's count, and the lab's report."""

import random

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Oracle, Position, run_search
from blackpeg.blackbox import Problem
from blackpeg.blackbox.deap import toolbox
from blackpeg.blackbox.nevergrad import parametrization
from blackpeg.blackbox.pymoo import genetic_algorithm, pymoo_problem
from blackpeg.lab import Experiment, Study, run_study, trace
from blackpeg.strategies import make

SEARCHES = {
    "nevergrad": "blackpeg.blackbox.nevergrad:Nevergrad",
    "pymoo": "blackpeg.blackbox.pymoo:Pymoo",
    "deap": "blackpeg.blackbox.deap:Deap",
}


class CountingOracle(Oracle):
    """Counts for itself, and keeps what it was asked."""

    def __init__(self, *args):
        super().__init__(*args)
        self.asked = []

    def __call__(self, codes):
        self.asked.extend(np.atleast_2d(codes).tolist())
        return super().__call__(codes)


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("game", ["3x4", "3x5-distinct", "3x4-black"])
def test_a_search_finds_the_secret_and_every_code_is_charged(name, game):
    rules, search = Game.parse(game), make(SEARCHES[name])
    secret = rules.codes[17]
    first, again = (CountingOracle(rules, secret) for _ in range(2))
    generations = []
    found = run_search(rules, search, first, seed=5, watch=generations.append)
    assert found.solved and secret.tolist() in first.asked
    assert found.queries == len(first.asked) == sum(len(one.population) for one in generations)
    assert found.generations == len(generations)
    random.seed(99)  # chance from elsewhere must not matter
    np.random.seed(99)
    assert run_search(rules, search, again, seed=5).queries == found.queries
    assert again.asked == first.asked


@pytest.mark.parametrize("name", SEARCHES)
def test_a_budget_ends_a_search(name):
    game = Game(8, 12)
    search = make(f"{SEARCHES[name]}(budget=60, score='blacks')")
    found = run_search(game, search, Oracle(game, game.code("1a3c5678")), seed=1)
    assert not found.solved and 60 <= found.queries <= 100  # pymoo and DEAP end with a whole population


def test_a_study_shows_them_beside_published_searches():
    names = (SEARCHES["deap"], f"{SEARCHES['pymoo']}(population=20)", "cabana_tupac", "cunha_silva")
    report = run_study(Study("beside", "Beside", (Experiment("3x4", names, count=4),)), ":memory:")
    queries = {row["strategy"]: row["queries"] for row in report["rows"]}
    assert len(queries) == 4 and all(value > 0 for value in queries.values())
    secret = {row["secret"] for name in (SEARCHES["deap"], "cunha_silva") for row in trace(f"3x4 {name} uniform 0 2")}
    assert len(secret) == 1  # the same for all


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("deap", "(population=1)"),
        ("deap", "(crossover=0.0, mutation=0.0)"),
        ("pymoo", "(population=1)"),
        ("nevergrad", "(budget=0)"),
        ("nevergrad", "(score='misfit')"),
        ("nevergrad", "(score='black')"),
    ],
)
def test_wrong_parameters_are_refused(text, sentence):
    with pytest.raises(BlackpegError):
        make(SEARCHES[text] + sentence)


def test_an_unknown_optimizer_has_the_nearest_named():
    game = Game(3, 4)
    search = make(f"{SEARCHES['nevergrad']}(optimizer='DiscreteOnePlusOn')")
    with pytest.raises(BlackpegError, match="did you mean DiscreteOnePlusOne"):
        run_search(game, search, Oracle(game, game.codes[0]))


def test_a_package_that_is_missing_is_named(monkeypatch):
    search = make(SEARCHES["nevergrad"])
    monkeypatch.setattr(type(search), "package", "no-such-package")
    assert search.supports(Game(4, 6)) == (
        "this search needs no-such-package: "
        "pip install 'blackpeg[optimizers]', or in a clone pip install '.[optimizers]'"
    )


def test_the_version_of_a_package_is_part_of_the_digest():
    for name, search in SEARCHES.items():
        (file,) = make(search).data_files(Game(4, 6))
        assert f"Name: {name}" in file.read_text() and "\nVersion: " in file.read_text()


def test_any_of_them_finds_a_code_that_fits_a_history():
    """Misfit asks nothing, so a player may use it."""
    import nevergrad
    from deap import algorithms
    from pymoo.optimize import minimize

    position = Position.parse("4x6 1122=1b1w 1344=0b2w")
    by = {name: Problem.from_history(position) for name in SEARCHES}
    codes = parametrization(position.game)
    codes.random_state = np.random.RandomState(1)
    found = nevergrad.optimizers.DiscreteOnePlusOne(codes, budget=300).minimize(by["nevergrad"]).value
    assert position.fits(np.array(found))
    found = minimize(pymoo_problem(by["pymoo"]), genetic_algorithm(40), ("n_gen", 15), seed=1).X
    assert position.fits(found.astype(int))
    random.seed(1)
    box = toolbox(by["deap"])
    population, _ = algorithms.eaSimple(box.population(n=40), box, 0.9, 0.3, ngen=15, verbose=False)
    assert position.fits(np.array(min(population, key=lambda one: one.fitness.values)))
    assert all(problem.queries == 0 < problem.evaluations for problem in by.values())
