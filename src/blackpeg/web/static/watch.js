// Watch: strategies break the same secret, turn beside turn, as a show with a bet; what came can be gone through again.
import { $, attempt, el, recall, remember, say } from "./common.js";
import { t, withNodes } from "./language.js";
import { WatchedStrategy } from "./watched_run.js";
import { isBoardSize, writeCode } from "./codes_as_numbers.js";
import { describe, row, rules } from "./pegs.js";
import { about, fillStrategies, humanName, menuName } from "./strategy_menu.js";

const READY_GAME = "4x6"; // of the duel that the page opens with
const READY = [
  { name: "minimax", source: "Knuth 1977", kind: "one step" },
  { name: "merelo2006", source: "Merelo et al. 2006", kind: "genetic", evolves: true },
];
const SAME = 2; // the bet that both need as many guesses
const form = $("#setup-watch");
let lanes = [];
let paused = false;
let rushing = false; // to the end, as fast as possible
let until = null; // the number of turns at which it stops for the visitor
let bet = null; // the number of the lane that is to need fewer guesses, or SAME
let all = [];
let last = 0; // time of the last step

// Steps. Lanes go through a turn side by side: who is done with it waits for the other.

const turnsShown = () => Math.min(...lanes.map((lane) => (lane.isEnded || lane.isSearch ? Infinity : lane.turns)));

/** Show one more step; false if nothing can be shown now. */
function advance(quiet = false) {
  const turn = turnsShown();
  let moved = false;
  for (const lane of lanes) if (lane.isSearch || lane.turns === turn) moved = lane.advance(quiet) || moved;
  return moved;
}

/** How many steps it takes to show so many events of each turn in each lane. */
function countSteps(byLane) {
  const turns = Math.max(0, ...byLane.map((own) => own.length));
  return Array.from({ length: turns }, (_, turn) => Math.max(...byLane.map((own) => own[turn] ?? 0))).reduce((a, b) => a + b, 0);
}
const stepsShown = () => countSteps(lanes.map((lane) => lane.steps));
const stepsThere = () => countSteps(lanes.map((lane) => lane.came));

/** Show the state after this many steps, forwards or backwards. */
function seek(step) {
  if (step < stepsShown()) for (const lane of lanes) lane.rewind();
  while (stepsShown() < step && advance(true));
  for (const lane of lanes) lane.refresh();
  showProgress();
}

const stepTime = () => 1000 / (0.5 * 1.1 ** $("#speed").value); // milliseconds; the slider begins at 2.5 steps a second

function tick(time) {
  if (lanes.length && !paused && (rushing || time - last >= stepTime())) {
    const steps = rushing ? 400 : Math.max(1, Math.min(50, Math.floor((time - last) / stepTime())));
    last = time;
    for (let k = 0; k < steps && advance(k < steps - 1); k++)
      if (until !== null && turnsShown() >= until) {
        pause(true);
        break;
      }
    for (const lane of lanes) lane.refresh();
    showProgress();
  }
  requestAnimationFrame(tick);
}
requestAnimationFrame(tick);

const isOver = () => lanes.every((lane) => lane.isEnded);

function showProgress() {
  $("#scrub").max = Math.max(1, stepsThere());
  $("#scrub").value = stepsShown();
  $("#last").disabled = $("#step").disabled = $("#turn").disabled = isOver();
  showVerdict();
}

function pause(now) {
  paused = now;
  rushing = rushing && !now;
  until = null;
  $("#pause").setAttribute("aria-pressed", String(paused));
}

$("#pause").addEventListener("click", () => pause(!paused));
$("#step").addEventListener("click", () => {
  pause(true);
  advance();
  showProgress();
});
$("#turn").addEventListener("click", () => {
  pause(false);
  rushing = true;
  until = turnsShown() + 1;
});
$("#last").addEventListener("click", () => {
  pause(false);
  rushing = true;
});
$("#replay").addEventListener("click", () => {
  pause(false);
  rushing = false;
  seek(0);
});
$("#scrub").addEventListener("input", (event) => {
  pause(true);
  seek(+event.target.value);
});

// The bet

/** Who needs fewer guesses: the number of a lane, SAME, or null if that can't be said. */
function winner() {
  if (lanes.length !== 2 || !isOver() || lanes.some((lane) => lane.guesses === null)) return null;
  const [first, second] = lanes.map((lane) => lane.guesses);
  return first === second ? SAME : first < second ? 0 : 1;
}

