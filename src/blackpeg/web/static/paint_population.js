// Paints populations and matrices of an evolving player on a canvas, for the Watch page.
import { el } from "./common.js";
import { t } from "./language.js";
import { SYMBOLS, symbolText } from "./pegs.js";

const colorOf = (() => {
  const known = new Map();
  addEventListener("settings", () => known.clear());
  return (k) => {
    if (!known.has(k)) {
      const probe = el("span", { class: `peg c${k}`, hidden: true });
      document.body.append(probe);
      const style = getComputedStyle(probe);
      known.set(k, [style.getPropertyValue("--c").trim(), style.getPropertyValue("--on").trim() || "#fff"]);
      probe.remove();
    }
    return known.get(k);
  };
})();

/** A population as rows of pegs. */
export function paintPopulation(canvas, one, game) {
  const size = game.pegs > 8 ? 14 : 18;
  const wide = game.pegs * size + 14;
  const across = Math.max(1, Math.floor(460 / wide));
  const down = Math.ceil(Math.max(one.population.length, 10) / across);
  const scale = 2;
  canvas.width = across * wide * scale;
  canvas.height = (down * (size + 4) + 8) * scale;
  const ink = canvas.getContext("2d");
  ink.scale(scale, scale);
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  ink.font = `bold ${size * 0.55}px system-ui, sans-serif`;
  one.population.forEach((code, n) => {
    const left = (n % across) * wide + 8;
    const top = Math.floor(n / across) * (size + 4) + 6;
    [...code].forEach((symbol, k) => {
      const color = SYMBOLS.indexOf(symbol);
      const [fill, on] = colorOf(color);
      ink.fillStyle = fill;
      ink.beginPath();
      ink.arc(left + k * size + size / 2, top + size / 2, size / 2 - 1, 0, 7);
      ink.fill();
      ink.fillStyle = on;
      ink.fillText(symbolText(color), left + k * size + size / 2, top + size / 2 + 0.5);
    });
  });
  canvas.setAttribute("aria-label", t("{shown} of {count} codes, the best is {code}", { shown: one.population.length, count: one.size, code: one.population[0] }));
}

/** A matrix of colors by pegs as a heat map. */
export function paintHeat(canvas, matrix) {
  const size = 30;
  const [colors, pegs] = [matrix.length, matrix[0].length];
  canvas.width = (pegs + 1) * size * 2;
  canvas.height = colors * size * 2;
  const ink = canvas.getContext("2d");
  ink.scale(2, 2);
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  const values = matrix.flat();
  const [low, high] = [Math.min(...values), Math.max(...values)];
  matrix.forEach((cells, color) => {
    const [fill, on] = colorOf(color);
    ink.fillStyle = fill;
    ink.beginPath();
    ink.arc(size / 2, color * size + size / 2, size / 2 - 4, 0, 7);
    ink.fill();
    ink.fillStyle = on;
    ink.font = "bold 12px system-ui, sans-serif";
    ink.fillText(symbolText(color), size / 2, color * size + size / 2);
    cells.forEach((value, peg) => {
      const share = (value - low) / (high - low || 1);
      ink.fillStyle = `hsl(${45 - 35 * share} ${40 + 45 * share}% ${94 - 54 * share}%)`;
      ink.fillRect((peg + 1) * size, color * size, size - 1, size - 1);
      ink.fillStyle = share > 0.55 ? "#fff" : "#2b241e";
      ink.font = "10px system-ui, sans-serif";
      ink.fillText(
        Math.abs(value) > 9999 ? `${Math.round(value / 1000)}k` : value,
        (peg + 1.5) * size,
        color * size + size / 2,
      );
    });
  });
  canvas.setAttribute("aria-label", t("reward matrix, {colors} colors by {pegs} pegs, values from {low} to {high}", { colors, pegs, low, high }));
}
