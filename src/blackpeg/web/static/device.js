// Another device: a link, made on the first one, takes the streak and the games along. The code is after the #, so that
// no server log has it.
import { $, ask, attempt, el, root } from "./common.js";
import { t } from "./language.js";

const code = location.hash.slice(1);
history.replaceState({}, "", location.pathname);
if (!code) {
  $("#joined").textContent = t("This link has no code. Make one on the other device: Play, Your games, Your data.");
  $("#take").hidden = true;
}

$("#take").addEventListener("click", (event) =>
  attempt(async () => {
    const { streak, games } = await ask("POST", "/devices", { code });
    $("#joined").textContent = streak
      ? t("Done: {games}, and {streak}.", { games: t("{count} games", { count: games }), streak: t("{count} days in a row", { count: streak }) })
      : t("Done: {games}.", { games: t("{count} games", { count: games }) });
    event.target.replaceWith(el("a", { class: "button primary", href: `${root}/` }, t("Play")));
  }, event.target),
);
