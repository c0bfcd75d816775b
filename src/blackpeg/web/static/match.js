// A duel or a tournament: join by the link, set codes, crack them, see the others' pegs as they come.
import { Board } from "./board.js";
import { $, ask, attempt, countPhrase, el, isSure, recall, remember, root, say, sentence } from "./common.js";
import { linkToShare } from "./friends.js";
import { CodePicker } from "./code_picker.js";
import { describe, feedbackPegs, lids, row, rules } from "./pegs.js";

const id = location.pathname.split("/").at(-1);
let match = null;
let game = null; // the visitor's game of the current round
let round = 0; // which is shown; stays after its end until the visitor goes on
let source = null;
let staged = ""; // what the stage shows now, so that a form is not redrawn while it is filled

const board = new Board({
  place: $("#board"),
  tray: $("#tray"),
  async guess(code) {
    try {
      showGame(await ask("POST", `/games/${game.id}/turns`, { turn: game.turns.length + 1, guess: code }));
    } catch (error) {
      say(error.message, true);
      if (error.status === 409) showGame(await ask("GET", `/games/${game.id}`));
      throw error;
    }
  },
});

/** Receive the match whenever it changes. */
function listen() {
  source?.close();
  source = new EventSource(`${root}/api/matches/${id}/events`);
  source.onmessage = (event) => show(JSON.parse(event.data));
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
  };
}

const nameOf = (player) =>
  player.you ? "You" : player.left ? "Somebody who left" : player.name || (match.kind === "duel" ? "The other" : `Player ${player.seat + 1}`);
const playerAt = (seat) => match.players.find((player) => player.seat === seat);
const isOver = (own) => !["waiting", "open"].includes(own.state);
const ownGame = (number) => match.played[number - 1]?.games.find((one) => one.seat === match.seat);

async function show(next) {
  match = next;
  const duel = match.kind === "duel";
  $("#match-title").textContent = duel ? "Duel" : `Tournament${match.state === "open" && match.seat !== null ? `, round ${currentRound()} of ${match.rounds}` : ""}`;
  $("#game-title").textContent = $("#match-title").textContent;
  document.title = `${duel ? "Duel" : "Tournament"} · Blackpeg`;
  const own = match.seat === null || match.state === "waiting" ? null : ownGame(currentRound());
  if (own?.game && (game?.id !== own.game || game.turns.length !== own.feedback.length || (game.state === "open") !== (own.state === "open"))) {
    if (!board.busy) showGame(await ask("GET", `/games/${own.game}`));
  }
  render(own);
}

/** The round that the visitor plays: the first that is not over, or the last one while its end is looked at. */
function currentRound() {
  const open = match.played.findIndex((one) => one.games.some((each) => each.seat === (match.seat ?? each.seat) && !isOver(each)));
  const next = open < 0 ? match.rounds : open + 1;
  if (!round || round > next) round = next;
  return round;
}

function showGame(next) {
  game = next;
  board.show(game);
  if (match) render(ownGame(currentRound()));
}

/** Whether the visitor has to set a code before the round goes on. */
const mustSetCode = (own) => match.kind === "tournament" && !own.code_set && !isOver(own);

function render(own) {
  const seen = Boolean(own?.game) && game?.id === own.game;
  const playing = seen && game.state === "open" && !mustSetCode(own); // then the board fills the window
  $("#main").classList.toggle("playing", playing);
  $("#table").hidden = !playing;
  for (const hidden of ["#lobby", "#scores", "#revealed"]) $(hidden).classList.toggle("aside", playing);
  $("#rivals").replaceChildren(...(playing ? rivals() : []));
  $("#progress").replaceChildren(...(!playing && match.state === "open" ? rivals() : []));
  stage(own, seen);
  showScores();
  showRevealed();
}

/** The others' progress in this round: their pegs, never their codes. */
const rivals = () =>
  match.played[currentRound() - 1].games
    .filter((one) => one.seat !== match.seat)
    .map((one) =>
      el(
        "li",
        { "data-rival": one.seat },
        el("b", {}, nameOf(playerAt(one.seat))),
        el("span", {}, progress(one)),
        el("span", { class: "pegs" }, ...one.feedback.slice(-6).map((feedback) => feedbackPegs(feedback, rules(match.game).pegs))),
      ),
    );

