// What stands beside a game: what it is, who hides the code, how it ended, and the proof that it was fair.
import { el, root, sentence } from "./common.js";
import { t, withNodes } from "./language.js";
import { describe } from "./pegs.js";

const codemakers = {
  adversary: t("The cheater hides no code: it changes its mind whenever it can, and never lies."),
  "adversary(steps=2)": t("The cheater hides no code, and looks two turns ahead."),
};

/** What a puzzle of the day is called, such as "Puzzle #321". */
export const puzzleTitle = ({ title }) => t("Puzzle {name}", { name: title.replace("Blackpeg ", "") });

/** What a game is called. */
export const gameTitle = (game) => {
  const [kind, day] = game.origin.split(" ");
  const daily = puzzleTitle(game);
  const titles = { daily, archive: `${daily}, ${day}`, friend: t("A code set by a friend"), position: t("Once more from here") };
  return titles[kind] ?? t("Game {game}", { game: game.game });
};

/** How a finished game ended, in one sentence. */
export function resultOf(game) {
  const count = game.turns.length;
  const results = { solved: t("Broken in {count} guesses.", { count }), lost: t("Not broken in {count} guesses.", { count }) };
  const result = results[game.state] ?? t("Given up after {count} guesses.", { count });
  return game.hints ? `${result} ${t("With {count} hints.", { count: game.hints })}` : result;
}

/** The elements that say what a game is; `giveUp` is called by its button. */
export function aboutGame(game, giveUp) {
  const over = game.state !== "open";
  const sheet = el("button", { type: "button", class: "close quiet", popovertarget: "about", "aria-label": t("close") }, "×");
  return [
    sheet,
    el("h2", {}, gameTitle(game)),
    el("p", {}, `${sentence(describe(game.game))} ${codemakers[game.codemaker] ?? ""}`),
    game.yours
      ? ""
      : el(
          "p",
          { class: "note" },
          over ? t("Somebody else played this game; you can look at it.") : t("This is somebody else's game; you can look on."),
        ),
    over ? el("p", { class: `result${game.state === "solved" ? " won" : ""}` }, resultOf(game)) : "",
    !over && game.codemaker !== "honest"
      ? el("p", { id: "possible" }, t("{count} codes are possible.", { count: countPossible(game) }))
      : "",
    game.commitment ? fairness(game, over) : "",
    game.origin === "offline" ? el("p", { class: "note", id: "not-proved" }, notProved(game)) : "",
    over && game.codemaker !== "honest" && game.state !== "solved"
      ? el("p", {}, t("There was no code; this one fits all answers."))
      : "",
    el(
      "div",
      { class: "stack" },
      !over && game.yours ? el("button", { type: "button", id: "give-up", onclick: giveUp }, t("Give up")) : "",
      el("a", { class: "button quiet", href: `${root}/` }, t("New game")),
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
      el("summary", {}, t("Is this fair?")),
      el(
        "p",
        {},
        t("The code was fixed before your first guess. This is the SHA-256 of a random number and the code; at the end you see both, and can check that the code never changed."),
      ),
      el("p", {}, long(game.commitment)),
    );
  const text = `${game.nonce} ${game.game} ${game.secret}`;
  const verified = el("summary", { id: "verified" });
  import("./sha256.js").then(({ sha256 }) => {
    verified.textContent = sha256(text) === game.commitment ? t("✓ The code never changed") : t("✗ The code was changed");
  });
  return el(
    "details",
    { class: "fair" },
    verified,
    el("p", {}, ...withNodes("SHA-256 of {text} is {digest}", { text: long(text), digest: long(game.commitment) })),
  );
}

const long = (text) => el("code", { class: "long" }, text);
