// Make: the computer breaks a code that the visitor thinks of. The whole game is in the address of the page.
import { keepInSight, sizeBoard } from "./board.js";
import { $, ask, attempt, el, root, say, sentence } from "./common.js";
import { decimal, number, t, translateSentence } from "./language.js";
import { feedbackPegs, parseFeedback, parseTurns, peg, row, rules, withPegs, writeTurns } from "./pegs.js";
import { about, fillStrategies } from "./strategy_menu.js";

const form = $("#setup-make");
const MIN_ROWS = 7;
const MAX_LIMIT = 200; // of guesses, as in the form
let state = null; // { game, strategy, seed, limit, turns: [{ guess, feedback }] }
let waiting = null; // the guess that needs feedback
let wrong = []; // turns that contradict each other
let editing = null; // the number of the turn whose feedback is corrected
const LEVELS = { easy: t("Easy"), medium: t("Medium"), hard: t("Hard") };
let all = [];
let levels = []; // [{ level, game, strategy, about }]

// The address

const writeAddress = () => {
  const turns = writeTurns(state.turns);
  const { game, strategy, seed, limit } = state;
  const limited = limit === null ? {} : { limit };
  history.replaceState({}, "", `#${new URLSearchParams({ game, strategy, seed, ...limited, turns })}`);
};

function readAddress() {
  const address = new URLSearchParams(location.hash.slice(1));
  if (!rules(address.get("game") ?? "")) return null;
  const turns = parseTurns((address.get("turns") ?? "").split(",").filter(Boolean));
  const limit = +(address.get("limit") ?? 0);
  return {
    limit: Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT ? limit : null,
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
  show(t("It is thinking…"));
  try {
    const known = await ask("POST", "/positions", { game: state.game, history: state.turns });
    wrong = known.turns;
    if (known.contradiction) return show(sentence(translateSentence(known.contradiction)), true);
    if (known.solved) return showResult(t("Broken in {count} guesses.", { count: state.turns.length }), true);
    if (state.limit !== null && state.turns.length >= state.limit)
      return showResult(t("Not broken in {count} guesses: you win.", { count: state.turns.length }), false);
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

function showResult(text, broken) {
  show();
  $("#said").textContent = text;
  const review = new URLSearchParams({
    game: state.game,
    turns: writeTurns(state.turns),
  });
  $("#answer").replaceChildren(
    el("h2", { class: `result${broken ? " won" : ""}`, tabindex: "-1" }, text),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button", href: `${root}/review#${review}` }, t("Review this game")),
      el("button", { type: "button", class: "primary", onclick: () => begin() }, t("Another code")),
    ),
  );
  $("#answer .result").focus({ preventScroll: true });
}

function showRanking(best) {
  const rows = best.ranking.map((one) =>
    el(
      "tr",
      {},
      el("td", {}, row(one.guess, true)),
      el("td", {}, decimal(one.bits)),
      el("td", {}, number(one.parts)),
      el("td", {}, one.candidate ? t("yes") : t("no")),
    ),
  );
  $("#thinks").replaceChildren(
    el("button", { type: "button", class: "close quiet", popovertarget: "thinks", "aria-label": t("close") }, "×"),
    el("h2", {}, t("What it thinks")),
    el(
      "p",
      {},
      best.candidates === null
        ? t("Too many codes fit to be counted.")
        : best.candidates === 1
          ? t("Only one code fits.")
          : t("{count} codes fit.", { count: best.candidates }),
    ),
    rows.length && best.candidates !== 1
      ? el(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": t("The best guesses") },
          el(
            "table",
            {},
            el(
              "thead",
              {},
              el("tr", {}, ...[t("guess"), t("bits"), t("parts"), t("fits")].map((text) => el("th", { scope: "col" }, text))),
            ),
            el("tbody", {}, ...rows),
          ),
        )
      : "",
    best.candidates !== 1 && rows.length
      ? el(
          "p",
          { class: "note" },
          t("Bits: what the answer is expected to tell. Parts: how many answers are possible."),
          best.sample ? ` ${t("Both by a sample of {count} codes that fit.", { count: best.sample })}` : "",
        )
      : "",
  );
}

// What is shown

function show(text = "", bad = false) {
  const game = rules(state.game);
  const rows = [];
  const shown = Math.max(MIN_ROWS, state.turns.length + 1);
  for (let turn = 1; turn <= Math.min(shown, state.limit ?? shown); turn++) {
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
        el("span", { class: "turn" }, number(turn)),
        code ? row(code) : el("span", { class: "code" }, ...Array.from({ length: game.pegs }, () => peg(null))),
        played
          ? el(
              "button",
              {
                type: "button",
                class: "again",
                title: t("Correct this answer"),
                "aria-label": t("turn {turn}, {feedback}: correct this answer", { turn, feedback: played.feedback }),
                onclick: () => edit(turn),
              },
              feedbackPegs(played.feedback, game.pegs),
            )
          : feedbackPegs(null, game.pegs),
      ),
    );
  }
  const board = $("#board");
  const focused = $("#answer").contains(document.activeElement) || document.activeElement === document.body;
  $("#main").classList.add("playing", "loaded");
  $("#game-title").textContent = t("Your code, {game}", { game: state.game });
  board.replaceChildren(el("ol", { class: "rows" }, ...rows));
  sizeBoard(board, game.pegs);
  showAnswer(text, bad);
  keepInSight(board);
  if (focused) $("#answer input:checked, #answer input, #answer button, #answer a")?.focus({ preventScroll: true });
}

