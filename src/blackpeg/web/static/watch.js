// Watch: generations come as server-sent events and are kept; they are shown at the speed that the visitor chooses.
import { $, attempt, countPhrase, el, follow, number, say, sentence } from "./common.js";
import { legend, lines } from "./charts.js";
import { paintHeat, paintPopulation } from "./paint.js";
import { feedbackPegs, row, rules, SYMBOLS } from "./pegs.js";
import { about, fillStrategies } from "./strategies.js";

const form = $("#setup-watch");
let lanes = [];
let paused = false;
let rushing = false; // to the end, as fast as possible
let all = [];
let last = 0; // time of the last step

/** One strategy: the events that came, and how many of them are shown. Methods are named after types of events. */
class Lane {
  constructor(game, name, secret, seed) {
    Object.assign(this, { game, name, rows: [], at: 0, done: false, turns: [], curve: [] });
    this.population = el("canvas", { role: "img", "aria-label": "the population" });
    this.heat = el("canvas", { class: "heat", role: "img", "aria-label": "the reward matrix", hidden: true });
    this.heatText = el(
      "p",
      { class: "note", hidden: true },
      "The reward matrix: how much each color (row) was worth at each peg (column).",
    );
    this.now = el("p", { class: "now", "aria-live": "off" }, "Waiting for its turn…");
    this.chart = el("div", { class: "room" });
    this.board = el("div", { class: "board", style: { "--pegs": game.pegs } }, el("ol", { class: "rows" }));
    const kind = all.find((one) => one.name === name) ?? { evolves: true };
    this.place = el(
      "section",
      { class: "panel lane", "aria-label": name },
      el("h2", {}, name),
      this.now,
      kind.search ? "" : this.board,
      ...(kind.evolves
        ? [
            el("h3", {}, "Fitness by generation"),
            this.chart,
            legend("best", "mean", "worst"),
            el("h3", {}, "The population, best first"),
            this.population,
            this.heatText,
            this.heat,
          ]
        : []),
    );
    const query = new URLSearchParams({ game: game.text, strategy: name, secret, seed });
    this.stop = follow(
      `/watch?${query}`,
      (one) => this.rows.push(one),
      () => (this.done = true),
    );
  }

  get ended() {
    return this.done && this.at >= this.rows.length;
  }

  /** Show one more event; false if there is none. A quiet generation is only drawn by `refresh`. */
  advance(quiet = false) {
    if (this.at >= this.rows.length) return false;
    const one = this.rows[this.at++];
    this[one.type](one, quiet);
    return true;
  }

  generation(one, quiet) {
    this.curve.push(one);
    if (!quiet) this.draw(one);
    else this.pending = one;
  }

  draw(one) {
    this.pending = null;
    this.now.textContent =
      `Turn ${one.turn}, ${one.stage > 1 ? `stage ${one.stage}, ` : ""}generation ${one.generation}: best ${fixed(one.best)}, ` +
      `mean ${fixed(one.mean)}, worst ${fixed(one.worst)}; ${countPhrase(one.found, "candidate")} found` +
      (one.queries > 40 ? `, ${countPhrase(one.queries, "query")}.` : ".");
    const shown = this.curve.slice(-150);
    this.chart.replaceChildren(
      lines(
        `fitness of ${shown.length} generations`,
        ["best", "mean", "worst"].map((name) => ({ name, values: shown.map((row) => row[name] ?? NaN) })),
        shown
          .map((row, k) => (k && (row.turn !== shown[k - 1].turn || row.stage !== shown[k - 1].stage) ? k : 0))
          .filter(Boolean),
      ),
    );
    paintPopulation(this.population, one, this.game);
    this.heat.hidden = this.heatText.hidden = !one.matrix;
    if (one.matrix) paintHeat(this.heat, one.matrix);
  }

  refresh() {
    if (this.pending) this.draw(this.pending);
  }

  turn(one) {
    this.turns.push(one);
    $(".rows", this.board).append(
      el(
        "li",
        { class: "row new" },
        el("span", { class: "turn" }, String(one.turn)),
        row(one.guess),
        feedbackPegs(one.feedback, this.game.pegs),
      ),
    );
    if (!this.curve.length)
      this.now.textContent = `Turn ${one.turn}: ${one.candidates === null ? "too many codes fitted to be counted" : `${number(one.candidates)} codes fitted`}, ${number(one.left)} are left.`;
  }

