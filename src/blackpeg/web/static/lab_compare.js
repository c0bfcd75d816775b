// Comparisons of strategies on the Lab page while one waits, and the tables that studies share with them.
import { $, attempt, countPhrase, el, follow, number, say } from "./common.js";
import { table } from "./lab_tables.js";
import { fillStrategies } from "./strategies.js";

const form = $("#setup-lab");
export const fixed = (value, digits = 3) => (value === null || value === undefined ? "–" : value.toFixed(digits));
const range = (row) => (row.exact ? "exact" : row.low === null ? "–" : `${fixed(row.low)} to ${fixed(row.high)}`);

export const strategyRows = (rows) =>
  rows
    .filter((row) => row.games)
    .map((row) => [
      row.strategy,
      number(row.games),
      fixed(row.average),
      range(row),
      number(row.max),
      row.failures ? number(row.failures) : "0",
      row.median_seconds === null ? "–" : row.median_seconds.toPrecision(2),
    ]);
export const HEADS = ["strategy", "games", "average", "95 % interval", "most", "failures", "median seconds a game"];

const pairRows = (pairs) =>
  pairs.map((pair) => [
    `${pair.a} − ${pair.b}`,
    fixed(pair.difference),
    pair.exact ? "exact" : `${fixed(pair.low)} to ${fixed(pair.high)}`,
    pair.p === null ? "–" : pair.p < 0.001 ? "< 0.001" : pair.p.toFixed(3),
  ]);

function histogram(row) {
  const most = Math.max(1, ...Object.values(row.distribution));
  return el(
    "figure",
    { class: "stats" },
    el("figcaption", {}, row.strategy),
    ...Object.entries(row.distribution).map(([guesses, count]) =>
      el(
        "div",
        { class: "bar" },
        el("span", {}, guesses),
        el("i", { style: { width: `${(100 * count) / most}%` } }),
        el("span", {}, number(count)),
      ),
    ),
  );
}

let stop = () => {};
form.addEventListener("submit", (event) => {
  event.preventDefault();
  stop();
  const fields = new FormData(form);
  const chosen = [...new Set(["a", "b", "c"].map((key) => fields.get(key)).filter(Boolean))];
  if (!chosen.length) return say("choose a strategy", true);
  const query = new URLSearchParams({
    game: fields.get("game").trim(),
    games: fields.get("games"),
    seed: fields.get("seed"),
    seconds: 20,
  });
  for (const name of chosen) query.append("strategy", name);
  const button = $("#compare");
  button.disabled = true;
  $("#result").replaceChildren(el("p", { class: "note" }, "Playing…"));
  stop = follow(
    `/compare?${query}`,
    (row) => {
      if (row.type === "error") return $("#result").replaceChildren(el("p", { class: "bad" }, row.error));
      showResult(row);
    },
    () => (button.disabled = false),
  );
});

function showResult(row) {
  const done = row.type === "end";
  $("#result").replaceChildren(
    el(
      "p",
      {},
      el("progress", { max: row.games, value: row.played, "aria-label": "games played" }),
      ` ${number(row.played)} of ${number(row.games)} games each` +
        (done && row.played < row.games ? "; time was up." : "."),
    ),
    table(`${row.game}, the same ${countPhrase(row.played, "secret")} for all`, HEADS, strategyRows(row.rows)),
    row.pairs.length
      ? table("Differences, with Holm's correction", ["pair", "difference", "95 % interval", "p"], pairRows(row.pairs))
      : "",
    el("div", { class: "columns" }, ...row.rows.map(histogram)),
    done
      ? el(
          "p",
          {},
          el(
            "a",
            {
              class: "button",
              download: `compare-${row.game}.json`,
              href: URL.createObjectURL(new Blob([JSON.stringify(row, null, 1)], { type: "application/json" })),
            },
            "Download JSON",
          ),
        )
      : "",
  );
}

async function fillMenus() {
  const game = form.elements.game.value.trim();
  const which = () => true;
  const first = { value: "", text: "nobody" };
  await fillStrategies(form.elements.a, game, { which });
  await fillStrategies(form.elements.b, game, { which, first });
  await fillStrategies(form.elements.c, game, { which, first });
}
form.elements.game.addEventListener("change", () => attempt(fillMenus));
attempt(fillMenus);
