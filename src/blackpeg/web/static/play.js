// Play: begin a game, guess, ask for hints, share what was played.
import { Board } from "./board.js";
import { $, ask, attempt, copy, countPhrase, el, number, recall, root, say, sentence } from "./common.js";
import { showDaily } from "./daily.js";
import { showRecent } from "./my_games.js";
import { describe, row } from "./pegs.js";
import { shareGame } from "./share.js";
import { sha256 } from "./sha256.js";

const main = $("#main");
let game = null;

const board = new Board({
  place: $("#board"),
  tray: $("#tray"),
  async guess(code) {
    try {
      show(await ask("POST", `/games/${game.id}/turns`, { turn: game.turns.length + 1, guess: code }));
    } catch (error) {
      say(error.message, true);
      if (error.status === 409) show(await ask("GET", `/games/${game.id}`));
      else throw error;
    }
  },
});

// Beginning a game

const chosenCodemaker = () => $('input[name="codemaker"]:checked').value;


/** Begin a game, with the limit of guesses that is typed if none is given. */
async function begin(what) {
  const typed = $('input[name="limit"]');
  if (!("limit" in what) && !typed.reportValidity()) return;
  const made = await ask("POST", "/games", { limit: typed.value ? +typed.value : null, ...what });
  history.pushState({}, "", `${root}/play/${made.id}`);
  show(made);
  scrollTo(0, 0);
}

for (const card of document.querySelectorAll("[data-level]"))
  card.addEventListener("click", () =>
    attempt(() => begin({ level: card.dataset.level, codemaker: chosenCodemaker() }), card),
  );
$("#daily").addEventListener("click", () => attempt(() => begin({ daily: true }), $("#daily")));

$("#own").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const text = `${form.get("pegs")}x${form.get("colors")}${form.get("distinct") ? "-distinct" : ""}${form.get("black") ? "-black" : ""}`;
  attempt(() => begin({ game: text, codemaker: chosenCodemaker() }), $("#own button"));
});

for (const button of document.querySelectorAll("[data-friends]"))
  button.addEventListener("click", () =>
    attempt(async () => {
      const { showNewMatch, showSetCode } = await import("./friends.js");
      const place = $("#friends-form");
      button.dataset.friends === "code" ? showSetCode(place) : showNewMatch(place, button.dataset.friends);
    }, button),
  );
$("#data").addEventListener("toggle", () => import("./data.js"), { once: true });

// Showing a game

function show(next) {
  game = next;
  main.classList.add("playing", "loaded");
  document.title = `${game.game} · Blackpeg`;
  $("#game-title").textContent = `Game ${game.game}`;
  board.show(game);
  $("#hints").hidden = !(game.state === "open" && game.yours);
  $("#help").hidden = !(game.state === "open" && game.yours);
  showAbout();
  const last = game.turns.at(-1);
  if (last && game.state === "open") $("#said").textContent = `Turn ${last.turn}: ${last.feedback}`;
  if (game.turns.length !== hintedAt) $("#hint").textContent = "";
}

const codemakers = {
  honest: "The codemaker is honest.",
  adversary: "The codemaker is adversarial: it hides no code.",
  "adversary(steps=2)": "The codemaker is adversarial and looks two turns ahead.",
};

function showAbout() {
  const place = $("#about");
  const over = game.state !== "open";
  const origin = game.origin.split(" ");
  const title = {
    daily: `Daily puzzle ${origin[1] ?? ""}`,
    friend: "A code set by a friend",
    position: "Once more from here",
  }[origin[0]];
  const lines = [
    el("h2", {}, title ?? `Game ${game.game}`),
    el("p", {}, `${sentence(describe(game.game))} ${codemakers[game.codemaker] ?? ""}`),
  ];
  if (!game.yours)
    lines.push(
      el(
        "p",
        { class: "note" },
        over ? "Somebody else played this game; you can look at it." : "This is somebody else's game; you can look on.",
      ),
    );
  if (over) {
    const guesses = countPhrase(game.turns.length, "guess");
    const solved = game.state === "solved";
    lines.push(
      el(
        "p",
        { class: `result ${solved ? "won" : ""}` },
        { solved: `Broken in ${guesses}.`, lost: `Not broken in ${guesses}.` }[game.state] ?? `Given up after ${guesses}.`,
        game.hints ? ` With ${countPhrase(game.hints, "hint")}.` : "",
      ),
    );
  }
  if (!over && game.codemaker !== "honest")
    lines.push(el("p", { id: "possible" }, `${number(countPossible())} codes are possible.`));
  if (game.commitment) lines.push(commitmentDetails(over));
  else if (over && game.state !== "solved") lines.push(el("p", {}, "There was no code; this one fits all answers."));
  lines.push(
    over
      ? endButtons()
      : el(
          "div",
          { class: "stack" },
          game.yours && el("button", { type: "button", id: "give-up", onclick: giveUp }, "Give up"),
        ),
  );
  lines.push(el("div", { class: "stack" }, el("a", { class: "button quiet", href: `${root}/` }, "New game")));
  place.replaceChildren(...lines);
}

