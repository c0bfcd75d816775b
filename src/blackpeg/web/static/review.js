// Review: the coach's report of a game, as pictures.
import { $, ask, counted, el, number, root, say, sentence, trying } from "./common.js";
import { bars, legend, melting } from "./charts.js";
import { describe, row, rules, told } from "./pegs.js";

const place = $("#review");
const form = $("#setup-review");

function show(report, codemaker) {
  const { turns, game } = report;
  const { pegs } = rules(game);
  $("#review-about").textContent = `${game}: ${describe(game)}.`;
  const melted = [turns[0].candidates, ...turns.map((turn) => turn.left)];
  place.replaceChildren(
    el(
      "div",
      { class: "columns" },
      verdict(report),
      el(
        "figure",
        { class: "panel" },
        el("figcaption", {}, el("h2", {}, "Bits by turn")),
        legend("told", "expected of your guess", "expected of the best"),
        bars(
          `bits of ${counted(turns.length, "turn")}`,
          ["told", "expected", "best"],
          turns.map((turn) => [turn.bits, turn.expected_bits, turn.best_bits].map((value) => value ?? NaN)),
        ),
      ),
      el(
        "figure",
        { class: "panel" },
        el("figcaption", {}, el("h2", {}, "Candidates melting away")),
        melting(`candidates left after each turn: ${melted.map(number).join(", ")}`, melted),
      ),
    ),
    el("h2", { class: "spaced" }, "Turn by turn"),
    el("ol", { class: "turns" }, ...turns.map((turn) => card(turn, report, pegs, codemaker))),
  );
}

function verdict(report) {
  const share = (value) => (value === null ? "–" : `${Math.round(100 * value)} %`);
  const signed = (value) => (value === null ? "–" : `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)} bits`);
  const expected =
    report.expected_guesses === null ? "" : ` ${report.expected_guesses.toFixed(2)} were to be expected.`;
  return el(
    "section",
    { class: "panel" },
    el(
      "h2",
      {},
      report.solved
        ? `Broken in ${counted(report.guesses, "guess")}`
        : `Not broken, ${counted(report.guesses, "guess")}`,
    ),
    report.secret ? el("p", {}, "The secret was ", row(report.secret, true)) : "",
    el("p", { class: "note" }, expected.trim()),
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

function card(turn, report, pegs, codemaker) {
  const better = turn.best_guess && turn.best_bits > (turn.expected_bits ?? 0) + 0.005;
  const bits = (value, error) => (value === null ? "?" : value.toFixed(2) + (error ? ` ± ${error.toFixed(2)}` : ""));
  const again = turn.turn < report.turns.length || !report.solved;
  return el(
    "li",
    { class: "panel" },
    el("div", { class: "played" }, el("b", {}, `${turn.turn}`), row(turn.guess, pegs > 8), told(turn.feedback, pegs)),
    el(
      "p",
      {},
      `${number(turn.candidates)} → ${number(turn.left)} codes. Expected ${bits(turn.expected_bits, turn.expected_bits_error)} bits, told ${bits(turn.bits, turn.bits_error)}.` +
        (turn.ruled_out_by.length ? ` Turn ${turn.ruled_out_by.join(", ")} had ruled it out.` : "") +
        (turn.further ? ` Then ${turn.further.toFixed(2)} more guesses were to be expected.` : ""),
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

/** A new game with the same turns before this one; the secret is drawn anew among the codes that fit. */
const retry = (report, kept, codemaker, button) =>
  trying(async () => {
    const history = report.turns.slice(0, kept).map(({ guess, feedback }) => ({ guess, feedback }));
    const made = await ask("POST", "/games", { game: report.game, history, codemaker });
    location.href = `${root}/play/${made.id}`;
  }, button);

const working = () => place.replaceChildren(el("p", { class: "note" }, "The coach looks at it…"));

function asked(game, turns) {
  working();
  return trying(async () => show(await ask("POST", "/reviews", { game, history: turns }), "honest"));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const words = new FormData(form);
  const turns = words
    .get("turns")
    .trim()
    .split(/[\s;]+/)
    .map((text) => {
      const [guess, feedback] = text.split(/[=:]/);
      return { guess, feedback };
    });
  if (turns.some((turn) => !turn.feedback)) return say("a turn is written GUESS=FEEDBACK, such as 1122=1b1w", true);
  location.hash = new URLSearchParams({
    game: words.get("game").trim(),
    turns: turns.map((turn) => `${turn.guess}:${turn.feedback}`).join(","),
  });
});

async function arrive() {
  const [, id] = /\/review\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (id) {
    form.hidden = true;
    working();
    await trying(async () => {
      const game = await ask("GET", `/games/${id}`);
      if (game.state === "open")
        return place.replaceChildren(
          el("p", {}, "This game is not over yet. ", el("a", { href: `${root}/play/${id}` }, "Play on.")),
        );
      show(await ask("GET", `/games/${id}/review`), game.codemaker);
    });
    return;
  }
  const words = new URLSearchParams(location.hash.slice(1));
  if (!words.get("game")) return;
  const turns = words
    .get("turns")
    .split(",")
    .map((text) => {
      const [guess, feedback] = text.split(":");
      return { guess, feedback };
    });
  form.elements.game.value = words.get("game");
  form.elements.turns.value = turns.map((turn) => `${turn.guess}=${turn.feedback}`).join(" ");
  await asked(words.get("game"), turns);
}
addEventListener("hashchange", arrive);
arrive();
