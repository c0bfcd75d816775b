// The board: rows that were played, and the row being filled, by mouse, touch and keys.
import { draggable } from "./drag.js";
import { attempt, el, recall, remember, say } from "./common.js";
import { language, number, t } from "./language.js";
import { colorName, colorOfKey, feedbackColumns, feedbackPegs, peg, read, row, spokenCode, write } from "./pegs.js";

const MIN_ROWS = 8; // of a board, played or not

/** How many colors stand side by side if pegs are large, in a narrow window and in a wide one. */
const paletteColumns = (colors) => ({
  "--narrow": Math.ceil(colors / (colors > 12 ? 3 : colors > 6 ? 2 : 1)),
  "--broad": Math.ceil(colors / (colors > 9 ? 2 : 1)),
});

const undoIcon = () =>
  el("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, el("path", { d: "M9 4 4 9l5 5M4 9h10a5.5 5.5 0 0 1 0 11h-4" }));

/** Tell the style sheet how many pegs a row has; a board whose rows can be scrolled can be reached by keys. */
export function sizeBoard(place, pegs) {
  place.closest(".table").style.setProperty("--pegs", pegs);
  place.closest(".table").style.setProperty("--across", feedbackColumns(pegs));
  place.tabIndex = place.querySelector("button") ? -1 : 0;
  place.role = "group";
  place.ariaLabel = t("board");
}

/** Scroll the board so that its active row and the feedback before it are in sight, or the last row played. */
export function keepInSight(place) {
  const rows = [...place.querySelectorAll(".row:not(.future)")];
  const last = place.querySelector(".row.active") ?? rows.at(-1);
  if (!last) return;
  const before = last.previousElementSibling ?? last;
  const frame = place.getBoundingClientRect();
  const below = last.getBoundingClientRect().bottom + 4 - frame.bottom;
  if (below > 0) place.scrollTop += below;
  const above = before.getBoundingClientRect().top - 4 - frame.top;
  if (above < 0) place.scrollTop += above;
}

export class Board {
  /** `place` holds the board, `tray` the palette and its buttons; `guess(code)` is called with a full row. Without
   *  `hard`, every code can be guessed whatever the settings say. */
  constructor({ place, tray, guess, locked = false, hard = true }) {
    Object.assign(this, { place, tray, guess, locked, hard });
    document.addEventListener("keydown", (event) => this.handleKey(event));
    addEventListener("settings", () => this.game && this.render());
    new ResizeObserver(() => keepInSight(place)).observe(place);
  }

  show(game) {
    const fresh = this.game?.id !== game.id;
    this.game = game;
    this.open = game.state === "open" && game.yours;
    if (fresh) {
      const kept = recall(`row ${game.id}`, {});
      const usable = Array.isArray(kept.draft) && kept.draft.length === game.pegs;
      this.draft = usable ? kept.draft : Array(game.pegs).fill(null);
      this.held = usable ? kept.held : Array(game.pegs).fill(false);
      this.marks = new Set(kept.marks ?? []);
      this.hardTurns = kept.hard ?? 0; // guesses that were made here in hard mode
      this.past = []; // what the row was before each change, the last one at the end
      this.at = Math.max(0, this.draft.indexOf(null));
      this.last = 0;
      this.marking = false;
    }
    this.render();
  }

  render() {
    const { game } = this;
    const rows = [];
    const shown = Math.max(MIN_ROWS, game.turns.length + (this.open ? 1 : 0));
    const count = Math.min(shown, game.limit ?? shown);
    for (let turn = 1; turn <= count; turn++) {
      const played = game.turns[turn - 1];
      if (played) rows.push(this.playedRow(played));
      else if (this.open && turn === game.turns.length + 1) rows.push(this.activeRow(turn));
      else
        rows.push(
          el(
            "li",
            { class: "row future", "aria-hidden": "true" },
            el("span", { class: "turn" }, number(turn)),
            el("span", { class: "code" }, ...Array.from({ length: game.pegs }, () => peg(null))),
            feedbackPegs(null, game.pegs),
          ),
        );
    }
    this.place.classList.toggle("counting", game.codemaker !== "honest");
    this.place.replaceChildren(this.shield(), el("ol", { class: "rows" }, ...rows));
    this.renderTray();
    sizeBoard(this.place, game.pegs);
    keepInSight(this.place);
    const focused = this.place.querySelector(`[data-peg="${this.at}"]`);
    if (this.open && this.wasInside) focused?.focus({ preventScroll: true });
    this.wasInside = false;
    const begun = this.open ? { draft: this.draft, held: this.held, marks: [...this.marks] } : {};
    remember(`row ${game.id}`, { ...begun, hard: this.hardTurns });
  }

  shield() {
    const { game } = this;
    const over = game.secret !== null;
    const pegs = over
      ? read(game.secret).map((color) => peg(color))
      : Array.from({ length: game.pegs }, () => el("span", { class: "peg lid" }, "?"));
    const label = over ? t("secret {code}", { code: spokenCode(game.secret) }) : t("the secret is hidden");
    return el(
      "div",
      { class: `shield${over ? " open" : ""}`, role: "img", "aria-label": label },
      el("span", { class: "code" }, ...pegs),
    );
  }

  /** How many guesses are left, if they are limited. */
  guessesLeft() {
    const { limit, turns } = this.game;
    const left = limit - turns.length;
    return el(
      "p",
      { class: "note", id: "guesses-left" },
      left === 1 ? t("The last of {count} guesses", { count: limit }) : t("{left} of {limit} guesses left", { left, limit }),
    );
  }

  playedRow({ turn, guess, feedback, left }) {
    const wrong = this.contradicted?.includes(turn);
    const code = row(guess);
    return el(
      "li",
      { class: `row${wrong ? " wrong" : ""}${turn === this.game.turns.length ? " new" : ""}` },
      el("span", { class: "turn" }, number(turn)),
      this.open
        ? el(
            "button",
            {
              type: "button",
              class: "again",
              title: t("Take this row over"),
              "aria-label": t("take over {code}", { code: spokenCode(guess) }),
              onclick: () => this.copyRow(guess),
            },
            code,
          )
        : code,
      left === null || left === undefined
        ? feedbackPegs(feedback, this.game.pegs)
        : el(
            "span",
            { class: "counted" },
            feedbackPegs(feedback, this.game.pegs),
            el(
              "span",
              { class: "left", title: left.toLocaleString(language) },
              t("{codes} left", { codes: left.toLocaleString(language, { notation: left < 1e6 ? "standard" : "compact" }) }),
            ),
          ),
    );
  }

  activeRow(turn) {
    const holes = this.draft.map((color, k) => {
      const says = { peg: k + 1, color: color === null ? t("empty") : colorName(color) };
      const hole = el(
        "button",
        {
          type: "button",
          class: `hole${k === this.at ? " at" : ""}${this.held[k] ? " held" : ""}`,
          "data-peg": k,
          "aria-label": this.held[k] ? t("peg {peg}: {color}, held", says) : t("peg {peg}: {color}", says),
          "aria-current": k === this.at ? "true" : null,
          onclick: () => this.click(k),
          oncontextmenu: (event) => {
            event.preventDefault();
            this.hold(k);
          },
        },
        peg(color),
      );
      draggable(hole, color, (to) => this.drop(color, k, to));
      return hole;
    });
    return el(
      "li",
      { class: "row active", "aria-label": t("turn {turn}, your guess", { turn }) },
      el("span", { class: "turn" }, number(turn)),
      el("span", { class: "code" }, ...holes),
      feedbackPegs(null, this.game.pegs),
    );
  }

  renderTray() {
    const { game } = this;
    if (!this.open) return this.tray.replaceChildren();
    const colors = Array.from({ length: game.colors }, (_, color) => {
      const marked = this.marks.has(color);
      const made = el(
        "button",
        {
          type: "button",
          class: `color${marked ? " marked" : ""}`,
          "data-color": color,
          "aria-label": marked ? t("{color}, marked as excluded", { color: colorName(color) }) : colorName(color),
          onclick: () => (this.marking ? this.mark(color) : this.placeColor(color)),
          oncontextmenu: (event) => {
            event.preventDefault();
            this.mark(color);
          },
        },
        peg(color),
      );
      draggable(made, color, (to) => to !== null && this.placeColorAt(color, to));
      return made;
    });
    const button = (id, text, title, work, extra = {}) =>
      el("button", { type: "button", id, title, onclick: work, ...extra }, text);
    const full = !this.draft.includes(null);
    this.tray.replaceChildren(
      game.limit === null ? "" : this.guessesLeft(),
      el(
        "div",
        {
          class: `palette${this.marking ? " marking" : ""}`,
          role: "group",
          "aria-label": t("colors"),
          style: paletteColumns(game.colors),
        },
        ...colors,
      ),
      el(
        "div",
        { class: "actions" },
        button("undo", undoIcon(), t("Take back the last peg (⌫ or Ctrl+Z)"), () => this.undo(), {
          class: "icon",
          "aria-label": t("Undo"),
          "aria-disabled": String(!this.past.length),
        }),
        button("clear", t("Clear"), t("Empty the row; held pegs stay (Esc)"), () => this.clear()),
        button("fill", t("Fill"), t("Fill the empty holes with the last color (R)"), () => this.fill()),
        button("hold", t("Hold"), t("Keep this peg for the next rows (H, or double click)"), () => this.hold(this.at), {
          "aria-pressed": String(this.held[this.at]),
        }),
        button(
          "mark",
          t("Mark"),
          t("Cross out colors as a note (M, Shift and a digit, or right click)"),
          () => this.toggleMarking(),
          { "aria-pressed": String(this.marking) },
        ),
        button("guess", t("Guess"), t("Enter"), () => this.submit().catch(() => {}), {
          class: "primary",
          "aria-disabled": String(!full),
        }),
      ),
    );
  }

  // What the player does

  /** Change the row, show it, and keep the keyboard focus where it was. */
  change(work) {
    this.wasInside = this.place.contains(document.activeElement) || document.activeElement === document.body;
    this.contradicted = null;
    const inTray = this.tray.contains(document.activeElement) ? document.activeElement : null;
    work();
    this.render();
    if (inTray) {
      const same = inTray.id ? `#${inTray.id}` : `[data-color="${inTray.dataset.color}"]`;
      this.tray.querySelector(same)?.focus({ preventScroll: true });
    }
  }

  /** Change the pegs of the row, so that undo takes it back; `one` if one peg is placed. */
  changeRow(work, one = false) {
    const before = { draft: [...this.draft], held: [...this.held], at: this.at, one };
    this.moved = false;
    this.change(() => {
      work();
      if (this.draft.some((color, k) => color !== before.draft[k])) this.past.push(before);
    });
  }

  /** Take back the last peg placed, wherever it is, or whatever else was done to the row. */
  undo() {
    if (!this.past.length) return say(t("There is no peg to take back"), true);
    const { draft, held, at } = this.past.pop();
    this.moved = false;
    this.change(() => Object.assign(this, { draft, held, at }));
  }

  select(k) {
    this.moved = true;
    this.change(() => (this.at = k));
  }

  click(k) {
    const twice = this.clicked?.k === k && performance.now() - this.clicked.time < 400;
    this.clicked = { k, time: performance.now() };
    if (twice && this.draft[k] !== null) this.hold(k);
    else this.select(k);
  }

  placeColor(color) {
    if (recall("sound", false)) import("./effects.js").then(({ tick }) => tick());
    this.changeRow(() => {
      if (!this.game.repeats) this.draft = this.draft.map((own) => (own === color ? null : own));
      this.draft[this.at] = color;
      this.last = color;
      const next = this.draft.indexOf(null, this.at);
      this.at =
        next >= 0
          ? next
          : this.draft.includes(null)
            ? this.draft.indexOf(null)
            : Math.min(this.at + 1, this.game.pegs - 1);
    }, true);
  }

  placeColorAt(color, k) {
    this.at = k;
    this.placeColor(color);
  }

  /** Move a peg that was dragged: to another hole, whose peg takes its place, or off the board. */
  drop(color, from, to) {
    this.changeRow(() => {
      this.draft[from] = to === null ? null : this.draft[to];
      if (to === null) return;
      this.draft[to] = color;
      this.at = to;
    });
  }

  remove() {
    if (this.draft[this.at] === null && this.at === 0) return;
    this.changeRow(() => {
      if (this.draft[this.at] === null && this.at > 0) this.at -= 1;
      this.draft[this.at] = null;
      this.held[this.at] = false;
    });
  }

  clear() {
    this.changeRow(() => {
      this.draft = this.draft.map((color, k) => (this.held[k] ? color : null));
      this.at = Math.max(0, this.draft.indexOf(null));
    });
  }

  fill() {
    if (!this.game.repeats) return say(t("in this game no color occurs twice"), true);
    this.changeRow(() => {
      const color = this.draft[this.at] ?? this.last;
      this.draft = this.draft.map((own) => own ?? color);
    });
  }

  hold(k) {
    if (this.draft[k] === null) return say(t("there is no peg to hold"), true);
    this.change(() => (this.held[k] = !this.held[k]));
  }

  mark(color) {
    this.change(() => (this.marks.has(color) ? this.marks.delete(color) : this.marks.add(color)));
  }

  toggleMarking() {
    this.change(() => (this.marking = !this.marking));
  }

  copyRow(code) {
    this.changeRow(() => (this.draft = read(code).map((color, k) => (this.held[k] ? this.draft[k] : color))));
  }

  /** Mark the turns that a guess contradicts. */
  showContradicted(turns) {
    this.contradicted = turns;
    this.render();
  }

  /** The row as a code; null if a hole is empty. */
  get code() {
    return this.draft.includes(null) ? null : write(this.draft);
  }

  /** Play the full row; if that fails or hard mode refuses it, the row stays as it was. */
  async submit() {
    if (this.busy) return;
    if (!this.code) return say(t("fill every hole first"), true);
    this.busy = true;
    try {
      const hard = this.hard && recall("hard", false);
      const mode = hard && (await attempt(() => import("./hard_mode.js")));
      if (hard && (!mode || mode.refuse(this))) return;
      await this.playRow(hard);
    } finally {
      this.busy = false;
    }
  }

  async playRow(hard) {
    const before = { draft: this.draft, past: this.past, hardTurns: this.hardTurns };
    this.wasInside = true;
    this.contradicted = null;
    this.draft = this.draft.map((color, k) => (this.held[k] ? color : null));
    this.at = Math.max(0, this.draft.indexOf(null));
    this.past = [];
    if (hard) this.hardTurns += 1;
    try {
      await this.guess(write(before.draft));
    } catch (error) {
      Object.assign(this, before);
      this.render();
      throw error;
    }
  }

  handleKey(event) {
    if (!this.open || event.target.closest("input, select, textarea, summary, a, .settings")) return;
    const inside =
      event.target === document.body || this.place.contains(event.target) || this.tray.contains(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key.toLowerCase() !== "z" || event.altKey || event.shiftKey || !inside) return;
      event.preventDefault();
      return this.undo();
    }
    const digit = /^(Digit|Numpad)([1-9])$/.exec(event.code);
    const color = digit ? +digit[2] - 1 : colorOfKey(event.key);
    const actions = {
      ArrowLeft: () => this.select((this.at + this.game.pegs - 1) % this.game.pegs),
      ArrowRight: () => this.select((this.at + 1) % this.game.pegs),
      ArrowUp: () => this.game.turns.length && this.copyRow(this.game.turns.at(-1).guess),
      Backspace: () => (this.moved || !this.past.at(-1)?.one ? this.remove() : this.undo()),
      Delete: () => this.remove(),
      Escape: () => this.clear(),
      h: () => this.hold(this.at),
      r: () => this.fill(),
      m: () => this.toggleMarking(),
    };
    if (event.key === "Enter") {
      if (!inside || event.target.closest("#undo, #clear, #fill, #hold, #mark, .color, .again")) return;
      event.preventDefault();
      this.submit().catch(() => {});
    } else if (color >= 0 && color < this.game.colors && event.key.length === 1) {
      event.preventDefault();
      if (!inside) event.target.blur(); // who types a code means the board: Enter then guesses
      event.shiftKey && digit ? this.mark(color) : this.placeColor(color);
    } else if (inside && actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    }
  }
}
