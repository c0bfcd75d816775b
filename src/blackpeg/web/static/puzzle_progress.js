// The puzzles that come with Blackpeg, which of them is next, and the visitor's rating and streak, kept in the browser.
import { recall, Refused, remember, root } from "./common.js";
import { t } from "./language.js";

const FIRST_RECORD = { rating: 1200, streak: 0, longest: 0, answered: [] };
const MOST_POINTS = 32; // that one answer can gain or cost
const DRAWN_FROM = 10; // puzzles nearest to the visitor's rating, of which the next is drawn

/** Every puzzle, by its number less one: a game, turns that one code alone fits, a grade and a rating. */
export async function loadPuzzles() {
  const response = await fetch(`${root}/static/puzzles.txt`).catch(() => null);
  if (!response?.ok) throw new Refused(t("The puzzles can't be loaded now; try again later."), response?.status ?? 0);
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line, k) => {
    const [game, ...turns] = line.split(" ");
    const [cases, grade] = turns.splice(-2);
    return { number: k + 1, game, turns, grade, rating: Math.round(200 * Math.log2(+cases)) };
  });
}

/** What the browser knows of the visitor: rating, streaks, and the numbers of the puzzles that were answered. */
export const recallRecord = () => ({ ...FIRST_RECORD, ...recall("puzzles", {}) });

/** Keep the first answer to a puzzle, by Elo's rule, and return the visitor's record after it. */
export function answer(puzzle, right) {
  const record = recallRecord(); // another tab may have changed it
  if (record.answered.includes(puzzle.number)) return record;
  const expected = 1 / (1 + 10 ** ((puzzle.rating - record.rating) / 400));
  record.rating = Math.floor(record.rating + MOST_POINTS * (right - expected) + 0.5);
  record.streak = right ? record.streak + 1 : 0;
  record.longest = Math.max(record.longest, record.streak);
  record.answered = [...record.answered, puzzle.number];
  remember("puzzles", record);
  return record;
}

/** A puzzle other than this one that was not answered yet: of a grade, or one of those nearest to the visitor's rating. */
export function nextPuzzle(puzzles, grade, current) {
  const { rating, answered } = recallRecord();
  const known = new Set(answered);
  const all = puzzles.filter((puzzle) => puzzle !== current && (!grade || puzzle.grade === grade));
  let fresh = all.filter((puzzle) => !known.has(puzzle.number));
  if (!fresh.length) fresh = all;
  const away = (puzzle) => Math.abs(puzzle.rating - rating);
  if (!grade) fresh = fresh.sort((a, b) => away(a) - away(b)).slice(0, DRAWN_FROM);
  return fresh[Math.floor(Math.random() * fresh.length)];
}
