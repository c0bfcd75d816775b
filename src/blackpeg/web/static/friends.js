// Friends: set a code by tapping pegs and be told how it went, begin a duel or a tournament.
import { $, ask, attempt, el, recall, remember, root, say } from "./common.js";
import { CodePicker } from "./code_picker.js";
import { t, withNodes } from "./language.js";
import { pagedList } from "./my_games.js";
import { describe, row } from "./pegs.js";
import { share } from "./share.js";

const GAMES = ["4x6", "4x6-distinct", "5x8", "6x9", "8x12"];
const address = (path) => `${location.origin}${root}${path}`;

const gameMenu = (onchange = () => {}) =>
  el(
    "label",
    {},
    t("Game"),
    " ",
    el("select", { name: "game", onchange: (e) => onchange(e.target.value) }, ...GAMES.map((game) => el("option", { value: game }, describe(game)))),
  );
export const nameField = () =>
  el("label", {}, t("Your name"), " ", el("input", { name: "name", maxlength: 20, value: recall("name", ""), autocomplete: "nickname", placeholder: t("if you like") }));

/** A form that does something with its fields. */
function form(id, work, ...children) {
  return el(
    "form",
    {
      id,
      onsubmit: (event) => {
        event.preventDefault();
        attempt(() => work(new FormData(event.target)), $("button.primary", event.target));
      },
    },
    ...children,
  );
}

/** A link with a button that shares it. */
export function linkToShare(url, title, text) {
  return el(
    "p",
    { class: "link" },
    el("a", { href: url, translate: "no" }, url.replace(/^https?:\/\//, "")),
    el("button", { type: "button", class: "primary", "data-share": true, onclick: () => share({ title, text, url, message: t("the link is copied") }) }, t("Share the link")),
  );
}

/** The form to set a code; `answers` is the id of the code that is answered. */
export function showSetCode(place, { answers = null, game = null } = {}) {
  const holder = el("div");
  const picker = new CodePicker(holder, game ?? GAMES[0]);
  place.replaceChildren(
    form(
      "set-code",
      async () => {
        if (!picker.code) return say(t("tap a color for every hole first"), true);
        const made = await ask("POST", "/challenges", { game: picker.game.text, secret: picker.code, answers });
        remember("friends", true);
        place.replaceChildren(el("div", { id: "own-code" }));
        followChallenge(place.firstChild, made.id);
        if (answers) say(t("your code is sent back"));
      },
      el("p", {}, answers ? t("Tap a code for your friend to crack.") : t("Tap a code, and send the link to a friend.")),
      game ? null : gameMenu((chosen) => picker.use(chosen)),
      holder,
      el("button", { class: "primary" }, answers ? t("Send it back") : t("Make the link")),
    ),
  );
  $(".color", holder)?.focus({ preventScroll: true });
}

/** What those who play a code have done so far, in sentences about a friend: "Friend 2 needed 5." */
function resultSentence(friend, { state, guesses: count }) {
  if (state === "solved") return t("{friend} needed {count}.", { friend, count });
  if (state === "lost") return t("{friend} did not crack it in {count}.", { friend, count });
  if (state === "given up") return t("{friend} gave up after {count}.", { friend, count });
  return t("{friend} is at turn {turn}.", { friend, turn: count + 1 });
}

/** The same without a name, for a list. */
function resultPhrase({ state, guesses: count }) {
  if (state === "solved") return t("needed {count}", { count });
  if (state === "lost") return t("did not crack it in {count}", { count });
  if (state === "given up") return t("gave up after {count}", { count });
  return t("is at turn {turn}", { turn: count + 1 });
}

/** Show a code that the visitor set, and how others do, as it happens. */
export function followChallenge(place, id) {
  const source = new EventSource(`${root}/api/challenges/${id}/events`);
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED && place.isConnected) setTimeout(() => followChallenge(place, id), 5000);
  };
  source.onmessage = (event) => {
    const own = JSON.parse(event.data);
    if (!place.isConnected) return source.close();
    const lines = own.results.map((one, k) =>
      el("li", {}, resultSentence(own.results.length > 1 ? t("Friend {friend}", { friend: k + 1 }) : t("Your friend"), one)),
    );
    place.replaceChildren(
      el("p", {}, ...withNodes("Your code: {code}", { code: row(own.secret, true) })),
      linkToShare(address(`/play?challenge=${id}`), t("A code is set for you"), t("Can you crack my code?")),
      lines.length ? el("ul", { class: "list", id: "needed", "aria-live": "polite" }, ...lines) : el("p", { class: "note" }, t("Nobody has opened it yet. Their result appears here.")),
      ...own.answered_by.map((answer) =>
        el("p", {}, el("a", { class: "button primary", href: `${root}/play?challenge=${answer}` }, t("Crack the code they sent back"))),
      ),
    );
  };
}

