"""Cunha & da Silva: what a chromosome earns, what a search costs, and how near the paper it comes."""

from __future__ import annotations

import pickle
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev

import numpy as np
import pytest

from blackpeg import Game, Honest, Impossible, Position, check_strategy, play
from blackpeg.codemakers import random_secret
from blackpeg.errors import BlackpegError, Unsupported
from blackpeg.generations import Generation, run_to_end
from blackpeg.oracle import Oracle, SearchResult, run_search
from blackpeg.strategies.cunha_silva import (
    DRAWS,
    PLAYED_MISFIT,
    REPLACEMENTS,
    CunhaSilva,
    RewardMatrixLegal,
    ask_all,
    breed,
    different_hands,
    evaluate,
    merge_hands,
    random_arrangements,
    recolor,
    select_fittest,
)

CLASSIC = Game(4, 6)
PLUS = CunhaSilva()


class Witness(Oracle):
    """Remembers every code it is shown."""

    def __init__(self, game, secret):
        super().__init__(game, secret)
        self.shown = []

    def __call__(self, codes):
        self.shown += [game_code.tobytes() for game_code in np.asarray(codes)]
        return super().__call__(codes)


def codes(*texts: str, game: Game = CLASSIC) -> np.ndarray:
    return np.array([game.code(text) for text in texts])


def watch(search: CunhaSilva, game: Game, secret: str, seed: int = 1) -> tuple[list[Generation], SearchResult, Witness]:
    oracle, seen = Witness(game, game.code(secret)), []
    result = run_to_end(search.generations(game, oracle, np.random.default_rng(seed)), seen.append)
    return seen, result, oracle


def searches(search: CunhaSilva, game: Game, runs: int) -> list[SearchResult]:
    """Runs with secrets without repeated colors."""
    rng = np.random.default_rng(2025)
    distinct = replace(game, repeats=False)
    return [run_search(game, search, Oracle(game, random_secret(distinct, rng)), seed) for seed in range(runs)]


# Parts, by hand


def test_pegs_are_those_of_the_definition():
    oracle = Oracle(CLASSIC, CLASSIC.code("1123"))
    black, white = ask_all(oracle, codes("1123", "1231", "4444", "1411"))
    assert black.tolist() == [4, 1, 0, 1]
    assert white.tolist() == [0, 3, 0, 1]
    assert oracle.queries == 4


@pytest.mark.parametrize(
    ("replacement", "rewards"),
    [
        ("reward_matrix", [1 - 3, 0 - 4, 2 - 2]), ("reward_matrix_plus", [1, -1, 2]),
        *((one, None) for one in REPLACEMENTS if not one.startswith("reward")),
    ],
)  # fmt: skip
def test_rewards_are_black_less_white_and_with_plus_black_or_one_less(replacement, rewards):
    """Secret 1234: 1342 has one black peg and three white, 4321 none and four, 1243 two and two."""
    table, some = np.zeros((6, 4), np.int64), codes("1342", "4321", "1243")
    black, state = CunhaSilva(replacement)._ask_and_learn(Oracle(CLASSIC, CLASSIC.code("1234")), some, table)
    assert black.tolist() == [1, 0, 2]
    if rewards is None:
        assert state is None
        assert not table.any()
    else:
        expected = np.zeros((6, 4), np.int64)
        for code, reward in zip(some, rewards, strict=True):
            for peg, color in enumerate(code):
                expected[color, peg] += reward
        assert (table == expected).all()
        assert (state == expected).all()


def test_misplaced_genes_alone_are_penalized():
    """Secret 1234. 1352 has 1b2w: 1 is right, 3 and 2 are misplaced, 5 is absent. 4411 has 0b2w: the first 4 and 1."""
    table, oracle = np.zeros((6, 4), np.int64), Oracle(CLASSIC, CLASSIC.code("1234"))
    search = CunhaSilva("reward_matrix", penalty="misplaced")
    _, state = search._ask_and_learn(oracle, codes("1352", "4411"), table)
    expected = np.zeros((6, 4), np.int64)
    for color, peg, reward in (1, 1, 1), (3, 2, 1 - 2), (5, 3, 1), (2, 4, 1 - 2), (4, 1, -2), (1, 3, -2):
        expected[color - 1, peg - 1] += reward
    assert (table == expected).all() and (state == expected).all()
    assert oracle.queries == 2


