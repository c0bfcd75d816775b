// How to play: a game of three pegs in which every answer is explained.
import { Board } from "./board.js";
import { $, el, root } from "./common.js";
import { t } from "./language.js";
import { NAMES, read, row } from "./pegs.js";

const SECRET = [0, 2, 0]; // red, green, red: a color that occurs twice
const RULES = { game: "3x4", pegs: 3, colors: 4, repeats: true, whites: true };
const PLACES = [t("first"), t("second"), t("third")];
const WAYS = [t("red, red, yellow"), t("red three times")];
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
    const peg = { place: PLACES[k], color: NAMES[color] };
    const times = SECRET.filter((own) => own === color).length;
    if (told[k] === "black") return t("The {place}, {color}, is right and in its place: a black peg.", peg);
    if (told[k] === "white") return t("The {place}, {color}, is in the code, but elsewhere: a white peg.", peg);
    if (times === 1) return t("The {place}, {color}, gets nothing: the code has {color} once, and that is answered already.", peg);
    if (times) return t("The {place}, {color}, gets nothing: the code has {color} twice, and that is answered already.", peg);
    return t("The {place}, {color}, is not in the code: no peg.", peg);
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
      ...(last ? explain(read(last.guess)).map((text) => el("p", {}, text)) : [el("p", {}, t("Three colors are hidden; one may occur twice."))]),
      over
        ? ""
        : el(
            "p",
            {},
            el("b", {}, way ? t("Now try {colors}:", { colors: way }) : t("Now find the code: put what you know in its place.")),
            " ",
            way
              ? el(
                  "button",
                  { type: "button", class: "again", id: "take", "aria-label": t("take over {code}", { code: way }), onclick: () => board.copyRow(suggested) },
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
    el("h2", { id: "end-title", tabindex: "-1", class: "won" }, t("Cracked in {count}!", { count: game.turns.length })),
    el(
      "p",
      {},
      t("That is the whole game. From now on the small pegs come sorted, black first, and you find out yourself which colors they are about."),
    ),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button primary", href: `${root}/` }, t("Play")),
      el("button", { type: "button", onclick: begin }, t("Once more")),
    ),
  );
  $("#end-title").focus({ preventScroll: true });
  $("#said").textContent = t("Cracked in {count} guesses.", { count: game.turns.length });
}

function begin() {
  show({ ...RULES, id: "learn", codemaker: "honest", state: "open", yours: true, secret: null, turns: [], limit: null });
}

$("#main").classList.add("loaded");
begin();
