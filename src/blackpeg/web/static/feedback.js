// The feedback of the game, for what is decided in the browser: hard mode, and games without a server.

/** The black and white pegs for a guess. Codes are texts or arrays of colors; a game without white pegs has 0 of them. */
export function feedback(secret, guess, whites = true) {
  const black = [...guess].filter((color, k) => color === secret[k]).length;
  const left = [...secret];
  let common = 0; // pegs that both codes have, in whatever place
  for (const color of guess) {
    const at = left.indexOf(color);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return { black, white: whites ? common - black : 0 };
}
