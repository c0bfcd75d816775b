// One strategy that is watched: the events that came, how many of them are shown, and what they look like.
import { el, follow, number, sentence } from "./common.js";
import { legend, lines } from "./charts.js";
import { paintHeat, paintPopulation } from "./paint_population.js";
import { t } from "./language.js";
import { isBoardSize, largeTurn, readCode, writtenFeedback } from "./codes_as_numbers.js";
import { feedbackPegs, row } from "./pegs.js";
import { PosteriorMap } from "./posterior_map.js";

const MAX_SHOWN_GENERATIONS = 150;

/** Methods `generation`, `turn`, `end` and `error` are named after types of events. */
export class WatchedStrategy {
  /** `kind` is the strategy as the API describes it, `title` its name for people. */
  constructor(game, kind, title, secret, seed) {
    Object.assign(this, { game, kind, title, rows: [], done: false });
    this.isSearch = Boolean(kind.search); // which has no turns
    this.came = [0]; // how many events of each turn came; the end counts as a turn of its own
    this.population = el("canvas", { role: "img", "aria-label": t("the population") });
    this.heat = el("canvas", { class: "heat", role: "img", "aria-label": t("the reward matrix"), hidden: true });
    this.heatText = el("p", { class: "note", hidden: true }, t("The reward matrix: how much each color (row) was worth at each peg (column)."));
    this.now = el("p", { class: "now", "aria-live": "off" });
    this.told = el("p", { class: "told", "aria-live": "off" });
    this.chart = el("div", { class: "room" });
    this.isLarge = !isBoardSize(game);
    this.map = this.isSearch ? null : new PosteriorMap(game, readCode(secret, game));
    this.list = this.isLarge ? el("ol", { class: "large-turns", tabindex: 0, "aria-label": t("guesses") }) : el("ol", { class: "rows" });
    this.place = el(
      "section",
      { class: `panel lane${this.isLarge ? " large" : ""}`, "aria-label": title },
      el("h2", {}, title),
      this.now,
      ...(this.isSearch ? [] : this.isLarge ? [el("div", { class: "large-show" }, this.map.place, this.list)] : this.boardParts()),
      ...(kind.evolves && (this.isSearch || !this.isLarge) ? this.generationParts() : []),
    );
    this.rewind();
    const query = new URLSearchParams({ game: game.text, strategy: kind.name, secret, seed });
    const unfollow = follow(
      `/watch?${query}`,
      (one) => this.receive(one),
      () => (this.done = true),
    );
    this.stop = () => {
      unfollow();
      this.map?.close();
    };
  }

  /** The board, a sentence about the last turn, and the map of what is known, if it costs nothing. */
  boardParts() {
    this.mapPlace = el("details", { class: "posterior-of-board", hidden: true }, el("summary", {}, t("How probable each color is at each peg")), this.map.place);
    return [el("div", { class: "board", style: { "--pegs": this.game.pegs } }, this.list), this.told, this.mapPlace];
  }

  generationParts() {
    const fitness = [el("h3", {}, t("Fitness by generation")), this.chart, legend(t("best"), t("mean"), t("worst"))];
    return this.isLarge ? fitness : [...fitness, el("h3", {}, t("The population, best first")), this.population, this.heatText, this.heat];
  }

  /** Back to the beginning; the events that came are kept. */
  rewind() {
    Object.assign(this, { at: 0, turns: 0, curve: [], pending: null, pendingTurn: null });
    this.steps = [0]; // how many events of each turn are shown
    this.now.textContent = t("Waiting for its turn…");
    this.told.textContent = "";
    this.list.replaceChildren();
    this.map?.show(null);
    this.chart.replaceChildren();
    this.population.width = this.heat.width = 0;
    this.heat.hidden = this.heatText.hidden = true;
  }

  get isEnded() {
    return this.done && this.at >= this.rows.length;
  }

  /** The guesses it needed; null if it did not break the code, is not there yet, or counts queries. */
  get guesses() {
    const last = this.rows[this.at - 1];
    return last?.type === "end" && last.solved ? last.guesses : null;
  }

  receive(one) {
    this.rows.push(one);
    count(this.came, one);
  }

