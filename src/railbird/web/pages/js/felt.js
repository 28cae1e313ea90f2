// The table as a picture: seats, cards, bets, the board and the pot.

import { HEIGHT, listed, row } from "./cards.js";
import { chips, draw, percent } from "./words.js";

/**
 * @typedef {object} SeatModel
 * @property {string} player
 * @property {number} stack
 * @property {number} [bet]
 * @property {string|null} [cards]
 * @property {boolean} [inHand]
 * @property {boolean} [folded]
 * @property {boolean} [acts]
 * @property {boolean} [bot]
 * @property {boolean} [away]
 * @property {string} [note]
 * @property {number|null} [equity]
 * @property {boolean} [won]
 *
 * @typedef {object} FeltModel
 * @property {(SeatModel|null)[]} seats
 * @property {number|null} me the seat that is drawn at the bottom
 * @property {number|null} button
 * @property {string} board
 * @property {number|null} pot
 * @property {number[]} [pots] side pots, if there are any
 * @property {number} round
 * @property {string} hand a name of the hand, so that bets of another hand do not move
 * @property {((seat: number) => void)|null} [sit] called when a free seat is chosen
 */

const WIDE = { width: 1000, height: 640, rx: 375, ry: 205, cx: 500, cy: 335, seatX: 405, seatY: 238 };
const TALL = { width: 620, height: 880, rx: 225, ry: 335, cx: 310, cy: 450, seatX: 225, seatY: 350 };