def test_random_arrangements_take_hands_in_turn():
    made = random_arrangements(codes("1123", "4445"), 50, np.random.default_rng(1))
    assert made.shape == (50, 4)
    assert (np.sort(made[::2], axis=1) == [0, 0, 1, 2]).all() and (np.sort(made[1::2], axis=1) == [3, 3, 3, 4]).all()
    assert len(np.unique(made[::2], axis=0)) > 6 and len(np.unique(made[1::2], axis=0)) == 4  # of 12, all of 4


def test_hands_by_hand():
    hands = different_hands(codes("3211", "1123", "4441", "1444", "1132"))
    assert [CLASSIC.show(hand) for hand in hands] == ["3211", "4441"]
    assert merge_hands(hands).tolist() == [2, 1, 0, 0, 3, 3, 3]
    assert (merge_hands(hands[:1]) == hands[0]).all()


def test_the_fittest_of_parents_and_children_survive():
    some, fit = select_fittest(
        codes("1111", "2222"), np.array([0.5, 0.2]), codes("3333", "4444"), np.array([1.0, 0.5]), 3
    )
    assert [CLASSIC.show(code) for code in some] == ["3333", "1111", "4444"]
    assert fit.tolist() == [1.0, 0.5, 0.5]


def test_children_hold_what_their_parents_held_at_the_same_peg():
    rng = np.random.default_rng(1)
    parents, palette = codes("1111", "2222"), np.arange(6, dtype=np.uint8)
    children = breed(parents, np.array([0.5, 0.5]), 200, (1.0, 0.5, 0.0), palette, rng)
    assert set(np.unique(children)) == {0, 1}
    assert 1 < len(np.unique(children, axis=0)) <= 16
    only = breed(parents, np.array([1.0, 0.0]), 50, (1.0, 0.5, 0.0), palette, rng)
    assert (only == 0).all()  # roulette: no chance without fitness
    half = breed(parents, np.array([0.5, 0.5]), 4000, (0.5, 0.5, 0.0), palette, rng)
    crossed = (half != half[:, :1]).any(axis=1).mean()  # half of the crossed ones have two different parents
    all_crossed = (breed(parents, np.array([0.5, 0.5]), 4000, (1.0, 0.5, 0.0), palette, rng) != 0).any(axis=1)
    assert abs(crossed - 0.25) < 0.03 and all_crossed.mean() > 0.7


def test_a_mutant_differs_at_one_peg_by_a_color_of_the_palette():
    rng, palette = np.random.default_rng(1), np.array([1, 4], np.uint8)
    for _ in range(50):
        code = CLASSIC.code("2525").copy()
        recolor(code, palette, rng)
        changed = code != CLASSIC.code("2525")
        assert changed.sum() == 1
        assert set(code) <= {1, 4}
    alone = CLASSIC.code("1111").copy()
    recolor(alone, np.array([0], np.uint8), rng)
    assert CLASSIC.show(alone) == "1111"


def test_misfit_and_turns_that_agree():
    """If 1234 were the secret, 1122 would get 1b1w and 3456 0b2w; they got 1b1w and 1b0w."""
    position = Position.parse("4x6 1122=1b1w 3456=1b0w")
    misfits, turns_met = evaluate(codes("1234", "3456"), position.past_turns)
    assert (misfits[0], turns_met[0]) == (3, 1)
    assert misfits[1] > PLAYED_MISFIT  # it was played, and was not the secret


# The search


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_queries_are_the_codes_shown_and_each_generation_asks_150(replacement):
    seen, found, oracle = watch(CunhaSilva(replacement), Game(6, 9), "123456")
    assert found.solved
    assert found.queries == oracle.queries == len(oracle.shown) == 150 * found.generations
    assert [step.queries for step in seen] == [150 * k for k in range(1, len(seen) + 1)]
    assert [(step.stage, step.number) for step in seen] == [
        (stage, number) for stage in (1, 2) for number in range(1, found.stages[stage - 1] + 1)
    ]
    assert all(step.population.shape == (150, 6) and step.fitness.shape == (150,) for step in seen)
    shown = set(oracle.shown)
    assert all(code.tobytes() in shown for step in seen for code in step.population)


def test_fitness_is_that_of_the_stage():
    seen, _, _ = watch(PLUS, CLASSIC, "1234")
    for step in seen:
        black, white = ask_all(Oracle(CLASSIC, CLASSIC.code("1234")), step.population)
        assert step.fitness.tolist() == ((black + white if step.stage == 1 else black) / 4).tolist()


def test_the_second_stage_begins_with_arrangements_of_what_the_first_found():
    seen, _, _ = watch(PLUS, CLASSIC, "1123")
    colors = next(step for step in seen if step.stage == 1 and step.fitness.max() == 1)
    start = next(step for step in seen if step.stage == 2)
    assert (np.sort(start.population, axis=1) == [0, 0, 1, 2]).all()
    found = colors.population[colors.fitness == 1]
    assert (start.population[: len(found)] == found).all()


