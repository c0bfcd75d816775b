// The end of a game, over the board: the result, a line from the coach, the streak, and what to do next.
import { notProved, resultOf } from "./beside_game.js";
import { $, ask, attempt, copy, countPhrase, el, root } from "./common.js";
import { celebrate, effectSwitches } from "./effects.js";
import { distribution } from "./my_games.js";
import { row } from "./pegs.js";
import { shareGame } from "./share.js";

/** Show how a game ended; `now` if that just happened. `again` begins another one; null if there is none. */
export function showEnd(game, now, again) {
  const place = $("#end");
  const link = `${location.origin}${root}/play/${game.id}`;
  const title = game.yours && game.state === "solved" ? `Cracked in ${game.turns.length}!` : resultOf(game);
  const close = () => {
    place.hidden = true;
    $("#board").focus();
  };
  const coach = el("p", { id: "coach", role: "status" }, game.turns.length && !game.local ? "The coach looks at your guesses…" : "");
  const streak = el("div", { id: "streak" });
  place.replaceChildren(
    el("button", { type: "button", class: "quiet close", "aria-label": "close, and look at the board", onclick: close }, "×"),
    el("h2", { id: "end-title", tabindex: "-1", class: game.state === "solved" ? "won" : "" }, title),
    game.yours && game.state === "solved" && game.hints ? el("p", { class: "note" }, `With ${countPhrase(game.hints, "hint")}.`) : "",
    game.state === "solved" ? "" : el("p", {}, game.codemaker === "honest" ? "The code was " : "A code that fits: ", row(game.secret, true)),
    game.origin === "offline" ? el("p", { class: "note" }, notProved(game)) : "",
    coach,
    el(
      "div",
      { class: "actions" },
      !game.local && el("button", { type: "button", class: "primary", id: "share", onclick: (e) => attempt(() => shareGame(game), e.target) }, "Share"),
      game.turns.length && !game.local ? el("a", { class: "button", id: "to-review", href: `${root}/review/${game.id}` }, "Review") : "",
      again ? el("button", { type: "button", id: "next-game", onclick: (e) => attempt(again, e.target) }, "Again") : "",
    ),
    streak,
    el(
      "div",
      { class: "small-print" },
      effectSwitches(),
      !game.local && el(
        "button",
        { type: "button", class: "quiet", id: "copy-link", onclick: () => copy(link, "the link to this game is copied; it can only be looked at") },
        "Copy a read-only link",
      ),
    ),
  );
  place.hidden = false;
  if (now) {
    for (const sheet of document.querySelectorAll(".sheet:popover-open")) sheet.hidePopover();
    celebrate(game.state, $(".shield"));
    $("#end-title").focus({ preventScroll: true });
    $("#said").textContent = `${title} The code was ${[...game.secret].join(" ")}.`;
  }
  if (game.local) return; // coach and statistics are on the server
  if (game.turns.length) showCoachLine(game, coach);
  if (game.yours) showStreak(game, streak);
}

async function showCoachLine(game, place) {
  try {
    place.textContent = coachLine(await ask("GET", `/games/${game.id}/review`));
  } catch {
    place.remove(); // a game too large to be looked at quickly ends without the line
  }
}

const TOLERANCE = 0.005; // of guesses and bits; less would be shown as 0.00

/** One sentence about a review: guesses lost against best play where that is known, else bits. */
export function coachLine({ turns }) {
  const isBest = (turn) => turn.best_guess === turn.guess; // then the two are not compared
  const known = turns.filter((turn) => isBest(turn) || (turn.needed !== null && turn.best_needed !== null));
  const lost = known.map((turn) => ({ turn: turn.turn, lost: isBest(turn) ? 0 : Math.max(0, turn.needed - turn.best_needed) }));
  const told = turns.filter((turn) => turn.expected_bits !== null && turn.best_bits !== null);
  const bits = told.map((turn) => ({ turn: turn.turn, lost: Math.max(0, turn.best_bits - turn.expected_bits) }));
  const [losses, unit] = known.length === turns.length ? [lost, "guesses"] : [bits, "bits"];
  if (!losses.length) return "Too many codes fit to say how good your guesses were.";
  const total = losses.reduce((sum, one) => sum + one.lost, 0);
  if (total < TOLERANCE) return "The coach: no guess could have been better.";
  const worst = losses.reduce((a, b) => (b.lost > a.lost ? b : a));
  const share = worst.lost > total - TOLERANCE ? "all" : `${worst.lost.toFixed(2)} of them`;
  return `The coach: against best play you lost ${total.toFixed(2)} ${unit} on average, ${share} at turn ${worst.turn}.`;
}

async function showStreak(game, place) {
  const rows = await ask("GET", "/statistics").catch(() => []);
  const name = game.origin.startsWith("daily") ? `daily ${game.game}` : game.game;
  const own = rows.find((one) => one.game === name);
  if (!own || game.codemaker !== "honest" || game.given) return;
  const streak = game.origin.startsWith("daily") ? countPhrase(own.streak, "day") : own.streak;
  place.replaceChildren(
    el("p", {}, el("b", {}, `${streak} in a row`), `, ${own.longest} at most; ${own.solved} of ${own.played} cracked.`),
    ...distribution(own.distribution, game.state === "solved" ? game.turns.length : null),
  );
}
