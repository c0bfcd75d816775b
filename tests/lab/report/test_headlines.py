"""What stands out in results."""

from __future__ import annotations

from typing import Any

from blackpeg.lab.report.headlines import best_players, by_year, count_symbols, findings, headline


def claim(kind: str, claimed: float, measured: float, **more: Any) -> dict[str, Any]:
    return {
        "kind": kind, "claimed": claimed, "measured": measured, "difference": measured - claimed, "game": "4x6",
        "strategy": "random", "measure": "guesses", "digits": 1, "source": "read", "verdict": f"{kind}: so much",
        "read": {"guesses": [measured, 0.1, 1.0]}, "exact": False, **more,
    }  # fmt: skip


def report(name: str, *claims: dict[str, Any]) -> dict[str, Any]:
    return {"study": name, "title": name, "claims": list(claims), "rows": []}


def test_studies_go_by_year_and_title_with_those_without_a_year_last():
    titles = ["Everyone", "Kooi 2005: parts", "berghman 2009", "Adams 2009", "Knuth 1977", "Cabana"]
    assert by_year(titles) == ["Knuth 1977", "Kooi 2005: parts", "Adams 2009", "berghman 2009", "Cabana", "Everyone"]


def test_symbols_count_each_verdict():
    kinds = ("agrees", "agrees", "not contradicted", "agrees until known", "impossible", "differs", "can't be told")
    assert count_symbols([claim(kind, 4.0, 5.0) for kind in kinds]) == "✓ 2, ≈ 2, ✗ 2, ? 1"


def test_findings_name_the_impossible_the_queries_and_the_largest_difference_each_with_its_study():
    searched = {"generations": [2.1, 0.1, 1.0], "queries": [309.0, 9.0, 1.0]}
    found = findings([
        report("one", claim("impossible", 4.1, 4.6), claim("differs", 5.0, 6.0), claim("differs", 9.0, 9.5)),
        report(
            "two",
            claim("differs", 1.9, 2.1, read=searched | {"queries": [900.0, 9.0, 1.0]}),  # more queries an attempt
            claim("agrees in generations", 2.1, 2.1, read=searched),
        ),
    ])  # fmt: skip
    assert "no player can reach" in found[0] and "4.1 guesses" in found[0] and found[0].endswith("[More](#one)")
    assert found[1].startswith("**2.1 attempts that ask the secret 309 times.**") and "(#two)" in found[1]
    assert "printed with 5.0 guesses, and takes 6.000" in found[2]
    assert len(found) == 3


def test_the_headline_of_a_study_is_its_worst_number_or_that_all_agree():
    assert headline(report("one", claim("differs", 5.0, 6.0), claim("impossible", 4.1, 4.6))) == (
        "`random` at 4x6: printed 4.1, measured 4.600"
    )
    assert headline(report("two", claim("agrees", 5.0, 5.0), claim("agrees", 4.0, 4.0))) == "both numbers agree"
    assert headline(report("three", claim("not contradicted", 5.0, 5.0))) == "nothing contradicts it"


def test_papers_whose_numbers_are_right_are_a_finding():
    good = report("good", *[claim("agrees", 4.0 + k, 4.0 + k) for k in range(3)], claim("not contradicted", 9.0, 9.0))
    (found,) = findings([good, report("few", claim("agrees", 1.0, 1.0))])
    assert found == "**Papers most of whose numbers agree with our games:** [good](#good), 3 of 4."


def test_an_average_of_few_games_is_not_the_best_by_luck():
    def row(name: str, average: float, games: int, exact: bool = False) -> dict[str, Any]:
        ends = {"low": average - 0.02, "high": average + 0.02, "failures": 0}
        same = {"game": "4x6", "secrets": "uniform", "generations": None}
        return {"strategy": name, "average": average, "games": games, "exact": exact, **same, **ends}

    rows = [row("lucky", 4.1, 100), row("optimal", 4.2, 500), row("optimal", 4.34, 1296, True)]
    rows += [row(f"player{k}", 4.5 + k / 10, 500) for k in range(4)]
    (best,) = best_players([{"rows": rows}])
    assert best.startswith("4x6 `optimal` 4.34") and "exact" in best
    rows = [row("needle", 4.29, 500), row("optimal", 4.28, 500)] + [row(f"player{k}", 4.3, 500) for k in range(4)]
    assert best_players([{"rows": rows + [row(f"player{k}", 4.5, 600) for k in range(4)]}]) == [
        "4x6 `optimal` 4.340 exact"  # 5625 / 1296, proved: averages below it are luck
    ]
