"""Shares of runs with their intervals."""

from blackpeg.lab.papers.sentence_about_share_of_runs import share_finding
from blackpeg.lab.study import Sentence


def test_a_share_holds_if_its_interval_is_above_what_is_asked_for():
    """10 of 20 are 29.9 % to 70.1 % by Wilson, 0 of 1000 are 0 to 0.38 %."""
    said = Sentence("there", "so")
    for needed, holds in ((0.2, True), (0.5, None), (0.8, False)):
        assert share_finding(said, "found", 0.5, 20, needed).holds is holds
    assert share_finding(said, "found", 0.5, 20, 0.5).difference == "+0 % (-20 to +20)"
    assert share_finding(said, "found", 0.0, 1000, 0.004).difference == "-0.4 % (-0.4 to -0.0)"
