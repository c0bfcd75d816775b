// A duel or a tournament: join by the link, set codes, crack them, see the others' pegs as they come.
import { Board } from "./board.js";
import { $, ask, attempt, el, isSure, remember, root, say, sentence } from "./common.js";
import { linkToShare, nameField } from "./friends.js";
import { CodePicker } from "./code_picker.js";
import { number, t, withNodes } from "./language.js";
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
  player.you
    ? t("You")
    : player.left
      ? t("Somebody who left")
      : player.name || (match.kind === "duel" ? t("The other") : t("Player {player}", { player: player.seat + 1 }));
const playerAt = (seat) => match.players.find((player) => player.seat === seat);
const isOver = (own) => !["waiting", "open"].includes(own.state);
const ownGame = (round) => match.played[round - 1]?.games.find((one) => one.seat === match.seat);

async function show(next) {
  match = next;
  const duel = match.kind === "duel";
  const isPlayed = !duel && match.state === "open" && match.seat !== null;
  const kind = duel ? t("Duel") : t("Tournament");
  $("#match-title").textContent = isPlayed ? t("Tournament, round {round} of {rounds}", { round: currentRound(), rounds: match.rounds }) : kind;
  $("#game-title").textContent = $("#match-title").textContent;
  document.title = `${kind} · Blackpeg`;
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
  return {
    waiting: t("waits for a code"),
    open: t("turn {turn}", { turn: count + 1 }),
    solved: t("done in {count}", { count }),
    lost: t("lost after {count}", { count }),
    "given up": t("gave up"),
    left: t("left the match"),
  }[one.state];
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
    ? t("Both crack the same hidden code: {game}. You see each other's pegs, but no codes until both are done. The fewest guesses win.", { game: describe(match.game) })
    : t("{count} rounds, {game}. In each round everybody sets a code and cracks another's. A guess is a point, a code not cracked in {limit} costs {cost}; the fewest points win.", { count: match.rounds, game: describe(match.game), limit: match.limit, cost: match.limit + 1 });
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
        nameField(),
        el("button", { class: "primary" }, duel ? t("Accept the duel") : t("Take part")),
      ),
    );
  } else {
    lines.push(linkToShare(`${location.origin}${root}/match/${id}`, duel ? t("A duel") : t("A tournament"), duel ? t("Crack the same code as me: who needs fewer guesses?") : t("Join my Mastermind tournament!")));
    lines.push(el("p", { class: "note" }, duel ? t("It begins as soon as the other one opens the link.") : match.owner ? t("Start when all are here.") : t("Waiting for who made it to start.")));
  }
  if (!duel) lines.push(el("ul", { class: "list", id: "players" }, ...names.map((name) => el("li", {}, name))));
  if (!duel && match.owner)
    lines.push(
      el("button", { type: "button", class: "primary", id: "start", disabled: match.players.length < 2, onclick: (e) => attempt(() => ask("POST", `/matches/${id}/start`), e.target) }, t("Start with {count} players", { count: match.players.length })),
    );
  return lines;
}

function underWay(own, playing) {
  if (match.seat === null) return [el("p", {}, t("It has begun without you. You see the pegs, and all codes at the end."))];
  if (mustSetCode(own)) return [setCode()];
  if (own.state === "waiting") return [el("p", {}, t("Waiting for the code of {name}…", { name: nameOf(playerAt(own.codemaker)) }))];
  if (!playing || game.state === "open") return [];
  const result = game.state === "solved" ? t("Done in {count}!", { count: game.turns.length }) : t("Not cracked.");
  const lines = [
    el("p", { class: `result ${game.state === "solved" ? "won" : ""}`, id: "round-end", role: "status" }, result),
    moves(game.secret, game.turns),
  ];
  const more = round < match.rounds;
  if (more) lines.push(el("button", { type: "button", class: "primary", id: "next-round", onclick: nextRound }, t("Go on with round {round}", { round: round + 1 })));
  else lines.push(el("p", {}, t("Waiting for the others; all codes are shown when they are done.")));
  return lines;
}

/** A code and the guesses that were made at it. */
const moves = (secret, turns) =>
  el(
    "ol",
    { class: "moves" },
    ...turns.map((turn) => el("li", {}, row(turn.guess, true), feedbackPegs(turn.feedback, rules(match.game).pegs))),
    secret && turns.at(-1)?.guess !== secret ? el("li", {}, ...withNodes("The code: {code}", { code: row(secret, true) })) : null,
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
        if (!picker.code) return say(t("tap a color for every hole first"), true);
        attempt(() => ask("POST", `/matches/${id}/codes`, { round, secret: picker.code }), $("#set-code .primary"));
      },
    },
    el("p", {}, t("Round {round}: set a code for {name}.", { round, name: nameOf(playerAt(breaker.seat)) })),
    holder,
    el("button", { class: "primary" }, t("Set this code")),
  );
}

function over() {
  const won = match.players.filter((player) => player.rank === 1);
  const text = won.length > 1 ? t("A draw!") : won[0].you ? t("You win!") : t("{name} wins.", { name: nameOf(won[0]) });
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
        match.rematch ? t("Accept the rematch") : t("Rematch"),
      ),
    );
  return lines;
}

// Points, and what everybody played once all are done

function showScores() {
  $("#scores").hidden = match.state === "waiting";
  if (match.state === "waiting") return;
  const rounds = match.played.map((one) => one.round);
  const cell = (seat, round) => {
    const one = match.played[round - 1].games.find((each) => each.seat === seat);
    if (one.state === "solved") return number(one.feedback.length);
    if (isOver(one)) return match.rounds > 1 ? number(match.limit + 1) : progress(one);
    return one.state === "waiting" ? "–" : progress(one);
  };
  $("#score-table").replaceChildren(
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Points") },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Player")), ...rounds.map((n) => el("th", { scope: "col" }, match.rounds > 1 ? t("Round {round}", { round: n }) : t("Guesses"))), el("th", { scope: "col" }, t("Points")))),
        el("tbody", {}, ...match.players.map((player) => el("tr", { class: player.you ? "own" : "" }, el("th", { scope: "row" }, `${number(player.rank)}. ${nameOf(player)}`), ...rounds.map((n) => el("td", {}, cell(player.seat, n))), el("td", {}, el("b", {}, number(player.points)))))),
      ),
    ),
    el("p", { class: "note" }, t("A guess is a point; a code not cracked in {limit} costs {cost}. The fewest points win.", { limit: match.limit, cost: match.limit + 1 })),
  );
}

function showRevealed() {
  const done = match.played.filter((one) => one.over);
  $("#revealed").hidden = !done.length;
  $("#revealed").replaceChildren(
    ...done.flatMap((one) => [
      el("h2", {}, match.rounds > 1 ? t("Round {round}: what was played", { round: one.round }) : t("What was played")),
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
              each.game ? el("a", { href: `${root}/review/${each.game}` }, t("Review")) : "",
            ),
          ),
      ),
    ]),
  );
}

$("#give-up").addEventListener("click", (event) => {
  const button = event.target;
  if (isSure(button, t("Really give up?"))) attempt(async () => showGame(await ask("POST", `/games/${game.id}/end`)), button);
});

attempt(async () => {
  try {
    await show(await ask("GET", `/matches/${id}`));
    listen();
  } catch (error) {
    $("#match-title").textContent = t("Nothing here");
    $("#stage").replaceChildren(el("p", {}, sentence(error.message)), el("a", { class: "button primary", href: `${root}/` }, t("Play")));
  }
});