/** Show what is asked of the visitor, or what is the matter. */
function showAnswer(text, bad) {
  if (editing) return askForFeedback(editing, state.turns[editing - 1].guess, state.turns[editing - 1].feedback);
  if (waiting) return askForFeedback(state.turns.length + 1, waiting, null);
  const guesses = state.turns.map((turn) => turn.guess);
  $("#answer").replaceChildren(
    el("p", { class: bad ? "bad" : "note", id: "trouble" }, ...withPegs(text, guesses, rules(state.game).pegs)),
    bad && wrong.length
      ? el(
          "div",
          { class: "actions" },
          ...wrong.map((turn) => el("button", { type: "button", onclick: () => edit(turn) }, t("Correct turn {turn}", { turn }))),
        )
      : "",
  );
}

function edit(turn) {
  editing = turn;
  show();
}

function guessTitle(turn) {
  if (editing) return t("Correct turn {turn}:", { turn });
  return state.limit === null ? t("Guess {turn}:", { turn }) : t("Guess {turn} of {limit}:", { turn, limit: state.limit });
}

/** Ask for the black and white pegs of a turn. */
function askForFeedback(turn, guess, before) {
  const game = rules(state.game);
  const now = before ? parseFeedback(before) : { black: null, white: game.whites ? null : 0 };
  const chips = (name, chosen) =>
    el(
      "fieldset",
      { class: "chips" },
      el("legend", {}, el("i", { class: name[0] }), " ", el("b", {}, name === "black" ? t("black") : t("white"))),
      ...Array.from({ length: game.pegs + 1 }, (_, count) => {
        const input = el("input", { type: "radio", name, value: count, checked: chosen === count });
        return el("label", {}, input, el("span", {}, number(count)));
      }),
    );
  const answer = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const fields = new FormData(event.target);
        const [black, white] = [fields.get("black"), game.whites ? fields.get("white") : "0"];
        if (black === null || (white === null && +black !== game.pegs)) return say(t("choose black and white pegs"), true);
        takeFeedback(turn, guess, game.whites ? `${black}b${white ?? 0}w` : `${black}b`);
      },
    },
    el("p", {}, el("b", {}, guessTitle(turn)), " ", row(guess, true)),
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
            t("Leave it"),
          )
        : "",
      el("button", { class: "primary", id: "give" }, editing ? t("Correct") : t("Answer")),
    ),
  );
  $("#answer").replaceChildren(answer);
}

