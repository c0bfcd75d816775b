// Share: a finished game as a text that shows no code.
import { copy } from "./common.js";

/** Share a finished game: its summary is copied. */
export const shareGame = (game) => copy(game.summary, "copied, without spoilers");
