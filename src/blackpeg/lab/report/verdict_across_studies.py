"""Chooses one verdict for a number that several studies check: by the exact value, else by the largest sample."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ..experiment import ALL_SECRETS, UNIFORM_SECRETS
from ..game_arrays import read_sample
from ..store import Store
from ..study import Study
from ..study_toml import built_in_studies, load_study
from .report_json import claim_row
from .verdicts import NO_VERDICT, mark_of

Row = dict[str, Any]
VERDICT_KEYS = (
    "agrees", "kind", "verdict", "apart", "difference", "difference_low", "difference_high", "deviation_verdict",
)  # fmt: skip


def printed_number(claim: Row) -> tuple[Any, ...]:
    """Returns what is the same in all studies that check one printed number.

    The place is the paper that prints it: what stands before the first comma, semicolon or colon of `where`.
    """
    place = re.split("[,;:]", claim["where"])[0]
    secrets = "" if claim["secrets"] in (UNIFORM_SECRETS, ALL_SECRETS) else claim["secrets"]
    return claim["strategy"], claim["game"], claim["measure"], claim["claimed"], secrets, place


def _judged_together(claim: Row) -> tuple[Any, ...]:
    """Returns what the claims have in common that get the same verdict: a value that two papers print has one, too."""
    return printed_number(claim)[:-1]


def settle_verdicts(reports: Sequence[Row], others: Iterable[Row] = ()) -> list[Row]:
    """Returns reports in which every printed number has the verdict of its best sample in these and other reports."""
    best: dict[tuple[Any, ...], tuple[str, Row]] = {}
    for report in (*reports, *others):
        for claim in report["claims"]:
            key = _judged_together(claim)
            if key not in best or _rank(claim) > _rank(best[key][1]):
                best[key] = report["study"], claim
    return [
        {
            **report,
            "claims": [_settle(report["study"], claim, *best[_judged_together(claim)]) for claim in report["claims"]],
        }
        for report in reports
    ]


def _rank(claim: Row) -> tuple[bool, bool, int]:
    return claim["kind"] != NO_VERDICT, claim["exact"], claim["games"]


def _settle(study: str, claim: Row, best_study: str, best: Row) -> Row:
    """Returns a claim with the verdict of the best sample, which says from which study it comes."""
    if best_study == study or (best["measured"], best["games"]) == (claim["measured"], claim["games"]):
        return {**claim, "judged_by": study}
    of = "exact" if best["exact"] else f"{best['games']:,} games"
    settled = {**claim, **{key: best[key] for key in VERDICT_KEYS}, "judged_by": best_study}
    marks = [f"{mark_of(one['source'])}:" for one in (best, claim)]  # each number is known in its own way
    return settled | {"verdict": f"{best['verdict'].replace(*marks, 1)}; by the study {best_study}, {of}"}


def related_claims(store: Store, studies: Sequence[Study]) -> list[Row]:
    """Returns the claims of other built-in studies that check the same printed numbers, from the games of a store."""
    given = {study.name for study in studies}
    shared = {(c.strategy, c.game, c.measure, c.value) for study in studies for c in study.claims}
    reports = []
    for name in built_in_studies():
        study = load_study(name) if name not in given else None
        claims = []
        for claim in study.claims if study is not None else ():
            if (claim.strategy, claim.game, claim.measure, claim.value) in shared:
                assert study is not None
                experiment, series = study.matching(claim)[0]
                below = None if series.secrets == ALL_SECRETS else experiment.count
                claims.append(claim_row(claim, read_sample(store, series, experiment.codes, below)))
        reports.append({"study": name, "claims": claims})
    return reports
