// A visitor's own games and statistics.
import { $, ask, el, isAway, root } from "./common.js";
import { date, decimal, number, t, withNodes } from "./language.js";

const KINDS = {
  daily: (game) => t("Daily {game}", { game }),
  archive: (game) => t("Past daily {game}", { game }),
  friend: (game) => t("A friend's code, {game}", { game }),
  match: (game) => t("Match, {game}", { game }),
};
const STATES = {
  open: (count) => t("open, {count} guesses", { count }),
  solved: (count) => t("solved, {count} guesses", { count }),
  lost: (count) => t("lost, {count} guesses", { count }),
  "given up": (count) => t("given up, {count} guesses", { count }),
};

const SHOWN = 8; // games, before somebody asks for older ones

/** Show these games of the visitor, the latest, and statistics if the server answers. */
export async function showRecent(games) {
  const stats = await ask("GET", "/statistics").catch((error) => {
    if (isAway(error)) return [];
    throw error;
  });
  $("#mine").hidden = false;
  $("#recent").replaceChildren(...pagedList("/games", games, SHOWN, entry, t("Older games")));
  $("#stats").replaceChildren(...stats.map(statistics));
}

/** A game as a line of the list. */
function entry(one) {
  const when = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
  const name = KINDS[one.origin.split(" ")[0]]?.(one.game) ?? one.game;
  return el(
    "li",
    {},
    el("a", { href: `${root}/play/${one.id}` }, one.codemaker === "honest" ? name : t("{game}, cheater", { game: name })),
    el("span", {}, STATES[one.state](one.guesses)),
    one.origin === "offline" ? el("span", { class: "note" }, t("played offline, not proved")) : "",
    el("time", { class: "when" }, date(one.created * 1000, when)),
  );
}

/** A list of the first entries, and a button for older ones if there are any: those that came along, then what the API
 *  has before the last of them. */
export function pagedList(path, rows, shown, entry, title) {
  const list = el("ul", { class: "list" }, ...rows.slice(0, shown).map(entry));
  let waiting = rows.slice(shown);
  if (!waiting.length) return [list];
  const button = el("button", { type: "button", class: "quiet" }, title);
  button.onclick = async () => {
    button.disabled = true;
    const before = waiting.at(-1).id;
    const first = waiting.map(entry);
    list.append(...first);
    first[0].querySelector("a").focus();
    waiting = await ask("GET", `${path}?before=${before}`).catch(() => []);
    button.disabled = false;
    if (!waiting.length) button.remove();
  };
  return [list, button];
}

/** How many games took how many guesses, as bars; the bar of the game just played stands out. */
export function distribution(counts, mine = null) {
  const most = Math.max(1, ...Object.values(counts));
  return Object.entries(counts).map(([guesses, count]) =>
    el(
      "div",
      { class: `bar${+guesses === mine ? " mine" : ""}` },
      el("span", {}, number(+guesses)),
      el("i", { style: { width: `${(100 * count) / most}%` } }),
      el("span", {}, number(count)),
    ),
  );
}

function statistics(own) {
  const said = {
    ...own,
    game: el("b", {}, own.game.startsWith("daily ") ? t("Daily {game}", { game: own.game.slice(6) }) : own.game),
    average: own.average === null ? null : decimal(own.average),
    optimum: own.optimum === null ? null : decimal(own.optimum),
  };
  const lines =
    own.average === null
      ? withNodes("{game}: {solved} of {played} broken; {streak} in a row, {longest} at most.", said)
      : own.optimum === null
        ? withNodes("{game}: {solved} of {played} broken, {average} guesses on average; {streak} in a row, {longest} at most.", said)
        : withNodes("{game}: {solved} of {played} broken, {average} guesses on average (the best known strategy needs {optimum}); {streak} in a row, {longest} at most.", said);
  return el(
    "figure",
    { class: "stats" },
    el("figcaption", {}, ...lines),
    ...distribution(own.distribution),
  );
}