/** How many codes an adversary can still choose from. */
const countPossible = () => {
  const { pegs, colors, repeats } = game;
  const all = repeats ? colors ** pegs : Array.from({ length: pegs }, (_, k) => colors - k).reduce((a, b) => a * b, 1);
  return game.turns.length ? game.turns.at(-1).left : all;
};

function commitmentDetails(over) {
  if (!over)
    return el(
      "details",
      {},
      el("summary", {}, "Commitment ", el("code", {}, `${game.commitment.slice(0, 12)}…`)),
      el(
        "p",
        {},
        "The SHA-256 of a random number and the secret, fixed before your first guess. At the end you see both, and can check that the secret never changed.",
      ),
      el("p", {}, el("code", { class: "long" }, game.commitment)),
    );
  const text = `${game.nonce} ${game.game} ${game.secret}`;
  const same = sha256(text) === game.commitment;
  return el(
    "details",
    {},
    el("summary", { id: "verified" }, same ? "✓ The commitment is kept" : "✗ The commitment is broken"),
    el(
      "p",
      {},
      "SHA-256 of ",
      el("code", { class: "long" }, text),
      " is ",
      el("code", { class: "long" }, game.commitment),
    ),
  );
}

function endButtons() {
  const link = `${location.origin}${root}/play/${game.id}`;
  return el(
    "div",
    { class: "stack" },
    game.turns.length
      ? el("a", { class: "button primary", id: "to-review", href: `${root}/review/${game.id}` }, "Review this game")
      : null,
    el(
      "button",
      {
        type: "button",
        id: "share",
        onclick: () => copy(link, "the link to this game is copied; it can only be looked at"),
      },
      "Copy a read-only link",
    ),
    el("button", { type: "button", onclick: () => shareGame(game) }, "Share"),
    game.yours && !["daily", "friend"].includes(game.origin.split(" ")[0])
      ? el(
          "button",
          {
            type: "button",
            id: "next-game",
            onclick: (e) => attempt(() => begin({ game: game.game, codemaker: game.codemaker, limit: game.limit }), e.target),
          },
          "Play another",
        )
      : null,
  );
}

function giveUp(event) {
  const button = event.target;
  if (button.dataset.sure) return attempt(async () => show(await ask("POST", `/games/${game.id}/end`)), button);
  button.dataset.sure = "yes";
  button.textContent = "Really give up?";
}

// Hints

let hintedAt = 0; // turns that were played when the last hint was given
for (const button of document.querySelectorAll("[data-step]"))
  button.addEventListener("click", () =>
    attempt(async () => {
      const { step } = button.dataset;
      if (step === "consistent" && !board.code) return say("fill the row first; then it can be looked at", true);
      const hint = await ask("POST", `/games/${game.id}/hints`, { step, guess: board.code });
      hintedAt = game.turns.length;
      const place = $("#hint");
      place.replaceChildren(
        sentence(hint.text),
        ...(hint.guess
          ? [
              el(
                "button",
                {
                  type: "button",
                  class: "again",
                  "aria-label": `take over ${hint.guess}`,
                  onclick: () => board.copyRow(hint.guess),
                },
                row(hint.guess, true),
              ),
            ]
          : []),
      );
      board.showContradicted(hint.turns);
      game.hints += 1;
    }, button),
  );

// What the address of the page asks for

async function openAddress() {
  const [, id] = /\/play\/([\w-]+)$/.exec(location.pathname) ?? [];
  const challenge = new URLSearchParams(location.search).get("challenge");
  if (id) {
    main.classList.add("playing");
    try {
      show(await ask("GET", `/games/${id}`));
    } catch (error) {
      main.classList.add("loaded", "missing");
      $("#about").replaceChildren(
        el("h2", {}, "No game here"),
        el("p", {}, sentence(error.message)),
        el("a", { class: "button", href: `${root}/` }, "New game"),
      );
      $("#hints").hidden = $("#help").hidden = true;
    }
    return;
  }
  main.classList.remove("playing");
  document.title = "Play · Blackpeg";
  const code = new URLSearchParams(location.search).get("code");
  const [, share] = /\/s\/([\w-]+)$/.exec(location.pathname) ?? [];
  if (code || share || challenge) await attempt(async () => (await import("./invitation.js")).showInvitation({ code, share, challenge }, begin));
  else attempt(showDaily);
  if (recall("friends", false)) import("./friends.js").then(({ showTogether }) => attempt(() => showTogether($("#together"))));
  await attempt(showRecent);
}

addEventListener("popstate", openAddress);
openAddress();