/** At the end of a game: the way back to its match, or the offer to answer a friend's code with one. */
export function offerMore(game, place) {
  const box = el("div", { class: "answer-code" });
  if (game.match) return place.append(el("a", { class: "button", href: `${root}/match/${game.match}` }, t("Back to the match")));
  const button = el("button", { type: "button", id: "answer-code", onclick: () => showSetCode(box, { answers: game.challenge, game: game.game }) }, t("Answer with a code"));
  box.append(button);
  place.append(box);
}

/** The form that begins a duel or a tournament. */
export function showNewMatch(place, kind) {
  const duel = kind === "duel";
  place.replaceChildren(
    form(
      "new-match",
      async (fields) => {
        remember("name", fields.get("name"));
        remember("friends", true);
        const made = await ask("POST", "/matches", {
          kind,
          game: fields.get("game"),
          name: fields.get("name"),
          ...(duel ? {} : { rounds: +fields.get("rounds") }),
        });
        location.href = `${root}/match/${made.id}`;
      },
      el(
        "p",
        {},
        duel
          ? t("Both crack the same hidden code, and see each other's pegs as they come. The fewest guesses win.")
          : t("Up to 8 players. In each round everybody sets a code and cracks another's. A guess is a point; the fewest points win."),
      ),
      el(
        "div",
        { class: "fields" },
        gameMenu(),
        duel ? null : el("label", {}, t("Rounds"), " ", el("input", { name: "rounds", type: "number", min: 1, max: 10, value: 3, required: true })),
        nameField(),
      ),
      el("button", { class: "primary" }, duel ? t("Begin a duel") : t("Begin a tournament")),
    ),
  );
  $("select", place).focus({ preventScroll: true });
}

const SHOWN = 5; // matches, and codes, before somebody asks for older ones

const line = (path, name, text) => el("li", {}, el("a", { href: root + path }, name), el("span", {}, text));
const matchLine = (match) => line(`/match/${match.id}`, match.kind === "duel" ? t("Duel") : t("Tournament"), matchPhrase(match));
const codeLine = (own) =>
  line(
    `/play?challenge=${own.id}`,
    t("Your code {code}", { code: own.secret }),
    own.answered_by.length ? t("was answered with a code") : own.results.length ? own.results.map(resultPhrase).join(" · ") : t("not opened yet"),
  );

/** List the visitor's codes and matches, the latest first. */
export async function showTogether(place) {
  const [codes, matches] = await Promise.all([ask("GET", "/challenges"), ask("GET", "/matches")]);
  place.replaceChildren(
    ...(matches.length ? pagedList("/matches", matches, SHOWN, matchLine, t("Older matches")) : []),
    ...(codes.length ? pagedList("/challenges", codes, SHOWN, codeLine, t("Older codes")) : []),
  );
}

export function matchPhrase(match) {
  if (match.state === "waiting") return t("waiting for players, {count} so far", { count: match.players.length });
  if (match.state === "open") return t("under way");
  const won = match.players.filter((player) => player.rank === 1);
  return won.length > 1 ? t("a draw") : won[0].you ? t("you won") : t("{name} won", { name: won[0].name || t("somebody else") });
}

