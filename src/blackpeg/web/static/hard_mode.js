// Hard mode: only codes that fit all answers so far are played. The board asks here if the visitor switched it on.
import { recall, say } from "./common.js";
import { feedback } from "./feedback.js";
import { t } from "./language.js";
import { parseFeedback, spokenFeedback } from "./pegs.js";

/** The first turn that a code contradicts; undefined if it fits them all. */
export const firstContradiction = ({ turns, whites }, code) =>
  turns.find((turn) => {
    const given = parseFeedback(turn.feedback);
    const { black, white } = feedback(code, turn.guess, whites);
    return black !== given.black || white !== given.white;
  });

/** Say which turn the row of a board contradicts, if it contradicts one. */
export function refuse(board) {
  const found = firstContradiction(board.game, board.code);
  if (!found) return false;
  const answer = spokenFeedback(found.feedback);
  say(t("Hard mode: your row does not fit turn {turn}, which was answered with {answer}", { turn: found.turn, answer }), true);
  board.showContradicted([found.turn]);
  return true;
}

/** Whether every guess of a game was made in this browser and in hard mode. */
export const playedHard = ({ id, turns }) => turns.length > 0 && recall(`row ${id}`, {}).hard === turns.length;
