// The table as a picture: seats, cards, bets, the board and the pot. It is updated in place.

import { HEIGHT, WIDTH, listed, row } from "./cards.js";
import { draw, update } from "./dom.js";
import { picture } from "./players.js";
import { chips, percent } from "./words.js";

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
 * @property {string} [note] beside the stack
 * @property {string} [did] the last action
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
 * @property {boolean} [sit] whether a free seat can be taken
 */

const WIDE = { width: 1000, height: 600, x: 130, y: 92, seatX: 392, seatY: 222, pod: 164, bend: 0.8, letters: 11, board: 1.4 };
const TALL = { width: 460, height: 640, x: 62, y: 84, seatX: 160, seatY: 256, pod: 136, bend: 0.8, letters: 9, board: 1.05 };
const POD = 50;
const CROWDED = 6;
/** @type {Record<string, string>} */
const TONES = { fold: "#5b6662", check: "#3d6f9e", call: "#2f6bb3", bet: "#b45309", raise: "#b45309", all: "#a3243b" };

export class Felt {
  /** @param {SVGSVGElement} svg @param {(seat: number) => void} [sit] called when a free seat is chosen */
  constructor(svg, sit) {
    this.svg = svg;
    this.parts = draw("g");
    this.moving = draw("g");
    svg.append(gradients(), this.parts, this.moving);
    /** @type {FeltModel} */
    this.last = { seats: [], me: null, button: null, board: "", pot: null, round: 0, hand: "" };
    if (sit) this.listen(sit);
    new ResizeObserver(() => this.draw(this.last)).observe(/** @type {Element} */ (svg.parentElement));
  }

