// Lab: the results that come along, findings first, then papers by year; each study has an address of its own.
import { $, el, needsServer, Refused, root, sentence } from "./common.js";
import { language, number, t, withNodes } from "./language.js";
import "./lab_compare.js";
import { isRunning, ownLine } from "./lab_own_games.js";
import { blockNodes, studyPage } from "./lab_study.js";
import { IN_ENGLISH, marked } from "./lab_tables.js";

const MAX_WAIT = 1500; // milliseconds that results wait for what this machine has played, so that nothing moves later
const TONES = { "✓": ["good", t("agree")], "≈": ["mid", t("not contradicted")], "✗": ["bad", t("differ")], "?": ["mid", t("open")] };

let overview;
let rows = new Map(); // by name, what this machine has of each study
let run = null; // the study that this machine plays, or played last
let mayStart = false;
let shown = null; // the page of a study, if one is open

const load = async (path) => {
  const response = await fetch(`${root}/static/results/${path}`).catch(() => {
    throw new Refused(needsServer(), 0);
  });
  if (!response.ok) throw new Error(t("the results that come along can't be read"));
  return response.json();
};

// The overview

function tally({ numbers, held }) {
  const counts = numbers.map(([symbol, count]) => {
    const [tone, words] = TONES[symbol];
    return el("span", { class: tone }, `${symbol} ${number(count)}`, el("span", { class: "hidden" }, ` ${words}`));
  });
  return el("p", { class: "tally" }, ...counts, held ? el("span", { class: "note" }, t("{held} sentences hold", { held })) : "");
}

function studyItem({ name, year, title, numbers, held, headline }) {
  return el(
    "li",
    { "data-study": name },
    el("span", { class: "year" }, year),
    el(
      "div",
      {},
      el("a", { class: "title", href: `#${name}`, ...IN_ENGLISH }, title),
      headline ? el("p", { class: "note", ...IN_ENGLISH }, ...marked(headline)) : "",
      el("p", { class: "own-line" }),
    ),
    tally({ numbers, held }),
  );
}

function showOverview() {
  $("#lab-results-about").replaceChildren(...marked(overview.about));
  $("#findings").replaceChildren(...overview.findings.map((text) => el("li", { class: "panel" }, ...marked(text))));
  $("#symbols").textContent = overview.symbols;
  for (const [place, wanted] of [["#papers", true], ["#others", false]])
    $(place).replaceChildren(...overview.studies.filter((one) => Boolean(one.year) === wanted).map(studyItem));
  $("#without").hidden = !overview.without.length;
  $("#unplayed").replaceChildren(
    ...overview.without.map((one) => studyItem({ ...one, year: "", numbers: [], held: "", headline: "" })),
  );
  $("#verdicts").append(el("div", IN_ENGLISH, ...blockNodes(overview.verdicts, "how numbers are known")));
}

function showOwnGames() {
  for (const item of document.querySelectorAll("[data-study]")) {
    const line = ownLine(rows.get(item.dataset.study));
    const place = $(".own-line", item);
    if (place.textContent !== line) place.textContent = line;
  }
  const row = isRunning(run) && rows.get(run.study);
  $("#running").hidden = !row;
  if (row)
    $("#running").replaceChildren(
      ...withNodes("This machine plays {study}: {stored} of {count} games.", {
        study: el("a", { href: `#${run.study}`, lang: "en" }, row.title),
        stored: row.stored,
        count: row.wanted,
      }),
      run.now ? " " : "",
      run.now ? el("span", { lang: "en" }, sentence(run.now)) : "",
    );
}

// One study

async function openAddress() {
  const name = location.hash.slice(1);
  const place = $("#study");
  $("#overview").hidden = Boolean(name);
  place.hidden = !name;
  shown = null;
  document.title = `${t("Lab")} · Blackpeg`;
  if (!name) return place.replaceChildren();
  const known = [...overview.studies, ...overview.without].find((one) => one.name === name);
  if (!known) return refuse(t("there is no study {study}", { study: name }));
  try {
    const results = await load(`studies/${name}.json`);
    if (location.hash.slice(1) !== name) return; // another one was opened meanwhile
    const headline = known.headline && el("p", { class: "note", ...IN_ENGLISH }, ...marked(sentence(known.headline)));
    const page = studyPage(results, headline ? [tally(known), headline] : [], (news) => {
      run = news;
      update();
    });
    shown = { name, page };
    place.replaceChildren(page);
    document.title = `${known.title} · Blackpeg`;
    update();
  } catch (error) {
    refuse(error.message);
  }
}

function refuse(text) {
  $("#study").replaceChildren(
    el("p", {}, el("a", { href: "#" }, t("← All results"))),
    el("p", { class: "bad" }, sentence(text)),
  );
}

function update() {
  showOwnGames();
  if (shown && rows.has(shown.name)) shown.page.update(rows.get(shown.name), run, mayStart);
}

let listTop = 0; // how far the list was scrolled when a study was opened
addEventListener("click", (event) => {
  if (event.target.closest('#overview a[href^="#"]')) listTop = scrollY;
});
addEventListener("hashchange", async () => {
  if (!overview) return; // the address is looked at when it has come
  await openAddress();
  scrollTo(0, location.hash.length > 1 ? 0 : listTop);
  $("#study h1")?.focus({ preventScroll: true });
});

// What this machine has played, now and as it goes on

const progress = new EventSource(`${root}/api/studies/events`); // which reconnects by itself
const first = new Promise((resolve) => {
  progress.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    if (news.type === "studies") {
      rows = new Map(news.studies.map((row) => [row.name, row]));
      [run, mayStart] = [news.run, news.may_start];
      if (overview) update();
    }
    resolve();
  });
});

try {
  overview = await load("overview.json");
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
  showOverview();
  await openAddress();
  update();
  $("#results").hidden = false;
  $("#lab-about").hidden = language === "en"; // then what follows says more
} catch (error) {
  $("#lab-about").replaceChildren(el("span", { class: "bad" }, sentence(error.message)));
}
