"use strict";
// Tables sort by a click on the head of a column: numbers, durations and texts, up and then down. Without this script
// they stay as they were written.
const UNITS = { ns: 1e-9, "µs": 1e-6, ms: 1e-3, s: 1, min: 60, h: 3600, k: 1e3, M: 1e6 };

function keyOf(cell) {
  const text = cell.textContent.trim().replace(/,(?=\d{3})/g, "").replace(/−/g, "-");
  const found = /^[^\d\w-]*(?:at most |up to )?([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?) ?(ns|µs|ms|min|s|h|k|M)?(?![\w])/.exec(text);
  return found ? Number(found[1]) * (found[2] ? UNITS[found[2]] : 1) : text.toLowerCase();
}

function compare(a, b) {
  if (a === "" || b === "") return (a === "") - (b === "");
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === "number" ? -1 : 1;
}

function sortBy(table, column, head) {
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = Array.from(table.tBodies[0].rows, (row) => [keyOf(row.cells[column]), row]);
  rows.sort(([a], [b]) => (a === "" || b === "" || !down ? compare(a, b) : compare(b, a)));
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table")) {
  if (table.tBodies[0].rows.length < 3) continue;
  Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    button.title = "Sort by this column";
    button.addEventListener("click", () => sortBy(table, column, head));
    head.append(button);
  });
}

// The menu closes when a section was chosen.
const menu = document.querySelector("nav details");
if (menu) menu.addEventListener("click", (event) => { if (event.target.closest("a")) menu.open = false; });
