"""Many games at once play as Gymnasium's own vector of single games does."""

import gymnasium
import numpy as np
import pytest

from blackpeg import BlackpegError
from blackpeg.gym import ID, MastermindVector


@pytest.mark.parametrize("setting", [{}, {"game": "3x4-distinct", "limit": 4}, {"game": "2x3-black"}], ids=str)
def test_games_are_those_of_a_synchronous_vector(setting):
    ours = gymnasium.make_vec(ID, 5, "vector_entry_point", **setting)
    theirs = gymnasium.make_vec(ID, 5, "sync", **setting)
    assert ours.action_space == theirs.action_space and ours.observation_space == theirs.observation_space
    pairs = [(ours.reset(seed=7)[0], theirs.reset(seed=7)[0])]
    theirs.action_space.seed(1)
    for _ in range(60):
        actions = theirs.action_space.sample()
        mine, other = ours.step(actions), theirs.step(actions)
        assert mine[0] in ours.observation_space
        for a, b in zip(mine[1:4], other[1:4], strict=True):
            assert a.tolist() == b.tolist()
        pairs.append((mine[0], other[0]))
    for mine, other in pairs:
        for key in ("guesses", "feedback"):
            assert np.array_equal(mine[key], other[key])


def test_seeds_may_be_listed():
    one, two = MastermindVector(2), MastermindVector(2)
    one.reset(seed=[5, None])
    two.reset(seed=5)
    assert one._secrets[0].tolist() == two._secrets[0].tolist()


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"reward": "bits"}, "reward='win' only, not 'bits'"),
        ({"codemaker": "adversary"}, "codemaker='honest' only"),
        ({"num_envs": 0}, "can't be 0 games"),
    ],
)
def test_what_it_cannot_do_is_said(setting, sentence):
    with pytest.raises(BlackpegError, match=sentence):
        MastermindVector(**setting)


@pytest.mark.parametrize("actions", [np.zeros((2, 3), int), np.full((2, 4), 6), np.zeros((2, 4))])
def test_wrong_guesses_are_refused(actions):
    envs = MastermindVector(2)
    envs.reset(seed=1)
    with pytest.raises(BlackpegError):
        envs.step(actions)


@pytest.mark.parametrize("number", [-1, 1296])
def test_numbers_that_are_no_code_are_refused(number):
    envs = MastermindVector(num_envs=2, game="4x6", action="number")
    envs.reset(seed=1)
    with pytest.raises(BlackpegError, match="codes of 4x6 are numbered from 0 to 1295"):
        envs.step(np.array([number, 0]))