function progress(one) {
  const count = one.feedback.length;
  return { waiting: "waits for a code", open: `turn ${count + 1}`, solved: `done in ${count}`, lost: `lost after ${count}`, "given up": "gave up", left: "left" }[one.state];
}

// The stage: what is to be done next

function stage(own, playing) {
  const names = match.players.map(nameOf);
  const setting = match.state === "open" && match.seat !== null && mustSetCode(own);
  const key = setting ? `set ${round}` : JSON.stringify([match.state, match.seat, own?.state, own?.code_set, own?.game, round, match.rematch, names, playing && game.state, match.state === "open" && match.played[round - 1].over]);
  if (key === staged) return;
  staged = key;
  $("#stage").replaceChildren(...(match.state === "waiting" ? waiting(names) : match.state === "over" ? over() : underWay(own, playing)));
}

function waiting(names) {
  const duel = match.kind === "duel";
  const about = duel
    ? `Both crack the same hidden code: ${describe(match.game)}. You see each other's pegs, but no codes until both are done. The fewest guesses win.`
    : `${countPhrase(match.rounds, "round")}, ${describe(match.game)}. In each round everybody sets a code and cracks another's. A guess is a point, a code not cracked in ${match.limit} costs ${match.limit + 1}; the fewest points win.`;
  const lines = [lids(rules(match.game).pegs), el("p", {}, about)];
  if (match.seat === null) {
    lines.push(
      el(
        "form",
        {
          id: "join",
          class: "fields",
          onsubmit: (event) => {
            event.preventDefault();
            attempt(async () => {
              const name = new FormData(event.target).get("name");
              remember("name", name);
              remember("friends", true);
              await ask("POST", `/matches/${id}/players`, { name });
              listen(); // as a player
            }, $("#join button"));
          },
        },
        el("label", {}, "Your name ", el("input", { name: "name", maxlength: 20, value: recall("name", ""), autocomplete: "nickname", placeholder: "if you like" })),
        el("button", { class: "primary" }, duel ? "Accept the duel" : "Take part"),
      ),
    );
  } else {
    lines.push(linkToShare(`${location.origin}${root}/match/${id}`, duel ? "A duel" : "A tournament", duel ? "Crack the same code as me: who needs fewer guesses?" : "Join my Mastermind tournament!"));
    lines.push(el("p", { class: "note" }, duel ? "It begins as soon as the other one opens the link." : match.owner ? "Start when all are here." : "Waiting for who made it to start."));
  }
  if (!duel) lines.push(el("ul", { class: "list", id: "players" }, ...names.map((name) => el("li", {}, name))));
  if (!duel && match.owner)
    lines.push(
      el("button", { type: "button", class: "primary", id: "start", disabled: match.players.length < 2, onclick: (e) => attempt(() => ask("POST", `/matches/${id}/start`), e.target) }, `Start with ${countPhrase(match.players.length, "player")}`),
    );
  return lines;
}

function underWay(own, playing) {
  if (match.seat === null) return [el("p", {}, "It has begun without you. You see the pegs, and all codes at the end.")];
  if (mustSetCode(own)) return [setCode()];
  if (own.state === "waiting") return [el("p", {}, `Waiting for the code of ${nameOf(playerAt(own.codemaker))}…`)];
  if (!playing || game.state === "open") return [];
  const result = game.state === "solved" ? `Done in ${game.turns.length}!` : "Not cracked.";
  const lines = [
    el("p", { class: `result ${game.state === "solved" ? "won" : ""}`, id: "round-end", role: "status" }, result),
    moves(game.secret, game.turns),
  ];
  const more = round < match.rounds;
  if (more) lines.push(el("button", { type: "button", class: "primary", id: "next-round", onclick: nextRound }, `Go on with round ${round + 1}`));
  else lines.push(el("p", {}, "Waiting for the others; all codes are shown when they are done."));
  return lines;
}

/** A code and the guesses that were made at it. */
const moves = (secret, turns) =>
  el(
    "ol",
    { class: "moves" },
    ...turns.map((turn) => el("li", {}, row(turn.guess, true), feedbackPegs(turn.feedback, rules(match.game).pegs))),
    secret && turns.at(-1)?.guess !== secret ? el("li", {}, "The code: ", row(secret, true)) : null,
  );

