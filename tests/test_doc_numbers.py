"""Numbers in prose: a limit is that of the code, a measured number is that of docs/results, with the digits printed."""

import csv
import re
import runpy
from collections import Counter
from math import log2
from pathlib import Path

import pytest

from blackpeg.candidates.contradiction import MAX_SECONDS as CONTRADICTION_SECONDS
from blackpeg.coach import candidate_sample, exact_totals, expected_guesses
from blackpeg.game import LISTABLE, MAX_PEGS_AND_COLORS, Game
from blackpeg.lab import executors
from blackpeg.lab.report import verdicts
from blackpeg.puzzles import daily, statistics, tournament_points
from blackpeg.puzzles.duels_and_tournaments import DUEL, MAX_PLAYERS, MAX_ROUNDS, TOURNAMENT
from blackpeg.solver.optimal_search import optimal
from blackpeg.solver.problem import parse_widths
from blackpeg.solver.records import record_of
from blackpeg.solver.tree_library import best_average
from blackpeg.strategies import STRATEGIES, make, strategy
from blackpeg.tree import Tree
from blackpeg.web import app, choose_lane, models, visitors
from blackpeg.web.lanes import worker_process
from blackpeg.web.limits import connections, log_lines, price_under_load
from blackpeg.web.operation import retention
from blackpeg.web.operation.quota import Quota
from blackpeg.web.people import live_events
from blackpeg.web.routes import games, previews
from blackpeg.web.shows import budget
from blackpeg.web.workers import default_lanes

DOCS = Path(__file__).parents[1] / "docs"
WORDS = {1: "one", 2: "two", 3: "three", 5: "five", 6: "six", 8: "eight", 10: "ten", 20: "twenty"}
LANES, QUOTA = default_lanes(), Quota()
PER_VISITOR = {table: most for table, (most, _) in QUOTA.max_per_visitor.items()}
GB, MB = 2**30, 2**20
SPANS = {0.5: "half a second", 30: "half a minute", 60: "a minute"}  # seconds in words
MOST_PLAYERS, LEAST_PLAYERS = MAX_PLAYERS[TOURNAMENT], MAX_PLAYERS[DUEL]
HINT_BITS = choose_lane.MAX_HINT_CODES.bit_length() - 1

