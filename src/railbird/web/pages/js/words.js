// Numbers, cards and games in words, the same everywhere.

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const signed = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3, signDisplay: "exceptZero" });
const share = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

/** Chips; a fraction of a chip comes as text such as 11/2. @param {number|string} amount */
export function chips(amount) {
  if (typeof amount === "string") {
    const [over, under] = amount.split("/").map(Number);
    return precise.format(over / (under || 1));
  }
  return whole.format(amount);
}

/** @param {number} value */
export const percent = (value) => share.format(value);

/** @param {number} value */
export const withSign = (value) => signed.format(value);

/** A number with its noun: 1 hand, 2 hands. @param {number} number @param {string} noun */
export const counted = (number, noun) => `${chips(number)} ${noun}${number === 1 ? "" : "s"}`;

/** A number that a person typed, in their own way of writing: 1,250.5 or 1.250,5. @param {string} text */
export function typedNumber(text) {
  const parts = new Intl.NumberFormat().formatToParts(1234.5);
  const group = parts.find((part) => part.type === "group")?.value ?? ",";
  const point = parts.find((part) => part.type === "decimal")?.value ?? ".";
  const plain = text.trim().split(group).join("").replace(/[\s\u00a0\u202f]/g, "").replace(point, ".");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/** @type {Record<string, string>} */
const SUITS = { h: "hearts", d: "diamonds", c: "clubs", s: "spades" };
/** @type {Record<string, string>} */
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };

/** Cards as a screen reader should say them. @param {string} text such as AhKd */
export function spokenCards(text) {
  return cardsOf(text).map((card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`).join(", ");
}

/** @param {string} text @returns {string[]} */
export const cardsOf = (text) => text.match(/../g) ?? [];

/** @type {Record<string, string>} */
const BETTING = { limit: "Limit hold'em", nolimit: "No-limit hold'em", potlimit: "Pot-limit hold'em", rezai: "Limit hold'em, as in RezAI's paper" };

/** A game as people say it; its spec if it is none that they know. @param {string} spec such as limit(players=3, stack=50bb) */
export function gameWords(spec) {
  const match = /^(\w+)(?:\((.*)\))?$/.exec(spec);
  if (!match || !BETTING[match[1]]) return spec;
  const options = Object.fromEntries((match[2] ?? "").split(/,\s*/).map((option) => option.split("=")));
  const players = Number(options.players ?? 2);
  const stack = /^(\d+)bb$/.exec(options.stack ?? "");
  return [BETTING[match[1]], players === 2 ? "heads-up" : `${players} players`, stack && `${stack[1]} big blinds`].filter(Boolean).join(" · ");
}
