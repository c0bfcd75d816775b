// The archive: daily puzzles of the past, month by month.
import { $, ask, attempt, el, root } from "./common.js";

const dayName = (day) =>
  new Date(`${day}T00:00Z`).toLocaleDateString("en", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

async function showMonth(month) {
  const shown = await ask("GET", `/archive${month ? `?month=${month}` : ""}`);
  $("#month").textContent = new Date(`${shown.month}-01T00:00Z`).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
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
              el("b", {}, `#${day.number}`),
              el("span", {}, dayName(day.day)),
              el("small", {}, result(day)),
            ),
          ),
        )
      : [el("li", { class: "note" }, "This month has no past puzzle yet.")]),
  );
  history.replaceState({}, "", `${root}/archive#${shown.month}`);
}

function result({ state, guesses, on_time }) {
  if (state === "new") return "not played";
  if (state === "open") return `turn ${guesses + 1}`;
  return `${state === "solved" ? `done in ${guesses}` : "not cracked"}${on_time ? "" : ", late"}`;
}

async function open(day) {
  const game = day.id ? day : await ask("POST", "/games", { day: day.day });
  location.href = `${root}/play/${game.id}`;
}

attempt(() => showMonth(/^#\d{4}-\d\d$/.test(location.hash) ? location.hash.slice(1) : ""));
