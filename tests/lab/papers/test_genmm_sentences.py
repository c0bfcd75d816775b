"""What the sentences of GenMM's text compute, against values computed by hand."""

from __future__ import annotations

from dataclasses import replace
from math import log2

import pytest
from lab.stored_games import add_games

from blackpeg.game import Game
from blackpeg.lab.experiment import Record, Series, Task
from blackpeg.lab.papers import genmm_sentences as genmm
from blackpeg.lab.papers.figures_and_checks import CHECKS, load_function
from blackpeg.lab.store import Store
from blackpeg.lab.study import Sentence
from blackpeg.lab.study_toml import load_study

STUDY = load_study("genmm")
SAID = Sentence("section 1", "it is so", check="genmm_terabyte", games=("4x6",))


def add(store: Store, game: str, strategy: str, *guesses: int, **more: object) -> None:
    add_games(store, Series(game, strategy), *guesses, **more)


@pytest.mark.parametrize("codes, holds", [(129, True), (130, False)])
def test_a_tenth_of_the_space_is_no_minimal_part(store: Store, codes: int, holds: bool) -> None:
    """129 of 1,296 are 9.95 %; equal games have an error as if one differed by 1."""
    add(store, "4x6", "merelo2006", *[4] * 100, new_codes=codes)
    found = genmm.check_part_of_space(store, STUDY, SAID, small=False)
    assert found.holds is holds and f"{codes} new codes" in found.found


def test_games_of_more_than_fifteen_guesses_are_lost(store: Store) -> None:
    add(store, "4x6", "merelo2006", 4, 15)
    assert genmm.check_fifteen_guesses(store, STUDY, SAID, small=False).holds is True
    add(store, "5x8", "merelo2006", 16, 5)
    found = genmm.check_fifteen_guesses(store, STUDY, SAID, small=False)
    assert found.holds is False and "loses 1 of 4 games" in found.found


def test_ten_pegs_of_eight_colors_are_a_gigabyte(store: Store) -> None:
    found = genmm.check_terabyte(store, STUDY, SAID, small=False)
    assert found.holds is False and "1 gigabyte" in found.found and found.difference == "1 / 1,024 of it"


@pytest.mark.parametrize("codes, holds", [(648, None), (300, False)])
def test_random_search_is_compared_with_half_the_space_for_each_guess(
    store: Store, codes: int, holds: bool | None
) -> None:
    for draw in ("blind", "once"):
        for number, guesses in enumerate((4, 5) * 50):
            add_one(store, f"random(draw='{draw}')", number, guesses, codes * guesses)
    assert genmm.check_random_search(store, STUDY, SAID, small=False).holds is holds


def add_one(store: Store, strategy: str, number: int, guesses: int, evaluations: int) -> None:
    task = Task(Series("4x6", strategy), number)
    store.add([Record(task, "", True, guesses, guesses, evaluations, 9, 3, 0.1, "", "", evaluations)], "d", "w")


@pytest.mark.parametrize("with_zapping, holds", [((4, 5), True), ((3, 4), False), ((5, 6), True)])
def test_zapping_improves_if_it_saves(store: Store, with_zapping: tuple[int, int], holds: bool) -> None:
    for game in ("4x6", "5x8", "6x9"):
        add(store, game, "merelo2006", *(4, 5) * 100)
        add(store, game, "merelo2006(zapping=1.0)", *with_zapping * 100)
    assert genmm.check_no_improvement(store, STUDY, SAID, small=False).holds is holds


@pytest.mark.parametrize("notes, holds", [(50, False), (1, True), (10, None)])
def test_hypermutation_is_read_from_the_notes_of_games(store: Store, notes: int, holds: bool | None) -> None:
    """Of 100 games; 10 % is the limit, and 10 of 100 are 5.5 to 17.4 % by Wilson's interval."""
    add(store, "4x6", "merelo2006", *[4] * notes, note="hypermutation; x")
    add(store, "4x6", "merelo2006", *[4] * 100)
    found = genmm.check_hypermutation(store, STUDY, SAID, small=False)
    assert found.holds is holds and f"{notes}.0% of 100 games" in found.found


def test_what_first_guesses_tell_is_their_entropy(store: Store) -> None:
    game = Game.parse("4x6")
    bits = []
    for text in ("1122", "1234"):
        parts: dict[tuple[int, int], int] = {}
        guess = game.code(text).tolist()
        for code in game.codes.tolist():
            black = sum(a == b for a, b in zip(code, guess, strict=True))
            common = sum(min(code.count(color), guess.count(color)) for color in set(guess))
            parts[black, common] = parts.get((black, common), 0) + 1
        bits.append(log2(1296) - sum(n * log2(n) for n in parts.values()) / 1296)
    found = genmm.check_information(store, STUDY, SAID, small=False)
    assert f"1122 {bits[0]:.3f} bits" in found.found and f"1234 {bits[1]:.3f} bits" in found.found
    assert found.holds is (bits[0] >= bits[1]) is False


def test_the_average_rises_within_a_turn_and_on_line_fitness_does_not(store: Store) -> None:
    assert genmm.check_average_rises(store, STUDY, SAID, small=True).holds is True
    assert genmm.check_on_line_rises(store, STUDY, SAID, small=True).holds is False


@pytest.mark.parametrize("others, holds", [((4, 5), True), ((5, 6), False)])
def test_two_percent_of_guesses_are_the_same_number(store: Store, others: tuple[int, int], holds: bool) -> None:
    for game, name in genmm.COMPARED.items():
        add(store, game, "merelo2006", *(4, 5) * 100)
        add(store, game, name, *others * 100)
    assert genmm.check_like_random(store, STUDY, SAID, small=False).holds is holds


@pytest.mark.parametrize("codes, holds", [(700, True), (4000, False)])
def test_consistent_is_within_the_deviation_of_single_games(store: Store, codes: int, holds: bool) -> None:
    """New codes are `codes` more or less half of that, so that 1029.9 is within a deviation of 700 and not of 4000."""
    add(store, "5x8", "merelo2006", *[5] * 50, new_codes=codes // 2)
    add(store, "5x8", "merelo2006", *[5] * 100, new_codes=codes * 3 // 2)
    assert genmm.check_like_bento(store, STUDY, replace(SAID, games=()), small=False).holds is holds


def test_what_was_not_played_decides_nothing(store: Store) -> None:
    computed = ("terabyte", "information", "average_rises", "on_line_rises")
    for sentence in STUDY.sentences:
        if sentence.check.startswith("genmm") and not sentence.check.endswith(computed):
            assert load_function(CHECKS[sentence.check])(store, STUDY, sentence, False)[2:4] == ("not played", None)