/** Digits give the black pegs, then the white ones; letters stand for ten and more. Enter answers. */
document.addEventListener("keydown", (event) => {
  const answer = $("#answer form");
  if (!answer || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input:not([type="radio"]), select, textarea')) return;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  const count = digit ? +digit : "abc".indexOf(event.key) >= 0 ? 10 + "abc".indexOf(event.key) : null;
  if (event.key === "Enter" && event.target.closest("input")) {
    event.preventDefault();
    answer.requestSubmit();
  }
  const colors = ["black", "white"].filter((name) => answer.elements[name]);
  if (count === null || count > rules(state.game).pegs) return;
  const next = colors.find((name) => !answer.elements[name].value) ?? "black";
  const input = answer.querySelector(`[name="${next}"][value="${count}"]`);
  if (next === "black" && colors.length === 2) for (const other of answer.elements.white) other.checked = false;
  input.checked = true;
  input.focus();
  event.preventDefault();
});

function takeFeedback(turn, guess, feedback) {
  const { black, white } = parseFeedback(feedback);
  const { pegs } = rules(state.game);
  if (black + white > pegs) return say(t("that is more than {count} pegs", { count: pegs }), true);
  if (black === pegs - 1 && white === 1) return say(t("if all but one are right, the last can't be misplaced"), true);
  if (editing) state.turns[turn - 1].feedback = feedback;
  else state.turns.push({ guess, feedback });
  editing = null;
  attempt(think);
}

// Beginning

function begin(turns = []) {
  const fields = new FormData(form);
  const text = fields.get("game").trim().toLowerCase();
  if (!rules(text)) return say(t("'{text}' is no game; one is written like 4x6 or 5x8-distinct", { text }), true);
  const limit = fields.get("limit") ? +fields.get("limit") : null;
  state = { game: text, strategy: fields.get("strategy"), seed: Math.floor(Math.random() * 1e6), limit, turns };
  editing = null;
  attempt(think);
  scrollTo(0, 0);
}

async function fillMenu(chosen) {
  const game = form.elements.game.value.trim();
  all = await fillStrategies(form.elements.strategy, game, {
    first: { value: "", text: t("the best that is quick") },
    chosen,
  });
  const level = levels.find((one) => one.game === game);
  if (level && form.elements.strategy.dataset.game === game) {
    form.elements.strategy.options[0].after(el("option", { value: level.strategy }, t("as in the level {level}", { level: LEVELS[level.level] ?? level.level })));
    if (chosen === level.strategy) form.elements.strategy.value = chosen;
  }
  showStrategy();
}

function showStrategy() {
  const name = form.elements.strategy.value || "needle";
  $("#strategy-about").textContent = levels.find((one) => one.strategy === name)?.about ?? about(all, name);
}

/** Begin a game at a level: its size, and the player of the game that the levels come from. */
async function beginLevel(name) {
  if (!levels.length) levels = await ask("GET", "/levels");
  const level = levels.find((one) => one.level === name);
  form.elements.game.value = level.game;
  await fillMenu(level.strategy);
  if (form.reportValidity()) begin();
}

for (const button of document.querySelectorAll("[data-level]"))
  button.addEventListener("click", () => attempt(() => beginLevel(button.dataset.level), button));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});
form.elements.game.addEventListener("change", () => attempt(() => fillMenu()));
form.elements.strategy.addEventListener("change", showStrategy);

async function openAddress() {
  levels = await ask("GET", "/levels");
  const kept = readAddress();
  if (!kept) document.documentElement.classList.remove("begun");
  if (kept) form.elements.game.value = kept.game;
  if (kept) form.elements.limit.value = kept.limit ?? "";
  await fillMenu(kept?.strategy);
  if (kept) {
    state = kept;
    await think();
  }
}
attempt(openAddress);
