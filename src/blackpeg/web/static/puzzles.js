// Puzzles: turns of a game that one code alone fits, to be found by thought. Everything is decided in the browser.
import { Board } from "./board.js";
import { $, attempt, el, recall, remember, root } from "./common.js";
import { celebrate } from "./effects.js";
import { feedback } from "./feedback.js";
import { t } from "./language.js";
import { parseFeedback, parseTurns, rules, withPegs } from "./pegs.js";
import { answer, loadPuzzles, nextPuzzle, recallRecord } from "./puzzle_progress.js";
import { share } from "./share.js";

const STARS = { easy: "★☆☆", medium: "★★☆", hard: "★★★" };
const GRADES = { easy: t("Easy"), medium: t("Medium"), hard: t("Hard") };

let puzzles = [];
let puzzle = null; // that is shown
let turns = []; // of the puzzle, as a board has them
let tries = 0;
let known = false; // it was answered on an earlier visit, so that it counts no more

/** A board on which the last row is the answer, and not a guess of which there might be more. */
class PuzzleBoard extends Board {
  guessesLeft() {
    return "";
  }
}

const board = new PuzzleBoard({
  place: $("#board"),
  tray: $("#tray"),
  hard: false, // which would refuse a wrong answer instead of counting it
  async guess(code) {
    tries += 1;
    const wrong = turns.filter((turn) => answerTo(turn.guess, code) !== turn.feedback);
    const before = recallRecord();
    const record = answer(puzzle, !wrong.length);
    showRecord(record);
    if (!wrong.length) return showEnd(code, record, before);
    board.showContradicted(wrong.map(({ turn }) => turn));
    showWrong(wrong[0], code, record, before);
    throw new Error("wrong"); // so that the board keeps the row
  },
});

/** The feedback that a guess would have had if this were the code. */
function answerTo(guess, code) {
  const { black, white } = feedback(code, guess, rules(puzzle.game).whites);
  return `${black}b${white}w`;
}

function show(next) {
  puzzle = next;
  tries = 0;
  const { pegs, colors, repeats, whites } = rules(puzzle.game);
  turns = parseTurns(puzzle.turns).map((turn, k) => ({ ...turn, turn: k + 1, left: null }));
  board.show({
    id: `puzzle ${puzzle.number}`, game: puzzle.game, pegs, colors, repeats, whites, codemaker: "honest", state: "open",
    yours: true, secret: null, turns, limit: turns.length + 1,
  });
  const name = t("Puzzle {number}", { number: String(puzzle.number) });
  document.title = `${name} · Blackpeg`;
  for (const id of ["#game-title", "#puzzle-title"])
    $(id).replaceChildren(`${name} `, el("span", { class: "stars", role: "img", "aria-label": GRADES[puzzle.grade] }, STARS[puzzle.grade]));
  $("#end").hidden = true;
  const record = recallRecord();
  known = record.answered.includes(puzzle.number);
  const wanted = record.streak
    ? t("One code fits all these turns. Which? You found {streak} in a row.", { streak: record.streak })
    : t("One code fits all these turns. Which?");
  $("#hint").replaceChildren(el("p", {}, known ? t("You have answered this puzzle before, so it counts no more.") : wanted));
  $("#hint").hidden = false;
  showRecord(record);
  $("#main").classList.add("loaded");
}

/** The grade of the puzzle, and the visitor's rating and streak. */
function showRecord(record) {
  $("#record").replaceChildren(
    el("p", {}, t("{grade}, rated {rating}.", { grade: GRADES[puzzle.grade], rating: puzzle.rating })),
    el("p", {}, el("b", {}, t("Your rating: {rating}", { rating: record.rating }))),
    el("p", {}, t("In a row: {streak} now, {longest} at most", { streak: record.streak, longest: record.longest })),
  );
}

