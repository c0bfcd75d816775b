// The end of a game, over the board: the result, a line from the coach, the streak, and what to do next.
import { notProved, resultOf } from "./about_game.js";
import { $, ask, attempt, copy, el, root } from "./common.js";
import { celebrate } from "./effects.js";
import { playedHard } from "./hard_mode.js";
import { decimal, t, withNodes } from "./language.js";
import { distribution } from "./my_games.js";
import { row, spokenCode } from "./pegs.js";
import { shareGame } from "./share.js";

/** Show how a game ended; `now` if that just happened. `again` begins another one; null if there is none. */
export function showEnd(game, now, again) {
  const place = $("#end");
  const link = `${location.origin}${root}/play/${game.id}`;
  const title = game.yours && game.state === "solved" ? t("Cracked in {count}!", { count: game.turns.length }) : resultOf(game);
  const close = () => {
    place.hidden = true;
    $("#board").focus();
  };
  const coach = el("p", { id: "coach", role: "status" }, game.turns.length && !game.local ? t("The coach looks at your guesses…") : "");
  const streak = el("div", { id: "streak" });
  const secret = { code: row(game.secret, true) };
  place.replaceChildren(
    el("button", { type: "button", class: "quiet close", "aria-label": t("close, and look at the board"), onclick: close }, "×"),
    el("h2", { id: "end-title", tabindex: "-1", class: game.state === "solved" ? "won" : "" }, title),
    game.yours && game.state === "solved" && game.hints ? el("p", { class: "note" }, t("With {count} hints.", { count: game.hints })) : "",
    game.yours && playedHard(game) ? el("p", { class: "note", id: "played-hard" }, t("Played in hard mode.")) : "",
    game.state === "solved" ? "" : el("p", {}, ...(game.codemaker === "honest" ? withNodes("The code was {code}", secret) : withNodes("A code that fits: {code}", secret))),
    game.origin === "offline" ? el("p", { class: "note" }, notProved(game)) : "",
    coach,
    el(
      "div",
      { class: "actions" },
      !game.local && el("button", { type: "button", class: "primary", id: "share", onclick: (e) => attempt(() => shareGame(game), e.target) }, t("Share")),
      game.turns.length && !game.local ? el("a", { class: "button", id: "to-review", href: `${root}/review/${game.id}` }, t("Review")) : "",
      again ? el("button", { type: "button", id: "next-game", onclick: (e) => attempt(again, e.target) }, t("Again")) : "",
    ),
    streak,
    el(
      "div",
      { class: "small-print" },
      !game.local && el(
        "button",
        { type: "button", class: "quiet", id: "copy-link", onclick: () => copy(link, t("the link to this game is copied; it can only be looked at")) },
        t("Copy a read-only link"),
      ),
    ),
  );
  place.hidden = false;
  if (now) {
    for (const sheet of document.querySelectorAll(".sheet:popover-open")) sheet.hidePopover();
    celebrate(game.state, $(".shield"));
    $("#end-title").focus({ preventScroll: true });
    $("#said").textContent = `${title} ${t("The code was {code}.", { code: spokenCode(game.secret) })}`;
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
  const inGuesses = known.length === turns.length;
  const losses = inGuesses ? lost : bits;
  if (!losses.length) return t("Too many codes fit to say how good your guesses were.");
  const total = losses.reduce((sum, one) => sum + one.lost, 0);
  if (total < TOLERANCE) return t("The coach: no guess could have been better.");
  const worst = losses.reduce((a, b) => (b.lost > a.lost ? b : a));
  const said = { total: decimal(total), part: decimal(worst.lost), turn: worst.turn };
  if (worst.lost > total - TOLERANCE)
    return inGuesses
      ? t("The coach: against best play you lost {total} guesses on average, all at turn {turn}.", said)
      : t("The coach: against best play you lost {total} bits on average, all at turn {turn}.", said);
  return inGuesses
    ? t("The coach: against best play you lost {total} guesses on average, {part} of them at turn {turn}.", said)
    : t("The coach: against best play you lost {total} bits on average, {part} of them at turn {turn}.", said);
}

async function showStreak(game, place) {
  const rows = await ask("GET", "/statistics").catch(() => []);
  const name = game.origin.startsWith("daily") ? `daily ${game.game}` : game.game;
  const own = rows.find((one) => one.game === name);
  if (!own || game.codemaker !== "honest" || game.given) return;
  const count = own.streak;
  const streak = el("b", {}, game.origin.startsWith("daily") ? t("{count} days in a row", { count }) : t("{count} in a row", { count }));
  place.replaceChildren(
    el("p", {}, ...withNodes("{streak}, {longest} at most; {solved} of {played} cracked.", { ...own, streak })),
    ...distribution(own.distribution, game.state === "solved" ? game.turns.length : null),
  );
}
