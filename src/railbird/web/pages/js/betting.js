// The buttons of the player to act, and the amount of a bet: by slider, by typing, by shares of the pot.

import { make } from "./dom.js";
import { chips, typedNumber } from "./words.js";

const SHARES = [
  { key: "2", text: "½ pot", share: 0.5 },
  { key: "3", text: "¾ pot", share: 0.75 },
  { key: "4", text: "pot", share: 1 },
];

export class BetControls {
  /** @param {HTMLElement} buttons @param {HTMLElement} sizes @param {(action: string) => void} act */
  constructor(buttons, sizes, act) {
    this.buttons = buttons;
    this.sizes = sizes;
    this.act = act;
    /** @type {(() => void)|null} */
    this.hint = null;
    /** @type {any} */
    this.legal = null;
    this.amount = 0;
    this.shown = "";
  }

  /** @param {any} hand */
  show(hand) {
    const turn = `${hand.hand}/${hand.state.turn}`;
    if (this.shown === turn) return;
    this.shown = turn;
    const { state } = hand;
    this.legal = state.legal;
    this.state = state;
    this.position = hand.position;
    this.limit = hand.betting === "limit";
    this.allIn = state.bets[hand.position] + state.stacks[hand.position];
    this.bigBlind = hand.big_blind;
    const opens = !state.bets.some((/** @type {number} */ bet) => bet > 0);
    this.verb = opens ? "Bet" : "Raise to";
    const [least] = this.legal.raise ?? [0];
    this.amount = least;
    const parts = [];
    if (this.legal.fold && this.legal.call > 0) parts.push(this.button("Fold", "F", () => this.fold(), "fold"));
    parts.push(this.button(this.legal.call ? `Call ${chips(this.legal.call)}` : "Check", "C", () => this.act("c")));
    if (this.legal.raise) {
      this.raising = this.button("", "R", () => this.raise(), "main");
      parts.push(this.raising);
    }
    this.buttons.replaceChildren(...parts);
    delete this.buttons.dataset.shown;
    const hint = this.hint && this.button("Hint", "H", () => this.hint?.());
    this.sizes.replaceChildren(...(this.legal.raise && !this.limit ? this.choices() : []), ...(hint ? [make("span", { class: "grow" }), hint] : []));
    this.set(least);
  }

  /** It is not the player's turn. @param {(buttons: HTMLElement) => void} fill puts other buttons there meanwhile */
  hide(fill) {
    this.shown = "";
    this.legal = null;
    this.sizes.replaceChildren();
    fill(this.buttons);
  }

  /** @param {string} text @param {string} key @param {() => void} act @param {string} [kind] */
  button(text, key, act, kind = "") {
    return make("button", { class: kind, onclick: act }, make("span", {}, text), make("kbd", {}, key));
  }

  choices() {
    const [least, most] = this.legal.raise;
    this.slider = make("input", { type: "range", min: least, max: most, step: 1, "aria-label": "amount", oninput: () => this.set(Number(/** @type {HTMLInputElement} */ (this.slider).value)) });
    this.typed = make("input", { type: "text", inputmode: "decimal", "aria-label": "exact amount", onchange: () => this.type(), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.type() && this.raise() });
    const named = [
      ["min", "1", least],
      ...SHARES.map(({ key, text, share }) => [text, key, this.ofPot(share)]),
      [most === this.allIn ? "all-in" : "max", "5", most],
    ];
    const buttons = named.map(([text, key, amount]) => make("button", { title: `key ${key}`, onclick: () => this.set(Number(amount)) }, String(text)));
    return [this.slider, this.typed, ...buttons];
  }

  /** A raise to the call and a share of the pot after it. @param {number} share */
  ofPot(share) {
    const highest = Math.max(...this.state.bets);
    return this.bounded(Math.round(highest + share * (this.state.pot + this.legal.call)));
  }

  /** @param {number} amount */
  bounded(amount) {
    const [least, most] = this.legal.raise;
    return Math.min(Math.max(amount, least), most);
  }

  /** @param {number} amount */
  set(amount) {
    if (!this.legal?.raise) return;
    this.amount = this.bounded(amount);
    const text = this.raising?.firstElementChild;
    if (text) text.textContent = `${this.verb} ${chips(this.amount)}${this.amount === this.allIn ? " (all-in)" : ""}`;
    if (this.slider && this.typed && !this.limit) {
      /** @type {HTMLInputElement} */ (this.slider).value = String(this.amount);
      /** @type {HTMLInputElement} */ (this.typed).value = chips(this.amount);
      this.typed.removeAttribute("aria-invalid");
    }
  }

  /** Take the typed amount. Returns whether it is one. */
  type() {
    const field = /** @type {HTMLInputElement} */ (this.typed);
    const amount = typedNumber(field.value);
    const [least, most] = this.legal.raise;
    const fits = amount >= least && amount <= most && Number.isInteger(amount);
    field.setCustomValidity(fits ? "" : `a whole number from ${chips(least)} to ${chips(most)}`);
    if (fits) this.set(amount);
    else {
      field.setAttribute("aria-invalid", "true");
      field.reportValidity();
    }
    return fits;
  }

  fold() {
    this.act("f");
  }

  raise() {
    if (this.legal?.raise) this.act(`r${this.amount}`);
  }

  /** @param {string} key @returns {boolean} whether it was one of ours */
  key(key) {
    if (!this.legal) return false;
    const pressed = key.toLowerCase();
    if (pressed === "f" && this.legal.fold && this.legal.call > 0) this.fold();
    else if (pressed === "c") this.act("c");
    else if (pressed === "r" && this.legal.raise) this.raise();
    else if (pressed === "h" && this.hint) this.hint();
    else if (this.legal.raise && !this.limit) return this.size(key);
    else return false;
    return true;
  }

  /** @param {string} key */
  size(key) {
    const share = SHARES.find((each) => each.key === key);
    if (key === "1") this.set(this.legal.raise[0]);
    else if (key === "5") this.set(this.legal.raise[1]);
    else if (share) this.set(this.ofPot(share.share));
    else if (key === "ArrowUp") this.set(this.amount + this.bigBlind);
    else if (key === "ArrowDown") this.set(this.amount - this.bigBlind);
    else return false;
    return true;
  }
}
