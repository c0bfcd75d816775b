// Review: the coach's report on a game, with charts.
import { $, ask, attempt, countPhrase, el, number, Refused, root, say, sentence } from "./common.js";
import { notProved } from "./beside_game.js";
import { bars, decay, legend } from "./charts.js";
import { describe, feedbackPegs, parseTurns, row, rules, writeTurns } from "./pegs.js";

const place = $("#review");
const form = $("#setup-review");

function show(report, codemaker) {
  const { turns, game } = report;
  const { pegs } = rules(game);
  $("#review-about").textContent = `${game}: ${describe(game)}.`;
  const counts = [turns[0].candidates, ...turns.map((turn) => turn.left)];
  place.replaceChildren(
    el(
      "div",
      { class: "columns" },
      resultPanel(report),
      el(
        "figure",
        { class: "panel" },
        el("figcaption", {}, el("h2", {}, "Bits by turn")),
        legend("told", "expected of your guess", "expected of the best"),
        bars(
          `bits of ${countPhrase(turns.length, "turn")}`,
          ["told", "expected", "best"],
          turns.map((turn) => [turn.bits, turn.expected_bits, turn.best_bits].map((value) => value ?? NaN)),
        ),
      ),
      el(
        "figure",
        { class: "panel" },
        el("figcaption", {}, el("h2", {}, "Candidates melting away")),
        decay(`candidates left after each turn: ${counts.map(number).join(", ")}`, counts),
      ),
    ),
    el("h2", { class: "spaced" }, "Turn by turn"),
    el("ol", { class: "turns" }, ...turns.map((turn) => turnPanel(turn, report, pegs, codemaker))),
  );
}

function resultPanel(report) {
  const share = (value) => (value === null ? "–" : `${Math.round(100 * value)} %`);
  const signed = (value) => (value === null ? "–" : `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)} bits`);
  const players = { exact: "Perfect play", "best known": "The best known strategy" };
  const player = players[report.expected_by] ?? "A good strategy";
  const expected =
    report.expected_guesses === null ? "" : `${player} needs ${report.expected_guesses.toFixed(2)} on average.`;
  return el(
    "section",
    { class: "panel" },
    el(
      "h2",
      {},
      report.solved
        ? `Broken in ${countPhrase(report.guesses, "guess")}`
        : `Not broken, ${countPhrase(report.guesses, "guess")}`,
    ),
    report.secret ? el("p", {}, "The secret was ", row(report.secret, true)) : "",
    el("p", { class: "note" }, expected),
    el(
      "dl",
      { class: "figures" },
      el("div", {}, el("dt", {}, "Skill"), el("dd", {}, share(report.skill))),
      el("div", {}, el("dt", {}, "Among candidates"), el("dd", {}, share(report.skill_candidates))),
      el("div", {}, el("dt", {}, "Luck a guess"), el("dd", {}, signed(report.luck))),
    ),
    el(
      "p",
      { class: "note" },
      "Skill: what your guesses could tell, as a share of what the best could; the first is left out. Luck: bits told, less those expected.",
    ),
  );
}

function turnPanel(turn, report, pegs, codemaker) {
  const better = turn.best_guess && turn.best_bits > (turn.expected_bits ?? 0) + 0.005;
  // ± is half of a 95 % interval, 1.96 standard errors
  const bits = (value, error) =>
    value === null ? "?" : value.toFixed(2) + (error ? ` ± ${(1.96 * error).toFixed(2)}` : "");
  const again = turn.turn < report.turns.length || !report.solved;
  return el(
    "li",
    { class: "panel" },
    el(
      "div",
      { class: "played" },
      el("b", {}, `${turn.turn}`),
      row(turn.guess, pegs > 8),
      feedbackPegs(turn.feedback, pegs),
    ),
    el(
      "p",
      {},
      `${number(turn.candidates)} → ${number(turn.left)} codes. Expected ${bits(turn.expected_bits, turn.expected_bits_error)} bits, told ${bits(turn.bits, turn.bits_error)}.` +
        (turn.ruled_out_by.length ? ` Turn ${turn.ruled_out_by.join(", ")} had ruled it out.` : "") +
        (turn.further ? ` After it, good play needs ${turn.further.toFixed(2)} more guesses on average.` : ""),
    ),
    better
      ? el(
          "p",
          { class: "better" },
          "Better: ",
          row(turn.best_guess, true),
          ` ${bits(turn.best_bits, turn.best_bits_error)} bits. `,
          sentence(turn.reason),
        )
      : el("p", { class: "note" }, turn.best_guess ? sentence(turn.reason) : "Too many codes fit to compare guesses."),
    again
      ? el(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-again": turn.turn - 1,
            onclick: (event) => retry(report, turn.turn - 1, codemaker, event.target),
          },
          "Try again from here",
        )
      : "",
  );
}

/** Begin a new game with the turns before this one; its secret is a random code that fits them. */
const retry = (report, kept, codemaker, button) =>
  attempt(async () => {
    const history = report.turns.slice(0, kept).map(({ guess, feedback }) => ({ guess, feedback }));
    const made = await ask("POST", "/games", { game: report.game, history, codemaker });
    location.href = `${root}/play/${made.id}`;
  }, button);

/** Show that the coach is at work, then what comes of it, or why nothing does. */
async function showWhenReady(work) {
  place.replaceChildren(el("p", { class: "note" }, "The coach looks at it…"));
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) console.error(error);
    place.replaceChildren(el("p", { class: "bad" }, sentence(error.message)));
  }
}

const reviewTurns = (game, turns) =>
  showWhenReady(async () => show(await ask("POST", "/reviews", { game, history: turns }), "honest"));

const TURN = /([^=:;,]+)[=:]\s*(\d+b(?:\d+w)?)[\s,;]*/gi;

/** Read turns such as 1122=1b1w 3344=0b1w, also with spaces in the codes; null if something else is typed. */
function readTurns(text) {
  const found = [...text.matchAll(TURN)];
  if (!found.length || found.map(([whole]) => whole).join("") !== text) return null;
  return found.map(([, guess, feedback]) => ({ guess: guess.replace(/\s/g, ""), feedback: feedback.toLowerCase() }));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const turns = readTurns(fields.get("turns").trim());
  if (!turns) return say("a turn is written GUESS=FEEDBACK, such as 1122=1b1w", true);
  location.hash = new URLSearchParams({
    game: fields.get("game").trim(),
    turns: writeTurns(turns),
  });
});

async function openAddress() {
  const [, id] = /\/review\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (id) {
    form.hidden = true;
    await showWhenReady(async () => {
      const game = await ask("GET", `/games/${id}`);
      if (game.state === "open")
        return place.replaceChildren(
          el("p", {}, "This game is not over yet. ", el("a", { href: `${root}/play/${id}` }, "Play on.")),
        );
      show(await ask("GET", `/games/${id}/review`), game.codemaker);
      if (game.origin === "offline") $("#review-about").append(` ${notProved(game)}`);
    });
    return;
  }
  const address = new URLSearchParams(location.hash.slice(1));
  if (!address.get("game")) return;
  const turns = parseTurns((address.get("turns") ?? "").split(","));
  form.elements.game.value = address.get("game");
  form.elements.turns.value = turns.map((turn) => `${turn.guess}=${turn.feedback}`).join(" ");
  await reviewTurns(address.get("game"), turns);
}
addEventListener("hashchange", openAddress);
openAddress();