export class Felt {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {FeltModel|null} */
    this.last = null;
    matchMedia("(max-width: 45rem)").addEventListener("change", () => this.last && this.show(this.last));
  }

  /** @param {FeltModel} model */
  show(model) {
    const shape = matchMedia("(max-width: 45rem)").matches ? TALL : WIDE;
    this.svg.setAttribute("viewBox", `0 0 ${shape.width} ${shape.height}`);
    const before = this.last;
    this.last = model;
    this.svg.replaceChildren(...this.parts(model, shape));
    if (before && before.hand === model.hand && before.round < model.round) this.sweep(before, shape);
  }

  /** @param {FeltModel} model @param {typeof WIDE} shape */
  parts(model, shape) {
    const { cx, cy, rx, ry } = shape;
    const parts = [
      draw("ellipse", { cx, cy, rx: rx + 22, ry: ry + 22, fill: "var(--rail)" }),
      draw("ellipse", { cx, cy, rx, ry, fill: "var(--felt)", stroke: "var(--felt-edge)", "stroke-width": 8 }),
    ];
    parts.push(...row(listed(model.board), cx, cy - 52, 1.25));
    if (model.pot !== null) {
      const pots = model.pots && model.pots.length > 1 ? ` (${model.pots.map(chips).join(" + ")})` : "";
      parts.push(draw("text", { class: "pot", x: cx, y: cy + 48, "text-anchor": "middle", "font-size": 22, "font-weight": 700 }, `pot ${chips(model.pot)}${pots}`));
    }
    model.seats.forEach((seat, number) => {
      const [x, y] = this.spot(model, number, shape);
      parts.push(seat ? this.seat(seat, x, y, model.me === number) : this.free(number, x, y, model.sit ?? null));
      if (seat?.bet) parts.push(this.bet(seat.bet, ...this.between(x, y, shape, 0.6)));
      if (model.button === number) {
        const [bx, by] = this.between(x, y, shape, 0.76);
        const side = x >= cx ? -46 : 46;
        parts.push(draw("circle", { cx: bx + side, cy: by, r: 13, fill: "#f8f6ec", stroke: "#8a7d55", "stroke-width": 2 }));
        parts.push(draw("text", { x: bx + side, y: by + 5, "text-anchor": "middle", style: "fill:#3a3420;font-size:14px;font-weight:700" }, "D"));
      }
    });
    return parts;
  }

  /** @param {FeltModel} model @param {number} number @param {typeof WIDE} shape @returns {[number, number]} */
  spot(model, number, shape) {
    const count = model.seats.length;
    const angle = Math.PI / 2 + (2 * Math.PI * (number - (model.me ?? 0))) / count;
    return [shape.cx + shape.seatX * Math.cos(angle), shape.cy + shape.seatY * Math.sin(angle)];
  }

  /** @param {number} x @param {number} y @param {typeof WIDE} shape @param {number} share @returns {[number, number]} */
  between(x, y, shape, share) {
    return [shape.cx + (x - shape.cx) * share, shape.cy + (y - shape.cy) * share];
  }

  /** @param {SeatModel} seat @param {number} x @param {number} y @param {boolean} mine */
  seat(seat, x, y, mine) {
    const wide = 156;
    const tall = 54;
    const out = seat.folded || seat.away;
    const group = draw("g");
    const cards = seat.cards ? listed(seat.cards) : seat.inHand && !seat.folded ? [null, null] : [];
    const scale = mine ? 1.25 : 1;
    group.append(draw("g", { opacity: out ? 0.5 : 1 }, ...row(cards, x, y - tall / 2 - HEIGHT * 0.94 * scale, scale)));
    const edge = seat.acts ? "#fbbf24" : seat.won ? "#4ade80" : "rgba(255,255,255,.18)";
    group.append(
      draw("rect", { x: x - wide / 2, y: y - tall / 2, width: wide, height: tall, rx: 12, fill: "var(--seat)", stroke: edge, "stroke-width": seat.acts || seat.won ? 4 : 1.5 }),
      draw("text", { x, y: y - 4, "text-anchor": "middle", "font-size": 17, "font-weight": 600, opacity: out ? 0.55 : 1 }, shortened(seat.player)),
      draw("text", { x, y: y + 18, "text-anchor": "middle", "font-size": 16, class: "number", opacity: out ? 0.55 : 1 }, seat.note ? `${chips(seat.stack)} · ${seat.note}` : chips(seat.stack)),
    );
    if (seat.equity !== null && seat.equity !== undefined) {
      group.append(
        draw("rect", { x: x + wide / 2 - 34, y: y - tall / 2 - 14, width: 60, height: 24, rx: 12, fill: "#f8f6ec" }),
        draw("text", { x: x + wide / 2 - 4, y: y - tall / 2 + 4, "text-anchor": "middle", style: "fill:#23301f;font-size:15px;font-weight:700" }, percent(seat.equity)),
      );
    }
    return group;
  }

  /** @param {number} number @param {number} x @param {number} y @param {((seat: number) => void)|null} sit */
  free(number, x, y, sit) {
    const group = draw("g", sit ? { role: "button", tabindex: 0, "aria-label": `sit down at seat ${number + 1}`, style: "cursor:pointer", onclick: () => sit(number), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && sit(number) } : {});
    group.append(
      draw("rect", { x: x - 62, y: y - 22, width: 124, height: 44, rx: 12, fill: "rgba(0,0,0,.25)", stroke: "rgba(255,255,255,.55)", "stroke-dasharray": "5 5" }),
      draw("text", { x, y: y + 6, "text-anchor": "middle", "font-size": 16 }, sit ? "sit here" : "free"),
    );
    return group;
  }

  /** @param {number} amount @param {number} x @param {number} y */
  bet(amount, x, y) {
    const text = chips(amount);
    const wide = 42 + 10 * text.length;
    return draw(
      "g",
      { class: "bet" },
      draw("rect", { x: x - wide / 2, y: y - 14, width: wide, height: 28, rx: 14, fill: "rgba(0,0,0,.45)" }),
      draw("circle", { cx: x - wide / 2 + 15, cy: y, r: 9, fill: "#e8b84a", stroke: "#fff6dd", "stroke-width": 2.5, "stroke-dasharray": "4 3" }),
      draw("text", { x: x - wide / 2 + 31, y: y + 6, "font-size": 17, "font-weight": 600 }, text),
    );
  }

  /** The bets of a round move to the pot. @param {FeltModel} before @param {typeof WIDE} shape */
  sweep(before, shape) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    before.seats.forEach((seat, number) => {
      if (!seat?.bet) return;
      const [x, y] = this.between(...this.spot(before, number, shape), shape, 0.6);
      const moving = this.bet(seat.bet, x, y);
      this.svg.append(moving);
      const end = `translate(${shape.cx - x}px, ${shape.cy + 40 - y}px)`;
      moving.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: 0.2 }], { duration: 450, easing: "ease-in" }).finished.then(
        () => moving.remove(),
        () => moving.remove(),
      );
    });
  }
}

/** @param {string} name */
const shortened = (name) => (name.length > 17 ? `${name.slice(0, 16)}…` : name);