def test_a_secret_met_at_once_takes_one_generation_a_stage():
    seen, found, _ = watch(PLUS, Game(1, 2), "1")
    assert found.stages == (1, 1)
    assert found.queries == 300
    assert [(step.stage, step.number) for step in seen] == [(1, 1), (2, 1)]


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_only_a_reward_matrix_has_a_state_and_each_generation_its_own(replacement):
    seen, _, _ = watch(CunhaSilva(replacement), Game(8, 12), "cba98765", seed=3)
    states = [step.state for step in seen if step.stage == 2]
    assert all(step.state is None for step in seen if step.stage == 1)
    if replacement.startswith("reward"):
        assert len(states) > 1
        assert all(state.shape == (12, 8) for state in states)
        assert (states[0] != states[-1]).any()
        assert not states[0][:4].any()  # colors not in the secret are not asked in the first generation
    else:
        assert states == [None] * len(states)


def test_the_same_seed_makes_the_same_search():
    one, other = (watch(PLUS, Game(6, 9), "123456", seed=5) for _ in range(2))
    assert one[1] is not other[1]
    assert one[2].shown == other[2].shown != watch(PLUS, Game(6, 9), "123456", seed=6)[2].shown


def test_where_the_colors_are_not_found_in_time_the_best_go_on():
    """Section 3.1: at the limit of generations "os melhores indivíduos foram encaminhados para a segunda etapa"."""
    game = Game(8, 12)
    for replacement in REPLACEMENTS:
        seen, found, oracle = watch(CunhaSilva(replacement, limit=2), game, "12345678")
        assert (found.solved, found.stages, found.queries) == (False, (2, 2), 600)
        assert found.note == "stage 1: no colors in 2 generations; stage 2: no places in 2 generations"
        before, start = seen[1], seen[2]
        best = before.population[before.fitness == before.fitness.max()]
        assert before.fitness.max() < 1 and (before.stage, start.stage) == (1, 2)
        assert (start.population[: len(best)] == best).all()
        hands = {tuple(sorted(code)) for code in best.tolist()}
        assert {tuple(sorted(code)) for code in start.population.tolist()} == hands and len(hands) > 1
        assert len(oracle.shown) == 600


def test_colors_not_found_in_time_can_still_lead_to_the_secret():
    found = [watch(CunhaSilva(limit=4), Game(5, 9), "12345", seed)[1] for seed in range(60)]
    late = [one for one in found if one.stages[0] == 4]
    assert any(one.solved and one.note == "" for one in late)


def test_stage_2_may_begin_with_any_genes_of_the_colors_found():
    start = next(step for step in watch(CunhaSilva(start="colors"), CLASSIC, "1123")[0] if step.stage == 2)
    assert set(np.unique(start.population)) == {0, 1, 2}
    assert len({tuple(sorted(code)) for code in start.population.tolist()}) > 10  # of 15 hands of 4 pegs


@pytest.mark.parametrize("draw", DRAWS)
def test_every_draw_finds_the_secret_and_asks_150(draw):
    for penalty, replacement in (("all", "reward_matrix_plus"), ("misplaced", "reward_matrix")):
        _, found, _ = watch(CunhaSilva(replacement, draw=draw, penalty=penalty), CLASSIC, "1234")
        assert found.solved and found.queries == 150 * found.generations


def test_failures_say_which_stage():
    many = searches(CunhaSilva("gen", limit=2), Game(6, 6), 50)
    places = "stage 2: no places in 2 generations"
    failed = {search.note for search in many if not search.solved}
    assert failed == {places, f"stage 1: no colors in 2 generations; {places}"}
    assert {search.note for search in many if search.solved} == {""}


def test_secrets_with_repeats_are_found_too():
    for text in ("1111", "1122", "6666"):
        for replacement in REPLACEMENTS:
            assert watch(CunhaSilva(replacement), CLASSIC, text)[1].solved


def test_what_it_does_not_search_it_says():
    assert "4x6 instead" in (PLUS.supports(Game.parse("4x6-distinct")) or "")
    with pytest.raises(Unsupported, match="no white pegs"):
        run_search(Game.parse("4x6-black"), PLUS, Oracle(Game.parse("4x6-black"), CLASSIC.code("1234")))
    with pytest.raises(BlackpegError, match="no replacement 'gem'; there are none, gen, gen_always"):
        CunhaSilva("gem")
    with pytest.raises(BlackpegError, match="no draw 'lots'; there are square, linear, largest, independent"):
        CunhaSilva(draw="lots")
    with pytest.raises(BlackpegError, match="shares from 0 to 1"):
        CunhaSilva(drawn=1.5)
    with pytest.raises(BlackpegError, match="at least 1"):
        CunhaSilva(population=0)
    assert pickle.loads(pickle.dumps(PLUS)) == PLUS


