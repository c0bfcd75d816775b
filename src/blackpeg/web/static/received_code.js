// A link that somebody sent: a code set for you, a game with the same code, or one sealed in the terminal.
import { puzzleTitle } from "./about_game.js";
import { $, ask, attempt, el, root, sentence } from "./common.js";
import { t } from "./language.js";
import { describe, feedbackPegs, lids, rules } from "./pegs.js";

/** Show what the link is about, in place of today's puzzle. */
export async function showInvitation({ code, share, challenge }, begin) {
  if (code) return offer(t("A code is set for you"), [t("It was sealed in the terminal.")], { code }, begin);
  if (share) return showShared(await ask("GET", `/shares/${share}`), share, begin);
  const set = await ask("GET", `/challenges/${challenge}`);
  if (!set.yours) return offer(t("A code is set for you"), [lids(rules(set.game).pegs), sentence(describe(set.game))], { challenge }, begin);
  const own = el("div", { id: "own-code" });
  $(".today").replaceChildren(el("h1", { id: "setup-title" }, t("Your code for a friend")), own);
  (await import("./friends.js")).followChallenge(own, challenge);
}

/** Offer to crack a code. */
function offer(title, lines, what, begin) {
  document.title = `${title} · Blackpeg`;
  $(".today").replaceChildren(
    el("h1", { id: "setup-title" }, title),
    ...lines.map((line) => (typeof line === "string" ? el("p", {}, line) : line)),
    el("button", { type: "button", class: "primary", id: "accept", onclick: (e) => attempt(() => begin(what), e.target) }, t("Crack it")),
  );
}

/** Show how somebody did, without their codes, and offer the same puzzle. */
function showShared(shared, share, begin) {
  const said = { count: shared.guesses, game: describe(shared.game) };
  const did =
    shared.state === "solved" ? t("{game}: cracked in {count} guesses.", said) : t("{game}: not cracked in {count} guesses.", said);
  const help = shared.hints ? ` ${t("With {count} hints.", { count: shared.hints })}` : "";
  const title = shared.day ? puzzleTitle(shared) : t("The same code for you");
  const pegs = el("p", { class: "shared" }, ...shared.feedback.map((feedback) => feedbackPegs(feedback, rules(shared.game).pegs)));
  offer(title, [did + help, pegs], { share }, begin);
  if (!shared.yours) return;
  $("#accept").replaceWith(el("a", { class: "button primary", id: "accept", href: `${root}/play/${shared.yours}` }, t("You have played it: look at your game")));
}
