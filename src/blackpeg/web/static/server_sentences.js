// Sentences of the server in the visitor's language, by a catalog whose keys may have placeholders.
// It imports nothing from language.js, which waits for it.

const PLACEHOLDER = /\{(\w+)\}/;
const NUMBERS = new Set(["count", "turn", "best", "own"]); // names of placeholders that stand for a number
const SCALES = { billion: 1e9, trillion: 1e12, quadrillion: 1e15, quintillion: 1e18 };

/** A key as a pattern. */
function readKey(key) {
  const parts = key.split(PLACEHOLDER);
  const any = (name) => (NUMBERS.has(name) ? "([\\d.,]+(?: \\w+illion)?)" : "(.+?)");
  const escaped = parts.map((part, k) => (k % 2 ? any(part) : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return { key, names: parts.filter((_, k) => k % 2), pattern: new RegExp(`^${escaped.join("")}$`) };
}

/** A function that translates a sentence, which stays as it is if nobody foresaw it; `fill` puts values into a text. */
export function translator(catalog, fill) {
  const patterns = Object.keys(catalog)
    .sort((a, b) => b.length - a.length) // the most particular first
    .map(readKey);

  /** What a placeholder stands for: a code as it is, a number as a number, or another sentence. */
  const readValue = (name, text) => {
    if (name.startsWith("code")) return text;
    const [, digits, scale] = /^(\d[\d,]*(?:\.\d+)?)(?: (\w+illion))?$/.exec(text) ?? [];
    return digits ? digits.replaceAll(",", "") * (SCALES[scale] ?? 1) : translate(text);
  };

  const translate = (text) => {
    for (const { pattern, names, key } of patterns) {
      const found = pattern.exec(text);
      if (found) return fill(key, catalog, Object.fromEntries(names.map((name, k) => [name, readValue(name, found[k + 1])]))).join("");
    }
    return text;
  };
  return translate;
}
