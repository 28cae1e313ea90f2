// The glass box: a bot's decision with its probabilities, values, facts and ranges. One layout for all bots.

import { draw, make, percent, withSign } from "./words.js";

const RANKS = "AKQJT98765432";

/**
 * A heat map of the 169 hand classes. Height is the weight; the digits come from 0 to 9.
 * @param {string} digits @param {string} label
 */
export function heatMap(digits, label) {
  const svg = draw("svg", { class: "heat", viewBox: "0 0 169 169", role: "img", "aria-label": spoken(digits, label) });
  const cells = [];
  for (let index = 0; index < 169; index++) {
    const [x, y] = [(index % 13) * 13, Math.floor(index / 13) * 13];
    const weight = Number(digits[index]) / 9;
    cells.push(
      draw("rect", { x, y, width: 13, height: 13, fill: "rgba(var(--heat), .07)" }),
      draw(
        "rect",
        { x, y: y + 13 * (1 - weight), width: 13, height: 13 * weight, fill: `rgba(var(--heat), ${0.25 + 0.6 * weight})` },
        draw("title", {}, `${className(index)}: ${digits[index]} of 9, ${combos(index)} combos`),
      ),
      draw("text", { x: x + 6.5, y: y + 8.4 }, className(index)),
    );
  }
  svg.append(...cells);
  return svg;
}

/** @param {number} index */
export function className(index) {
  const [line, column] = [Math.floor(index / 13), index % 13];
  if (line === column) return RANKS[line] + RANKS[line];
  return line < column ? `${RANKS[line]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[line]}o`;
}

/** @param {number} index */
function combos(index) {
  const [line, column] = [Math.floor(index / 13), index % 13];
  return line === column ? 6 : line < column ? 4 : 12;
}

/** @param {string} digits @param {string} label */
function spoken(digits, label) {
  const likely = [...digits].map((digit, index) => [Number(digit), className(index)]).filter(([digit]) => Number(digit) >= 7);
  return `${label}; most likely: ${likely.map(([, name]) => name).slice(0, 20).join(", ") || "nothing in particular"}`;
}

/**
 * A decision.
 * @param {any} thought an explanation: player, actions, facts
 * @param {{heading?: string, own?: boolean}} [options] own: it is about the reader's own cards, so nothing is marked private
 */
export function thoughtPart(thought, { heading, own = false } = {}) {
  const chosen = thought.actions.find((/** @type {any} */ action) => action.chosen);
  const part = make("section", { class: "thought" }, make("h3", {}, heading ?? `${thought.player}: ${chosen?.words ?? ""}`));
  if (thought.actions.some((/** @type {any} */ action) => action.probability !== null || action.value !== null)) {
    part.append(bars(thought.actions));
  }
  const short = thought.facts.filter((/** @type {any} */ fact) => fact.form !== "range");
  if (short.length) {
    part.append(make("ul", { class: "facts" }, ...short.map((/** @type {any} */ fact) => make("li", { class: `${fact.form} ${fact.private && !own ? "private" : ""}` }, make("span", { class: "dim" }, fact.name), ` ${fact.text.slice(fact.name.length + 1)}`))));
  }
  const ranges = thought.facts.filter((/** @type {any} */ fact) => fact.form === "range");
  if (ranges.length) {
    part.append(
      make("div", { class: "heats" }, ...ranges.map((/** @type {any} */ fact) => make("figure", {}, make("figcaption", {}, fact.name), heatMap(fact.value, fact.name)))),
    );
  }
  return part;
}

/** @param {any[]} actions */
function bars(actions) {
  const rows = actions.flatMap((action) => {
    const style = action.chosen ? "chosen" : "";
    const bar = make("span", { class: "bar" }, make("i", { style: `width:${100 * (action.probability ?? 0)}%` }));
    return [
      make("span", { class: style }, action.words + (action.chosen ? " ✓" : "")),
      action.probability === null ? make("span", {}) : bar,
      make("span", { class: "number" }, action.probability === null ? "" : percent(action.probability)),
      make("span", { class: "number dim", title: "expected value in chips" }, action.value === null ? "" : `EV ${withSign(action.value)}`),
    ];
  });
  return make("div", { class: "bars" }, ...rows);
}
