// Numbers and small pieces of pages, the same everywhere.

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

/** A number that a person typed, in their own way of writing: 1,250.5 or 1.250,5. @param {string} text */
export function typedNumber(text) {
  const parts = new Intl.NumberFormat().formatToParts(1234.5);
  const group = parts.find((part) => part.type === "group")?.value ?? ",";
  const point = parts.find((part) => part.type === "decimal")?.value ?? ".";
  const plain = text.trim().split(group).join("").replace(/[\s\u00a0\u202f]/g, "").replace(point, ".");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : NaN;
}

/**
 * Make an element. Text is always text, never HTML.
 * @param {string} name
 * @param {Record<string, any>} [options] attributes; on… are listeners
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function make(name, options = {}, ...children) {
  const element = document.createElement(name);
  fill(element, options, children);
  return element;
}

/**
 * The same for SVG.
 * @param {string} name
 * @param {Record<string, any>} [options]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElement}
 */
export function draw(name, options = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, options, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} options @param {any[]} children */
function fill(element, options, children) {
  for (const [key, value] of Object.entries(options)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/** The element of an id; the page has it. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
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

/** Light, dark, or as the system has it; kept for the next visit. @param {HTMLElement} button */
export function themeButton(button) {
  const apply = (/** @type {string|null} */ theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-pressed", String(theme === "dark"));
  };
  apply(localStorage.getItem("theme"));
  button.addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue("--page").trim() === "#10151a";
    localStorage.setItem("theme", dark ? "light" : "dark");
    apply(dark ? "light" : "dark");
  });
}
