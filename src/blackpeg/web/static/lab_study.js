// One study of the Lab page: the results that come along, with verdicts and figures, and what this machine adds.
import { el, root, sentence } from "./common.js";
import { t } from "./language.js";
import { machinePanel } from "./lab_own_games.js";
import { IN_ENGLISH, marked, resultsTable } from "./lab_tables.js";

const OPEN = new Set(["Printed and measured", "What is said, and what we find"]); // other sections are unfolded when asked for
const WIDE_FIGURE = 700; // points, beyond which a figure gets the whole width of the page

/** The page of a study; `summary` are nodes that say what stands out, and `onRun` is told when it is started or paused. */
export function studyPage(results, summary, onRun) {
  const machine = machinePanel(results.name, onRun);
  const sections = resultSections(results);
  const page = el(
    "div",
    { class: "study-page" },
    el("p", {}, el("a", { href: "#" }, t("← All results"))),
    el(
      "div",
      { class: "intro" },
      el(
        "div",
        {},
        el("h1", { tabindex: "-1", ...IN_ENGLISH }, results.title),
        summary.length ? el("div", { class: "summary" }, ...summary) : "",
        sections.length ? el("p", { class: "jumps", lang: "en" }, ...sections.map(jump)) : "",
        ...results.about.map((text) => el("p", IN_ENGLISH, ...marked(text))),
      ),
      machine.panel,
    ),
    el("div", IN_ENGLISH, ...sections),
    machine.measured,
    el("p", { class: "note spaced", ...IN_ENGLISH }, ...marked(sentence(results.made))),
  );
  page.update = machine.update;
  return page;
}

/** The sections of the results that come along: verdicts, figures, and folded what explains them. */
function resultSections(results) {
  const sections = results.sections.map(([title, blocks]) => [title, blockNodes(blocks, title)]);
  const figures = el("div", { class: "figures-drawn" }, ...results.figures.map(figure));
  const notes = results.figure_notes.map((text) => el("p", { class: "about note spaced" }, ...marked(text)));
  return [
    ...sections.filter(([title]) => OPEN.has(title)),
    ...(results.figures.length ? [["Figures", [figures, ...notes]]] : []),
    ...sections.filter(([title]) => !OPEN.has(title)),
  ].map(([title, nodes]) =>
    OPEN.has(title) || nodes[0] === figures
      ? el("section", { "data-title": title }, el("h2", { tabindex: "-1" }, title), ...nodes)
      : el("details", { "data-title": title }, el("summary", {}, el("h2", { tabindex: "-1" }, title)), ...nodes),
  );
}

/** A button that leads to a section, and unfolds it. The address is the study's, so it is no link. */
function jump(section) {
  const go = () => {
    section.open = true;
    section.scrollIntoView();
    section.querySelector("h2").focus({ preventScroll: true });
  };
  return el("button", { type: "button", class: "quiet", onclick: go }, section.dataset.title);
}

export const blockNodes = (blocks, title) =>
  blocks.map((block) => (block.heads ? resultsTable(block, title) : el("p", { class: "about" }, ...marked(block.text))));

function figure({ name, caption, width, height }) {
  const src = `${root}/static/results/figures/${name}.svg`;
  return el(
    "figure",
    { class: width > WIDE_FIGURE ? "wide-figure" : "" },
    el("a", { class: "frame", href: src }, el("img", { src, alt: caption, loading: "lazy", width, height })),
    el("figcaption", {}, ...marked(caption)),
  );
}
