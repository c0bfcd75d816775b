// Play: begin a game, guess, ask for hints, share what was played.
import { aboutGame, gameTitle } from "./about_game.js";
import { Board } from "./board.js";
import { $, ask, attempt, el, isAway, isSure, needsServer, recall, Refused, root, say, sentence } from "./common.js";
import { showDaily } from "./daily.js";
import { t, translateSentence } from "./language.js";
import { row, spokenFeedback, withPegs } from "./pegs.js";

const main = $("#main");
const BEGIN_SECONDS = 30; // for which a new game waits for the server
let game = null;

/** What plays games in this browser while the server does not answer. */
const offlineGames = () =>
  import("./offline_games.js").catch(() => {
    throw new Refused(needsServer(), 0); // and no service worker does
  });

/** A game, which may be only in this browser. */
async function load(id) {
  const own = id.startsWith("offline-") && (await (await offlineGames()).load(id));
  return own || ask("GET", `/games/${id}`);
}

const board = new Board({
  place: $("#board"),
  tray: $("#tray"),
  async guess(code) {
    const turn = game.turns.length + 1;
    try {
      show(await (game.local ? (await offlineGames()).guess(game.id, turn, code) : ask("POST", `/games/${game.id}/turns`, { turn, guess: code })));
      speak();
    } catch (error) {
      if (error.status === 409) show(await load(game.id));
      if (isAway(error)) showLost();
      else say(error.status === 409 && game.state === "open" ? t("a move was made elsewhere; your row is kept") : error.message, true);
      throw error; // so that the board keeps the row
    }
  },
});

// Beginning a game

const chosenCodemaker = () => $('input[name="codemaker"]:checked').value;

/** Begin a game, with the limit of guesses that is typed if none is given. */
async function begin(what) {
  const typed = $('input[name="limit"]');
  if (!("limit" in what) && !typed.reportValidity()) return;
  const wanted = { limit: typed.value ? +typed.value : null, ...what };
  const made = await ask("POST", "/games", wanted, BEGIN_SECONDS).catch(async (error) => {
    if (isAway(error)) return (await offlineGames()).begin(wanted);
    throw error;
  });
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
      for (const one of document.querySelectorAll("[data-friends]")) one.setAttribute("aria-pressed", String(one === button));
      place.scrollIntoView({ block: "nearest" });
    }, button),
  );
$("#data").addEventListener("toggle", () => import("./devices_and_deletion.js"), { once: true });

// Showing a game

function show(next) {
  const before = game;
  game = next;
  main.classList.add("playing", "loaded");
  document.title = `${gameTitle(game)} · Blackpeg`;
  $("#game-title").textContent = gameTitle(game);
  board.show(game);
  const open = game.state === "open" && game.yours;
  $("#hint-steps").hidden = $("#open-hints").hidden = !open;
  if (before?.id !== game.id || before.turns.length !== game.turns.length || !open) hideHint();
  $("#about").replaceChildren(...aboutGame(game, giveUp));
  if (game.state === "open") $("#end").hidden = true;
  else if (before?.id !== game.id || before.state === "open") end(before?.id === game.id && game.yours);
}

/** Say the feedback of the last turn to those who listen. */
function speak() {
  const last = game.turns.at(-1);
  if (game.state === "open") $("#said").textContent = t("Turn {turn}: {feedback}", { turn: last.turn, feedback: spokenFeedback(last.feedback) });
}

/** Show how the game ended; `now` if that happened under the visitor's eyes. */
async function end(now) {
  const ended = game;
  const { showEnd } = await import("./end.js");
  if (game.id !== ended.id) return;
  const fixed = ["daily", "archive", "friend", "match"].includes(game.origin.split(" ")[0]);
  const again = () => begin({ game: game.game, codemaker: game.codemaker, limit: game.limit });
  showEnd(game, now, game.yours && !fixed ? again : null);
  if (game.yours && (game.challenge || game.match)) (await import("./friends.js")).offerMore(game, $("#end"));
}

function giveUp(event) {
  const button = event.target;
  if (isSure(button, t("Really give up?"))) attempt(async () => show(await (game.local ? (await offlineGames()).giveUp(game.id) : ask("POST", `/games/${game.id}/end`))), button);
}

// Hints

function hideHint() {
  $("#hint").hidden = true;
  delete $("#hint").dataset.lost;
}

