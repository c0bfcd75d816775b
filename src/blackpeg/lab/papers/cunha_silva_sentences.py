"""Sentences of Cunha & da Silva, checked from the stored games of the study of their paper.

Uniform secrets are the literal reading and decide; what distinct secrets, our hypothesis, give is told beside.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import hypot
from statistics import fmean

import numpy as np

from ...game import Game
from ..experiment import DISTINCT_SECRETS, UNIFORM_SECRETS, Series, Task
from ..game_arrays import Average, average_of, averages, read_sample
from ..report.verdicts import Difference, Finding, decide
from ..stats import COVERAGE, Floats, interval
from ..store import Store
from ..study import Claim, Sentence, Study
from ..study_toml import load_study
from ..traces import trace
from .sentence_about_share_of_runs import not_played, share_finding

PLUS, GEN, NO_RULE = "cunha_silva", "cunha_silva(replacement='gen')", "cunha_silva(replacement='none')"
OTHERS = (GEN, "cunha_silva(replacement='gen_plus')", "cunha_silva(replacement='reward_matrix')")
LIMIT = 15  # "15 gerações máximas"
MOST_COMPLEX = ("7x10", "8x12")  # that section 4 names
FOUND_ALL = 0.95  # share of runs whose colors a competent first stage finds
NONE_SOLVED, SOME_UNSOLVED = 0.99, 0.004  # of runs not solved: all of them; two of 500
DIVERSITY_GAMES = ("5x8", "6x9", "7x10", "8x12")  # at smaller ones the second stage hardly evolves
NAMED = ("bernier1996_ga", "kalisker2003", "merelo2013")  # that section 5 names


def check_lead_grows(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether the lead of Plus over the best of the others is larger at 7x10 and 8x12 than elsewhere."""
    found = {kind: _lead_grows(store, study, kind) for kind in (UNIFORM_SECRETS, DISTINCT_SECRETS)}
    leads, apart = found[UNIFORM_SECRETS]
    _, hypothesis = found[DISTINCT_SECRETS]
    if apart is None or hypothesis is None:
        return not_played(sentence)
    text = "generations that Plus saves against the best of the other three, in per cent: "
    text += ", ".join(f"{game} {lead:.0f}" for game, lead in leads.items())
    text += f"; the difference is {' and '.join(MOST_COMPLEX)} less the rest, with distinct secrets {hypothesis}"
    return Finding(sentence.where, sentence.says, text, decide(apart.low, apart.high), str(apart))


def _lead_grows(store: Store, study: Study, kind: str) -> tuple[dict[str, float], Difference | None]:
    leads, errors = dict[str, float](), dict[str, float]()
    for game in games_by_size(study):
        found = [_average(store, game, name, kind, "generations") for name in (PLUS, *OTHERS)]
        played = [one for one in found if one is not None and one.error is not None]
        if len(played) < len(found):
            return {}, None
        plus, best = played[0], min(played[1:], key=lambda one: one.average)
        leads[game] = 100 * (1 - plus.average / best.average)
        relative = hypot((plus.error or 0) / plus.average, (best.error or 0) / best.average)
        errors[game] = 100 * plus.average / best.average * relative
    complex_ones, rest = MOST_COMPLEX, [game for game in leads if game not in MOST_COMPLEX]
    if not rest or not set(complex_ones) <= set(leads):
        return leads, None
    value = fmean(leads[game] for game in complex_ones) - fmean(leads[game] for game in rest)
    error = hypot(*(errors[game] / len(some) for some in (complex_ones, rest) for game in some))
    return leads, Difference(value, value - 1.96 * error, value + 1.96 * error)


