// Small charts in SVG, with labels for screen readers.
import { el } from "./common.js";
import { decimal, language, number, t } from "./language.js";

const W = 360;
const H = 180;
const M = { left: 40, right: 8, top: 12, bottom: 26 };
const inside = { w: W - M.left - M.right, h: H - M.top - M.bottom };

const short = (value) => {
  const size = Math.abs(value);
  const write = (small, digits, unit = "") =>
    small.toLocaleString(language, { maximumSignificantDigits: digits, useGrouping: false }) + unit;
  if (size >= 1e9) return write(value / 1e9, 2, "G");
  if (size >= 1e6) return write(value / 1e6, 2, "M");
  if (size >= 1e4) return write(value / 1e3, 2, "k");
  return write(value, 3);
};

/** About `count` round numbers for the marks of an axis. */
export function ticks(low, high, count = 4) {
  const span = high - low || 1;
  const rough = span / count;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * ten).find((own) => own >= rough);
  const marks = [];
  for (let k = Math.ceil(low / step); k * step <= high + 1e-9; k++) marks.push(k * step);
  return marks;
}

function frame(label, marks, y, xs, x) {
  return el(
    "svg",
    { class: "chart", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": label },
    ...marks.flatMap((mark) => [
      el("line", { class: "grid", x1: M.left, x2: W - M.right, y1: y(mark), y2: y(mark) }),
      el("text", { class: "tick", x: M.left - 6, y: y(mark) + 4, "text-anchor": "end" }, short(mark)),
    ]),
    ...xs.map(([at, text]) => el("text", { class: "tick", x: x(at), y: H - 8, "text-anchor": "middle" }, text)),
  );
}

/** Lines over 1, 2, 3 …: series are { name, values }; breaks are vertical lines before these indices. */
export function lines(label, series, breaks = []) {
  const all = series.flatMap((one) => one.values).filter(Number.isFinite);
  const [low, high] = [Math.min(...all, 0), Math.max(...all, low0(all))];
  const n = Math.max(2, ...series.map((one) => one.values.length));
  const x = (k) => M.left + (inside.w * k) / (n - 1);
  const y = (value) => M.top + inside.h * (1 - (value - low) / (high - low || 1));
  const xs = ticks(1, n, 5)
    .filter((k) => k === Math.round(k))
    .map((k) => [k - 1, number(k)]);
  const svg = frame(label, ticks(low, high), y, xs, x);
  for (const at of breaks)
    svg.append(el("line", { class: "break", x1: x(at - 0.5), x2: x(at - 0.5), y1: M.top, y2: H - M.bottom }));
  series.forEach((one, k) =>
    svg.append(
      el("polyline", {
        class: `line s${k + 1}`,
        points: one.values
          .map((value, at) => (Number.isFinite(value) ? `${x(at).toFixed(1)},${y(value).toFixed(1)}` : ""))
          .join(" "),
      }),
    ),
  );
  return svg;
}
const low0 = (all) => (all.length ? -Infinity : 1);

/** Bars side by side for each turn: rows are lists of values, one for each name. */
export function bars(label, names, rows) {
  const high = Math.max(0.1, ...rows.flat().filter(Number.isFinite));
  const x = (k) => M.left + (inside.w * (k + 0.5)) / rows.length;
  const y = (value) => M.top + inside.h * (1 - value / high);
  const svg = frame(
    label,
    ticks(0, high),
    y,
    rows.map((_, k) => [k, number(k + 1)]),
    x,
  );
  const wide = Math.min(26, ((inside.w / rows.length) * 0.8) / names.length);
  rows.forEach((values, k) =>
    values.forEach((value, which) => {
      if (!Number.isFinite(value)) return;
      svg.append(
        el(
          "rect",
          {
            class: `fill s${which + 1}`,
            x: x(k) + (which - names.length / 2) * wide + 1,
            width: Math.max(1, wide - 2),
            y: y(Math.max(0, value)),
            height: Math.max(1, y(0) - y(Math.max(0, value))),
            rx: 2,
          },
          el("title", {}, t("turn {turn}, {name}: {value}", { turn: k + 1, name: names[which], value: decimal(value) })),
        ),
      );
    }),
  );
  return svg;
}

/** Falling numbers on a logarithmic scale, each with its value; null is not known. */
export function decay(label, values) {
  const high = Math.max(1, ...values.map((value) => Math.log10(Math.max(1, value ?? 1))));
  const x = (k) => M.left + (inside.w * (k + 0.5)) / values.length;
  const y = (value) => M.top + 12 + (inside.h - 12) * (1 - Math.log10(Math.max(1, value)) / high);
  const marks = ticks(0, Math.floor(high), 4)
    .filter((k) => k === Math.round(k))
    .map((k) => 10 ** k);
  const svg = frame(
    label,
    marks,
    y,
    values.map((_, k) => [k, k ? number(k) : t("start")]),
    x,
  );
  const known = values.map((value, k) => [k, value]).filter(([, value]) => value !== null);
  svg.append(
    el("path", {
      class: "area",
      d:
        known.map(([k, value], at) => `${at ? "L" : "M"}${x(k)},${y(value)}`).join("") +
        (known.length ? `L${x(known.at(-1)[0])},${y(1)}L${x(known[0][0])},${y(1)}Z` : ""),
    }),
    el("polyline", { class: "line s1", points: known.map(([k, value]) => `${x(k)},${y(value)}`).join(" ") }),
  );
  for (const [k, value] of known)
    svg.append(
      el("circle", { class: "dot", cx: x(k), cy: y(value), r: 4 }),
      el(
        "text",
        { class: "value", x: x(k), y: y(value) - 9, "text-anchor": "middle" },
        value < 1e6 ? number(value) : short(value),
      ),
    );
  return svg;
}

export const legend = (...names) =>
  el("p", { class: "legend" }, ...names.map((name, k) => el("span", {}, el("i", { class: `key s${k + 1}` }), name)));