  /** Show one more event; false if there is none. A quiet one is only drawn by `refresh`. */
  advance(quiet = false) {
    if (this.at >= this.rows.length) return false;
    const one = this.rows[this.at++];
    count(this.steps, one);
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
      `${generationPhrase(one)} ${t("{count} candidates found.", { count: one.found })}` +
      (one.queries > 40 ? ` ${t("{count} queries.", { count: one.queries })}` : "");
    const shown = this.curve.slice(-MAX_SHOWN_GENERATIONS);
    const isNew = (k) => k && (shown[k].turn !== shown[k - 1].turn || shown[k].stage !== shown[k - 1].stage);
    this.chart.replaceChildren(
      lines(
        t("fitness of {count} generations", { count: shown.length }),
        ["best", "mean", "worst"].map((name) => ({ name, values: shown.map((row) => row[name] ?? NaN) })),
        shown.map((_, k) => (isNew(k) ? k : 0)).filter(Boolean),
      ),
    );
    if (!this.isLarge) paintPopulation(this.population, one, this.game);
    this.heat.hidden = this.heatText.hidden = !one.matrix;
    if (one.matrix) paintHeat(this.heat, one.matrix);
  }

  refresh() {
    if (this.pending) this.draw(this.pending);
    if (this.pendingTurn) this.drawTurn(this.pendingTurn);
  }

  turn(one, quiet) {
    this.turns += 1;
    if (this.isLarge) this.list.append(largeTurn(one));
    else this.addToBoard(one);
    this.pendingTurn = one;
    if (!quiet) this.drawTurn(one);
  }

  /** Show what was known at a turn. */
  drawTurn(one) {
    this.pendingTurn = null;
    this.map.show(one);
    if (this.isLarge) {
      this.now.textContent = t("Guess {turn}: {feedback}.", { turn: one.turn, feedback: writtenFeedback(one.feedback) });
      this.list.scrollTop = this.list.scrollHeight;
    } else this.mapPlace.hidden = !one.posterior;
  }

  addToBoard(one) {
    this.list.append(
      el("li", { class: "row new" }, el("span", { class: "turn" }, number(one.turn)), row(one.guess), feedbackPegs(one.feedback, this.game.pegs)),
    );
    this.told.textContent = keptPhrase(one);
    if (!this.curve.length) this.now.textContent = t("Turn {turn}.", { turn: one.turn });
  }

  end(one) {
    this.refresh();
    this.now.replaceChildren(
      el("b", {}, endPhrase(one)),
      one.note ? " " : "",
      one.note ? el("span", { lang: "en" }, sentence(one.note)) : "",
      this.curve.length ? ` ${t("{count} generations seen.", { count: this.curve.length })}` : "",
    );
  }

  error(one) {
    this.now.replaceChildren(el("span", { class: "bad" }, sentence(one.error)));
  }
}

/** Count an event in its turn. */
function count(byTurn, { type }) {
  byTurn[byTurn.length - 1] += 1;
  if (type === "turn") byTurn.push(0);
}

const fixed = (value) => (value === null ? "?" : +value.toPrecision(4));

/** How far the evolution of a turn is. */
function generationPhrase({ turn, stage, generation, ...fitness }) {
  const [best, mean, worst] = [fitness.best, fitness.mean, fitness.worst].map(fixed);
  return stage > 1
    ? t("Turn {turn}, stage {stage}, generation {generation}: best {best}, mean {mean}, worst {worst}.", { turn, stage, generation, best, mean, worst })
    : t("Turn {turn}, generation {generation}: best {best}, mean {mean}, worst {worst}.", { turn, generation, best, mean, worst });
}

/** How it ended: in guesses, or in codes that the secret was asked about. */
function endPhrase({ solved, guesses, queries }) {
  if (guesses === null)
    return solved
      ? t("Broken: the secret was asked about {count} codes.", { count: queries })
      : t("Not broken: the secret was asked about {count} codes.", { count: queries });
  return solved ? t("Broken in {count} guesses.", { count: guesses }) : t("Not broken in {count} guesses.", { count: guesses });
}

/** What a turn did to the codes that fit, such as "Turn 2 kept 12 of 302 codes." */
function keptPhrase({ turn, candidates, left }) {
  if (candidates === null)
    return left === null ? t("Turn {turn} left too many codes to be counted.", { turn }) : t("Turn {turn} left {count} codes.", { turn, count: left });
  return candidates === 1
    ? t("Turn {turn} played the only code that was left.", { turn })
    : t("Turn {turn} kept {left} of {count} codes.", { turn, left, count: candidates });
}
