// What stands beside a game: what it is, who hides the code, how it ended, and the proof that it was fair.
import { countPhrase, el, number, root, sentence } from "./common.js";
import { t } from "./language.js";
import { describe } from "./pegs.js";
import { sha256 } from "./sha256.js";

const codemakers = {
  adversary: "The cheater hides no code: it changes its mind whenever it can, and never lies.",
  "adversary(steps=2)": "The cheater hides no code, and looks two turns ahead.",
};

/** What a game is called. */
export const gameTitle = (game) => {
  const [kind, day] = game.origin.split(" ");
  const daily = game.title.replace("Blackpeg ", "Puzzle ");
  const titles = { daily, archive: `${daily}, ${day}`, friend: "A code set by a friend", position: "Once more from here" };
  return titles[kind] ?? `Game ${game.game}`;
};

/** How a finished game ended, in one sentence. */
export function resultOf(game) {
  const guesses = countPhrase(game.turns.length, "guess");
  const result =
    { solved: `Broken in ${guesses}.`, lost: `Not broken in ${guesses}.` }[game.state] ?? `Given up after ${guesses}.`;
  return result + (game.hints ? ` With ${countPhrase(game.hints, "hint")}.` : "");
}

/** The elements that say what a game is; `giveUp` is called by its button. */
export function aboutGame(game, giveUp) {
  const over = game.state !== "open";
  const sheet = el("button", { type: "button", class: "close quiet", popovertarget: "about", "aria-label": "close" }, "×");
  return [
    sheet,
    el("h2", {}, gameTitle(game)),
    el("p", {}, `${sentence(describe(game.game))} ${codemakers[game.codemaker] ?? ""}`),
    game.yours
      ? ""
      : el(
          "p",
          { class: "note" },
          over ? "Somebody else played this game; you can look at it." : "This is somebody else's game; you can look on.",
        ),
    over ? el("p", { class: `result${game.state === "solved" ? " won" : ""}` }, resultOf(game)) : "",
    !over && game.codemaker !== "honest"
      ? el("p", { id: "possible" }, `${number(countPossible(game))} codes are possible.`)
      : "",
    game.commitment ? fairness(game, over) : "",
    game.origin === "offline" ? el("p", { class: "note", id: "not-proved" }, notProved(game)) : "",
    over && game.codemaker !== "honest" && game.state !== "solved"
      ? el("p", {}, "There was no code; this one fits all answers.")
      : "",
    el(
      "div",
      { class: "stack" },
      !over && game.yours ? el("button", { type: "button", id: "give-up", onclick: giveUp }, "Give up") : "",
      el("a", { class: "button quiet", href: `${root}/` }, "New game"),
    ),
  ];
}

/** That nothing proves a game fair which a browser played by itself, and whether the server has it. */
export const notProved = (game) =>
  game.local
    ? t("Played offline, not proved: this browser chose the code itself. The game is sent when the server answers again.")
    : t("Played offline, not proved: the browser chose the code itself.");

/** How many codes a cheater can still choose from. */
function countPossible({ pegs, colors, repeats, turns }) {
  const all = repeats ? colors ** pegs : Array.from({ length: pegs }, (_, k) => colors - k).reduce((a, b) => a * b, 1);
  return turns.length ? turns.at(-1).left : all;
}

/** The proof that the secret never changed, behind one link. */
function fairness(game, over) {
  if (!over)
    return el(
      "details",
      { class: "fair" },
      el("summary", {}, "Is this fair?"),
      el(
        "p",
        {},
        "The code was fixed before your first guess. This is the SHA-256 of a random number and the code; at the end you see both, and can check that the code never changed.",
      ),
      el("p", {}, el("code", { class: "long" }, game.commitment)),
    );
  const text = `${game.nonce} ${game.game} ${game.secret}`;
  const same = sha256(text) === game.commitment;
  return el(
    "details",
    { class: "fair" },
    el("summary", { id: "verified" }, same ? "✓ The code never changed" : "✗ The code was changed"),
    el("p", {}, "SHA-256 of ", el("code", { class: "long" }, text), " is ", el("code", { class: "long" }, game.commitment)),
  );
}
