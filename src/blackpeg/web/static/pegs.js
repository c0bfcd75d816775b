// Pegs, codes and feedback as elements of a page.
import { el } from "./common.js";
import { t } from "./language.js";

export const SYMBOLS = "123456789abcdefg";
export const NAMES = [
  t("red"),
  t("yellow"),
  t("green"),
  t("blue"),
  t("orange"),
  t("purple"),
  t("turquoise"),
  t("pink"),
  t("brown"),
  t("white"),
  t("black"),
  t("lime"),
  t("navy"),
  t("wine"),
  t("mint"),
  t("gray"),
];

export const read = (code) => [...code].map((symbol) => SYMBOLS.indexOf(symbol));
export const write = (colors) => colors.map((color) => SYMBOLS[color]).join("");

// What stands on pegs if the settings say so, drawn by settings.css; codes are written in SYMBOLS all the same. Letters
// leave out H, M and R, which are keys of the board, and I, O and Q, which look like others.
const LETTERS = "ABCDEFGJKLNPSTUV";
const SHAPES = [
  t("circle"), t("triangle"), t("square"), t("diamond"), t("star"), t("plus"), t("heart"), t("moon"),
  t("cross"), t("ring"), t("arrow"), t("bolt"), t("drop"), t("hourglass"), t("bars"), t("dots"),
];
const shown = () => ({ letters: LETTERS, shapes: SHAPES })[document.documentElement.dataset.symbols] ?? SYMBOLS;

/** What stands on the pegs of a color if it has to be text: a letter or a digit. */
export const symbolText = (color) => (shown() === LETTERS ? LETTERS : SYMBOLS)[color];
/** The color and what stands on its pegs, as it is said. */
export const colorName = (color) => `${NAMES[color]} ${shown()[color]}`;
/** A code as it is said: what stands on its pegs. */
export const spokenCode = (code) => read(code).map((color) => shown()[color]).join(" ");
/** The color that a letter or digit stands for; -1 if it stands for none. */
export const colorOfKey = (key) =>
  shown() === LETTERS && /^\D$/.test(key) ? LETTERS.indexOf(key.toUpperCase()) : SYMBOLS.indexOf(key.toLowerCase());

/** Read the rules of a game such as 4x6-distinct; null if it is none. */
export function rules(text) {
  const match = /^(\d+)x(\d+)((?:-\w+)*)$/.exec(text);
  if (!match) return null;
  return {
    text,
    pegs: +match[1],
    colors: +match[2],
    repeats: !match[3].includes("distinct"),
    whites: !match[3].includes("black"),
  };
}

/** A peg: a ball of its color with its symbol; null is an empty hole. */
export const peg = (color, small = false) =>
  el(
    "span",
    { class: `peg${color === null ? " empty" : ` c${color}`}${small ? " small" : ""}` },
    color === null ? "" : SYMBOLS[color],
  );

/** A code as a row of pegs. */
export const row = (code, small = false) =>
  el(
    "span",
    { class: "code", role: "img", "aria-label": t("code {code}", { code: spokenCode(code) }) },
    ...read(code).map((color) => peg(color, small)),
  );

/** A hidden code, as a picture. */
export const lids = (pegs) =>
  el(
    "span",
    { class: "code lids", "aria-hidden": "true", style: { "--pegs": pegs } },
    ...Array.from({ length: pegs }, () => el("span", { class: "peg lid" }, "?")),
  );

export const parseFeedback = (feedback) => {
  const match = /^(\d+)b(?:(\d+)w)?$/.exec(feedback);
  return { black: +match[1], white: +(match[2] ?? 0) };
};

/** Turns written as 1122:1b1w or 1122=1b1w, one in each text. */
export const parseTurns = (texts) =>
  texts.map((text) => {
    const [guess, feedback] = text.split(/[=:]/);
    return { guess, feedback };
  });
/** Turns as the address of a page has them. */
export const writeTurns = (turns) => turns.map((turn) => `${turn.guess}:${turn.feedback}`).join(",");

/** Feedback as it is said, such as "1 black, 2 white". */
export function spokenFeedback(feedback) {
  const { black, white } = parseFeedback(feedback);
  return feedback.includes("w") ? t("{black} black, {white} white", { black, white }) : t("{black} black", { black });
}

/** How many pegs of feedback stand side by side: two lines of them, or three in large games and beside large pegs. */
export const feedbackColumns = (pegs) =>
  Math.ceil(pegs / (pegs > 8 || document.documentElement.dataset.large === "true" ? 3 : 2));

/** Feedback as small pegs in lines; null is feedback not given yet. */
export function feedbackPegs(feedback, pegs) {
  const { black, white } = feedback ? parseFeedback(feedback) : { black: 0, white: 0 };
  const dots = [];
  for (let k = 0; k < pegs; k++) dots.push(el("i", { class: k < black ? "b" : k < black + white ? "w" : "" }));
  const label = feedback ? spokenFeedback(feedback) : t("not answered");
  return el(
    "span",
    {
      class: `feedback${feedback ? "" : " open"}`,
      role: "img",
      "aria-label": label,
      title: feedback ? label : null,
      style: { "--across": feedbackColumns(pegs) },
    },
    ...dots,
  );
}

/** A text of the coach with its feedback, and with these codes, as pegs. */
export function withPegs(text, codes, pegs) {
  const word = new RegExp(`\\b(\\d+b(?:\\d+w)?${codes.map((code) => `|${code}`).join("")})\\b`);
  return text
    .split(word)
    .map((part, k) => (k % 2 === 0 ? part : codes.includes(part) ? row(part, true) : feedbackPegs(part, pegs)));
}

/** The rules of a game in words, such as "4 pegs, 6 colors, none twice". */
export const describe = (game) => {
  const { pegs, colors, repeats, whites } = rules(game);
  const counts = { pegs: t("{count} pegs", { count: pegs }), colors: t("{count} colors", { count: colors }) };
  if (repeats) return whites ? t("{pegs}, {colors}", counts) : t("{pegs}, {colors}, black pegs only", counts);
  return whites ? t("{pegs}, {colors}, none twice", counts) : t("{pegs}, {colors}, none twice, black pegs only", counts);
};