/** Say which turn an answer contradicts. The first wrong answer ends a streak. */
function showWrong(turn, code, record, before) {
  const told = t("Turn {turn} contradicts it: that would have been {would}, not {feedback}.", {
    turn: turn.turn,
    would: answerTo(turn.guess, code),
    feedback: turn.feedback,
  });
  const ended = before.streak && !record.streak ? t("Your streak of {streak} ends. Try again!", { streak: before.streak }) : t("Try again!");
  $("#hint").replaceChildren(el("p", {}, ...withPegs(told, [], code.length), " ", el("b", {}, ended)));
}

function showEnd(code, record, before) {
  const own = { turn: turns.length + 1, guess: code, feedback: `${code.length}b0w`, left: null };
  board.show({ ...board.game, turns: [...turns, own], state: "solved", secret: code });
  $("#hint").hidden = true;
  const gained = record.rating - before.rating;
  const title = tries === 1 && !known ? t("Right at the first try!") : t("Right at try {tries}", { tries });
  $("#end").replaceChildren(
    el("h2", { id: "end-title", class: "won" }, title),
    gained ? el("p", {}, t("Your rating is {rating} now, {gained} more.", { rating: record.rating, gained })) : "",
    el("p", {}, t("In a row: {streak} now, {longest} at most", { streak: record.streak, longest: record.longest })),
    el(
      "div",
      { class: "actions" },
      el("button", { type: "button", class: "primary", id: "next", onclick: goOn }, t("Next puzzle")),
      el("button", { type: "button", id: "share", onclick: (event) => attempt(() => sharePuzzle(!known, record.streak), event.target) }, t("Share")),
    ),
  );
  $("#end").hidden = false;
  celebrate("solved", $(".shield"));
  $("#next").focus({ preventScroll: true });
  $("#said").textContent = title;
}

// What the visitor does beside answering

const link = () => `${location.origin}${root}/puzzles/${puzzle.number}`;

/** Share the puzzle, and how it went if that counted; never its code. */
function sharePuzzle(counted, streak = 0) {
  const values = { number: String(puzzle.number), stars: STARS[puzzle.grade], streak, tries };
  const text = !counted
    ? t("Blackpeg puzzle {number} {stars}: one code fits. Which?", values)
    : tries === 1
      ? t("Blackpeg puzzle {number} {stars}: found at the first try, {streak} in a row", values)
      : t("Blackpeg puzzle {number} {stars}: found at try {tries}", values);
  return share({ title: t("Puzzle {number}", values), text, url: link() });
}

function goOn() {
  if ($("#about").matches(":popover-open")) $("#about").hidePopover();
  show(nextPuzzle(puzzles, $("#grade").value, puzzle));
  history.pushState({}, "", link());
  board.place.querySelector(".hole").focus({ preventScroll: true });
}

$("#another").addEventListener("click", goOn);
$("#send").addEventListener("click", (event) => attempt(() => sharePuzzle(false), event.target));
$("#grade").value = recall("puzzle grade", "");
$("#grade").addEventListener("change", () => {
  remember("puzzle grade", $("#grade").value);
  goOn();
});

// What the address of the page asks for

function openAddress() {
  const [, number] = /\/puzzles\/([^/]+)$/.exec(location.pathname) ?? [];
  const asked = /^\d+$/.test(number) ? puzzles[+number - 1] : null;
  if (number && !asked) return showMissing();
  show(asked ?? nextPuzzle(puzzles, $("#grade").value, null));
  history.replaceState({}, "", link());
}

function showMissing() {
  $("#main").classList.add("loaded", "missing");
  $("#about").replaceChildren(
    el("h1", {}, t("No puzzle here")),
    el("p", {}, t("There are puzzles 1 to {last}.", { last: puzzles.length })),
    el("a", { class: "button", href: `${root}/puzzles` }, t("Puzzles")),
  );
}

addEventListener("popstate", openAddress);
attempt(async () => {
  puzzles = await loadPuzzles();
  openAddress();
});
