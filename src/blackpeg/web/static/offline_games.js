// Games that this browser plays by itself while the server does not answer: kept after every turn, and sent to the
// server when it answers again. Nobody committed to their codes, so they are marked as not proved.
import { $, ask, el, isAway, needsServer, recall, Refused, remember, root } from "./common.js";
import { feedback } from "./feedback.js";
import { t } from "./language.js";
import { rules, SYMBOLS } from "./pegs.js";
import { whenServerIsBack } from "./server_back.js";

const KEPT = "offline games"; // where they are kept
const LEVELS = { easy: "4x6-distinct", medium: "4x6", hard: "5x8" };
const [MAX_PEGS, MAX_COLORS, MAX_TURNS, MAX_GAMES] = [5, 8, 200, 100];
const SEND_SECONDS = 5; // for which the end of a game waits for the server

const all = () => recall(KEPT, []);
const find = (id) => all().find((one) => one.id === id);
const remove = (id) => remember(KEPT, all().filter((one) => one.id !== id));
const save = (game) => remember(KEPT, [...all().filter((one) => one.id !== game.id), game]);


/** Begin a game as the server would; refused if it is one that needs the server. */
export function begin({ game, level, codemaker, limit = null, ...other }) {
  const known = rules(LEVELS[level] ?? game ?? "");
  const small = known && known.pegs <= MAX_PEGS && known.colors <= MAX_COLORS && known.pegs * known.colors > 0;
  if (!small || codemaker !== "honest" || Object.keys(other).length) throw new Refused(needsServer(), 0);
  if (!known.repeats && known.colors < known.pegs) throw new Refused(t("no color twice: there must be as many colors as pegs"), 422);
  if (all().length >= MAX_GAMES) throw new Refused(t("{count} games wait to be sent to the server; that is all this browser keeps", { count: MAX_GAMES }), 409);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = `offline-${btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
  save({ id, game: known.text, secret: drawSecret(known), turns: [], limit, given_up: false, began: Date.now() / 1000 });
  if (!find(id)) throw new Refused(t("This browser keeps nothing, so games can't be played in it without the server"), 0);
  return describe(find(id));
}

/** A code of the game, each with the same chance. */
function drawSecret({ pegs, colors, repeats }) {
  const left = Array.from({ length: colors }, (_, color) => color);
  return Array.from({ length: pegs }, () => {
    const at = randomBelow(left.length);
    return SYMBOLS[repeats ? left[at] : left.splice(at, 1)[0]];
  }).join("");
}

/** A random number from 0 to below `count`, at most 256; bytes that would make some of them likelier are thrown away. */
function randomBelow(count) {
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - (256 % count)) return byte % count;
  }
}

/** Make a guess; if that ends the game, it is sent to the server at once if it answers. */
export async function guess(id, turn, code) {
  const game = find(id);
  if (game?.turns.length !== turn - 1) throw new Refused(t("this game went on elsewhere"), 409); // in another tab, or at the server
  const { whites } = rules(game.game);
  const { black, white } = feedback(game.secret, code, whites);
  game.turns.push({ guess: code, feedback: whites ? `${black}b${white}w` : `${black}b` });
  save(game);
  return stateOf(game) === "open" ? describe(game) : load(id);
}

/** Give up; a game in which nothing was guessed is not kept. */
export async function giveUp(id) {
  const game = { ...find(id), given_up: true };
  if (game.turns.length) save(game);
  else remove(id);
  return game.turns.length ? load(id) : describe(game);
}

function stateOf({ game, turns, limit, given_up }) {
  if (turns.at(-1)?.feedback.startsWith(`${rules(game).pegs}b`)) return "solved";
  if (given_up) return "given up";
  return turns.length >= (limit ?? MAX_TURNS) ? "lost" : "open";
}

/** A game as the API describes games, and that it is only in this browser. */
function describe(game) {
  const { text, ...known } = rules(game.game);
  const state = stateOf(game);
  return {
    ...known, id: game.id, game: text, codemaker: "honest", origin: "offline", title: "Blackpeg", state, yours: true,
    commitment: null, nonce: null, secret: state === "open" ? null : game.secret, hints: 0, given: 0,
    turns: game.turns.map((turn, k) => ({ turn: k + 1, ...turn, left: null })), summary: null, share: null, challenge: null,
    match: null, created: game.began, ended: null, limit: game.limit, local: true,
  }; // prettier-ignore
}

/** The games that are only in this browser, the latest first, as the list of games has them. */
export const list = () =>
  all()
    .map(describe)
    .map((game) => ({ ...game, guesses: game.turns.length }))
    .sort((a, b) => b.created - a.created);

// Sending

/** A game of this browser: as the server has it, if it answers, and from then on there; null if it is not kept here. */
export async function load(id) {
  const game = find(id);
  if (!game) return null;
  return game.turns.length ? send(game).catch(() => describe(game)) : describe(game);
}

async function send(game) {
  const { refused, ...body } = game;
  if (refused) throw new Refused(refused, 422);
  try {
    const stored = await ask("POST", "/offline-games", body, SEND_SECONDS);
    remove(game.id);
    return stored;
  } catch (error) {
    if ([409, 422].includes(error.status)) save({ ...game, refused: error.message }); // which is not tried again
    throw error;
  }
}

/** Send all games in which something was guessed, one after the other; those that can't be sent now stay. */
export async function sendAll() {
  for (const game of all().filter(({ turns, refused }) => turns.length && !refused)) {
    try {
      await send(game);
    } catch (error) {
      if (isAway(error) || error.status === 429) return;
    }
  }
}

// What the Play page says

export const tryAgain = () => el("button", { type: "button", class: "button", id: "try-again", onclick: () => location.reload() }, t("Try again"));

/** Show what there is to play without the server, in place of today's puzzle. */
export function showAway() {
  $(".today").replaceChildren(
    el("p", { class: "kicker" }, t("The server does not answer")),
    el("h1", { id: "setup-title" }, t("Play without it")),
    el("p", {}, t("Games of up to 5 pegs and 8 colors are played in this browser meanwhile. They are sent when the server answers again, and marked as not proved.")),
    el("p", {}, t("Today's puzzle, games with friends, cheaters, hints and reviews need the server.")),
    el("p", { class: "daily-actions" }, tryAgain(), el("a", { class: "button", href: `${root}/learn` }, t("How to play"))),
  );
  $("#friends .stack").replaceChildren(el("p", { class: "note", id: "friends-away" }, t("Games with friends need the server.")));
  whenServerIsBack(() => $("#main.playing") || location.reload()); // a game that was begun meanwhile goes on
}

/** What stands in place of a game that is at the server, until it answers. */
export function gameAway() {
  whenServerIsBack(() => location.reload());
  return [
    el("h1", {}, t("This game needs the server")),
    el("p", {}, t("It does not answer at the moment. What you played in this game is kept there, and the row that you have begun is kept here.")),
    el("p", {}, t("Games of up to 5 pegs and 8 colors are played in this browser meanwhile.")),
  ];
}
