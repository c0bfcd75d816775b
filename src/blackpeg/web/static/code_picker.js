// A code that is set by tapping pegs, or by typing its colors.
import { el } from "./common.js";
import { t } from "./language.js";
import { colorName, colorOfKey, peg, rules, write } from "./pegs.js";

export class CodePicker {
  /** `place` shows a row of holes and the colors of a game such as 4x6. */
  constructor(place, game) {
    this.place = place;
    place.classList.add("picker");
    place.addEventListener("keydown", (event) => this.handleKey(event));
    this.use(game);
  }

  /** Begin with an empty row of another game. */
  use(game) {
    this.game = rules(game);
    this.colors = Array(this.game.pegs).fill(null);
    this.at = 0;
    this.render();
  }

  /** The code; null if a hole is empty. */
  get code() {
    return this.colors.includes(null) ? null : write(this.colors);
  }

  put(color) {
    if (!this.game.repeats) this.colors = this.colors.map((own) => (own === color ? null : own));
    this.colors[this.at] = color;
    const next = this.colors.indexOf(null, this.at);
    this.at = next >= 0 ? next : Math.max(0, this.colors.indexOf(null) < 0 ? this.at : this.colors.indexOf(null));
    this.render();
  }

  remove(k) {
    this.colors[k] = null;
    this.at = k;
    this.render();
  }

  /** A random code of the game. */
  draw() {
    const bag = Array.from({ length: this.game.colors }, (_, color) => color);
    this.colors = this.colors.map(() => {
      const k = Math.floor(Math.random() * bag.length);
      return this.game.repeats ? bag[k] : bag.splice(k, 1)[0];
    });
    this.render();
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const color = colorOfKey(event.key);
    if (event.key.length === 1 && color >= 0 && color < this.game.colors) this.put(color);
    else if (event.key === "Backspace") this.remove(this.colors[this.at] === null ? Math.max(0, this.at - 1) : this.at);
    else return;
    event.preventDefault();
  }

  render() {
    const inside = this.place.contains(document.activeElement) ? document.activeElement.dataset : null;
    this.place.style.setProperty("--pegs", this.game.pegs);
    this.place.replaceChildren(
      el(
        "div",
        { class: "picked", role: "group", "aria-label": t("your code") },
        ...this.colors.map((color, k) =>
          el(
            "button",
            {
              type: "button",
              class: `hole${k === this.at ? " at" : ""}`,
              "data-hole": k,
              "aria-label": t("peg {peg}: {color}", { peg: k + 1, color: color === null ? t("empty") : colorName(color) }),
              onclick: () => (color === null ? ((this.at = k), this.render()) : this.remove(k)),
            },
            peg(color),
          ),
        ),
      ),
      el(
        "div",
        { class: "palette", role: "group", "aria-label": t("colors") },
        ...Array.from({ length: this.game.colors }, (_, color) =>
          el(
            "button",
            { type: "button", class: "color", "data-pick": color, "aria-label": colorName(color), onclick: () => this.put(color) },
            peg(color),
          ),
        ),
        el("button", { type: "button", class: "quiet", "data-pick": "any", onclick: () => this.draw() }, t("Random")),
      ),
    );
    if (inside) {
      const [name, value] = Object.entries(inside)[0] ?? [];
      this.place.querySelector(name ? `[data-${name}="${value}"]` : "button")?.focus({ preventScroll: true });
    }
  }
}