/** Say that the game goes on when the server answers again. */
function showLost() {
  $("#hint").replaceChildren(el("p", {}, t("This game needs the server, which does not answer. What you played is kept there, and your row here.")));
  $("#hint").dataset.lost = "yes";
  $("#hint").hidden = false;
}

for (const button of document.querySelectorAll("[data-step]"))
  button.addEventListener("click", () =>
    attempt(async () => {
      const { step } = button.dataset;
      if (step === "consistent" && !board.code) return say(t("fill the row first; then it can be looked at"), true);
      if (game.local) show(await load(game.id)); // the server gives hints, so the game goes on there
      if (game.local) return say(t("hints need the server, which does not answer"), true);
      const asked = board.code;
      const hint = await ask("POST", `/games/${game.id}/hints`, { step, guess: asked, candidates_only: recall("hard", false) === true });
      const codes = [hint.guess, asked].filter(Boolean);
      const take = (code) =>
        el(
          "button",
          { type: "button", class: "again", "aria-label": t("take over {code}", { code }), onclick: () => board.copyRow(code) },
          row(code, true),
        );
      const parts = withPegs(sentence(translateSentence(hint.text)), codes, game.pegs);
      $("#hint").replaceChildren(
        el("p", {}, ...parts.map((part) => (hint.guess && part.classList?.contains("code") ? take(hint.guess) : part))),
        el("button", { type: "button", class: "quiet", "aria-label": t("close the hint"), onclick: hideHint }, "×"),
      );
      $("#hint").hidden = false;
      if ($("#hints").matches(":popover-open")) $("#hints").hidePopover();
      board.showContradicted(hint.turns);
      game.hints += 1;
    }, button),
  );

// What happens elsewhere: moves of somebody else, or in another tab

const LOOK_SECONDS = 3;
async function look() {
  if (document.hidden || game?.state !== "open" || board.busy) return;
  const seen = game;
  const now = await load(seen.id).catch(() => null); // which is tried again
  if (!now || game !== seen || board.busy) return;
  if ($("#hint").dataset.lost) hideHint();
  const moved = now.turns.length !== seen.turns.length || now.state !== seen.state;
  if (moved || now.local !== seen.local) show(now);
  if (moved) speak();
}
setInterval(() => (!game?.yours || $("#hint").dataset.lost) && look(), LOOK_SECONDS * 1000);
document.addEventListener("visibilitychange", look);
addEventListener("focus", look);

// What the address of the page asks for

async function openAddress() {
  const [, id] = /\/play\/([\w-]+)$/.exec(location.pathname) ?? [];
  const challenge = new URLSearchParams(location.search).get("challenge");
  if (id) {
    main.classList.add("playing");
    try {
      show(await load(id));
    } catch (error) {
      main.classList.add("loaded", "missing");
      const away = isAway(error) ? await offlineGames().catch(() => null) : null;
      $("#about").replaceChildren(
        ...(away?.gameAway() ?? [el("h1", {}, t("No game here")), el("p", {}, sentence(error.message))]),
        el("p", { class: "stack" }, el("a", { class: "button", href: `${root}/` }, t("New game")), away?.tryAgain()),
      );
      $("#hints").hidden = true;
    }
    return;
  }
  main.classList.remove("playing");
  document.title = `${t("Play")} · Blackpeg`;
  const code = new URLSearchParams(location.search).get("code");
  const [, share] = /\/s\/([\w-]+)$/.exec(location.pathname) ?? [];
  attempt(async () => {
    try {
      if (code || share || challenge) await (await import("./received_code.js")).showInvitation({ code, share, challenge }, begin);
      else await showDaily();
    } catch (error) {
      if (!isAway(error)) throw error;
      (await offlineGames()).showAway();
    }
  });
  if (recall("friends", false)) import("./friends.js").then(({ showTogether }) => attempt(() => showTogether($("#together"))));
  const own = recall("offline games", []).length ? await offlineGames() : null;
  await own?.sendAll();
  await attempt(() => showGames(own?.list() ?? []));
}

/** Show the visitor's games, first those that are only in this browser; a new visitor has none. */
async function showGames(own) {
  const stored = await ask("GET", "/games").catch((error) => {
    if (isAway(error)) return [];
    throw error;
  });
  if (own.length + stored.length) await (await import("./my_games.js")).showRecent([...own, ...stored]);
}

addEventListener("popstate", () => ($("#try-again") ? location.reload() : openAddress()));
openAddress();
