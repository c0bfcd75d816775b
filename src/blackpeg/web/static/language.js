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

/** The form of a text that suits the number called count; the key itself if there is no other. */
const choose = (key, text, { count }) => (typeof text === "object" ? (text[forms.select(count)] ?? text.other) : text) ?? key;

/** The text of a key in a catalog as a list, with values in the place of names in braces. */
const fill = (key, catalog, values) =>
  choose(key, catalog[key], values)
    .split(PLACEHOLDER)
    .map((part, k) => (k % 2 === 0 ? part : write(values[part] ?? "")));

const isRightToLeft = document.documentElement.dir === "rtl";

/** A value as it stands in a text. Among words from right to left, 4x6 and #321 are isolated as they run the other way. */
const write = (value) => {
  if (typeof value === "number") return number(value);
  return isRightToLeft && typeof value === "string" && /^[ -~]*[A-Za-z#][ -~]*$/.test(value) ? `\u2066${value}\u2069` : value;
};

/** A text in the visitor's language. Values of the same names replace what stands in braces, numbers as they are written
 *  in that language. A catalog may hold several forms of a text: { one: "{count} guess", other: "{count} guesses" }. */
export const t = (text, values = {}) => fill(text, texts, values).join("");

/** The same for values that may be elements: a list of texts and elements. */
export const withNodes = (text, values) => fill(text, texts, values);

/** What the server said, in the visitor's language. */
export let translateSentence = (text) => text;
if (Object.keys(sentences).length) translateSentence = (await import("./server_sentences.js")).translator(sentences, fill);

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
