// Texts in the visitor's language. The key of a text is the English text itself, so scripts can be read as they are
// and a text without a translation is shown in English.
export const language = document.documentElement.lang || "en";
const catalog = JSON.parse(document.querySelector("#texts")?.textContent ?? "{}");
const forms = new Intl.PluralRules(language);

/** A text in the visitor's language: t("{left} of {all} codes are left", { left, all }).
 *  A catalog may hold several forms of a text, by the number that stands first in it: { one: "...", other: "..." }. */
export function t(text, values = {}) {
  const first = /\{(\w+)\}/.exec(text)?.[1];
  let found = catalog[text] ?? text;
  if (typeof found === "object") found = found[forms.select(values[first])] ?? found.other;
  return found.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number" ? values[name].toLocaleString(language) : (values[name] ?? ""),
  );
}
