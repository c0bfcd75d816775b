"""Checks of sentences of Merelo-Guervós, Castillo & Rivas (2006), whose player is GenMM.

Those about their figures 4 and 5 are in genmm_figure_sentences.py.
Where a word of the paper has no number, ours is a constant below, and the finding says it.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np

from ...game import Game
from ...information.first_guesses import first_guess_1122, first_guess_1234
from ...information.guess_value import guess_value
from ...kernels import part_sizes
from ...strategies.merelo2006 import HYPERMUTATION
from ..experiment import ALL_SECRETS, Series, Task
from ..game_arrays import Average, Sample, average_of, averages, measured_columns, read_sample
from ..report.check_paper_sentences import paired_values
from ..report.verdicts import Difference, Finding, decide
from ..stats import COVERAGE, Floats, interval, share_interval
from ..store import Store
from ..study import Sentence, Study
from ..traces import trace
from .genmm_figure_sentences import CODES, PLAYER, POPULATIONS, SIMILAR, not_played

MINIMAL = 0.1  # share of the space that is still "a minimal part"
RARELY = 0.1  # share of games in which something happens "rarely"
MOSTLY = 0.5  # share of turns in which something "increases"
BOARD = 15  # guesses that the paper's board has room for
BENTO = 1029.9  # combinations, as printed
ZAPPING = "merelo2006(zapping=1.0)"
COMPARED = {"4x6": "random(first='1122')", "5x8": "random(first='11223')"}  # from the first guess of GenMM


def check_part_of_space(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether the new codes of a game are less than a tenth of the space."""
    (game,) = sentence.games
    found = _sample(store, game)
    codes, size = averages(found).get(CODES), Game.parse(game).size
    if codes is None or codes.error is None:
        return not_played(sentence)
    low, high = _interval(codes, len(found.table))
    text = f"{codes.average:,.0f} new codes a game, {codes.average / size:.1%} of {size:,}; minimal is taken for less "
    text += f"than {MINIMAL:.0%}"
    difference = _in_percent(codes.average / size - MINIMAL, low / size - MINIMAL, high / size - MINIMAL)
    return Finding(sentence.where, sentence.says, text, decide(MINIMAL - high / size, MINIMAL - low / size), difference)


