// What this machine adds to a study of the Lab page: its own games, start and pause, and what they measured.
import { ask, attempt, el, root, sentence } from "./common.js";
import { t, translateSentence } from "./language.js";
import { fixed, HEADS, strategyRows } from "./lab_compare.js";
import { IN_ENGLISH, resultsTable, table } from "./lab_tables.js";

const is = (run, name, ...states) => run?.study === name && states.includes(run.state);
export const isRunning = (run) => run && ["playing", "pausing"].includes(run.state);

/** How long a study takes on one core, in words. */
function duration(minutes) {
  if (!minutes) return "";
  if (minutes < 1) return ` ${t("All of them take less than a minute on one core.")}`;
  return minutes < 90
    ? ` ${t("All of them take about {count} minutes on one core.", { count: Math.round(minutes) })}`
    : ` ${t("All of them take about {count} hours on one core.", { count: Math.round(minutes / 60) })}`;
}

const gamesPlayed = ({ stored, wanted }) =>
  stored >= wanted
    ? t("This machine has played all {count} games.", { count: wanted })
    : t("This machine has played {stored} of {count} games.", { stored, count: wanted });

/** The line of a study's own games in the list; empty if there are none. */
export const ownLine = (row) => (row?.stored ? gamesPlayed(row) : "");

/** What a study's page says of this machine: a panel, and what its games measured; `update(row, run, mayStart)` shows news. */
export function machinePanel(name, onRun) {
  const said = el("p", { class: "own-games" }, t("Looking what this machine has played…"));
  const bar = el("progress", { hidden: true, "aria-label": t("{study}: games played on this machine", { study: name }) });
  const now = el("p", { hidden: true, class: "note", role: "status" });
  const button = el("button", { hidden: true, type: "button", class: "primary", id: "start-study" });
  const title = el("summary", {}, el("h2", {}, t("What this machine measured")));
  const measured = el("details", { hidden: true, class: "panel own measured" }, title);
  const panel = el(
    "section",
    { id: "own", class: "panel own", "aria-labelledby": "own-title" },
    el("h2", { id: "own-title" }, t("On this machine")),
    said,
    el("div", { class: "own-actions" }, bar, button),
    now,
  );
  measured.addEventListener("toggle", () => measured.open && attempt(() => fillMeasured(measured, name)), { once: true });

  const update = (row, run, mayStart) => {
    const playing = is(run, name, "playing", "pausing");
    const complete = row.stored >= row.wanted;
    said.textContent = row.stored
      ? gamesPlayed(row) + (complete ? "" : duration(row.minutes))
      : t("This machine has played none of the {count} games.", { count: row.wanted }) + duration(row.minutes);
    bar.hidden = !row.stored && !playing;
    bar.max = row.wanted;
    bar.value = Math.min(row.stored, row.wanted);
    button.hidden = !mayStart || (complete && !playing);
    button.disabled = is(run, name, "pausing") || (isRunning(run) && !playing);
    button.textContent = playing ? t("Pause") : row.stored ? t("Go on") : t("Start");
    button.onclick = () =>
      attempt(async () => onRun(await ask("POST", `/studies/${name}/${playing ? "pause" : "start"}`)));
    now.className = is(run, name, "failed") ? "bad" : "note";
    now.textContent = news(row, run, mayStart, complete);
    now.hidden = !now.textContent;
    measured.hidden = !row.stored;
  };
  return { panel, measured, update };
}

/** What is going on, in a sentence. */
function news({ name }, run, mayStart, complete) {
  if (is(run, name, "playing")) return run.now ? sentence(t("playing now: {group}", { group: run.now })) : t("Starting…");
  if (is(run, name, "pausing")) return t("Pausing…");
  if (is(run, name, "failed")) return sentence(translateSentence(run.error));
  if (complete) return "";
  if (isRunning(run)) return sentence(t("{study} is being played; pause it first", { study: run.study }));
  if (is(run, name, "paused")) return t("Paused. What was played is kept.");
  return mayStart ? "" : t("The command “blackpeg lab run {study}” plays it, and this page follows.", { study: name });
}

function claimNodes(claims) {
  const title = "What was printed, beside what this machine measured";
  const rows = claims.map((claim) => [
    `\`${claim.strategy}\``,
    claim.game,
    claim.measure,
    fixed(claim.claimed, claim.digits),
    fixed(claim.measured),
    claim.shown ?? claim.verdict,
    claim.where,
  ]);
  const heads = ["player", "game", "of what", "printed", "measured", "verdict", "where"];
  return [el("h3", { class: "spaced", ...IN_ENGLISH }, title), resultsTable({ heads, numbers: [3, 4], rows }, title)];
}

async function fillMeasured(place, name) {
  const summary = place.firstElementChild;
  place.replaceChildren(summary, el("p", { class: "note" }, t("Reading…")));
  const report = await ask("GET", `/studies/${name}`).catch((error) => error);
  if (report instanceof Error) return place.replaceChildren(summary, el("p", { class: "bad" }, sentence(report.message)));
  const groups = [...new Set(report.rows.map((row) => row.group))].map((group) =>
    report.rows.filter((row) => row.group === group),
  );
  const figures = el("div", { class: "figures-drawn" }, el("p", { class: "note" }, t("Drawing figures…")));
  place.replaceChildren(
    summary,
    el(
      "p",
      { class: "actions start" },
      ...["csv", "jsonl"].map((form) =>
        el(
          "a",
          { class: "button", href: `${root}/api/studies/${name}/games.${form}`, download: true },
          t("Download {format}", { format: form.toUpperCase() }),
        ),
      ),
    ),
    ...groups
      .filter((group) => group.some((row) => row.games))
      .map((group) => table(t("{game}, {secrets} secrets", { game: group[0].game, secrets: group[0].secrets }), HEADS, strategyRows(group))),
    ...(report.claims.length ? claimNodes(report.claims) : []),
    figures,
  );
  const names = await ask("GET", `/studies/${name}/figures`).catch((error) => error);
  figures.replaceChildren(
    ...(Array.isArray(names)
      ? names.map((figure) => {
          const src = `${root}/api/studies/${name}/figures/${figure}.svg`;
          const alt = t("{figure}, by this machine", { figure: figure.replaceAll("-", " ") });
          return el("figure", {}, el("a", { class: "frame", href: src }, el("img", { src, alt, width: 460, height: 300 })));
        })
      : [el("p", { class: "note" }, sentence(names.message))]),
  );
}
