// Cards as SVG, and in a text.

import { draw, make } from "./dom.js";
import { cardsOf, spokenCards } from "./words.js";

/** @type {Record<string, string>} */
const SIGNS = { h: "♥", d: "♦", c: "♣", s: "♠" };
/** @type {Record<string, string>} */
const COLOURS = { h: "#c8283c", d: "#1d5fa8", c: "#1c7a43", s: "#1a1f24" };
export const WIDTH = 42;
export const HEIGHT = 58;

/** @param {string} card */
const rank = (card) => (card[0] === "T" ? "10" : card[0]);

/** One card; null is a card face down. @param {string|null} card @param {number} x @param {number} y @param {number} [scale] */
export function cardPicture(card, x, y, scale = 1) {
  const face = draw("g", { class: "card" });
  if (!card) {
    face.append(
      draw("rect", { width: WIDTH, height: HEIGHT, rx: 6, fill: "#f7f9fc" }),
      draw("rect", { x: 3, y: 3, width: WIDTH - 6, height: HEIGHT - 6, rx: 4, fill: "#2d4f96" }),
      draw("path", { d: "M21 11l10 18-10 18-10-18z M21 20l5 9-5 9-5-9z", fill: "none", stroke: "#9db9ee", "stroke-width": 1.6 }),
    );
  } else {
    const colour = COLOURS[card[1]];
    face.append(
      draw("rect", { width: WIDTH, height: HEIGHT, rx: 6, fill: "#fdfdfb", stroke: "#b9c2bc", "stroke-width": 1 }),
      draw("text", { x: 5, y: 23, style: `fill:${colour};font-size:23px;font-weight:700;letter-spacing:-1.5px` }, rank(card)),
      draw("text", { x: WIDTH - 5, y: 50, "text-anchor": "end", style: `fill:${colour};font-size:29px` }, SIGNS[card[1]]),
    );
  }
  return draw("g", { transform: `translate(${x} ${y}) scale(${scale})` }, face);
}

/** Cards side by side, centred. @param {(string|null)[]} cards @param {number} x the middle @param {number} y the top @param {number} [scale] */
export function row(cards, x, y, scale = 1) {
  const step = (WIDTH + 4) * scale;
  const first = x - (cards.length * step - 4 * scale) / 2;
  return cards.map((card, index) => cardPicture(card, first + index * step, y, scale));
}

/** @param {string|null} text */
export const listed = (text) => (text ? cardsOf(text) : []);

const CARDS = /\b(?:[2-9TJQKA][cdhs])+\b/g;

/** Words with their cards as small pictures, which a screen reader says in full. @param {string} text @returns {(Node|string)[]} */
export function withCards(text) {
  /** @type {(Node|string)[]} */
  const parts = [];
  let done = 0;
  for (const found of text.matchAll(CARDS)) {
    parts.push(text.slice(done, found.index), ...cardsOf(found[0]).map(inText));
    done = found.index + found[0].length;
  }
  return [...parts, text.slice(done)];
}

/** @param {string} card */
function inText(card) {
  return make("span", { class: `small-card ${card[1]}`, role: "img", "aria-label": spokenCards(card) }, rank(card) + SIGNS[card[1]]);
}

/** A line of a hand in words. A player may be called like a card, so their name stays text. @param {any} line @returns {(Node|string)[]} */
export function lineParts(line) {
  if (!["street", "cards", "shown"].includes(line.topic)) return [line.text];
  const named = line.player && line.text.startsWith(line.player) ? line.player : "";
  return [named, ...withCards(line.text.slice(named.length))];
}
