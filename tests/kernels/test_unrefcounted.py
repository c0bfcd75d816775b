"""Views without reference counts: the same arrays, and the count of the caller does not change."""

import sys
from typing import Any, NamedTuple

import numba
import numpy as np

from blackpeg.kernels.unrefcounted import unrefcounted


class Inner(NamedTuple):
    numbers: Any
    factor: int


class Outer(NamedTuple):
    inner: Inner
    codes: Any


@numba.njit
def double_in_place(outer):
    outer = unrefcounted(outer)
    for k in range(len(outer.inner.numbers)):
        outer.inner.numbers[k] *= outer.inner.factor
    return outer.codes.sum()


def test_tuples_of_arrays_and_tuples_are_passed_through():
    numbers, codes = np.arange(4), np.ones((2, 3), np.uint8)
    before = sys.getrefcount(numbers), sys.getrefcount(codes)
    assert double_in_place(Outer(Inner(numbers, 2), codes)) == 6
    assert numbers.tolist() == [0, 2, 4, 6]
    assert (sys.getrefcount(numbers), sys.getrefcount(codes)) == before


def test_in_plain_python_it_is_the_value_itself():
    numbers = np.arange(3)
    assert unrefcounted(numbers) is numbers
