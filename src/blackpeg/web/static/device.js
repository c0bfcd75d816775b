// Another device: a link, made on the first one, takes the streak and the games along. The code is after the #, so that
// no server log has it.
import { $, ask, attempt, countPhrase, el, root, sentence } from "./common.js";

const code = location.hash.slice(1);
history.replaceState({}, "", location.pathname);
if (!code) {
  $("#joined").textContent = "This link has no code. Make one on the other device: Play, Your games, Your data.";
  $("#take").hidden = true;
}

$("#take").addEventListener("click", (event) =>
  attempt(async () => {
    const { streak, games } = await ask("POST", "/devices", { code });
    $("#joined").textContent = sentence(`done: ${countPhrase(games, "game")}${streak ? `, and ${countPhrase(streak, "day")} in a row` : ""}`);
    event.target.replaceWith(el("a", { class: "button primary", href: `${root}/` }, "Play"));
  }, event.target),
);