  end(one) {
    this.refresh();
    const how = one.solved ? "Broken" : "Not broken";
    const what =
      one.guesses === null
        ? `${how}: the secret was asked about ${number(one.queries)} codes`
        : `${how} in ${countPhrase(one.guesses, "guess")}`;
    this.now.replaceChildren(
      el("b", {}, sentence(what)),
      one.note ? ` ${sentence(one.note)}` : "",
      this.curve.length ? ` ${countPhrase(this.curve.length, "generation")} seen.` : "",
    );
  }

  error(one) {
    this.now.replaceChildren(el("span", { class: "bad" }, sentence(one.error)));
  }
}

const fixed = (value) => (value === null ? "?" : +value.toPrecision(4));

// The speed

const stepTime = () => 1000 / (0.5 * 1.1 ** $("#speed").value); // milliseconds for a generation

function tick(time) {
  if (lanes.length) {
    if (!paused && (rushing || time - last >= stepTime())) {
      const steps = rushing ? 400 : Math.max(1, Math.min(50, Math.floor((time - last) / stepTime())));
      last = time;
      for (const lane of lanes) {
        for (let k = 0; k < steps && lane.advance(k < steps - 1); k++);
        lane.refresh();
      }
      showProgress();
    }
  }
  requestAnimationFrame(tick);
}
requestAnimationFrame(tick);

function showProgress() {
  const [seen, there] = [
    lanes.reduce((sum, lane) => sum + lane.at, 0),
    lanes.reduce((sum, lane) => sum + lane.rows.length, 0),
  ];
  $("#progress").max = Math.max(1, there);
  $("#progress").value = seen;
  $("#last").disabled = $("#step").disabled = lanes.every((lane) => lane.ended);
}

$("#pause").addEventListener("click", () => {
  paused = !paused;
  $("#pause").setAttribute("aria-pressed", String(paused));
});
$("#step").addEventListener("click", () => {
  paused = true;
  $("#pause").setAttribute("aria-pressed", "true");
  lanes.forEach((lane) => lane.advance());
  showProgress();
});
$("#last").addEventListener("click", () => {
  rushing = true;
  paused = false;
  $("#pause").setAttribute("aria-pressed", "false");
});

// Starting

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const game = rules(fields.get("game").trim().toLowerCase());
  if (!game) return say("a game is written like 4x6 or 5x8", true);
  const secret = fields.get("secret").trim() || randomCode(game);
  lanes.forEach((lane) => lane.stop());
  paused = rushing = false;
  $("#pause").setAttribute("aria-pressed", "false");
  lanes = [fields.get("first"), fields.get("second")]
    .filter(Boolean)
    .map((name) => new Lane(game, name, secret, fields.get("seed") || 0));
  $("#lanes").replaceChildren(...lanes.map((lane) => lane.place));
  $("#player").hidden = false;
  $("#secret-shown").replaceChildren(
    "Secret ",
    /^[1-9a-g]+$/i.test(secret) && secret.length === game.pegs ? row(secret.toLowerCase(), true) : secret,
  );
});

function randomCode(game) {
  const colors = Array.from({ length: game.colors }, (_, k) => k);
  const code = [];
  for (let k = 0; k < game.pegs; k++) {
    const at = Math.floor(Math.random() * colors.length);
    code.push(colors[at]);
    if (!game.repeats) colors.splice(at, 1);
  }
  return code.map((color) => SYMBOLS[color]).join("");
}

async function fillMenus() {
  const game = form.elements.game.value.trim();
  const which = () => true;
  all = await fillStrategies(form.elements.first, game, { which });
  await fillStrategies(form.elements.second, game, { which, first: { value: "", text: "nobody" } });
  explain();
}
const explain = () => ($("#strategy-about").textContent = about(all, form.elements.first.value));
form.elements.game.addEventListener("change", () => attempt(fillMenus));
form.elements.first.addEventListener("change", explain);
attempt(fillMenus);
