// Texts, numbers and dates in the visitor's language. The key of a text is the English text itself, so that scripts can be
// read as they are and a text without a translation is shown in English. The catalog of a page is in the page.
export const language = document.documentElement.lang || "en";
const { texts = {}, sentences = {} } = JSON.parse(document.querySelector("#texts")?.textContent || "{}");
const forms = new Intl.PluralRules(language);
const PLACEHOLDER = /\{(\w+)\}/;

/** A number as the language writes it, from a billion on in words; "?" if it is not known. */
export const number = (value) => {
  if (value === null || value === undefined) return "?";
  const isLarge = Math.round(value / 1e8) >= 10;
  return value.toLocaleString(language, isLarge ? { notation: "compact", compactDisplay: "long", maximumFractionDigits: 1 } : {});
};

/** A number with so many digits after the point. */
export const decimal = (value, digits = 2) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const percent = (share) => t("{percent} %", { percent: Math.round(100 * share) });

/** A date, or a date and time; `options` are those of Intl.DateTimeFormat. */
export const date = (value, options) => new Date(value).toLocaleString(language, options);

/** The form of a text that suits the number called count. */
const choose = (text, { count }) => (typeof text === "object" ? (text[forms.select(count)] ?? text.other) : text);

/** A text as a list, with values in the place of names in braces. */
const fill = (text, values) =>
  choose(text, values)
    .split(PLACEHOLDER)
    .map((part, k) => (k % 2 === 0 ? part : typeof values[part] === "number" ? number(values[part]) : (values[part] ?? "")));

/** A text in the visitor's language. Values of the same names replace what stands in braces, numbers as they are written
 *  in that language. A catalog may hold several forms of a text: { one: "{count} guess", other: "{count} guesses" }. */
export const t = (text, values = {}) => fill(texts[text] ?? text, values).join("");

/** The same for values that may be elements: a list of texts and elements. */
export const withNodes = (text, values) => fill(texts[text] ?? text, values);

/** What the server said, in the visitor's language; in English if nobody foresaw the sentence. */
export function told(text) {
  if (sentences[text]) return choose(sentences[text], {});
  for (const { pattern, names, key } of patterns()) {
    const found = pattern.exec(text);
    if (found) return fill(sentences[key], Object.fromEntries(names.map((name, k) => [name, readValue(name, found[k + 1])]))).join("");
  }
  return text;
}

const SCALES = { billion: 1e9, trillion: 1e12, quadrillion: 1e15, quintillion: 1e18 };

/** What a placeholder of a sentence stands for: a code as it is, a number as a number, or another sentence. */
function readValue(name, text) {
  if (name.startsWith("code")) return text;
  const [, digits, scale] = /^(\d[\d,]*(?:\.\d+)?)(?: (\w+illion))?$/.exec(text) ?? [];
  return digits ? digits.replaceAll(",", "") * (SCALES[scale] ?? 1) : told(text);
}

const NUMBERS = new Set(["count", "turn", "best", "own"]); // names of placeholders that stand for a number
let known = null;
/** Sentences with placeholders, as patterns, the longest first. */
function patterns() {
  known ??= Object.keys(sentences)
    .filter((key) => PLACEHOLDER.test(key))
    .sort((a, b) => b.length - a.length)
    .map((key) => {
      const parts = key.split(PLACEHOLDER);
      const any = (name) => (NUMBERS.has(name) ? "([\\d.,]+(?: \\w+illion)?)" : "(.+?)");
      const escaped = parts.map((part, k) => (k % 2 ? any(part) : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
      return { key, names: parts.filter((_, k) => k % 2), pattern: new RegExp(`^${escaped.join("")}$`) };
    });
  return known;
}

// The menu of languages keeps what else the address says; a language in the address was remembered by the server.
const here = new URL(location);
if (here.searchParams.has("language")) {
  here.searchParams.delete("language");
  history.replaceState(history.state, "", here);
}
for (const link of document.querySelectorAll(".languages a"))
  link.addEventListener("click", () => {
    const address = new URL(location);
    address.searchParams.set("language", link.lang);
    link.href = address;
  });
