// A visitor's own games and statistics.
import { $, ask, countPhrase, el, isAway, number, root } from "./common.js";
import { t } from "./language.js";

const KINDS = { daily: "Daily ", archive: "Past daily ", friend: "A friend's code, ", match: "Match, " };

const SHOWN = 8; // games, before somebody asks for older ones

/** Show the visitor's latest games and statistics; first games that are only in this browser. */
export async function showRecent(own) {
  const [stored, stats] = await Promise.all([ask("GET", "/games"), ask("GET", "/statistics")]).catch((error) => {
    if (isAway(error)) return [[], []];
    throw error;
  });
  const games = [...own, ...stored];
  $("#mine").hidden = !games.length;
  const list = el("ul", { class: "list" }, ...games.slice(0, SHOWN).map(entry));
  $("#recent").replaceChildren(list, ...(games.length > SHOWN ? [olderGames(list, games.slice(SHOWN))] : []));
  $("#stats").replaceChildren(...stats.map(statistics));
}

/** A game as a line of the list. */
function entry(one) {
  const when = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
  return el(
    "li",
    {},
    el(
      "a",
      { href: `${root}/play/${one.id}` },
      `${KINDS[one.origin.split(" ")[0]] ?? ""}${one.game}${one.codemaker === "honest" ? "" : ", cheater"}`,
    ),
    el("span", {}, `${one.state}, ${countPhrase(one.guesses, "guess")}`),
    one.origin === "offline" ? el("span", { class: "note" }, t("played offline, not proved")) : "",
    el("span", { class: "when" }, new Date(one.created * 1000).toLocaleString("en", when)),
  );
}

/** A button that adds the games that wait to a list, and asks for those before them. */
function olderGames(list, waiting) {
  const button = el("button", { type: "button", class: "quiet" }, "Older games");
  button.onclick = async () => {
    button.disabled = true;
    const before = waiting.at(-1).id;
    const first = waiting.map(entry);
    list.append(...first);
    first[0].querySelector("a").focus();
    waiting = await ask("GET", `/games?before=${before}`).catch(() => []);
    button.disabled = false;
    if (!waiting.length) button.remove();
  };
  return button;
}

/** How many games took how many guesses, as bars; the bar of the game just played stands out. */
export function distribution(counts, mine = null) {
  const most = Math.max(1, ...Object.values(counts));
  return Object.entries(counts).map(([guesses, count]) =>
    el(
      "div",
      { class: `bar${+guesses === mine ? " mine" : ""}` },
      el("span", {}, guesses),
      el("i", { style: { width: `${(100 * count) / most}%` } }),
      el("span", {}, String(count)),
    ),
  );
}

function statistics(own) {
  const average = own.average === null ? "" : `, ${own.average.toFixed(2)} guesses on average`;
  const best = own.optimum === null ? "" : ` (the best known strategy needs ${own.optimum.toFixed(2)})`;
  return el(
    "figure",
    { class: "stats" },
    el(
      "figcaption",
      {},
      el("b", {}, own.game[0].toUpperCase() + own.game.slice(1)),
      `: ${number(own.solved)} of ${number(own.played)} broken${average}${best}; ` +
        `${own.streak} in a row, ${own.longest} at most.`,
    ),
    ...distribution(own.distribution),
  );
}