LIMITS = {
    "web.md": [
        f"any size up to {models.MAX_PEGS}x{models.MAX_COLORS}",
        f"From {WORDS[statistics.MIN_RANKED_PLAYERS]} players on",
        f"#1 is that of {daily.FIRST_DAY}",
        f"a key of at least {daily.MIN_KEY_LENGTH} characters",
        f"{WORDS[LEAST_PLAYERS]} to {WORDS[MOST_PLAYERS]} players, one to {WORDS[MAX_ROUNDS]} rounds",
        f"within {tournament_points.TOURNAMENT_LIMIT} guesses costs {tournament_points.TOURNAMENT_LIMIT + 1}",
        f"a game has at most {models.MAX_TURNS} turns",
        f"lists your latest {WORDS[games.MAX_LISTED_GAMES]} games",
        f"adversary up to {choose_lane.MAX_LISTED_CODES:,} codes such as 5x8 ({LANES['moves'].max_seconds} seconds)",
        f"hints up to 2^{HINT_BITS} codes such as 8x12 ({LANES['hints'].max_seconds} seconds",
        f"games of up to {choose_lane.MAX_LIGHT_CODES:,} codes ({LANES['light'].max_seconds} seconds)",
        f"heavy ones ({LANES['heavy'].max_seconds} seconds",
        f"shows of games beyond 2^{HINT_BITS} codes on the Watch page ({LANES['shows'].max_seconds // 60} minutes",
        f"{LANES['shows'].max_silent_seconds} seconds between two turns",
        f"{WORDS[LANES['shows'].max_per_address]} at a time for an address",
        f"{WORDS[LANES['shows'].max_waiting_seconds // 60]} for shows",
        f"Watch goes on to {models.MAX_WATCHED_PEGS_AND_COLORS}x{models.MAX_WATCHED_PEGS_AND_COLORS}",
        f"take {budget.MAX_TURN_SECONDS:g} seconds of computation and a show {budget.MAX_SHOW_SECONDS:g}",
        f"waited for {SPANS[LANES['moves'].max_waiting_seconds]}",
        f"({SPANS[LANES['heavy'].max_waiting_seconds]} for heavy jobs",
        f"takes {SPANS[CONTRADICTION_SECONDS]} for a smallest set of them, then {SPANS[CONTRADICTION_SECONDS]} for",
        f"A worker has {worker_process.MAX_WORKER_BYTES // GB} GB of memory",
        f"have {WORDS[LANES['heavy'].max_per_visitor]} long computations under way",
        f"A visitor may ask {visitors.VISITOR_REQUESTS.per_second} times a second",
        f"begin a game every {WORDS[int(1 / visitors.VISITOR_GAMES.per_second)]} seconds",
        f"address has {visitors.ADDRESS_REQUESTS.per_second} requests a second",
        f"more than {price_under_load.USUAL_PER_SECOND} times a second",
        f"a request counts up to {WORDS[int(price_under_load.MAX_PRICE)]} times",
        f"must arrive within {connections.HEAD_SECONDS} seconds, its body within {connections.BODY_SECONDS} more",
        f"answer must be read every {connections.READ_SECONDS} seconds",
        f"at most {connections.MAX_CONNECTIONS:,} connections, or {connections.RESERVED_FILES} less than the files",
        f"{WORDS[log_lines.MAX_LINES]} a minute are written",
        f"at most {live_events.MAX_WAITING_PER_VISITOR} a visitor and {live_events.MAX_WAITING:,} in all",
        f"at most {previews.MAX_KEPT_PICTURES} of them; an address has {previews.ADDRESS_PICTURES.burst} new ones",
        f"one every {WORDS[int(1 / previews.ADDRESS_PICTURES.per_second)]} seconds",
        f"A request is at most {app.MAX_BODY_BYTES // 1024} kB",
        f"store {PER_VISITOR['games']:,} games, {PER_VISITOR['challenges']:,} codes for friends",
        f"{PER_VISITOR['match_players']:,} matches",
        f"`--quota` ({QUOTA.max_bytes // GB} GB), or {QUOTA.min_free_bytes // MB} MB are left",
        f"is deleted after {retention.EMPTY_DAYS} days",
        f"nothing happens after {retention.UNFINISHED_DAYS}.",
    ],
    "play.md": [
        f"to {expected_guesses.MAX_OPTIMAL_CANDIDATES} candidates",
        f"({expected_guesses.MAX_OPTIMAL_CANDIDATES_BLACK} without white pegs)",
        f"samples of {candidate_sample.SAMPLE_CANDIDATES:,} stand for them",
    ],
    "tools.md": [f"games of up to {exact_totals.MAX_SOLVED_CODES:,} codes"],
    "lab.md": [
        f"more than {WORDS[int(verdicts.MAX_STANDARD_ERRORS)]} standard errors",
        f"at most {verdicts.MAX_HALF_GUESSES} guesses, or {verdicts.MAX_HALF_SHARE:.0%}".replace("%", " %"),
        f"for more than {WORDS[executors.LONG_GAME_SECONDS]} seconds",
    ],
    "tour.md": [f"A list holds at most {LISTABLE:,} codes"],
}  # fmt: skip


@pytest.mark.parametrize("page", LIMITS)
def test_limits_are_those_of_the_code(page):
    text = " ".join((DOCS / page).read_text().split())
    assert [said for said in LIMITS[page] if said not in text] == []