  /** @param {(seat: number) => void} sit */
  listen(sit) {
    const chosen = (/** @type {Event} */ event) => {
      const seat = /** @type {Element} */ (event.target).closest("[data-free]");
      if (seat) {
        event.preventDefault();
        sit(Number(seat.getAttribute("data-free")));
      }
    };
    this.svg.addEventListener("click", chosen);
    this.svg.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && chosen(event));
  }

  /** @param {FeltModel} model */
  show(model) {
    const before = this.last;
    this.last = model;
    const shape = this.draw(model);
    if (before.hand === model.hand && before.round < model.round) this.sweep(before, shape);
  }

  /** @param {FeltModel} model */
  draw(model) {
    const room = /** @type {Element} */ (this.svg.parentElement);
    const shape = room.clientWidth < room.clientHeight * 1.05 ? TALL : WIDE;
    this.svg.setAttribute("viewBox", `0 0 ${shape.width} ${shape.height}`);
    const { width, height, x, y } = shape;
    const [w, h] = [width - 2 * x, height - 2 * y];
    const round = Math.min(w, h) / 2;
    const oval = (/** @type {number} */ grow, /** @type {Record<string, any>} */ options) => draw("rect", { x: x - grow, y: y - grow, width: w + 2 * grow, height: h + 2 * grow, rx: round + grow, ...options });
    const [cx, cy] = [width / 2, height / 2];
    const board = this.boardTop(model, shape);
    update(this.parts, [
      oval(26, { fill: "url(#rail)" }),
      oval(4, { fill: "#0a2a20" }),
      oval(0, { fill: "url(#felt-cloth)" }),
      oval(-34, { fill: "none", stroke: "rgba(255,255,255,.13)", "stroke-width": 2 }),
      draw("text", { x: cx, y: cy + (shape === TALL ? 118 : 104), class: "mark", "text-anchor": "middle", "font-size": 17 }, "RAILBIRD"),
      draw("g", {}, ...row(listed(model.board), cx, board, shape.board)),
      this.pot(model, cx, board + HEIGHT * shape.board + 35),
      ...model.seats.map((_, number) => this.bet(model, number, shape)),
      ...model.seats.map((seat, number) => (seat ? this.seat(model, seat, number, shape) : this.free(model, number, shape))),
    ]);
    return shape;
  }

  /** Where the board begins: above the middle, or higher up if a seat would be in its way. @param {FeltModel} model @param {typeof WIDE} shape */
  boardTop(model, shape) {
    const cy = shape.height / 2;
    const half = (5 * WIDTH * shape.board + shape.pod) / 2;
    const clear = (/** @type {number} */ top) =>
      model.seats.every((_, number) => {
        const [x, y] = this.spot(model, number, shape);
        return Math.abs(x - shape.width / 2) > half || y + 22 < top || y - POD / 2 - HEIGHT > top + HEIGHT * shape.board;
      });
    return clear(cy - 62) || !clear(cy - 162) ? cy - 62 : cy - 162;
  }

  /** @param {FeltModel} model @param {number} x @param {number} y */
  pot(model, x, y) {
    if (!model.pot) return draw("g");
    const pots = model.pots && model.pots.length > 1 ? ` (${model.pots.map(chips).join(" + ")})` : "";
    const text = `pot ${chips(model.pot)}${pots}`;
    const wide = 44 + 10.5 * text.length;
    return draw(
      "g",
      {},
      draw("rect", { x: x - wide / 2, y: y - 19, width: wide, height: 34, rx: 17, fill: "rgba(0,0,0,.28)" }),
      draw("text", { class: "pot", x, y: y + 5, "text-anchor": "middle", "font-size": 20, "font-weight": 700 }, text),
    );
  }

  /** @param {FeltModel} model @param {number} number @param {typeof WIDE} shape @returns {[number, number]} */
  spot(model, number, shape) {
    const angle = Math.PI / 2 + (2 * Math.PI * (number - (model.me ?? 0))) / model.seats.length;
    const bent = (/** @type {number} */ part) => Math.sign(part) * Math.abs(part) ** shape.bend;
    return [Math.round(shape.width / 2 + shape.seatX * bent(Math.cos(angle))), Math.round(shape.height / 2 + 8 + shape.seatY * bent(Math.sin(angle)))];
  }

  /** @param {FeltModel} model @param {SeatModel} seat @param {number} number @param {typeof WIDE} shape */
  seat(model, seat, number, shape) {
    const [x, y] = this.spot(model, number, shape);
    const small = model.seats.length > CROWDED && shape === TALL;
    const wide = small ? shape.pod * 0.8 : shape.pod;
    const [left, top] = [x - wide / 2, y - POD / 2];
    const out = seat.folded || seat.away;
    const mine = model.me === number;
    const cards = seat.cards ? listed(seat.cards) : seat.inHand && !seat.folded ? [null, null] : [];
    const scale = mine ? 1.3 : small ? 0.85 : 1;
    const edge = seat.acts ? "#fbbf24" : seat.won ? "#4ade80" : "rgba(255,255,255,.2)";
    const size = small ? 26 : 34;
    const text = left + size + 16;
    const stack = seat.note ? `${chips(seat.stack)} · ${seat.note}` : chips(seat.stack);
    const name = shortened(seat.player, small ? shape.letters - 1 : shape.letters);
    const fits = wide - size - 22;
    return draw(
      "g",
      { class: "seat" },
      draw("g", { opacity: out ? 0.55 : 1 }, ...row(cards, x, top - HEIGHT * scale + 5, scale)),
      draw("rect", { class: seat.acts ? "acts" : "", x: left, y: top, width: wide, height: POD, rx: 14, fill: "var(--seat)", stroke: edge, "stroke-width": seat.acts || seat.won ? 4 : 1.5 }),
      draw(
        "g",
        { opacity: out ? 0.6 : 1 },
        picture(seat.player, Boolean(seat.bot), left + size / 2 + 8, y, size),
        draw("text", { x: text, y: y - 4, "font-size": small ? 14 : 16, "font-weight": 600, ...squeezed(name, 10.5, fits) }, name),
        draw("text", { x: text, y: y + 16, "font-size": 15, class: "number dimmer", ...squeezed(stack, 8, fits) }, stack),
      ),
      seat.did ? label(seat.did, x, y + POD / 2 + 9, TONES[seat.did.split(/[ -]/)[0]] ?? TONES.check) : draw("g"),
      seat.equity === null || seat.equity === undefined ? draw("g") : label(percent(seat.equity), left + wide - 24, top - 2, "#f4efdc", "#23301f"),
      model.button === number ? dealer(Math.max(left + 2, 14), top + 2) : draw("g"),
    );
  }

  /** @param {FeltModel} model @param {number} number @param {typeof WIDE} shape */
  free(model, number, shape) {
    const [x, y] = this.spot(model, number, shape);
    const wide = model.seats.length > CROWDED && shape === TALL ? 96 : 116;
    const options = model.sit ? { class: "seat can", role: "button", tabindex: 0, "aria-label": `sit down at seat ${number + 1}`, "data-free": number } : { class: "seat" };
    return draw(
      "g",
      options,
      draw("rect", { x: x - wide / 2, y: y - 21, width: wide, height: 42, rx: 21, class: "place" }),
      draw("text", { x, y: y + 5, "text-anchor": "middle", "font-size": 15 }, model.sit ? "Sit here" : "free"),
    );
  }

  /** @param {FeltModel} model @param {number} number @param {typeof WIDE} shape */
  bet(model, number, shape) {
    const amount = model.seats[number]?.bet;
    return draw("g", {}, amount ? stackOf(amount, ...this.before(model, number, shape)) : null);
  }

  /** The place of a bet: on the way from the seat to the middle, and not on the player's cards. @param {FeltModel} model @param {number} number @param {typeof WIDE} shape @returns {[number, number]} */
  before(model, number, shape) {
    const [x, y] = this.spot(model, number, shape);
    const [cx, cy] = [shape.width / 2, shape.height / 2];
    const central = Math.abs(x - cx) < shape.pod / 2;
    if (central) return y > cy ? [x + (shape === TALL ? 98 : 124), y - 62] : [x, y + 58];
    if (shape === TALL) return [x + Math.sign(cx - x) * (shape.pod / 2 + 38), y + (y > cy ? -4 : 6)];
    return [Math.round(cx + (x - cx) * 0.62), Math.round(cy + 8 + (y - cy) * 0.62 + (y < cy - 60 ? 6 : 0))];
  }

  /** The bets of a round move to the pot. @param {FeltModel} before @param {typeof WIDE} shape */
  sweep(before, shape) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    before.seats.forEach((seat, number) => {
      if (!seat?.bet) return;
      const [x, y] = this.before(before, number, shape);
      const moving = stackOf(seat.bet, x, y);
      this.moving.append(moving);
      const end = `translate(${shape.width / 2 - x}px, ${shape.height / 2 + 46 - y}px)`;
      moving.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: 0.2 }], { duration: 450, easing: "ease-in" }).finished.then(
        () => moving.remove(),
        () => moving.remove(),
      );
    });
  }
}

