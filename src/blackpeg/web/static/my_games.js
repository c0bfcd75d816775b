// A visitor's own games and statistics.
import { $, ask, countPhrase, el, number, root } from "./common.js";

/** Show the visitor's latest games and statistics. */
export async function showRecent() {
  const [games, stats] = await Promise.all([ask("GET", "/games"), ask("GET", "/statistics")]);
  const date = (time) =>
    new Date(time * 1000).toLocaleString("en", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  $("#recent").replaceChildren(
    games.length
      ? el(
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
                  `${one.origin.startsWith("daily") ? "Daily " : ""}${one.game}${one.codemaker === "honest" ? "" : ", adversarial"}`,
                ),
                el("span", {}, `${one.state}, ${countPhrase(one.guesses, "guess")}`),
                el("span", { class: "when" }, date(one.created)),
              ),
            ),
        )
      : el("p", {}, "Nothing played yet. Games stay here, in this browser's name."),
  );
  $("#stats").replaceChildren(...stats.map(statistics));
}

function statistics(own) {
  const most = Math.max(1, ...Object.values(own.distribution));
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
    ...Object.entries(own.distribution).map(([guesses, count]) =>
      el(
        "div",
        { class: "bar" },
        el("span", {}, guesses),
        el("i", { style: { width: `${(100 * count) / most}%` } }),
        el("span", {}, String(count)),
      ),
    ),
  );
}
