// Comparisons of strategies on the Lab page while one waits, and the tables that studies share with them.
import { $, attempt, el, follow, say } from "./common.js";
import { decimal, language, number, t } from "./language.js";
import { table } from "./lab_tables.js";
import { fillStrategies } from "./strategy_menu.js";

const form = $("#setup-lab");
export const fixed = (value, digits = 3) => (value === null || value === undefined ? "–" : decimal(value, digits));
const range = (row) =>
  row.exact ? t("exact") : row.low === null ? "–" : t("{low} to {high}", { low: fixed(row.low), high: fixed(row.high) });

export const strategyRows = (rows) =>
  rows
    .filter((row) => row.games)
    .map((row) => [
      row.strategy,
      number(row.games),
      fixed(row.average),
      range(row),
      number(row.max),
      number(row.failures || 0),
      row.median_seconds === null ? "–" : row.median_seconds.toLocaleString(language, { maximumSignificantDigits: 2, minimumSignificantDigits: 2 }),
    ]);
export const HEADS = [t("strategy"), t("games"), t("average"), t("95 % interval"), t("most"), t("failures"), t("median seconds a game")];

const pairRows = (pairs) =>
  pairs.map((pair) => [
    `${pair.a} − ${pair.b}`,
    fixed(pair.difference),
    range(pair),
    pair.p === null ? "–" : pair.p < 0.001 ? `< ${decimal(0.001, 3)}` : decimal(pair.p, 3),
  ]);

function histogram(row) {
  const most = Math.max(1, ...Object.values(row.distribution));
  return el(
    "figure",
    { class: "stats" },
    el("figcaption", { translate: "no" }, row.strategy),
    ...Object.entries(row.distribution).map(([guesses, count]) =>
      el(
        "div",
        { class: "bar" },
        el("span", {}, number(+guesses)),
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
  if (!chosen.length) return say(t("choose a strategy"), true);
  const query = new URLSearchParams({
    game: fields.get("game").trim(),
    games: fields.get("games"),
    seed: fields.get("seed"),
    seconds: 20,
  });
  for (const name of chosen) query.append("strategy", name);
  const button = $("#compare");
  button.disabled = true;
  $("#result").replaceChildren(el("p", { class: "note" }, t("Playing…")));
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
      el("progress", { max: row.games, value: row.played, "aria-label": t("games played") }),
      " ",
      done && row.played < row.games
        ? t("{played} of {games} games each; time was up.", { played: row.played, games: row.games })
        : t("{played} of {games} games each.", { played: row.played, games: row.games }),
    ),
    table(t("{game}, the same {count} secrets for all", { game: row.game, count: row.played }), HEADS, strategyRows(row.rows)),
    row.pairs.length
      ? table(t("Differences, with Holm's correction"), [t("pair"), t("difference"), t("95 % interval"), "p"], pairRows(row.pairs))
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
            t("Download {format}", { format: "JSON" }),
          ),
        )
      : "",
  );
}

async function fillMenus() {
  const game = form.elements.game.value.trim();
  const which = () => true;
  const first = { value: "", text: t("nobody") };
  await fillStrategies(form.elements.a, game, { which });
  await fillStrategies(form.elements.b, game, { which, first });
  await fillStrategies(form.elements.c, game, { which, first });
}
form.elements.game.addEventListener("change", () => attempt(fillMenus));
attempt(fillMenus);
