// Today's puzzle, the first thing on the Play page: how far you are, your streak, how all did, and when the next comes.
import { $, ask, attempt, countPhrase, el, number, root } from "./common.js";
import { feedbackPegs } from "./pegs.js";

let today = null;
let timer;

/** Show today's puzzle as it stands for the visitor. */
export async function showDaily() {
  today = await ask("GET", "/daily");
  const over = !["new", "open"].includes(today.state);
  $("#daily-title").textContent = `${today.title.replace("Blackpeg ", "Puzzle ")}, the same for all`;
  $("#setup-title").textContent = {
    new: "Crack today's code",
    open: `Today's code: turn ${today.guesses + 1}`,
    solved: `Done in ${today.guesses}!`,
  }[today.state] ?? "Not cracked today";
  if (over || today.streak || today.state === "open") $("#daily-about").replaceChildren(...status(over));
  const play = $("#daily");
  play.hidden = over;
  play.textContent = today.state === "open" ? "Go on" : "Play today's puzzle";
  if (over && !$("#daily-share")) {
    play.after(
      el("button", { type: "button", class: "primary", id: "daily-share", onclick: shareToday }, "Share"),
      el("a", { class: "button", id: "daily-look", href: `${root}/play/${today.id}` }, "Your game"),
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
  if (over) lines.push(el("p", { class: "next" }, "The next puzzle comes in ", el("b", { id: "countdown", role: "timer" }, timeLeft()), "."));
  if (today.streak) {
    const days = `${countPhrase(today.streak, "day")} in a row`;
    lines.push(el("p", { class: "streak", id: "daily-streak" }, el("b", {}, days), over ? "." : ". Keep it going!"));
  } else if (today.state === "open") lines.push(el("p", {}, "Your board is as you left it."));
  return lines;
}

/** The time until the next puzzle, in words. */
function timeLeft() {
  const seconds = Math.max(0, Math.round(today.next - Date.now() / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours) return `${hours} h ${minutes} min`;
  return minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
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
      ? `You beat ${Math.round(100 * beaten)} % of today's ${number(players)} players`
      : players >= least || !over
        ? `${countPhrase(players, "player")} finished it today`
        : `${countPhrase(players, "player")} finished it so far; from ${least} on you see how many you beat`;
  $("#daily-players").replaceChildren(
    players
      ? el(
          "details",
          {},
          el("summary", { id: "beaten" }, compared),
          ...(over ? bars(most, own) : [el("p", {}, "Play it, and see how all did.")]),
        )
      : el("p", { class: "note" }, "Nobody has finished it yet today."),
  );
}

const bars = (most, own) => [
  ...Object.entries(today.distribution).map(([guesses, count]) =>
    el(
      "div",
      { class: `bar${guesses === own ? " own" : ""}` },
      el("span", {}, guesses),
      el("i", { style: { width: `${(100 * count) / most}%` } }),
      el("span", {}, String(count)),
    ),
  ),
  el("p", { class: "note" }, `Games without hints, by their number of guesses. Past puzzles do not count.`),
];

const shareToday = (event) =>
  attempt(async () => {
    const [game, { shareGame }] = await Promise.all([ask("GET", `/games/${today.id}`), import("./share.js")]);
    await shareGame(game);
  }, event.target);
