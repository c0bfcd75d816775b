// A visitor's own games and statistics.
import { $, ask, countPhrase, el, number, root } from "./common.js";

const KINDS = { daily: "Daily ", archive: "Past daily ", friend: "A friend's code, ", match: "Match, " };

/** Show the visitor's latest games and statistics. */
export async function showRecent() {
  const [games, stats] = await Promise.all([ask("GET", "/games"), ask("GET", "/statistics")]);
  const date = (time) =>
    new Date(time * 1000).toLocaleString("en", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  $("#mine").hidden = !games.length;
  $("#recent").replaceChildren(
    el(
      "ul",
      { class: "list" },
      ...games
        .slice(0, 8)
        .map((one) =>
          el(
            "li",
            {},
            el(
              "a",
              { href: `${root}/play/${one.id}` },
              `${KINDS[one.origin.split(" ")[0]] ?? ""}${one.game}${one.codemaker === "honest" ? "" : ", cheater"}`,
            ),
            el("span", {}, `${one.state}, ${countPhrase(one.guesses, "guess")}`),
            el("span", { class: "when" }, date(one.created)),
          ),
        ),
    ),
  );
  $("#stats").replaceChildren(...stats.map(statistics));
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
