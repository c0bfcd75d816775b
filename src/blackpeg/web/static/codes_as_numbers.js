// Codes of games that are larger than a board, as numbers with commas between them; they are only watched.
import { el } from "./common.js";
import { t } from "./language.js";
import { parseFeedback, write } from "./pegs.js";

const [MAX_PEGS, MAX_COLORS] = [12, 16]; // of games with a board
const LETTERS = "123456789abcdefghijklmnopqrstuvwxyz";

/** Whether a game is played on a board. */
export const isBoardSize = ({ pegs, colors }) => pegs <= MAX_PEGS && colors <= MAX_COLORS;

/** The colors of a code as people type it, by symbols or by numbers with commas; null if it is none of the game. */
export function readCode(text, game) {
  const parts = text.includes(",") ? text.split(",").map(Number) : [...text.toLowerCase()].map((symbol) => LETTERS.indexOf(symbol) + 1);
  const fits = parts.length === game.pegs && parts.every((color) => Number.isInteger(color) && color >= 1 && color <= game.colors);
  return fits ? parts.map((color) => color - 1) : null;
}

/** A code as the API takes it. */
export const writeCode = (colors, game) => (isBoardSize(game) ? write(colors) : colors.map((color) => color + 1).join(","));

/** Feedback in numbers, such as "12 black, 30 white". */
export function writtenFeedback(feedback) {
  const { black, white } = parseFeedback(feedback);
  return feedback.includes("w") ? t("{black} black, {white} white", { black, white }) : t("{black} black", { black });
}

/** A turn whose code is too long for a row of pegs, as an item of a list. */
export const largeTurn = (one) =>
  el(
    "li",
    {},
    el("span", { class: "turn" }, String(one.turn)),
    el("span", {}, writtenFeedback(one.feedback)),
    el("code", { class: "large-code" }, one.guess.replaceAll(",", ", ")),
  );
