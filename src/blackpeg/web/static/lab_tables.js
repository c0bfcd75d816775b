// Texts and tables of the Lab page.
import { el } from "./common.js";
import { t } from "./language.js";

export const IN_ENGLISH = { lang: "en", dir: "ltr" }; // as the results that come along are

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((#[\w-]+)\)/g;

/** The nodes of a text in which `code`, **strong** and [links](#study) are written as in Markdown. */
export function marked(text) {
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(MARKS)) {
    const [whole, code, strong, link, target] = found;
    nodes.push(text.slice(at, found.index));
    if (code) nodes.push(el("code", {}, ...breakable(code)));
    else if (strong) nodes.push(el("strong", {}, strong));
    else nodes.push(el("a", { href: target }, link));
    at = found.index + whole.length;
  }
  return [...nodes, text.slice(at)].filter(Boolean);
}

/** A strategy with its arguments, which may be broken into lines where they begin. */
const breakable = (code) => code.split(/(?<=[(=])/).flatMap((part, k) => (k ? [el("wbr"), part] : [part]));

let tables = 0;
/** A table of numbers that can be scrolled sideways if it is wide. */
export function table(caption, heads, rows) {
  tables += 1;
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("table {table}: {caption}", { table: tables, caption }) },
    el(
      "table",
      {},
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, ...rows.map((cells) => el("tr", {}, ...cells.map((cell) => el("td", {}, cell))))),
    ),
  );
}

/** A table of the results that come along. One with verdicts becomes a card a row on narrow screens. */
export function resultsTable({ heads, numbers, rows }, title) {
  tables += 1;
  const judged = heads.includes("verdict");
  const kind = (column) => (numbers.includes(column) ? "n" : "");
  return el(
    "div",
    { class: `scroll${judged ? " judged" : ""}`, ...IN_ENGLISH, tabindex: "0", role: "region", "aria-label": `table ${tables}: ${title}` },
    el(
      "table",
      { class: "results" },
      el("thead", {}, el("tr", {}, ...heads.map((head, k) => el("th", { scope: "col", class: kind(k) }, head)))),
      el(
        "tbody",
        {},
        ...rows.map((cells) =>
          el(
            "tr",
            {},
            ...cells.map((cell, k) =>
              Array.isArray(cell)
                ? el("td", { class: `verdict ${cell[0]}`, "data-head": heads[k] }, ...verdict(cell))
                : el("td", { class: cell ? kind(k) : "empty", "data-head": heads[k] }, ...marked(lines(cell, kind(k)))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A number with what stands in brackets behind it, such as a standard deviation, on a line of its own. */
const lines = (text, numeric) => (numeric ? text.replace(" (", "\n(") : text);

function verdict([, symbol, words, difference]) {
  return [el("b", {}, `${symbol} ${words}`), ...(difference ? [el("br"), difference] : [])];
}
