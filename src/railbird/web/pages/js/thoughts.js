// The glass box: a bot's decision with its probabilities, values, facts and ranges. One layout for all bots.

import { make } from "./dom.js";
import { HeatMaps } from "./heat_map.js";
import { icon } from "./icons.js";
import { badge } from "./players.js";
import { percent, withSign } from "./words.js";

/**
 * A decision.
 * @param {any} thought an explanation: player, actions, facts
 * @param {{doing?: string, own?: boolean, maps?: HeatMaps}} [options] doing: instead of the chosen action; own: it is about
 * the reader's own cards, so nothing is marked private; maps: heat maps to use again
 */
export function thoughtPart(thought, { doing, own = false, maps = new HeatMaps() } = {}) {
  const chosen = thought.actions.find((/** @type {any} */ action) => action.chosen);
  const part = make("section", { class: "thought" }, make("h3", {}, badge(thought.player, true), make("span", {}, thought.player), make("span", { class: "did" }, doing ?? chosen?.words ?? "")));
  if (thought.actions.some((/** @type {any} */ action) => action.probability !== null || action.value !== null)) part.append(bars(thought.actions));
  const told = thought.facts.filter((/** @type {any} */ fact) => fact.form !== "range");
  if (told.length) part.append(make("ul", { class: "facts" }, ...told.map((/** @type {any} */ fact) => factLine(fact, own))));
  const ranges = thought.facts.filter((/** @type {any} */ fact) => fact.form === "range");
  if (ranges.length) {
    part.append(make("div", { class: "heats" }, ...ranges.map((/** @type {any} */ fact) => make("figure", {}, make("figcaption", {}, fact.name), maps.show(fact.value, fact.name)))));
  }
  return part;
}

/** @param {any} fact @param {boolean} own */
function factLine(fact, own) {
  const hidden = fact.private && !own;
  const name = make("span", { class: "name" }, fact.name, hidden && icon("lock", "private: it says something about the cards"));
  return make("li", { class: `${fact.form} ${hidden ? "private" : ""}` }, name, make("span", {}, ` ${fact.text.slice(fact.name.length + 1)}`));
}

/** A row for each action; without probabilities, the bars compare expected values. @param {any[]} actions */
function bars(actions) {
  const values = actions.map((action) => action.value).filter((value) => value !== null);
  const [worst, best] = [Math.min(...values), Math.max(...values)];
  const rows = actions.flatMap((action) => {
    const known = action.probability !== null;
    const long = known ? action.probability : action.value === null ? 0 : best > worst ? (action.value - worst) / (best - worst) : 1;
    return [
      make("span", { class: action.chosen ? "chosen" : "" }, action.words),
      make("span", { class: `bar ${known ? "" : "worth"} ${action.chosen ? "chosen" : ""}` }, make("i", { style: `width:${100 * long}%` })),
      make("span", { class: "number" }, known ? percent(action.probability) : ""),
      make("span", { class: "number dim", title: "expected value in chips" }, action.value === null ? "" : `EV ${withSign(action.value)}`),
    ];
  });
  return make("div", { class: "bars" }, ...rows);
}
