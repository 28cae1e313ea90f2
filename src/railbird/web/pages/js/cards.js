// Cards as SVG.

import { cardsOf, draw } from "./words.js";

/** @type {Record<string, string>} */
const SIGNS = { h: "♥", d: "♦", c: "♣", s: "♠" };
/** @type {Record<string, string>} */
const COLOURS = { h: "#c8283c", d: "#1d5fa8", c: "#1c7a43", s: "#1a1f24" };
export const WIDTH = 40;
export const HEIGHT = 56;

/** One card; null is a card face down. @param {string|null} card @param {number} x @param {number} y @param {number} [scale] */
export function cardPicture(card, x, y, scale = 1) {
  const group = draw("g", { transform: `translate(${x} ${y}) scale(${scale})` });
  if (!card) {
    group.append(
      draw("rect", { width: WIDTH, height: HEIGHT, rx: 5, fill: "#2b4a8b", stroke: "#f7f9fc", "stroke-width": 2 }),
      draw("path", { d: `M6 12 L34 44 M6 28 L20 44 M20 12 L34 28 M34 12 L6 44 M20 44 L34 28 M6 28 L20 12`, stroke: "#8fb0ea", "stroke-width": 1.4 }),
    );
    return group;
  }
  const colour = COLOURS[card[1]];
  group.append(
    draw("rect", { width: WIDTH, height: HEIGHT, rx: 5, fill: "#fdfdfb", stroke: "#c9cfca", "stroke-width": 1 }),
    draw("text", { x: 6, y: 22, style: `fill:${colour};font-size:22px;font-weight:700` }, card[0] === "T" ? "10" : card[0]),
    draw("text", { x: WIDTH / 2, y: 48, "text-anchor": "middle", style: `fill:${colour};font-size:26px` }, SIGNS[card[1]]),
  );
  return group;
}

/** Cards side by side, centred. @param {(string|null)[]} cards @param {number} x the middle @param {number} y the top @param {number} [scale] */
export function row(cards, x, y, scale = 1) {
  const step = (WIDTH + 4) * scale;
  const first = x - (cards.length * step - 4 * scale) / 2;
  return cards.map((card, index) => cardPicture(card, first + index * step, y, scale));
}

/** @param {string|null} text */
export const listed = (text) => (text ? cardsOf(text) : []);