function nextRound() {
  round += 1;
  game = null;
  show(match);
}

/** The form with which a player sets the code of a round. */
function setCode() {
  const holder = el("div");
  const picker = new CodePicker(holder, match.game);
  const breaker = match.played[round - 1].games.find((one) => one.codemaker === match.seat);
  return el(
    "form",
    {
      id: "set-code",
      onsubmit: (event) => {
        event.preventDefault();
        if (!picker.code) return say("tap a color for every hole first", true);
        attempt(() => ask("POST", `/matches/${id}/codes`, { round, secret: picker.code }), $("#set-code .primary"));
      },
    },
    el("p", {}, `Round ${round}: set a code for ${nameOf(playerAt(breaker.seat))}.`),
    holder,
    el("button", { class: "primary" }, "Set this code"),
  );
}

function over() {
  const won = match.players.filter((player) => player.rank === 1);
  const text = won.length > 1 ? "A draw!" : won[0].you ? "You win!" : `${nameOf(won[0])} wins.`;
  const lines = [el("p", { class: `result ${won.some((player) => player.you) ? "won" : ""}`, id: "verdict", role: "status" }, text)];
  if (match.seat !== null)
    lines.push(
      el(
        "button",
        {
          type: "button",
          class: "primary",
          id: "rematch",
          onclick: (e) => attempt(async () => (location.href = `${root}/match/${(await ask("POST", `/matches/${id}/rematch`)).id}`), e.target),
        },
        match.rematch ? "Accept the rematch" : "Rematch",
      ),
    );
  return lines;
}

// Points, and what everybody played once all are done

function showScores() {
  $("#scores").hidden = match.state === "waiting";
  if (match.state === "waiting") return;
  const rounds = match.played.map((one) => one.round);
  const cell = (seat, number) => {
    const one = match.played[number - 1].games.find((each) => each.seat === seat);
    if (one.state === "solved") return String(one.feedback.length);
    if (isOver(one)) return match.rounds > 1 ? String(match.limit + 1) : progress(one);
    return one.state === "waiting" ? "–" : progress(one);
  };
  $("#score-table").replaceChildren(
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "points" },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Player"), ...rounds.map((n) => el("th", { scope: "col" }, match.rounds > 1 ? `Round ${n}` : "Guesses")), el("th", { scope: "col" }, "Points"))),
        el("tbody", {}, ...match.players.map((player) => el("tr", { class: player.you ? "own" : "" }, el("th", { scope: "row" }, `${player.rank}. ${nameOf(player)}`), ...rounds.map((n) => el("td", {}, cell(player.seat, n))), el("td", {}, el("b", {}, String(player.points)))))),
      ),
    ),
    el("p", { class: "note" }, `A guess is a point; a code not cracked in ${match.limit} costs ${match.limit + 1}. The fewest points win.`),
  );
}

function showRevealed() {
  const done = match.played.filter((one) => one.over);
  $("#revealed").hidden = !done.length;
  $("#revealed").replaceChildren(
    ...done.flatMap((one) => [
      el("h2", {}, match.rounds > 1 ? `Round ${one.round}: what was played` : "What was played"),
      el(
        "div",
        { class: "columns" },
        ...one.games
          .filter((each) => each.turns)
          .map((each) =>
            el(
              "div",
              { class: "panel played-by", "data-seat": each.seat },
              el("h3", {}, nameOf(playerAt(each.seat))),
              moves(each.secret, each.turns),
              each.game ? el("a", { href: `${root}/review/${each.game}` }, "Review") : "",
            ),
          ),
      ),
    ]),
  );
}

$("#give-up").addEventListener("click", (event) => {
  const button = event.target;
  if (isSure(button, "Really give up?")) attempt(async () => showGame(await ask("POST", `/games/${game.id}/end`)), button);
});

attempt(async () => {
  try {
    await show(await ask("GET", `/matches/${id}`));
    listen();
  } catch (error) {
    $("#match-title").textContent = "Nothing here";
    $("#stage").replaceChildren(el("p", {}, sentence(error.message)), el("a", { class: "button primary", href: `${root}/` }, "Play"));
  }
});