MEASURED = {  # what docs/oracle.md says, and where it was measured: study, secrets, games, strategy and column
    r"`reward_matrix_legal` \| ([\d.]+)": ("cunha_silva", "distinct", ("4x6",), "reward_matrix_legal", "average"),
    r"`random`: any code that fits \| ([\d.]+)": ("cunha_silva", "distinct", ("4x6",), "random", "average"),
    r"and ([\d.]+) if they may": ("cunha_silva", "uniform", ("4x6",), "cunha_silva", "generations"),
    r"the search needs about ([\d,]+) queries": ("cunha_silva", "distinct", ("8x12",), "cunha_silva", "queries"),
    r"asks the secret some ([\d,]+) times at 4x6, and some ([\d,]+) times at 5x8": (
        "cabana_tupac", "uniform", ("4x6", "5x8"), "cabana_tupac", "queries"),
    r"alone, needs ([\d.]+) and ([\d.]+) guesses": (
        "cabana_tupac", "uniform", ("4x6", "5x8"), "cabana_tupac_legal", "average"),
    r"others, in ([\d.]+) and ([\d.]+) guesses": (
        "cabana_tupac", "uniform", ("4x6", "5x8"), "cabana_tupac_hybrid", "average"),
    r"looks at about ([\d,]+) codes": ("cunha_silva", "uniform", ("6x9",), "reward_matrix_legal", "evaluations"),
    r"the candidates takes ([\d,]+)": ("cunha_silva", "uniform", ("6x9",), "random", "evaluations"),
}  # fmt: skip


def half_unit(text: str) -> float:
    """Returns half of a unit of the last digit that counts: 0.05 for 2.3, 5 for 1,220, 50,000 for 600,000."""
    digits = text.replace(",", "")
    zeros = 0 if "." in digits else len(digits) - len(digits.rstrip("0"))
    return 0.5 * 10.0 ** (zeros - len(digits.partition(".")[2])) * 1.001


@pytest.mark.parametrize("says", MEASURED)
def test_numbers_in_the_story_of_searches_are_those_that_were_measured(says):
    study, secrets, played, name, column = MEASURED[says]
    with (DOCS / "results" / "averages.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if (row["study"], row["secrets"], row["strategy"]) == (study, secrets, name)
        ]
    measured = {row["game"]: float(row[column]) for row in rows if row[column]}
    found = re.search(says, " ".join((DOCS / "oracle.md").read_text().split()))
    assert found is not None
    for text, game in zip(found.groups(), played, strict=True):
        assert float(text.replace(",", "")) == pytest.approx(measured[game], abs=half_unit(text)), (
            game,
            measured[game],
        )


def test_shares_of_runs_in_the_story_of_searches_are_those_of_the_study():
    page = (DOCS / "results" / "cabana_tupac.md").read_text()
    shares = [float(one) for one in re.findall(r"^\| figure 1[0-3] \|.*? true of ([\d.]+)% of 200 runs", page, re.M)]
    told = re.search(
        r"(\d+) %, (\d+) %, (\d+) % and (\d+) % of the runs bear out figures 10, 11, 12 and 13, "
        r"and 20 is missed by (\d+) %",
        " ".join((DOCS / "oracle.md").read_text().split()),
    )
    figure_10, figure_11, figure_12, missed, figure_13 = shares
    assert [float(one) for one in told.groups()] == [
        pytest.approx(share, abs=0.51) for share in (figure_10, figure_11, figure_12, figure_13, missed)
    ]


def test_the_least_averages_in_the_story_of_searches_are_those_of_the_trees():
    text = " ".join((DOCS / "oracle.md").read_text().split())
    for game, pattern in {
        "4x6-distinct": r"needs (\d+) / 360 = ([\d.]+) guesses",
        "4x6": r"is (\d+) / 1296 = ([\d.]+)",
    }.items():
        total, average = re.search(pattern, text).groups()
        size, best = Game.parse(game).size, best_average(Game.parse(game))
        assert int(total) / size == pytest.approx(best) and float(average) == pytest.approx(
            best, abs=half_unit(average)
        )