function gradients() {
  const stop = (/** @type {string} */ offset, /** @type {string} */ colour) => draw("stop", { offset, style: `stop-color:${colour}` });
  return draw(
    "defs",
    {},
    draw("radialGradient", { id: "felt-cloth", cx: "50%", cy: "42%", r: "70%" }, stop("0", "var(--felt-light)"), stop("1", "var(--felt)")),
    draw("linearGradient", { id: "rail", x1: 0, y1: 0, x2: 0, y2: 1 }, stop("0", "var(--rail-light)"), stop("1", "var(--rail)")),
  );
}

/** Chips in front of a player. @param {number} amount @param {number} x @param {number} y */
function stackOf(amount, x, y) {
  const text = chips(amount);
  const wide = 40 + 9.5 * text.length;
  return draw(
    "g",
    { class: "bet" },
    draw("rect", { x: x - wide / 2, y: y - 14, width: wide, height: 28, rx: 14, fill: "rgba(0,0,0,.45)" }),
    draw("circle", { cx: x - wide / 2 + 15, cy: y, r: 8.5, fill: "#e8b84a", stroke: "#fff6dd", "stroke-width": 2.5, "stroke-dasharray": "4 2.7" }),
    draw("text", { x: x - wide / 2 + 30, y: y + 5.5, "font-size": 16, "font-weight": 600 }, text),
  );
}

/** A small text on a coloured ground. @param {string} text @param {number} x @param {number} y @param {string} ground @param {string} [ink] */
function label(text, x, y, ground, ink = "#fff") {
  const wide = 16 + 7.4 * text.length;
  return draw("g", {}, draw("rect", { x: x - wide / 2, y: y - 10, width: wide, height: 21, rx: 10.5, fill: ground }), draw("text", { x, y: y + 5, "text-anchor": "middle", style: `fill:${ink};font-size:13px;font-weight:600` }, text));
}

/** @param {number} x @param {number} y */
function dealer(x, y) {
  return draw("g", {}, draw("circle", { cx: x, cy: y, r: 12, fill: "#f8f6ec", stroke: "#8a7d55", "stroke-width": 2 }), draw("text", { x, y: y + 5, "text-anchor": "middle", style: "fill:#3a3420;font-size:14px;font-weight:700" }, "D"), draw("title", {}, "the button"));
}

/** @param {string} name @param {number} most */
const shortened = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** What makes a text of wide letters fit. @param {string} text @param {number} letter @param {number} width */
const squeezed = (text, letter, width) => (text.length * letter > width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {});
