// The menu of strategies for a game. Strategies that can't play it are disabled, with the reason.
import { ask, el, sentence } from "./common.js";

/**
 * Fill a select with the strategies of a game for which `which` is true, and return them. A choice made while they
 * load is kept; if another game is asked for meanwhile, the menu is left to that request.
 */
export async function fillStrategies(select, game, { which = (one) => !one.search, first = null, chosen = null } = {}) {
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
      },
      one.supported ? one.name : `${one.name} (not this game)`,
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