def check_fifteen_guesses(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Counts the games of GenMM, of all sizes that the study plays, that take more guesses than a board has."""
    names = [one for one in study.series() if one.strategy == PLAYER]
    samples = {one.game: found for one in names if len((found := read_sample(store, one)).table)}
    if not samples:
        return not_played(sentence)
    games = sum(len(one.table) for one in samples.values())
    lost = sum(int((one.guesses > BOARD).sum()) for one in samples.values())
    most = max(samples, key=lambda game: samples[game].guesses.max())
    _, high = share_interval(lost / games, games)
    text = f"GenMM loses {lost} of {games:,} games at {', '.join(samples)}; the longest takes "
    text += f"{samples[most].guesses.max()} guesses, at {most}"
    return Finding(sentence.where, sentence.says, text, lost == 0, f"{lost / games:.0%} (up to {high:.2%})")


def check_fixed_amount(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks that shifting all colors has a bound, over all secrets, and says how far it is from a fixed number."""
    samples = {
        one.strategy: read_sample(store, one)
        for one in study.series()
        if one.secrets == ALL_SECRETS and one.strategy.partition("(")[0] == "cyclic_shift"
    }
    if not samples or not all(one.exact for one in samples.values()):
        return not_played(sentence)
    found = [
        f"{name} takes {one.guesses.min()} to {one.guesses.max()} guesses, {one.guesses.mean():.3f} on average"
        for name, one in samples.items()
    ]
    text = f"over all secrets of 4x6 {' and '.join(found)}: there is a bound, and not one number"
    return Finding(sentence.where, sentence.says, text, True)


def check_terabyte(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Computes the bytes of all combinations of 10x8, a byte each as the paper counts."""
    size = Game.parse("10x8").size
    text = f"8^10 is {size:,} = 2^30 combinations, {size / 2**30:g} gigabyte with a byte for each"
    return Finding(sentence.where, sentence.says, text, size == 2**40, f"1 / {2**40 // size:,} of it")


def check_random_search(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Compares the codes that random search draws with half the space for each guess."""
    (game,) = sentence.games
    size = Game.parse(game).size
    samples = {draw: _sample(store, game, f"random(draw='{draw}')") for draw in ("blind", "once")}
    columns = {draw: measured_columns(one) for draw, one in samples.items()}
    if min(len(one.table) for one in samples.values()) < 2:
        return not_played(sentence)
    means = {draw: float(one["evaluations"].mean()) for draw, one in columns.items()}
    found = average_of(columns["blind"]["evaluations"] - size / 2 * columns["blind"]["guesses"])
    apart = Difference(found.average, *_interval(found, len(samples["blind"].table)))
    half = size / 2 * columns["blind"]["guesses"].mean()
    text = (
        f"{means['blind']:,.0f} codes a game, and {means['once']:,.0f} if none is drawn twice in a turn; half of "
        f"{size:,} times {columns['blind']['guesses'].mean():.2f} guesses is {half:,.0f}. With n of N codes left a "
        "guess costs N / n draws, or (N + 1) / (n + 1): half the space only where one is left and none is drawn twice"
    )
    return Finding(
        sentence.where, sentence.says, text, None if decide(apart.low, apart.high) is None else False, str(apart)
    )


def check_no_improvement(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks that zapping saves nothing: it does not hold if it saves, and holds if it saves less than 2 %."""
    games = ("4x6", "5x8", "6x9")
    found = [
        (game, one) for game in games if (one := _paired(store, game, ZAPPING, PLAYER, sentence.measure, len(games)))
    ]
    if len(found) < len(games):
        return not_played(sentence)
    text = f"{ZAPPING}, a fifth more children, needs " + ", ".join(f"{apart} at {game}" for game, (apart, _) in found)
    saves = [apart.high < 0 for _, (apart, _) in found]
    within = [apart.low > -SIMILAR * average for _, (apart, average) in found]
    holds = False if any(saves) else True if all(within) else None
    most = min((apart for _, (apart, _) in found), key=lambda one: one.value)
    return Finding(sentence.where, sentence.says, f"{text}; less than {SIMILAR:.0%} counts as none", holds, str(most))


def check_hypermutation(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Counts the games in which a population was drawn anew."""
    (game,) = sentence.games
    shares = {
        one.strategy: _hypermutation(store, one)
        for one in study.series()
        if one.game == game and (one.strategy == PLAYER or one.strategy.startswith(POPULATIONS))
    }
    played = {name: one for name, one in shares.items() if one[1]}
    if PLAYER not in played:
        return not_played(sentence)
    count, games = played.pop(PLAYER)
    low, high = share_interval(count / games, games)
    text = f"{count / games:.1%} of {games:,} games; rarely is taken for less than {RARELY:.0%}"
    if played:
        listed = ", ".join(f"{name.partition('=')[2][:-1]} {n / of:.0%}" for name, (n, of) in played.items())
        text += f". By population: {listed}"
    difference = _in_percent(count / games - RARELY, low - RARELY, high - RARELY)
    return Finding(sentence.where, sentence.says, text, decide(RARELY - high, RARELY - low), difference)


def _hypermutation(store: Store, series: Series) -> tuple[int, int]:
    notes = [note for (note,) in store.columns(series, "note")]
    return sum(HYPERMUTATION in note for note in notes), len(notes)


def check_information(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Computes what the two first guesses tell, in bits, in parts and by the largest part."""
    (text,) = sentence.games
    game = Game.parse(text)
    codes = np.array([first_guess_1122(game), first_guess_1234(game)])
    one, other = (
        guess_value(code, sizes, candidate=True)
        for code, sizes in zip(codes, part_sizes(codes.T, game.columns, game.colors, game.whites), strict=True)
    )
    found = " and ".join(
        f"{game.show(code)} {value.bits:.3f} bits, {value.parts} parts, the largest {value.largest:,}"
        for code, value in zip(codes, (one, other), strict=True)
    )
    apart = Difference(one.bits - other.bits, one.bits - other.bits, one.bits - other.bits)
    return Finding(
        sentence.where, sentence.says, f"computed: {found}", one.bits >= other.bits, f"{apart.value:+.3f} bits"
    )


def check_average_rises(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Counts the turns in which the average fitness rises from the first to the last generation."""
    games = 10 if small else 200
    rises = _turns_with_rises(games)
    share, turns = float(rises[:, 0].mean()), len(rises)
    text = f"it rises in {share:.1%} of {turns:,} turns that have several generations, of {games} games at 5x8"
    return _share_finding(sentence, text, share, turns)


def check_on_line_rises(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Counts the turns in which the on-line fitness rises, over all codes of the game, and over those of the turn."""
    rises = _turns_with_rises(10 if small else 200)
    (_, share, in_turn), turns = rises.mean(axis=0).tolist(), len(rises)
    text = f"over all codes generated so far, as the paper defines it, it rises in {share:.1%} of {turns:,} turns that "
    text += (
        f"have several generations, since every guess lowers what comes after; over those of the turn in {in_turn:.1%}"
    )
    return _share_finding(sentence, text, share, turns)


def _share_finding(sentence: Sentence, text: str, share: float, turns: int) -> Finding:
    low, high = share_interval(share, turns)
    difference = _in_percent(share - MOSTLY, low - MOSTLY, high - MOSTLY)
    text += f"; more than {MOSTLY:.0%} is asked for"
    return Finding(sentence.where, sentence.says, text, decide(low - MOSTLY, high - MOSTLY), difference)


@cache  # for both sentences
def _turns_with_rises(games: int) -> Floats:
    """Returns a row for each turn of several generations: do average, on-line and the turn's on-line fitness rise?"""
    found = list[list[bool]]()
    for number in range(games):
        rows = trace(Task(Series("5x8", PLAYER), number))
        scored, means, mean = (np.array([row[key] for row in rows]) for key in ("scored", "scored_mean", "mean"))
        on_line = (scored * means).cumsum() / scored.cumsum()
        ends = [k for k, row in enumerate(rows) if row["guess"] is not None]
        for first, last in ((a + 1, b) for a, b in pairwise((-1, *ends)) if b > a + 1):
            turn = slice(first, last + 1)
            in_turn = (scored[turn] * means[turn]).sum() / scored[turn].sum()
            found.append([mean[last] > mean[first], on_line[last] > on_line[first], in_turn > means[first]])
    return np.array(found, float)


def check_like_random(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Checks whether GenMM and a random consistent player from the same first guess differ by less than 2 %."""
    paired = {game: _paired(store, game, PLAYER, name, "guesses", len(COMPARED)) for game, name in COMPARED.items()}
    found = {game: one for game, one in paired.items() if one is not None}
    if len(found) < len(COMPARED):
        return not_played(sentence)
    within = [max(-apart.low, apart.high) <= SIMILAR * average for apart, average in found.values()]
    beyond = [max(apart.low, -apart.high) > SIMILAR * average for apart, average in found.values()]
    holds = False if any(beyond) else True if all(within) else None
    text = " and ".join(f"{apart} than {COMPARED[game]} at {game}" for game, (apart, _) in found.items())
    most = max((apart for apart, _ in found.values()), key=lambda one: abs(one.value))
    text = f"GenMM needs {text}; the same is taken for within {SIMILAR:.0%}"
    return Finding(sentence.where, sentence.says, text, holds, str(most))


def check_below_optimum(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Compares GenMM with Koyama's and Knuth's strategies, whose averages over all secrets are exact."""
    found = _against_exact(store, ("optimal", "minimax"), "guesses")
    if found is None:
        return not_played(sentence)
    text = "GenMM needs " + " and ".join(f"{apart} than {name}" for name, apart in found.items())
    text += ". A player of consistent codes is one of all players, so that the best of them can't be below the optimum"
    apart = found["optimal"]
    return Finding(sentence.where, sentence.says, text, decide(-apart.high, -apart.low), str(apart))


check_as_well_as_optimal = check_below_optimum


def check_like_bestavros(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Compares GenMM with MaxEnt until the code is known."""
    found = _against_exact(store, ("maxent",), "known")
    if found is None:
        return not_played(sentence)
    sd = averages(_sample(store, "4x6"))["known"].sd
    return _consistent(sentence, "counted until the code is known, as Bestavros and Belal count", found["maxent"], sd)


def check_like_bento(store: Store, study: Study, sentence: Sentence, small: bool) -> Finding:
    """Compares new codes with the number that the paper prints of Bento."""
    sample = _sample(store, "5x8")
    found = averages(sample).get(CODES)
    if found is None or found.error is None:
        return not_played(sentence)
    low, high = _interval(found, len(sample.table))
    apart = Difference(found.average - BENTO, low - BENTO, high - BENTO)
    return _consistent(sentence, f"GenMM makes {found.average:,.0f} new codes a game", apart, found.sd)


def _consistent(sentence: Sentence, text: str, apart: Difference, sd: float) -> Finding:
    """Judges "consistent" as the paper seems to: by the deviation of single games, which it prints."""
    text += f"; consistent is taken for within the deviation of single games, {sd:,.{0 if sd > 100 else 2}f}"
    if decide(apart.low, apart.high) is not None:
        text += ", which tells little: the averages differ beyond chance"
    return Finding(sentence.where, sentence.says, text, abs(apart.value) <= sd, str(apart))


def _sample(store: Store, game: str, strategy: str = PLAYER, secrets: str = "uniform") -> Sample:
    return read_sample(store, Series(game, strategy, secrets))


def _interval(found: Average, games: int, comparisons: int = 1) -> tuple[float, float]:
    low, high = interval(found.average, (found.error or 0.0) * games**0.5, games, 1 - (1 - COVERAGE) / comparisons)
    assert low is not None and high is not None
    return low, high


def _paired(
    store: Store, game: str, one: str, other: str, measure: str, comparisons: int
) -> tuple[Difference, float] | None:  # fmt: skip
    """Returns how much more one strategy needs than another on the same secrets, and the average of the other."""
    ours, theirs = _sample(store, game, one), _sample(store, game, other)
    differences = paired_values(ours, theirs, measure)
    if len(differences) < 2:
        return None
    found = average_of(differences)
    apart = Difference(found.average, *_interval(found, len(differences), comparisons))
    return apart, float(measured_columns(theirs)[measure].mean())


def _against_exact(store: Store, names: tuple[str, ...], measure: str) -> dict[str, Difference] | None:
    """Returns how much more GenMM needs at 4x6 than strategies whose average over all secrets is exact."""
    sample = _sample(store, "4x6")
    ours = averages(sample).get(measure)
    if ours is None or ours.error is None:
        return None
    low, high = _interval(ours, len(sample.table), len(names))
    found = {name: averages(_sample(store, "4x6", name, ALL_SECRETS)).get(measure) for name in names}
    if None in found.values():
        return None
    return {
        name: Difference(ours.average - one.average, low - one.average, high - one.average)
        for name, one in found.items()
        if one is not None
    }


def _in_percent(value: float, low: float, high: float) -> str:
    return f"{100 * value:+.1f} % ({100 * low:+.1f} to {100 * high:+.1f})"