def check_first_stage_finds(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks in how many runs the first stage found all colors before its limit, at the worst of the scenarios."""
    shares = dict[str, tuple[float, int]]()
    for game in games_by_size(study):
        stages = read_sample(store, Series(game, PLUS)).stages
        if stages is None or len(stages) < 2:
            return not_played(sentence)
        shares[game] = float((stages[:, 0] < LIMIT).mean()), len(stages)
    game = min(shares, key=lambda one: shares[one][0])
    text = f"colors found in fewer than {LIMIT} generations, in {shares[game][0]:.1%} of {shares[game][1]} runs at "
    text += f"{game}, the least of {len(shares)} scenarios; asked for is {FOUND_ALL:.0%}"
    return share_finding(sentence, text, *shares[game], FOUND_ALL)


def check_first_stage_grows(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether each scenario's first stage takes more generations than that of the next smaller space."""
    found = {game: _average(store, game, PLUS, UNIFORM_SECRETS, "first stage") for game in games_by_size(study)}
    distinct = [_average(store, game, PLUS, DISTINCT_SECRETS, "first stage") for game in found]
    steps, averages_found = [], [(game, one) for game, one in found.items() if one is not None and one.error]
    if len(averages_found) < max(2, len(found)) or None in distinct:
        return not_played(sentence)
    for (_, smaller), (game, larger) in pairwise(averages_found):
        error = hypot(smaller.error or 0, larger.error or 0)
        steps.append((_interval(larger.average - smaller.average, error, len(found) - 1), game))
    verdicts = [decide(apart.low, apart.high) for apart, _ in steps]
    least, at = min(steps, key=lambda step: step[0].value)
    text = (
        f"by size of the space {', '.join(f'{game} {one.average:.2f}' for game, one in averages_found)}; with distinct "
    )
    text += f"secrets {', '.join(f'{one.average:.2f}' for one in distinct if one)}; the least step is to {at}"
    holds = True if all(verdicts) else False if False in verdicts else None
    return Finding(sentence.where, sentence.says, text, holds, f"{least}, the least of {len(steps)}")


def check_unsolved(
    game: str, needed: float, kinds: tuple[str, ...], store: Store, study: Study, sentence: Sentence, small: bool
) -> Finding:
    """Checks how many runs of Gen are not solved; told beside is how many take more than 15 generations in all."""
    samples = [read_sample(store, Series(game, GEN, kind)) for kind in kinds]
    if any(one.generations is None or len(one.table) < 2 for one in samples):
        return not_played(sentence)
    failed = np.concatenate([one.table[:, 0] == 0 for one in samples])
    taken = np.concatenate([one.generations for one in samples if one.generations is not None])
    text = f"{int(failed.sum())} of {len(failed)} runs not solved, {' and '.join(kinds)} secrets, with at most {LIMIT} "
    text += f"generations a stage; asked for is {needed:.1%}; if both stages together had {LIMIT}, it would be "
    text += f"{float((failed | (taken > LIMIT)).mean()):.1%}"
    return share_finding(sentence, text, float(failed.mean()), len(failed), needed)


check_none_solved_7x10, check_none_solved_8x12 = (
    partial(check_unsolved, game, NONE_SOLVED, (UNIFORM_SECRETS,)) for game in MOST_COMPLEX
)
check_some_unsolved_7x10, check_some_unsolved_8x12 = (
    partial(check_unsolved, game, SOME_UNSOLVED, (UNIFORM_SECRETS, DISTINCT_SECRETS)) for game in MOST_COMPLEX
)


def check_against_cited(
    measure: str, names: tuple[str, ...], store: Store, study: Study, sentence: Sentence, small: bool
) -> Finding:
    """Compares what Plus takes with every number of guesses that table 1 cites, of these systems or of all."""
    played = games_by_size(study)
    cited = [
        one
        for one in load_study("cunha_silva_cited").claims
        if one.measure == "guesses" and one.game in played and (not names or one.strategy in names)
    ]
    found = list[tuple[Difference, Claim]]()
    for claim in cited:
        ours = _average(store, claim.game, PLUS, UNIFORM_SECRETS, measure)
        if ours is None or ours.error is None:
            return not_played(sentence)
        found.append((_interval(ours.average - claim.value, ours.error, len(cited)), claim))
    verdicts = [decide(-apart.high, -apart.low) for apart, _ in found]
    worst, claim = max(found, key=lambda one: one[0].value)
    best, easiest = min(found, key=lambda one: one[0].value)
    text = f"{measure} of Plus less the {len(found)} numbers of guesses that the table cites: {verdicts.count(True)} "
    text += f"less, {verdicts.count(False)} more, {verdicts.count(None)} not told apart; from {best} at {easiest.game} "
    text += f"({easiest.value:g}) to {worst} at {claim.game} ({claim.value:g})"
    holds = True if all(verdicts) else False if False in verdicts else None
    return Finding(sentence.where, sentence.says, text, holds, f"{worst}, the worst of {len(found)}")


check_below_literature = partial(check_against_cited, "generations", ())
check_surpasses = partial(check_against_cited, "queries", ())
check_surpasses_named = partial(check_against_cited, "queries", NAMED)


def check_diversity(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether the second stage without any rule loses more diversity at 8x12 than at 5x8, over runs of its own.

    Diversity is the share of different codes in the population, of which the last is subtracted from the first.
    """
    runs, falls, texts = 6 if small else 200, dict[str, Floats](), []
    for game in DIVERSITY_GAMES:
        lost, stalled = [], []
        for number in range(runs):
            rows = [row for row in trace(Task(Series(game, NO_RULE), number)) if row["stage"] == 2]
            lost.append(100 * (rows[0]["diversity"] - rows[-1]["diversity"]))
            stalled += [after["best"] <= before["best"] for before, after in pairwise(rows)]
        falls[game] = np.array(lost)
        texts.append(
            f"{game} {falls[game].mean():.0f} (best not improved in {fmean(stalled or [0]):.0%} of generations)"
        )
    first, last = (average_of(falls[game]) for game in (DIVERSITY_GAMES[0], DIVERSITY_GAMES[-1]))
    apart = _interval(last.average - first.average, hypot(first.error or 0, last.error or 0), 1)
    text = f"different codes in the population that the second stage loses without any rule, in per cent of it, {runs} "
    text += f"runs: {', '.join(texts)}; the last less the first decides"
    return Finding(sentence.where, sentence.says, text, decide(apart.low, apart.high), str(apart))


def games_by_size(study: Study) -> list[str]:
    """Returns the scenarios that Plus plays, the smallest space first."""
    games = dict.fromkeys(one.game for one in study.series() if one.strategy == PLUS)
    return sorted(games, key=lambda game: Game.parse(game).size)


def _average(store: Store, game: str, name: str, secrets: str, measure: str) -> Average | None:
    return averages(read_sample(store, Series(game, name, secrets))).get(measure)


def _interval(value: float, error: float, comparisons: int) -> Difference:
    """Returns a difference with its interval; those of all comparisons together cover 95 %."""
    many = 10**6  # games: the normal distribution
    low, high = interval(value, error * many**0.5, many, 1 - (1 - COVERAGE) / comparisons)
    return Difference(value, low or 0.0, high or 0.0)
