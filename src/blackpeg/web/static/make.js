// Make: the computer breaks a code that the visitor thinks of. The whole game is in the address of the page.
import { $, ask, attempt, countPhrase, el, number, root, say, sentence } from "./common.js";
import { feedbackPegs, parseFeedback, parseTurns, peg, row, rules, writeTurns } from "./pegs.js";
import { about, fillStrategies } from "./strategies.js";

const form = $("#setup-make");
const MIN_ROWS = 7;
let state = null; // { game, strategy, seed, turns: [{ guess, feedback }] }
let waiting = null; // the guess that needs feedback
let wrong = []; // turns that contradict each other
let editing = null; // the number of the turn whose feedback is corrected
let all = [];

// The address

const writeAddress = () => {
  const turns = writeTurns(state.turns);
  history.replaceState(
    {},
    "",
    `#${new URLSearchParams({ game: state.game, strategy: state.strategy, seed: state.seed, turns })}`,
  );
};

function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (!rules(address.get("game") ?? "")) return null;
  const turns = parseTurns((address.get("turns") ?? "").split(",").filter(Boolean));
  return {
    game: address.get("game"),
    strategy: address.get("strategy") ?? "",
    seed: +(address.get("seed") ?? 0),
    turns,
  };
}

// The game

async function think() {
  waiting = null;
  wrong = [];
  writeAddress();
  show("It is thinking…");
  try {
    const known = await ask("POST", "/positions", { game: state.game, history: state.turns });
    wrong = known.turns;
    if (known.contradiction) return show(sentence(known.contradiction), true);
    if (known.solved) return showResult();
    const best = await ask("POST", "/next", nextRequest(state.turns));
    waiting = best.guess;
    showRanking(best);
    show();
  } catch (error) {
    show(sentence(error.message), true);
  }
}

const nextRequest = (turns) => ({
  game: state.game,
  history: turns,
  top: 3,
  seed: state.seed,
  ...(state.strategy ? { strategy: state.strategy } : {}),
});

function showResult() {
  show();
  const review = new URLSearchParams({
    game: state.game,
    turns: writeTurns(state.turns),
  });
  $("#answer").replaceChildren(
    el("p", { class: "result won" }, `Broken in ${countPhrase(state.turns.length, "guess")}.`),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button", href: `${root}/review#${review}` }, "Review this game"),
      el("button", { type: "button", class: "primary", onclick: () => begin() }, "Another code"),
    ),
  );
}

function showRanking(best) {
  const rows = best.ranking.map((one) =>
    el(
      "tr",
      {},
      el("td", {}, row(one.guess, true)),
      el("td", {}, one.bits.toFixed(2)),
      el("td", {}, number(one.parts)),
      el("td", {}, one.candidate ? "yes" : "no"),
    ),
  );
  $("#thinks").replaceChildren(
    el("h2", {}, "What it thinks"),
    el(
      "p",
      {},
      best.candidates === null
        ? "Too many codes fit to be counted."
        : best.candidates === 1
          ? "Only one code fits."
          : `${number(best.candidates)} codes fit.`,
    ),
    rows.length && best.candidates !== 1
      ? el(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": "The best guesses" },
          el(
            "table",
            {},
            el(
              "thead",
              {},
              el("tr", {}, ...["guess", "bits", "parts", "fits"].map((text) => el("th", { scope: "col" }, text))),
            ),
            el("tbody", {}, ...rows),
          ),
        )
      : null,
    best.candidates !== 1 && rows.length
      ? el(
          "p",
          { class: "note" },
          "Bits: what the answer is expected to tell. Parts: how many answers are possible.",
          best.sample ? ` Both by a sample of ${number(best.sample)} codes that fit.` : "",
        )
      : "",
  );
}

// What is shown

