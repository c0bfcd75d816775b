// How probable each color is at each peg, as a map: pegs from left to right, colors from top to bottom.
import { el } from "./common.js";
import { t } from "./language.js";

const SURE = 0.9; // a peg whose color is at least so probable counts as found
const LEGEND = [0, 0.01, 0.05, 0.2, 0.5, 1];
const themes = matchMedia("(prefers-color-scheme: dark)");

/** How strongly a probability is painted, from 0 to 1: a root, so that the first guesses do not look like nothing. */
const strength = (probability) => Math.sqrt(probability);

/** The bytes of a matrix as probabilities, peg by peg. */
export const decode = (text) => Float32Array.from(atob(text), (one) => one.charCodeAt(0) / 255);

export class PosteriorMap {
  /** `secret` holds the real color of each peg, counted from 0, if it is known. */
  constructor(game, secret) {
    Object.assign(this, { game, secret });
    this.canvas = el("canvas", { role: "img" });
    this.text = el("p", { class: "known", "aria-live": "off" });
    this.scale = el("canvas", { class: "scale", "aria-hidden": "true" });
    this.place = el(
      "figure",
      { class: "posterior", style: { "--pegs": game.pegs, "--colors": game.colors } },
      this.canvas,
      el(
        "figcaption",
        {},
        this.text,
        el("p", { class: "legend note" }, el("span", {}, "0 %"), this.scale, el("span", {}, "100 %"), el("span", { class: "real" }, t("outlined: the hidden code"))),
        el("p", { class: "note" }, t("Pegs from left to right, colors from top to bottom. The stronger a cell is painted, the more probable is this color at this peg.")),
      ),
    );
    this.sizes = new ResizeObserver(() => this.paint());
    this.sizes.observe(this.place);
    this.repaint = () => this.paint();
    themes.addEventListener("change", this.repaint);
    this.theme = new MutationObserver(this.repaint);
    this.theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.show(null);
  }

  /** No more is painted. */
  close() {
    this.sizes.disconnect();
    this.theme.disconnect();
    themes.removeEventListener("change", this.repaint);
  }

  /** Show what was known before the guess of a turn; null is the beginning, when all colors are equally probable. */
  show(turn) {
    const { pegs, colors } = this.game;
    const posterior = turn?.posterior;
    this.matrix = posterior ? decode(posterior.matrix) : new Float32Array(pegs * colors).fill(turn ? 0 : 1 / colors);
    const best = Array.from({ length: pegs }, (_, peg) => Math.max(...this.matrix.subarray(peg * colors, (peg + 1) * colors)));
    const sure = best.filter((one) => one >= SURE).length;
    const real = this.secret ? this.secret.reduce((sum, color, peg) => sum + this.matrix[peg * colors + color], 0) / pegs : null;
    this.canvas.setAttribute(
      "aria-label",
      t("{sure} of {pegs} pegs above 90 %; the hidden color has {real} % on average", { sure, pegs, real: Math.round(100 * (real ?? 0)) }),
    );
    this.text.textContent = !turn
      ? t("Nothing is known yet: every color is equally probable at every peg.")
      : !posterior
        ? t("What was known before guess {turn} was not computed.", { turn: turn.turn })
        : posterior.sample === null
          ? t("Before guess {turn}, exactly: {sure} of {pegs} pegs above 90 %, the hidden color {real} % on average.", { turn: turn.turn, sure, pegs, real: Math.round(100 * real) })
          : t("Before guess {turn}, estimated from {sample} codes: {sure} of {pegs} pegs above 90 %, the hidden color {real} % on average.", { turn: turn.turn, sample: posterior.sample, sure, pegs, real: Math.round(100 * real) });
    this.paint();
  }

  paint() {
    const wide = this.canvas.clientWidth;
    if (!wide) return;
    const { pegs, colors } = this.game;
    const [low, high] = this.ends();
    const cell = Math.max(2, Math.round((wide * devicePixelRatio) / pegs));
    const ink = sized(this.canvas, cell * pegs, cell * colors);
    this.matrix.forEach((probability, k) => {
      ink.fillStyle = mix(low, high, strength(probability));
      ink.fillRect(Math.floor(k / colors) * cell, (k % colors) * cell, cell, cell);
    });
    const line = (ink.lineWidth = Math.max(1, Math.round(devicePixelRatio)));
    (this.secret ?? []).forEach((color, peg) => {
      // a frame around the cell, and where the cell is painted strongly a gap between them
      const frame = (share, out) => {
        ink.strokeStyle = mix(low, high, share);
        ink.strokeRect(peg * cell - out, color * cell - out, cell + 2 * out, cell + 2 * out);
      };
      if (strength(this.matrix[peg * colors + color]) > 0.4) frame(0, -line / 2);
      frame(1, line / 2);
    });
    const steps = sized(this.scale, LEGEND.length, 1);
    LEGEND.forEach((probability, k) => {
      steps.fillStyle = mix(low, high, strength(probability));
      steps.fillRect(k, 0, 1, 1);
    });
  }

  /** The colors of impossible and certain, as the theme has them. */
  ends() {
    const style = getComputedStyle(this.canvas);
    return [style.backgroundColor, style.color].map((color) => color.match(/[\d.]+/g).slice(0, 3).map(Number));
  }
}

/** A canvas of this many pixels, ready to be painted on. */
function sized(canvas, width, height) {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return canvas.getContext("2d");
}

const mix = (low, high, share) => `rgb(${low.map((from, k) => Math.round(from + (high[k] - from) * share)).join(" ")})`;
