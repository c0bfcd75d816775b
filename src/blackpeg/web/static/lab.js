// Lab: studies with their progress, tables, claims and figures; and comparisons of strategies while one waits.
import { $, ask, attempt, countPhrase, el, follow, number, Refused, root, say, sentence } from "./common.js";
import { fillStrategies } from "./strategies.js";

const form = $("#setup-lab");
const fixed = (value, digits = 3) => (value === null || value === undefined ? "–" : value.toFixed(digits));
const range = (row) => (row.exact ? "exact" : row.low === null ? "–" : `${fixed(row.low)} to ${fixed(row.high)}`);

let tables = 0;
function table(caption, heads, rows, numbers = true) {
  tables += 1;
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `table ${tables}: ${caption}` },
    el(
      "table",
      { class: numbers ? "" : "words" },
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, cell))))),
    ),
  );
}

const strategyRows = (rows) =>
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
const HEADS = ["strategy", "games", "average", "95 % interval", "most", "failures", "median seconds a game"];

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

// Comparisons

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

// Studies

function showStudies(studies) {
  $("#studies").replaceChildren(
    ...studies.map((one) =>
      el(
        "article",
        {},
        el("h3", {}, el("a", { href: `#${one.name}` }, one.name)),
        el("p", {}, sentence(one.title)),
        el(
          "p",
          { class: "note" },
          one.wanted
            ? el("progress", {
                max: one.wanted,
                value: Math.min(one.stored, one.wanted),
                "aria-label": `${one.name}: games played`,
              })
            : "",
          ` ${number(one.stored)}${one.stored < one.wanted ? ` of ${number(one.wanted)}` : ""} games, ${countPhrase(one.strategies.length, "strategy")}, ${countPhrase(one.claims, "claim")}`,
        ),
      ),
    ),
  );
}

async function openStudy(name) {
  const place = $("#study");
  if (!name) return place.replaceChildren();
  place.replaceChildren(el("p", { class: "note" }, "Reading…"));
  const rows = await ask("GET", "/studies");
  const known = rows.find((row) => row.name === name);
  if (!known) return place.replaceChildren(el("p", {}, `There is no study ${name}.`));
  if (!known.stored)
    return place.replaceChildren(
      el(
        "section",
        { class: "panel" },
        el("h2", {}, known.title),
        el("p", {}, "Nothing of it is played yet. ", el("code", {}, `blackpeg lab run ${name}`), " plays it."),
      ),
    );
  const report = await ask("GET", `/studies/${name}`);
  const groups = [...new Set(report.rows.map((row) => row.group))].map((group) =>
    report.rows.filter((row) => row.group === group),
  );
  const figures = el("div", { class: "figures-drawn" }, el("p", { class: "note" }, "Drawing figures…"));
  place.replaceChildren(
    el(
      "section",
      { class: "panel" },
      el("h2", {}, report.title),
      report.about ? el("p", {}, report.about) : "",
      el(
        "p",
        { class: "actions start" },
        ...["csv", "jsonl"].map((form) =>
          el(
            "a",
            { class: "button", href: `${root}/api/studies/${name}/games.${form}`, download: true },
            `Download ${form.toUpperCase()}`,
          ),
        ),
      ),
      ...groups
        .filter((group) => group.some((row) => row.games))
        .map((group) => table(`${group[0].game}, ${group[0].secrets} secrets`, HEADS, strategyRows(group))),
      report.claims.length
        ? table(
            "What was printed, beside what was measured",
            ["strategy", "game", "measure", "printed", "measured", "verdict", "where"],
            report.claims.map((claim) => [
              claim.strategy,
              claim.game,
              claim.measure,
              fixed(claim.claimed, claim.digits),
              fixed(claim.measured),
              el("span", { class: claim.agrees ? "won" : claim.agrees === false ? "bad" : "" }, claim.verdict),
              claim.where,
            ]),
            false,
          )
        : "",
      el("h3", { class: "spaced" }, "Figures"),
      figures,
    ),
  );
  const names = await ask("GET", `/studies/${name}/figures`).catch((error) => error);
  figures.replaceChildren(
    ...(Array.isArray(names)
      ? names.map((figure) =>
          el(
            "a",
            { href: `${root}/api/studies/${name}/figures/${figure}.svg` },
            el("img", {
              src: `${root}/api/studies/${name}/figures/${figure}.svg`,
              alt: figure.replaceAll("-", " "),
              width: 460,
              height: 300,
            }),
          ),
        )
      : [el("p", { class: "note" }, sentence(names.message))]),
  );
}

async function openAddress() {
  try {
    await openStudy(location.hash.slice(1));
  } catch (error) {
    if (!(error instanceof Refused)) console.error(error);
    $("#study").replaceChildren(el("p", { class: "bad" }, sentence(error.message)));
  }
}
addEventListener("hashchange", () => {
  openAddress();
  $("#study").scrollIntoView(); // which stands below the list; what is read there follows
});
const progress = new EventSource(`${root}/api/studies/events`); // which reconnects by itself
progress.addEventListener("message", (event) => showStudies(JSON.parse(event.data).studies));
progress.addEventListener("message", openAddress, { once: true }); // only when the list is there, so that nothing moves
attempt(fillMenus);