function show(text = "", bad = false) {
  const game = rules(state.game);
  const rows = [];
  for (let turn = 1; turn <= Math.max(MIN_ROWS, state.turns.length + 1); turn++) {
    const played = state.turns[turn - 1];
    const next = turn === state.turns.length + 1 && waiting;
    const code = played?.guess ?? (next ? waiting : null);
    rows.push(
      el(
        "li",
        {
          class: `row${wrong.includes(turn) ? " wrong" : ""}${next || editing === turn ? " active" : ""}${code ? "" : " future"}`,
          "aria-hidden": code ? null : "true",
        },
        el("span", { class: "turn" }, String(turn)),
        code ? row(code) : el("span", { class: "code" }, ...Array.from({ length: game.pegs }, () => peg(null))),
        played
          ? el(
              "button",
              {
                type: "button",
                class: "again",
                title: "Correct this answer",
                "aria-label": `turn ${turn}, ${played.feedback}: correct this answer`,
                onclick: () => edit(turn),
              },
              feedbackPegs(played.feedback, game.pegs),
            )
          : feedbackPegs(null, game.pegs),
      ),
    );
  }
  $(".table").style.setProperty("--pegs", game.pegs);
  $("#board").replaceChildren(el("ol", { class: "rows" }, ...rows));
  if (editing) return askForFeedback(editing, state.turns[editing - 1].guess, state.turns[editing - 1].feedback);
  if (waiting) return askForFeedback(state.turns.length + 1, waiting, null);
  $("#answer").replaceChildren(
    el("p", { class: bad ? "bad" : "note", id: "trouble" }, text),
    bad && wrong.length
      ? el(
          "div",
          { class: "actions" },
          ...wrong.map((turn) => el("button", { type: "button", onclick: () => edit(turn) }, `Correct turn ${turn}`)),
        )
      : "",
  );
}

function edit(turn) {
  editing = turn;
  show();
}

/** Ask for the black and white pegs of a turn. */
function askForFeedback(turn, guess, before) {
  const game = rules(state.game);
  const now = before ? parseFeedback(before) : { black: null, white: game.whites ? null : 0 };
  const chips = (name, chosen) =>
    el(
      "fieldset",
      { class: "chips" },
      el("legend", {}, el("i", { class: name[0] }), ` ${name}`),
      ...Array.from({ length: game.pegs + 1 }, (_, count) => {
        const input = el("input", { type: "radio", name, value: count, checked: chosen === count });
        return el("label", {}, input, el("span", {}, String(count)));
      }),
    );
  const answer = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const fields = new FormData(event.target);
        const [black, white] = [fields.get("black"), game.whites ? fields.get("white") : "0"];
        if (black === null || (white === null && +black !== game.pegs)) return say("choose black and white pegs", true);
        takeFeedback(turn, guess, game.whites ? `${black}b${white ?? 0}w` : `${black}b`);
      },
    },
    el("p", {}, el("b", {}, editing ? `Correct turn ${turn}: ` : `Guess ${turn}: `), row(guess, true)),
    chips("black", now.black),
    game.whites ? chips("white", now.white) : "",
    el(
      "div",
      { class: "actions" },
      editing
        ? el(
            "button",
            {
              type: "button",
              onclick: () => {
                editing = null;
                show();
                think();
              },
            },
            "Leave it",
          )
        : "",
      el("button", { class: "primary", id: "give" }, editing ? "Correct" : "Answer"),
    ),
  );
  $("#answer").replaceChildren(answer);
}

function takeFeedback(turn, guess, feedback) {
  const { black, white } = parseFeedback(feedback);
  const { pegs } = rules(state.game);
  if (black + white > pegs) return say(`that is more than ${countPhrase(pegs, "peg")}`, true);
  if (black === pegs - 1 && white === 1) return say("if all but one are right, the last can't be misplaced", true);
  if (editing) state.turns[turn - 1].feedback = feedback;
  else state.turns.push({ guess, feedback });
  editing = null;
  attempt(think);
}

// Beginning

function begin(turns = []) {
  const fields = new FormData(form);
  const text = fields.get("game").trim().toLowerCase();
  if (!rules(text)) return say(`'${text}' is no game; one is written like 4x6 or 5x8-distinct`, true);
  state = { game: text, strategy: fields.get("strategy"), seed: Math.floor(Math.random() * 1e6), turns };
  editing = null;
  attempt(think);
}

async function fillMenu(chosen) {
  all = await fillStrategies(form.elements.strategy, form.elements.game.value.trim(), {
    first: { value: "", text: "the best that is quick" },
    chosen,
  });
  $("#strategy-about").textContent = about(all, form.elements.strategy.value || "needle");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
form.elements.game.addEventListener("change", () => attempt(() => fillMenu()));
form.elements.strategy.addEventListener(
  "change",
  () => ($("#strategy-about").textContent = about(all, form.elements.strategy.value || "needle")),
);

async function openAddress() {
  const kept = readAddress();
  if (kept) form.elements.game.value = kept.game;
  await fillMenu(kept?.strategy);
  if (kept) {
    state = kept;
    await think();
  } else {
    state = { game: "4x6", strategy: "", seed: 0, turns: [] };
    show("Think of a code, then begin.");
  }
}
attempt(openAddress);
