// Review: the coach's report on a game, with charts.
import { $, ask, attempt, el, Refused, root, say, sentence } from "./common.js";
import { notProved } from "./about_game.js";
import { bars, decay, legend } from "./charts.js";
import { decimal, number, percent, t, translateSentence, withNodes } from "./language.js";
import { describe, feedbackPegs, parseTurns, row, rules, writeTurns } from "./pegs.js";

const place = $("#review");
const form = $("#setup-review");

function show(report, codemaker) {
  const { turns, game } = report;
  const { pegs } = rules(game);
  $("#review-about").textContent = t("{game}: {rules}.", { game, rules: describe(game) });
  const counts = [turns[0].candidates, ...turns.map((turn) => turn.left)];
  place.replaceChildren(
    el(
      "div",
      { class: "columns" },
      resultPanel(report),
      el(
        "figure",
        { class: "panel" },
        el("figcaption", {}, el("h2", {}, t("Bits by turn"))),
        legend(t("told"), t("expected of your guess"), t("expected of the best")),
        bars(
          t("bits of {count} turns", { count: turns.length }),
          [t("told"), t("expected"), t("best")],
          turns.map((turn) => [turn.bits, turn.expected_bits, turn.best_bits].map((value) => value ?? NaN)),
        ),
      ),
      el(
        "figure",
        { class: "panel" },
        el("figcaption", {}, el("h2", {}, t("Candidates melting away"))),
        decay(t("candidates left after each turn: {counts}", { counts: counts.map(number).join(", ") }), counts),
      ),
    ),
    el("h2", { class: "spaced" }, t("Turn by turn")),
    el("ol", { class: "turns" }, ...turns.map((turn) => turnPanel(turn, report, pegs, codemaker))),
  );
}

function resultPanel(report) {
  const share = (value) => (value === null ? "–" : percent(value));
  const signed = (value) => (value === null ? "–" : t("{luck} bits", { luck: `${value >= 0 ? "+" : "−"}${decimal(Math.abs(value))}` }));
  const needed = report.expected_guesses === null ? {} : { guesses: decimal(report.expected_guesses) };
  const players = {
    exact: t("Perfect play needs {guesses} on average.", needed),
    "best known": t("The best known strategy needs {guesses} on average.", needed),
  };
  const expected =
    report.expected_guesses === null ? "" : players[report.expected_by] ?? t("A good strategy needs {guesses} on average.", needed);
  return el(
    "section",
    { class: "panel" },
    el(
      "h2",
      {},
      report.solved
        ? t("Broken in {count} guesses", { count: report.guesses })
        : t("Not broken, {count} guesses", { count: report.guesses }),
    ),
    report.secret ? el("p", {}, ...withNodes("The secret was {code}", { code: row(report.secret, true) })) : "",
    el("p", { class: "note" }, expected),
    el(
      "dl",
      { class: "figures" },
      el("div", {}, el("dt", {}, t("Skill")), el("dd", {}, share(report.skill))),
      el("div", {}, el("dt", {}, t("Among candidates")), el("dd", {}, share(report.skill_candidates))),
      el("div", {}, el("dt", {}, t("Luck a guess")), el("dd", {}, signed(report.luck))),
    ),
    el(
      "p",
      { class: "note" },
      t("Skill: what your guesses could tell, as a share of what the best could; the first is left out. Luck: bits told, less those expected."),
    ),
  );
}

function turnPanel(turn, report, pegs, codemaker) {
  const better = turn.best_guess && turn.best_bits > (turn.expected_bits ?? 0) + 0.005;
  // ± is half of a 95 % interval, 1.96 standard errors
  const bits = (value, error) =>
    value === null ? "?" : decimal(value) + (error ? ` ± ${decimal(1.96 * error)}` : "");
  const again = turn.turn < report.turns.length || !report.solved;
  return el(
    "li",
    { class: "panel" },
    el(
      "div",
      { class: "played" },
      el("b", {}, number(turn.turn)),
      row(turn.guess, pegs > 8),
      feedbackPegs(turn.feedback, pegs),
    ),
    el(
      "p",
      {},
      [
        t("{before} → {left} codes. Expected {expected} bits, told {told}.", {
          before: number(turn.candidates),
          left: number(turn.left),
          expected: bits(turn.expected_bits, turn.expected_bits_error),
          told: bits(turn.bits, turn.bits_error),
        }),
        ...(turn.ruled_out_by.length ? [t("Turn {turns} had ruled it out.", { turns: turn.ruled_out_by.map(number).join(", ") })] : []),
        ...(turn.further ? [t("After it, good play needs {guesses} more guesses on average.", { guesses: decimal(turn.further) })] : []),
      ].join(" "),
    ),
    better
      ? el(
          "p",
          { class: "better" },
          ...withNodes("Better: {code} {bits} bits. {reason}", {
            code: row(turn.best_guess, true),
            bits: bits(turn.best_bits, turn.best_bits_error),
            reason: sentence(translateSentence(turn.reason)),
          }),
        )
      : el("p", { class: "note" }, turn.best_guess ? sentence(translateSentence(turn.reason)) : t("Too many codes fit to compare guesses.")),
    again
      ? el(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-again": turn.turn - 1,
            onclick: (event) => retry(report, turn.turn - 1, codemaker, event.target),
          },
          t("Try again from here"),
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
  place.replaceChildren(el("p", { class: "note" }, t("The coach looks at it…")));
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
  if (!turns) return say(t("a turn is written GUESS=FEEDBACK, such as 1122=1b1w"), true);
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
          el("p", {}, t("This game is not over yet."), " ", el("a", { href: `${root}/play/${id}` }, t("Play on."))),
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
