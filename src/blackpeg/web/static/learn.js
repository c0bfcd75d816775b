// How to play: a game of three pegs in which every answer is explained.
import { Board } from "./board.js";
import { $, countPhrase, el, root } from "./common.js";
import { NAMES, read, row } from "./pegs.js";

const SECRET = [0, 2, 0]; // red, green, red: a color that occurs twice
const RULES = { game: "3x4", pegs: 3, colors: 4, repeats: true, whites: true };
const PLACES = ["first", "second", "third"];
const WAYS = ["red, red, yellow", "red three times"];
const SUGGESTED = ["112", "111"]; // guesses that show a black peg, a white one, and a color guessed too often

let game = null;
const board = new Board({
  place: $("#board"),
  tray: $("#tray"),
  hard: false, // the lesson asks for guesses that do not fit
  async guess(code) {
    const turn = { turn: game.turns.length + 1, guess: code, feedback: feedback(answers(read(code))), left: null };
    const turns = [...game.turns, turn];
    const solved = turn.feedback === `${SECRET.length}b0w`;
    show({ ...game, turns, state: solved ? "solved" : "open", secret: solved ? code : null });
  },
});

/** What each peg of a guess is answered with: black, white, or nothing. */
function answers(guess) {
  const left = SECRET.filter((color, k) => color !== guess[k]); // colors of the code that no black peg stands for
  return guess.map((color, k) => {
    if (color === SECRET[k]) return "black";
    const at = left.indexOf(color);
    if (at < 0) return "nothing";
    left.splice(at, 1);
    return "white";
  });
}

const feedback = (told) => {
  const count = (name) => told.filter((one) => one === name).length;
  return `${count("black")}b${count("white")}w`;
};

/** A sentence about each peg of a guess. */
function explain(guess) {
  const told = answers(guess);
  return guess.map((color, k) => {
    const peg = `The ${PLACES[k]}, ${NAMES[color]},`;
    const times = SECRET.filter((own) => own === color).length;
    if (told[k] === "black") return `${peg} is right and in its place: a black peg.`;
    if (told[k] === "white") return `${peg} is in the code, but elsewhere: a white peg.`;
    if (times) return `${peg} gets nothing: the code has ${NAMES[color]} ${times === 1 ? "once" : "twice"}, and that is answered already.`;
    return `${peg} is not in the code: no peg.`;
  });
}

function show(next) {
  game = next;
  board.show(game);
  const last = game.turns.at(-1);
  const way = WAYS[game.turns.length];
  const suggested = SUGGESTED[game.turns.length];
  const over = game.state !== "open";
  $("#hint").replaceChildren(
    el(
      "div",
      {},
      ...(last ? explain(read(last.guess)).map((text) => el("p", {}, text)) : [el("p", {}, "Three colors are hidden; one may occur twice.")]),
      over
        ? ""
        : el(
            "p",
            {},
            el("b", {}, way ? `Now try ${way}: ` : "Now find the code: put what you know in its place."),
            way
              ? el(
                  "button",
                  { type: "button", class: "again", id: "take", "aria-label": `take over ${way}`, onclick: () => board.copyRow(suggested) },
                  row(suggested, true),
                )
              : "",
          ),
    ),
  );
  $("#end").hidden = !over;
  if (over) showEnd();
}

function showEnd() {
  $("#end").replaceChildren(
    el("h2", { id: "end-title", tabindex: "-1", class: "won" }, `Cracked in ${game.turns.length}!`),
    el(
      "p",
      {},
      "That is the whole game. From now on the small pegs come sorted, black first, and you find out yourself which colors they are about.",
    ),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button primary", href: `${root}/` }, "Play"),
      el("button", { type: "button", onclick: begin }, "Once more"),
    ),
  );
  $("#end-title").focus({ preventScroll: true });
  $("#said").textContent = `Cracked in ${countPhrase(game.turns.length, "guess")}.`;
}

function begin() {
  show({ ...RULES, id: "learn", codemaker: "honest", state: "open", yours: true, secret: null, turns: [], limit: null });
}

$("#main").classList.add("loaded");
begin();
