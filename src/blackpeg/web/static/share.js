// Share: by the device's own menu where there is one, otherwise by the clipboard. What is shared shows no code.
import { copy, root } from "./common.js";
import { t } from "./language.js";

/** Share a text and a link. */
export async function share({ title, text, url, message = t("copied, without spoilers") }) {
  const what = { title, text, url };
  if (navigator.share && (navigator.canShare?.(what) ?? true)) {
    try {
      return await navigator.share(what);
    } catch (error) {
      if (error.name === "AbortError") return; // the visitor closed the menu
    }
  }
  await copy(`${text}\n${url}`, message);
}

/** The address at which others find the puzzle of a finished game, unspoiled. */
export const puzzleLink = (game) => `${location.origin}${root}/${game.share ? `s/${game.share}` : ""}`;

/** Share a finished game: title and result, rows of pegs, and a link to the same puzzle. */
export const shareGame = (game) =>
  share({ title: game.summary.split("\n")[0], text: game.summary, url: puzzleLink(game) });