function showVerdict() {
  const won = winner();
  const [first, second] = lanes.map((lane) => humanName(lane.kind, false));
  const [guesses, others] = lanes.map((lane) => lane.guesses);
  const text =
    won === null
      ? ""
      : won === SAME
        ? t("Both need {count} guesses.", { count: guesses })
        : t("{first} needs {guesses}, {second} needs {others}.", { first, guesses, second, others });
  const verdict = bet === null || won === null ? text : `${text} ${bet === won ? t("You were right!") : t("You were wrong.")}`;
  if ($("#verdict").textContent === verdict) return;
  $("#verdict").textContent = verdict;
  $("#verdict").classList.toggle("won", bet !== null && bet === won);
  if (verdict && bet !== null && !$("#verdict").dataset.counted) {
    const { placed, right } = recall("bets", { placed: 0, right: 0 });
    remember("bets", { placed: placed + 1, right: right + (bet === won ? 1 : 0) });
    $("#verdict").dataset.counted = "yes"; // a replay is not another bet
    showBets();
  }
}

function showBets() {
  const { placed, right } = recall("bets", { placed: 0, right: 0 });
  $("#bets-so-far").textContent = placed ? t("You were right {right} of {count} times.", { right, count: placed }) : "";
}

/** Ask who will need fewer guesses, and start with the answer. */
function askForBet(title, kinds, begin) {
  $("#duel-title").textContent = title;
  const choose = (which, text, css = "") =>
    el("button", { type: "button", class: css, "data-bet": which, onclick: () => begin(which === "none" ? null : which) }, text);
  $("#bets").replaceChildren(...kinds.map((kind, k) => choose(k, humanName(kind), "primary")), choose(SAME, t("The same")), choose("none", t("Only watch")));
}

// Starting

function start(game, kinds, secret, seed, placed = null) {
  lanes.forEach((lane) => lane.stop());
  bet = placed;
  delete $("#verdict").dataset.counted;
  pause(false);
  rushing = false;
  lanes = kinds.map((kind) => new WatchedStrategy(game, kind, humanName(kind), secret, seed));
  $("#lanes").replaceChildren(...lanes.map((lane) => lane.place));
  $("#player").hidden = false;
  $("#verdict").hidden = lanes.length < 2;
  const known = isBoardSize(game) && /^[1-9a-g]+$/i.test(secret) && secret.length === game.pegs;
  $("#secret-shown").hidden = !isBoardSize(game);
  $("#secret-shown").replaceChildren(...withNodes("Secret {code}", { code: known ? row(secret.toLowerCase(), true) : secret }));
  $("#large-secret").hidden = isBoardSize(game);
  $("#large-secret-code").textContent = secret.replaceAll(",", ", ");
  showProgress();
  $("#player").scrollIntoView({ block: "start" });
}

/** Offer the duel that is ready, each time with another secret. */
function offerReady() {
  const game = rules(READY_GAME);
  askForBet(t("Knuth against evolution: who needs fewer?"), READY, (placed) =>
    start(game, READY, randomCode(game), Math.floor(Math.random() * 1e6), placed),
  );
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const game = rules(fields.get("game").trim().toLowerCase());
  if (!game) return say(t("a game is written like 4x6 or 5x8"), true);
  const secret = fields.get("secret").replace(/\s/g, "") || randomCode(game);
  const kindOf = (name) => all.find((one) => one.name === name) ?? { name, source: "", kind: "", evolves: true };
  const kinds = [fields.get("first"), fields.get("second")].filter(Boolean).map(kindOf);
  const begin = (placed) => start(game, kinds, secret, fields.get("seed") || 0, placed);
  if (kinds.length < 2 || kinds.some((kind) => kind.search)) return begin(null); // nothing to bet on
  askForBet(t("{first} against {second}: who needs fewer?", { first: kinds[0].name, second: kinds[1].name }), kinds, begin);
  $("#duel-about").textContent = t("Both break the same hidden code: {game}. Who needs fewer guesses? Place your bet.", { game: describe(game.text) });
  $("#duel").scrollIntoView({ block: "start" });
  $("#bets button").focus({ preventScroll: true });
});

function randomCode(game) {
  const colors = Array.from({ length: game.colors }, (_, k) => k);
  const code = [];
  for (let k = 0; k < game.pegs; k++) {
    const at = Math.floor(Math.random() * colors.length);
    code.push(colors[at]);
    if (!game.repeats) colors.splice(at, 1);
  }
  return writeCode(code, game);
}

async function fillMenus() {
  const game = form.elements.game.value.trim();
  const which = () => true;
  const label = menuName;
  const known = rules(game.toLowerCase());
  const { first, second } = form.elements;
  const wasLarge = second.disabled;
  second.disabled = Boolean(known) && !isBoardSize(known); // large games are watched one at a time
  if (second.disabled) second.value = "";
  all = await fillStrategies(first, game, { which, label, chosen: second.disabled && !wasLarge ? "needle" : null });
  await fillStrategies(second, game, { which, label, first: { value: "", text: t("nobody") } });
  explain();
}
const explain = () => ($("#strategy-about").textContent = about(all, form.elements.first.value));
form.elements.game.addEventListener("change", () => attempt(fillMenus));
form.elements.first.addEventListener("change", explain);
attempt(fillMenus);
offerReady();
showBets();