# The paper: table 1 and section 4, secrets without repeated colors. The tolerance is four standard errors of the
# difference between two means: ours over so many runs, and the paper's over 500. Two readings of the text were
# chosen by nearness to this table (see Choices), so this keeps the fit; it does not confirm the paper.


@pytest.mark.parametrize(
    ("game", "replacement", "printed", "runs"),
    [
        ("4x6", "gen", 2.06, 400),
        ("4x6", "gen_plus", 2.06, 400),
        ("4x6", "reward_matrix", 2.06, 400),
        ("4x6", "reward_matrix_plus", 2.06, 400),
        ("4x8", "reward_matrix_plus", 2.52, 400),
        ("6x6", "reward_matrix_plus", 2.94, 300),
        ("6x9", "reward_matrix_plus", 4.63, 200),
        ("8x12", "reward_matrix_plus", 8.29, 100),
    ],
)
def test_generations_are_those_printed(game, replacement, printed, runs):
    many = searches(CunhaSilva(replacement), Game.parse(game), runs)
    assert all(search.solved for search in many)
    generations = [search.generations for search in many]
    error = stdev(generations) * sqrt(1 / runs + 1 / 500)
    assert abs(mean(generations) - printed) < 4 * error


def test_stages_and_queries_at_4x6():
    """Printed: 1.06 + 1.00 generations; 2.06 x 150 = 309 queries, give or take 10 in 400 runs."""
    many = searches(PLUS, CLASSIC, 400)
    assert abs(mean(search.stages[0] for search in many) - 1.06) < 0.05
    assert abs(mean(search.stages[1] for search in many) - 1.00) < 0.02
    assert abs(mean(search.queries for search in many) - 309) < 10


# The legal sibling


@pytest.mark.parametrize("legal", [RewardMatrixLegal(), RewardMatrixLegal(population=20, limit=3)])
def test_the_legal_sibling_keeps_the_contract(legal):
    check_strategy(legal)


def test_the_legal_sibling_consults_the_secret_once_a_guess():
    class Counting:
        asked = 0

        def answer(self, position, guess):
            self.asked += 1
            return Honest(CLASSIC.code("6543")).answer(position, guess)

    maker = Counting()
    end = play(CLASSIC, RewardMatrixLegal(), maker, seed=1)
    assert end.solved
    assert maker.asked == end.guesses == end.queries
    for earlier, turn in zip(end.line, end.history, strict=False):
        assert turn.note or earlier.fits(turn.guess)  # a candidate, unless the budget was spent
        assert turn.evaluations > 0
        assert turn.feedbacks == turn.evaluations * len(earlier.history)


def test_a_spent_budget_is_noted_and_no_code_is_played_twice():
    game = Game(6, 9)
    end = play(game, RewardMatrixLegal(population=10, limit=1), Honest(game.code("123456")), seed=1, limit=60)
    assert {turn.note for turn in end.history} == {"", "budget spent"}
    assert all(turn.evaluations == 10 for turn in end.history)
    assert len({turn.guess.tobytes() for turn in end.history}) == end.guesses


def test_the_legal_sibling_steps_and_refuses_the_impossible():
    position = Position.parse("4x6 1122=1b1w 1344=0b2w")
    steps = list(RewardMatrixLegal().generations(position, np.random.default_rng(1)))
    assert all(step.queries == 2 and step.state.shape == (6, 4) for step in steps)
    assert steps[-1].fitness[0] == 1
    assert position.fits(steps[-1].population[0])
    with pytest.raises(Impossible):
        RewardMatrixLegal().guess(Position.parse("4x6 1111=0b0w 1111=1b0w"), np.random.default_rng(1))
    with pytest.raises(BlackpegError, match="at least 1"):
        RewardMatrixLegal(limit=0)


def test_the_legal_sibling_plays_about_as_well_as_any_candidate():
    """Random candidates: 4.643 guesses on average at 4x6; first-found ones are near, here within 0.3."""
    rng = np.random.default_rng(4)
    guesses = [
        play(CLASSIC, RewardMatrixLegal(), Honest(random_secret(CLASSIC, rng)), seed).guesses for seed in range(300)
    ]
    assert abs(mean(guesses) - 4.643) < 0.3
