// Today's puzzle, the first thing on the Play page: how far you are, your streak, how all did, and when the next comes.
import { puzzleTitle } from "./about_game.js";
import { $, ask, attempt, el, root } from "./common.js";
import { number, percent, t, withNodes } from "./language.js";
import { feedbackPegs } from "./pegs.js";

let today = null;
let timer;

/** Show today's puzzle as it stands for the visitor. */
export async function showDaily() {
  today = await ask("GET", "/daily");
  const over = !["new", "open"].includes(today.state);
  $("#daily-title").textContent = t("{puzzle}, the same for all", { puzzle: puzzleTitle(today) });
  $("#setup-title").textContent = {
    new: t("Crack today's code"),
    open: t("Today's code: turn {turn}", { turn: today.guesses + 1 }),
    solved: t("Done in {count}!", { count: today.guesses }),
  }[today.state] ?? t("Not cracked today");
  if (over || today.streak || today.state === "open") $("#daily-about").replaceChildren(...status(over));
  const play = $("#daily");
  play.hidden = over;
  play.textContent = today.state === "open" ? t("Go on") : t("Play today's puzzle");
  if (over && !$("#daily-share")) {
    play.after(
      el("button", { type: "button", class: "primary", id: "daily-share", onclick: shareToday }, t("Share")),
      el("a", { class: "button", id: "daily-look", href: `${root}/play/${today.id}` }, t("Your game")),
    );
    attempt(showPlayed);
  }
  showPlayers(over);
  clearInterval(timer);
  if (over) timer = setInterval(tick, 1000);
}

/** How it went, as pegs without codes, in place of the hidden code. */
async function showPlayed() {
  const { turns, pegs } = await ask("GET", `/games/${today.id}`);
  $(".today .lids").replaceWith(el("p", { class: "shared" }, ...turns.map((turn) => feedbackPegs(turn.feedback, pegs))));
}

function status(over) {
  const lines = [];
  const countdown = el("b", { id: "countdown", role: "timer" }, timeLeft());
  if (over) lines.push(el("p", { class: "next" }, ...withNodes("The next puzzle comes in {time}.", { time: countdown })));
  if (today.streak) {
    const days = el("b", {}, t("{count} days in a row", { count: today.streak }));
    const text = over ? withNodes("{days}.", { days }) : withNodes("{days}. Keep it going!", { days });
    lines.push(el("p", { class: "streak", id: "daily-streak" }, ...text));
  } else if (today.state === "open") lines.push(el("p", {}, t("Your board is as you left it.")));
  return lines;
}

/** The time until the next puzzle, in words. */
function timeLeft() {
  const seconds = Math.max(0, Math.round(today.next - Date.now() / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours) return t("{hours} h {minutes} min", { hours, minutes });
  return minutes ? t("{minutes} min {seconds} s", { minutes, seconds: seconds % 60 }) : t("{seconds} s", { seconds });
}

function tick() {
  if (Date.now() / 1000 > today.next + 1) {
    clearInterval(timer);
    location.reload();
  } else if ($("#countdown")) $("#countdown").textContent = timeLeft();
}

/** How all of today's players did. */
function showPlayers(over) {
  const { players, beaten, least_players: least } = today;
  const most = Math.max(1, ...Object.values(today.distribution));
  const own = today.state === "solved" ? String(today.guesses) : "";
  const compared =
    beaten
      ? t("You beat {share} of today's {count} players", { share: percent(beaten), count: players })
      : players >= least || !over
        ? t("{count} players finished it today", { count: players })
        : t("{count} players finished it so far; from {least} on you see how many you beat", { count: players, least });
  $("#daily-players").replaceChildren(
    players
      ? el(
          "details",
          {},
          el("summary", { id: "beaten" }, compared),
          ...(over ? bars(most, own) : [el("p", {}, t("Play it, and see how all did."))]),
        )
      : el("p", { class: "note" }, t("Nobody has finished it yet today.")),
  );
}

const bars = (most, own) => [
  ...Object.entries(today.distribution).map(([guesses, count]) =>
    el(
      "div",
      { class: `bar${guesses === own ? " own" : ""}` },
      el("span", {}, number(+guesses)),
      el("i", { style: { width: `${(100 * count) / most}%` } }),
      el("span", {}, number(count)),
    ),
  ),
  el("p", { class: "note" }, t("Games without hints, by their number of guesses. Past puzzles do not count.")),
];

const shareToday = (event) =>
  attempt(async () => {
    const [game, { shareGame }] = await Promise.all([ask("GET", `/games/${today.id}`), import("./share.js")]);
    await shareGame(game);
  }, event.target);