def read_rows(page: str, head: str) -> list[list[str]]:
    """Returns the rows of the table of a page that has this head."""
    lines = (DOCS / page).read_text().partition(f"\n{head}\n")[2].splitlines()[1:]
    rows = lines[: next(k for k, line in enumerate(lines) if not line)]
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]


def test_guesses_in_the_dynamic_game_are_those_that_were_measured():
    with (DOCS / "results" / "averages.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["study"] == "dynamic"]
    measured = {(row["strategy"], row["secrets"]): float(row["average"]) for row in rows}
    kinds, compared = ("adversary", "adversary(steps=2)", "adversary(perfect=True)"), 0
    for names, *cells in read_rows("exact.md", "| strategy | greedy | two steps | perfect |"):
        for name in re.findall(r"`([^`]+)`", names):
            for kind, cell in zip(kinds, cells, strict=True):
                if (name, kind) in measured:
                    assert float(cell) == pytest.approx(measured[name, kind], abs=half_unit(cell)), (name, kind)
                    compared += 1
    assert compared == 3 * 18


def test_what_is_said_about_looking_ahead_follows_from_its_tables():
    def read_totals(head: str) -> dict[tuple[str, ...], list[int]]:
        rows = read_rows("exact.md", head)
        return {tuple(row[:-4]): [int(cell.split()[0]) for cell in row[-4:]] for row in rows}

    def saved(less: list[int], more: list[int]) -> list[int]:
        return [b - a for a, b in zip(less, more, strict=True)]

    judges = "entropy | expected_size | most_parts | worst_case |"
    any_guess = read_totals(f"| game | steps | width | {judges}")
    pool = read_totals(f"| steps | width | {judges}")
    two = saved(any_guess["4x6", "2", "30"], any_guess["4x6", "1", ""])
    three = saved(any_guess["4x6", "3", "30"], any_guess["4x6", "2", "30"])
    five_pegs = saved(any_guess["5x6", "3", "10"], any_guess["5x6", "2", "10"])
    from_pool = saved(pool["2", "30"], pool["1", ""])
    beyond = saved(any_guess["4x6", "2", "30"], pool["2", "30"])
    optimum = round(best_average(Game(4, 6)) * 6**4)
    text = " ".join((DOCS / "exact.md").read_text().split())
    for said in (
        f"at 4x6 by {min(two)} to {max(two)} guesses",
        f"save up to {max(five_pegs)} guesses of 37,000 by three judges at 5x6 and lose {-five_pegs[0]} by entropy",
        f"at 4x6 they save at most {max(three)}",
        f"within {min(any_guess['4x6', '3', '30']) - optimum} guesses of the optimum, {optimum}, at 4x6",
        f"two steps save {min(from_pool)} to {max(from_pool)} guesses from the pool too",
        f"guesses that can't be the secret save {min(beyond)} to {max(beyond)} more",
    ):
        assert said in text, said
    assert sorted(five_pegs)[1] > 0 > five_pegs[0] and min(three) >= 0


def test_bits_told_by_turn_are_those_of_the_data():
    """The sums are computed again here, from the file of all turns."""
    told, allowed = Counter(), Counter()
    with (DOCS / "answer_bits.tsv").open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        told[row["game"]] += float(row["told"])
        allowed[row["game"]] += float(row["allowed"])
    games = Counter(game for game, _ in {(row["game"], row["number"]) for row in rows})
    page = " ".join((DOCS / "needle.md").read_text().split())
    whole = [f"{total[game] / games[game]:.0f}" for game in ("50x50", "64x64") for total in (told, allowed)]
    assert f"| a whole game | {' | '.join(whole)} |" in page
    small = [f"{total['20x20'] / games['20x20']:.0f}" for total in (told, allowed)]
    assert f"{small[0]} bits a game beside {small[1]}, for a secret of {20 * log2(20):.0f}" in page
    assert f"a game has told {told['64x64'] / games['64x64'] - 64 * log2(64):.0f} bits more than its secret" in page


def test_the_figure_of_bits_is_that_of_the_data(tmp_path):
    made = runpy.run_path(str(DOCS / "answer_bits.py"))
    made["draw_bits"](made["read_bits"](), tmp_path / "answer_bits.svg")
    assert (tmp_path / "answer_bits.svg").read_text() == (DOCS / "answer_bits.svg").read_text()


def test_numbers_of_the_front_pages_are_those_of_the_code():
    for page in (DOCS.parent / "README.md", DOCS / "index.md", DOCS / "play.md"):
        assert f"1x1 to {MAX_PEGS_AND_COLORS}x{MAX_PEGS_AND_COLORS}" in " ".join(page.read_text().split()), page
    assert len(STRATEGIES) == 40 and "Forty strategies" in (DOCS.parent / "README.md").read_text()


def test_numbers_about_searches_of_limited_width_are_those_of_the_records():
    text = " ".join((DOCS / "exact.md").read_text().split())
    two_colors, five_pegs = record_of(Game(9, 2)), record_of(Game(5, 8))
    widths = dict(row[:2] for row in read_rows("exact.md", "| widths | total | seconds |"))
    assert f"prove 9x2, {two_colors.total:,} guesses, at most {two_colors.max}" in text
    assert two_colors.total_is_proved and f"to {five_pegs.total:,}: one after" in text
    ten, eleven, twelve = (record_of(Game(pegs, 2)) for pegs in (10, 11, 12))
    assert ten.total_is_proved and f"10x2, {ten.total:,} guesses, at most {ten.max}" in text
    assert f"begins half and half, {ten.first}" in text
    many_colors, more_colors = record_of(Game(3, 16)), record_of(Game(3, 17))
    assert many_colors.total_is_proved and more_colors.total_is_proved
    assert f"the optimum is {many_colors.total:,}, proved in {many_colors.seconds:.0f} seconds" in text
    assert f"3x17 took {more_colors.seconds:.0f}: {more_colors.total:,} guesses, at most {more_colors.max}" in text
    assert f"the rule needs {Tree.of(strategy('entropy'), Game(3, 16)).total:,}" in text
    assert f"it needs {optimal(Game(3, 16), widths=parse_widths('1,10:10000')).tree.total:,}" in text
    assert eleven.total_is_proved and f"11x2 takes {eleven.total:,} guesses" in text
    assert twelve.total_is_proved and f"takes {twelve.total:,}, also half and half first" in text
    assert twelve.first == "111111222222"
    assert f"{record_of(Game(4, 10)).total:,}" == widths["2000:4,400:10,150:1000000"] == min(widths.values())
    no_repeats = record_of(Game(5, 8, repeats=False))
    assert (
        f"{no_repeats.source.split()[3]} need {no_repeats.total:,} guesses in {no_repeats.seconds:.1f} seconds" in text
    )
    seven_pegs = record_of(Game(7, 5))
    assert f"{seven_pegs.source.split()[3]} {seven_pegs.total:,} in {seven_pegs.seconds:.0f}." in text
    for quick in ("1,1,1,30", "60:8,40:30"):
        assert f"{optimal(Game(4, 10), widths=parse_widths(quick)).tree.total:,}" == widths[quick]
    rules = ("entropy", "expected_size", "most_parts", "minimax")
    best = min(Tree.of(strategy(rule), Game(4, 10)).total for rule in rules)
    assert f"the best one-step rule needs {best:,} guesses" in text


def test_a_search_asks_as_often_as_the_story_says():
    text = " ".join((DOCS / "oracle.md").read_text().split())
    search, distinct = make("cunha_silva"), Game.parse("8x12-distinct")
    queries = 2.06 * search.population
    assert f"2.06 × {search.population} = {queries:.0f} on average" in text
    assert f"against {queries:.0f}." in text and f"8x12 has {distinct.size:,} codes without repeats" in text
    random = float(re.search(r"`random`: any code that fits \| ([\d.]+)", text)[1])
    assert "about seventy times as often as a player" in text and round(queries / random, -1) == 70
