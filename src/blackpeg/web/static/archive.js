// The archive: daily puzzles of the past, month by month.
import { $, ask, attempt, el, root } from "./common.js";
import { date, number, t } from "./language.js";

const dayName = (day) => date(`${day}T00:00Z`, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

async function showMonth(month) {
  const shown = await ask("GET", `/archive${month ? `?month=${month}` : ""}`);
  const name = date(`${shown.month}-01T00:00Z`, { month: "long", year: "numeric", timeZone: "UTC" });
  $("#month").replaceChildren(el("time", {}, name));
  for (const [id, to] of [
    ["#earlier", shown.earlier],
    ["#later", shown.later],
  ]) {
    $(id).disabled = !to;
    $(id).onclick = () => attempt(() => showMonth(to));
  }
  $("#days").replaceChildren(
    ...(shown.days.length
      ? shown.days.map((day) =>
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", class: `day ${day.state === "solved" ? "won" : ""}`, "data-day": day.day, onclick: (e) => attempt(() => open(day), e.currentTarget) },
              el("b", {}, `#${number(day.number)}`),
              el("time", {}, dayName(day.day)),
              el("small", {}, result(day)),
            ),
          ),
        )
      : [el("li", { class: "note" }, t("This month has no past puzzle yet."))]),
  );
  history.replaceState({}, "", `${root}/archive#${shown.month}`);
}

function result({ state, guesses, on_time }) {
  if (state === "new") return t("not played");
  if (state === "open") return t("turn {turn}", { turn: guesses + 1 });
  if (state === "solved") return on_time ? t("done in {count}", { count: guesses }) : t("done in {count}, late", { count: guesses });
  return on_time ? t("not cracked") : t("not cracked, late");
}

async function open(day) {
  const game = day.id ? day : await ask("POST", "/games", { day: day.day });
  location.href = `${root}/play/${game.id}`;
}

attempt(() => showMonth(/^#\d{4}-\d\d$/.test(location.hash) ? location.hash.slice(1) : ""));
