// What this machine adds to a study of the Lab page: its own games, start and pause, and what they measured.
import { ask, attempt, countPhrase, el, number, root, sentence } from "./common.js";
import { fixed, HEADS, strategyRows } from "./lab_compare.js";
import { resultsTable, table } from "./lab_tables.js";

const is = (run, name, ...states) => run?.study === name && states.includes(run.state);
export const isRunning = (run) => run && ["playing", "pausing"].includes(run.state);

/** How long a study takes on one core, in words. */
function duration(minutes) {
  if (!minutes) return "";
  const words =
    minutes < 1 ? "less than a minute" : minutes < 90 ? countPhrase(Math.round(minutes), "minute") : countPhrase(Math.round(minutes / 60), "hour");
  return ` All of them take about ${words} on one core.`.replace("about less", "less");
}

const gamesPlayed = ({ stored, wanted }) =>
  stored >= wanted ? `all ${number(wanted)} games` : `${number(stored)} of ${number(wanted)} games`;

/** The line of a study's own games in the list; empty if there are none. */
export const ownLine = (row) => (row?.stored ? `This machine has played ${gamesPlayed(row)}` : "");

/** What a study's page says of this machine: a panel, and what its games measured; `update(row, run, mayStart)` shows news. */
export function machinePanel(name, onRun) {
  const said = el("p", { class: "own-games" }, "Looking what this machine has played…");
  const bar = el("progress", { hidden: true, "aria-label": `${name}: games played on this machine` });
  const now = el("p", { hidden: true, class: "note", role: "status" });
  const button = el("button", { hidden: true, type: "button", class: "primary", id: "start-study" });
  const title = el("summary", {}, el("h2", {}, "What this machine measured"));
  const measured = el("details", { hidden: true, class: "panel own measured" }, title);
  const panel = el(
    "section",
    { id: "own", class: "panel own", "aria-labelledby": "own-title" },
    el("h2", { id: "own-title" }, "On this machine"),
    said,
    el("div", { class: "own-actions" }, bar, button),
    now,
  );
  measured.addEventListener("toggle", () => measured.open && attempt(() => fillMeasured(measured, name)), { once: true });

  const update = (row, run, mayStart) => {
    const playing = is(run, name, "playing", "pausing");
    const complete = row.stored >= row.wanted;
    said.textContent = row.stored
      ? `This machine has played ${gamesPlayed(row)}.${complete ? "" : duration(row.minutes)}`
      : `This machine has played none of the ${countPhrase(row.wanted, "game")}.${duration(row.minutes)}`;
    bar.hidden = !row.stored && !playing;
    bar.max = row.wanted;
    bar.value = Math.min(row.stored, row.wanted);
    button.hidden = !mayStart || (complete && !playing);
    button.disabled = is(run, name, "pausing") || (isRunning(run) && !playing);
    button.textContent = playing ? "Pause" : row.stored ? "Go on" : "Start";
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
  if (is(run, name, "playing")) return run.now ? sentence(`playing now: ${run.now}`) : "Starting…";
  if (is(run, name, "pausing")) return "Pausing…";
  if (is(run, name, "failed")) return sentence(run.error);
  if (complete) return "";
  if (isRunning(run)) return sentence(`${run.study} is being played; pause it first`);
  if (is(run, name, "paused")) return "Paused. What was played is kept.";
  return mayStart ? "" : `The command “blackpeg lab run ${name}” plays it, and this page follows.`;
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
  return [el("h3", { class: "spaced" }, title), resultsTable({ heads, numbers: [3, 4], rows }, title)];
}

async function fillMeasured(place, name) {
  const summary = place.firstElementChild;
  place.replaceChildren(summary, el("p", { class: "note" }, "Reading…"));
  const report = await ask("GET", `/studies/${name}`).catch((error) => error);
  if (report instanceof Error) return place.replaceChildren(summary, el("p", { class: "bad" }, sentence(report.message)));
  const groups = [...new Set(report.rows.map((row) => row.group))].map((group) =>
    report.rows.filter((row) => row.group === group),
  );
  const figures = el("div", { class: "figures-drawn" }, el("p", { class: "note" }, "Drawing figures…"));
  place.replaceChildren(
    summary,
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
    ...(report.claims.length ? claimNodes(report.claims) : []),
    figures,
  );
  const names = await ask("GET", `/studies/${name}/figures`).catch((error) => error);
  figures.replaceChildren(
    ...(Array.isArray(names)
      ? names.map((figure) => {
          const src = `${root}/api/studies/${name}/figures/${figure}.svg`;
          const alt = `${figure.replaceAll("-", " ")}, by this machine`;
          return el("figure", {}, el("a", { class: "frame", href: src }, el("img", { src, alt, width: 460, height: 300 })));
        })
      : [el("p", { class: "note" }, sentence(names.message))]),
  );
}
