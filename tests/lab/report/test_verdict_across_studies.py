"""Every printed number has one verdict: from the exact value, else from the largest sample."""

from __future__ import annotations

from typing import Any

from lab.stored_games import add_games, make_study

from blackpeg.lab import Claim
from blackpeg.lab.experiment import Series
from blackpeg.lab.report.verdict_across_studies import printed_number, related_claims, settle_verdicts
from blackpeg.lab.store import Store


def report(study: str, games: int, kind: str, **more: Any) -> dict[str, Any]:
    """A report of one claim with this verdict."""
    claim = {
        "strategy": "maestro2014", "game": "6x9", "measure": "guesses", "claimed": 6.37, "secrets": "uniform",
        "where": "Cunha & da Silva, table 1", "exact": False, "games": games, "measured": games / 1000, "kind": kind,
        "verdict": f"{kind}: 0.08 more", "agrees": kind == "agrees", "apart": 1.0, "difference": 0.08,
        "difference_low": 0.0, "difference_high": 0.16, "deviation_verdict": None, "source": "read",
    }  # fmt: skip
    return {"study": study, "claims": [{**claim, **more}]}


def test_the_largest_sample_judges_in_every_study_and_is_named() -> None:
    small, large = report("players", 500, "agrees"), report("maestro2014", 5000, "differs")
    (one,), (other,) = (settled["claims"] for settled in settle_verdicts([small, large]))
    assert (one["kind"], one["agrees"], one["judged_by"]) == ("differs", False, "maestro2014")
    assert one["verdict"] == "differs: 0.08 more; by the study maestro2014, 5,000 games"
    assert one["measured"] == 0.5, "what this study measured stays"
    assert (other["verdict"], other["judged_by"]) == ("differs: 0.08 more", "maestro2014")
    (alone,) = settle_verdicts([small], [large])[0]["claims"]
    assert alone == one, "the same if the other study is only looked up"


def test_an_exact_value_judges_before_any_sample_and_what_tells_nothing_never() -> None:
    exact, sample = report("koyama1993", 1296, "differs", exact=True), report("players", 2000, "agrees")
    assert [one["claims"][0]["kind"] for one in settle_verdicts([sample, exact])] == ["differs", "differs"]
    assert "exact" in settle_verdicts([sample, exact])[0]["claims"][0]["verdict"]
    nothing = report("needle", 9000, "can't be told")
    assert [one["claims"][0]["kind"] for one in settle_verdicts([nothing, sample])] == ["agrees", "agrees"]


def test_numbers_of_other_papers_or_other_secrets_are_other_numbers() -> None:
    (claim,) = report("players", 500, "agrees")["claims"]
    same = [{"where": "Cunha & da Silva: row 8"}, {"secrets": "all"}, {"games": 3}]
    others = [{"where": "Merelo et al. 2006, table 1"}, {"secrets": "distinct"}, {"claimed": 6.38}, {"game": "5x8"}]
    assert {printed_number({**claim, **one}) for one in same} == {printed_number(claim)}
    assert len({printed_number({**claim, **one}) for one in others} - {printed_number(claim)}) == len(others)


def test_a_value_that_two_papers_print_has_one_verdict_and_each_keeps_its_source() -> None:
    small = report("cunha_silva_cited", 500, "agrees", source="cited")
    large = report("kalisker2003", 5000, "differs", where="Merelo et al. 2006, table 1", source="fitted")
    large["claims"][0]["verdict"] = "differs (fitted): 0.08 more"
    (one,), (other,) = (settled["claims"] for settled in settle_verdicts([small, large]))
    assert one["verdict"] == "differs (cited): 0.08 more; by the study kalisker2003, 5,000 games"
    assert (one["source"], other["verdict"]) == ("cited", "differs (fitted): 0.08 more")


def test_built_in_studies_judge_a_study_of_your_own(store: Store) -> None:
    add_games(store, Series("4x6", "random"), 4, 5, 5, 5)
    add_games(store, Series("4x6", "random", "all"), *[4, 5] * 3000)  # of the study swaszek1999
    mine = make_study(Claim("4x6", "random", 4.638, where="Swaszek 1999-2000", secrets="uniform"))
    found = {report["study"]: report["claims"] for report in related_claims(store, [mine])}
    assert [(claim["claimed"], claim["games"]) for claim in found["swaszek1999"]] == [(4.638, 6000)]
