"""The score of feedbacks by hand, and the fitness of codes by it."""

import pytest

from blackpeg import Game, Honest
from blackpeg.evolve.kalisker_score import feedback_score, score_agreements, score_table
from blackpeg.position import Position

FOUR, FIVE = Game(4, 6), Game(5, 8)


def test_score_by_hand():
    by_hand = {
        "0b0w": 0, "0b1w": 1, "1b0w": 2, "0b2w": 3, "1b1w": 4, "2b0w": 5, "0b3w": 6, "1b2w": 7, "2b1w": 8,
        "3b0w": 9, "0b4w": 10, "1b3w": 11, "2b2w": 12, "4b0w": 14,
    }  # fmt: skip
    assert {FOUR.show_feedback(answer): score_table(FOUR)[answer] for answer in FOUR.answers} == by_hand
    assert (feedback_score(4, 0), feedback_score(5, 0), feedback_score(0, 5)) == (14, 20, 15)
    assert score_table(FIVE).max() == 20


@pytest.mark.parametrize("game", [Game(6, 9), Game(10, 12), Game(8, 8, whites=False)])
def test_scores_tell_feedbacks_apart(game):
    scores = score_table(game)[list(game.answers)]
    assert len(set(scores)) == len(game.answers)
    assert scores.argmax() == len(game.answers) - 1


def test_agreement_with_the_history_by_its_definition():
    position = Position.parse("4x6 1122=1b1w 3344=0b1w")
    past = position.past_turns
    codes = FOUR.codes.copy()
    fitness = score_agreements(codes, past, score_table(FOUR))
    assert {tuple(code) for code in codes[fitness == 2 * 14]} == {tuple(code) for code in position.candidates}
    assert fitness[[FOUR.show(code) for code in codes].index("1122")] == 0
    for code, value in zip(codes[::97], fitness[::97], strict=True):
        answers = [Honest(code).answer(position, turn.guess) for turn in position.history]
        pairs = zip(answers, past.feedbacks.tolist(), strict=True)
        scores = [(feedback_score(*FOUR.pegs_of(a)), feedback_score(*FOUR.pegs_of(f))) for a, f in pairs]
        assert value == sum(14 - abs(would - was) for would, was in scores)
