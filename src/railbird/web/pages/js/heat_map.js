// A heat map of all 1326 hands, by their 169 classes. It is made once and updated in place.

import { draw } from "./dom.js";

const RANKS = "AKQJT98765432";
const CELL = 13;

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

export class HeatMap {
  constructor() {
    this.digits = "";
    this.svg = draw("svg", { class: "heat", viewBox: "0 0 169 169", role: "img" });
    /** @type {SVGElement[]} */
    this.cells = [];
    for (let index = 0; index < 169; index++) {
      const [x, y] = [(index % 13) * CELL, Math.floor(index / 13) * CELL];
      this.cells.push(draw("g", { class: "w0" }, draw("rect", { x: x + 0.4, y: y + 0.4, width: CELL - 0.8, height: CELL - 0.8, rx: 1.4 }), draw("text", { x: x + CELL / 2, y: y + 8.4 }, className(index)), draw("title")));
    }
    this.svg.append(...this.cells);
  }

  /** Show weights: a digit from 0 to 9 for each class. @param {string} digits @param {string} label */
  show(digits, label) {
    this.cells.forEach((cell, index) => {
      if (digits[index] === this.digits[index]) return;
      cell.setAttribute("class", `w${digits[index]}`);
      const title = /** @type {SVGElement} */ (cell.lastChild);
      title.textContent = `${className(index)}: ${digits[index]} of 9, ${combos(index)} combos`;
    });
    this.digits = digits;
    this.svg.setAttribute("aria-label", spoken(digits, label));
    return this.svg;
  }
}

/** Heat maps of one part of a page: a map that was shown before is updated, not made anew. */
export class HeatMaps {
  constructor() {
    /** @type {HeatMap[]} */
    this.maps = [];
    this.used = 0;
  }

  /** What is shown from now on takes the place of what was shown before. */
  begin() {
    this.used = 0;
    return this;
  }

  /** @param {string} digits @param {string} label */
  show(digits, label) {
    if (this.used === this.maps.length) this.maps.push(new HeatMap());
    return this.maps[this.used++].show(digits, label);
  }
}
