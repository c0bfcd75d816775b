// The menu of strategies for a game. Strategies that can't play it are disabled, with the reason.
import { ask, el, sentence } from "./common.js";
import { t } from "./language.js";

/**
 * Fill a select with the strategies of a game for which `which` is true, and return them. A choice made while they
 * load is kept; if another game is asked for meanwhile, the menu is left to that request. `label` is what it is called.
 */
export async function fillStrategies(select, game, { which = (one) => !one.search, first = null, chosen = null, label = (one) => one.name } = {}) {
  select.dataset.game = game;
  const all = (await ask("GET", `/strategies?game=${encodeURIComponent(game)}`)).filter(which);
  if (select.dataset.game !== game) return all;
  const before = chosen ?? select.value;
  const options = all.map((one) =>
    el(
      "option",
      {
        value: one.name,
        disabled: !one.supported,
        title: one.why ?? one.about,
        lang: "en",
      },
      one.supported ? label(one) : t("{strategy} (not this game)", { strategy: label(one) }),
    ),
  );
  if (first) options.unshift(el("option", { value: first.value }, first.text));
  select.replaceChildren(...options);
  const there = [...select.options].find((option) => option.value === before && !option.disabled);
  if (there) select.value = before;
  return all;
}

/** What a strategy does, and its source. */
export const about = (all, name) => {
  const one = all.find((row) => row.name === name);
  return one ? sentence(`${one.about.replace(/\.$/, "")} (${one.source})`) : "";
};

/** A strategy as people call it, such as "Knuth's minimax, 1977": by whom, what it does, and when if that is wanted. */
export function humanName({ name, source, kind }, withYear = true) {
  const [, author, year] = /^(.+?)(?: (\d{4}(?:-\d+)?).*)?$/.exec(source) ?? [];
  const what = isWord(name, source) ? name.replaceAll("_", " ") : METHODS[kind.split(/[,;]/)[0]] ?? kind.split(/[,;]/)[0];
  if (!author) return name;
  if (author.startsWith("ours")) return t("our {method}", { method: what });
  return year && withYear ? t("{author}'s {method}, {year}", { author, method: what, year }) : t("{author}'s {method}", { author, method: what });
}
const METHODS = { genetic: t("genetic algorithm"), consistent: t("consistent codes"), outside: t("strategy") };

/** Whether a strategy is named by what it does, not by who published it. */
const isWord = (name, source) => !/\d{4}/.test(name) && !name.includes(source.split(/[ ,]/)[0].toLowerCase());

/** The same for a menu: two strategies of one paper are told apart by the name that is typed. */
export const menuName = (one) => (isWord(one.name, one.source) ? humanName(one) : `${humanName(one)} · ${one.name}`);
