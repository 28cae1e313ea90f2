// Small pictures of buttons, drawn, since not every font has them.

import { draw } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  back: "M15 5l-7 7 7 7",
  on: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  more: "M5 7h14M5 12h14M5 17h14",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z",
};

/** @param {string} name @param {string} [label] what it says; without one it decorates */
export function icon(name, label = "") {
  const says = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return draw("svg", { class: `icon-${name}`, viewBox: "0 0 24 24", width: 20, height: 20, ...says }, draw("path", { d: PATHS[name], fill: name === "theme" ? "currentColor" : "none", "fill-opacity": 0.55, stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }), label ? draw("title", {}, label) : null);
}
