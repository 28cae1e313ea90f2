// Players as small pictures: a colour and the first letter of their name, round for people and square for bots.

import { draw, make } from "./dom.js";

const COLOURS = ["#b4532a", "#8a6a12", "#4d7a1f", "#1f7a4d", "#0f7680", "#2f6bb3", "#5a55b8", "#8a4bb0", "#b0437f", "#a8434a"];

/** @param {string} player */
export function colourOf(player) {
  let sum = 7;
  for (const letter of player) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1009;
  return COLOURS[sum % COLOURS.length];
}

/** @param {string} player */
const initial = (player) => (/[\p{L}\p{N}]/u.exec(player)?.[0] ?? "?").toUpperCase();

/** On the felt. @param {string} player @param {boolean} bot @param {number} x the middle @param {number} y @param {number} size */
export function picture(player, bot, x, y, size) {
  return draw(
    "g",
    {},
    draw("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: bot ? size * 0.28 : size / 2, fill: colourOf(player) }),
    draw("text", { x, y: y + size * 0.2, "text-anchor": "middle", "font-size": size * 0.56, "font-weight": 700, style: "fill:#fff" }, initial(player)),
  );
}

/** In a text. @param {string} player @param {boolean} bot */
export function badge(player, bot) {
  return make("span", { class: `badge ${bot ? "bot" : ""}`, style: `background:${colourOf(player)}`, "aria-hidden": "true" }, initial(player));
}
