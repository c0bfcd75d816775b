"""The environment of Gymnasium, held against Gymnasium's own checker, the definition of feedback, and the players."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
import reference
from gymnasium.utils.env_checker import check_env

import blackpeg.gym
from blackpeg import BlackpegError, Game, Honest, play, strategy
from blackpeg.gym import ID, Mastermind, position_of

SETTINGS = [
    {},
    {"game": "3x4-black", "reward": "bits"},
    {"game": "3x4", "codemaker": "adversary", "reward": "regret"},
    {"game": "4x10-distinct"},
    {"observation": "text"},
    {"game": "2x40", "observation": "text", "action": "number"},
    {"action": "number", "codemaker": "adversary", "limit": 3},
]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.filterwarnings("error")
def test_gymnasium_checks_the_environment(setting):
    env = gymnasium.make(ID, disable_env_checker=True, **setting).unwrapped
    check_env(env, skip_render_check=True)  # raises, or warns, if the environment breaks its contract


def test_gymnasium_makes_it_without_an_import():
    code = "import gymnasium; print(gymnasium.make('blackpeg.gym:blackpeg/Mastermind-v0', limit=7).reset(seed=1)[0])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "array([[-1, -1, -1, -1]" in done.stdout, done.stderr


@pytest.mark.parametrize("game", ["4x6", "5x8", "4x6-black", "3x6-distinct"])
def test_feedback_is_as_defined(game):
    env = Mastermind(game, limit=30, action="number")
    env.action_space.seed(1)
    observation, _ = env.reset(seed=1)
    over, info = False, {}
    guesses = []
    while not over:
        guesses.append(env.action_space.sample())
        observation, reward, over, truncated, info = env.step(guesses[-1])
        assert reward == (info.get("solved", False)) and not truncated
    rules = Game.parse(game)
    secret = rules.code(info["secret"])
    for number, row, (black, white) in zip(guesses, observation["guesses"], observation["feedback"], strict=False):
        assert row.tolist() == rules.codes[number].tolist()
        expected = reference.feedback(secret.tolist(), row.tolist())
        assert (black, white) == (expected if rules.whites else (expected[0], 0))


@pytest.mark.parametrize("name", ["entropy", "lexicographic", "minimax"])
def test_a_strategy_acts_as_it_plays(name):
    game, player = Game(4, 6), strategy(name)
    env = gymnasium.make(ID)
    for secret in ("6543", "1111", "2516"):
        observation, _ = env.reset(options={"secret": secret})
        over = False
        while not over:
            move = player.guess(position_of(game, observation), np.random.default_rng(1))
            observation, reward, over, _, info = env.step(getattr(move, "code", move))
        assert position_of(game, observation) == play(game, player, Honest(game.code(secret)))
        assert (reward, info["solved"], info["secret"]) == (1.0, True, secret)


def test_bits_add_up_to_those_of_all_codes():
    env = Mastermind("4x6", reward="bits", limit=20)
    _, _ = env.reset(seed=3)
    player, total, over = strategy("lexicographic"), 0.0, False
    while not over:
        guess = player.guess(env.position, env.np_random).code
        _, reward, over, _, _ = env.step(guess)
        total += reward
    assert total == pytest.approx(np.log2(1296))


def test_the_optimal_strategy_has_no_regret():
    env = Mastermind("4x6", reward="regret")
    for secret in ("6543", "1111"):
        env.reset(options={"secret": secret})
        over = False
        while not over:
            _, reward, over, _, info = env.step(strategy("optimal").guess(env.position, env.np_random).code)
            assert reward == 0.0 == info["regret"]  # the tree is proved to be the best


def test_regret_is_zero_where_the_solver_cannot_tell_it():
    env = Mastermind("5x8", reward="regret")
    env.reset(seed=1)
    _, reward, _, _, info = env.step(np.array([0, 0, 1, 1, 2]))
    assert (reward, info["regret"]) == (0.0, None)


def test_the_adversary_answers_as_in_a_game():
    env = Mastermind("4x6", codemaker="adversary")
    env.reset()
    player, over = strategy("maxmin"), False
    while not over:
        *_, over, _, info = env.step(player.guess(env.position, env.np_random).code)
    assert env.position == blackpeg.play("4x6", "maxmin", "adversary")
    assert info == {"solved": True, "guesses": 5}


def test_a_text_that_is_no_code_takes_a_turn():
    env = Mastermind("4x6", observation="text", limit=2)
    env.reset(options={"secret": "6543"})
    text, reward, over, _, info = env.step("I guess\n1122 é")
    assert "1. 'I guess 1122 ?' is not a code of 4x6" in text and "1 guess is left." in text
    assert (reward, over) == (0.0, False) and "is not a code" in info["error"]
    _, _, over, _, info = env.step("1122")
    assert over and info == {"solved": False, "guesses": 2, "secret": "6543"}


def test_it_renders_as_text():
    env = gymnasium.make(ID, render_mode="ansi")
    env.reset(options={"secret": "6543"})
    env.step(np.array([4, 4, 5, 5]))
    assert "1. 5566: 1 black, 1 white" in env.render()


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"game": "4y6"}, "no game '4y6'"),
        ({"codemaker": "honset"}, "no codemaker 'honset'; did you mean honest"),
        ({"codemaker": "adversary(perfect=True)", "game": "5x8"}, "searches 5x8 for too long"),
        ({"limit": 0}, "can't be limited to 0 guesses"),
        ({"observation": "txt"}, "no observation 'txt'; did you mean text"),
        ({"action": "colours"}, "no action 'colours'; did you mean colors"),
        ({"action": "colors", "game": "4x6-distinct"}, "use action='number'"),
        ({"action": "number", "game": "12x12"}, "numbers stand for at most 16,777,216"),
        ({"reward": "wins"}, "no reward 'wins'; did you mean win"),
        ({"reward": "bits", "game": "12x12"}, "counts candidates"),
    ],
)
def test_errors_are_sentences(setting, sentence):
    with pytest.raises(BlackpegError, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        Mastermind(**setting)


@pytest.mark.parametrize("action", [np.array([0, 1, 2]), np.array([0, 1, 2, 6]), 1296, "112"])
def test_a_guess_that_is_no_code_is_refused(action):
    env = Mastermind(action="number" if isinstance(action, int) else "colors")
    env.reset(seed=1)
    with pytest.raises(BlackpegError):
        env.step(action)


def test_a_game_that_is_over_takes_no_guess():
    env = Mastermind(limit=1)
    env.reset(seed=1)
    env.step(np.array([0, 0, 0, 0]))
    with pytest.raises(BlackpegError, match="call reset"):
        env.step(np.array([0, 0, 0, 0]))
    with pytest.raises(BlackpegError, match="an adversary has no secret"):
        Mastermind(codemaker="adversary").reset(options={"secret": "1122"})
