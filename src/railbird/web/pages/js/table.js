// The table: it shows what the server says, and sends what the player chooses. It knows no rules of poker.

import { Connection, needName, showConnection } from "./connection.js";
import { Felt } from "./felt.js";
import { BetControls } from "./betting.js";
import { thoughtPart } from "./thoughts.js";
import { byId, chips, make, percent, spokenCards, themeButton, withSign } from "./words.js";

const parameters = new URLSearchParams(location.search);
const table = Number(parameters.get("table"));
const connection = new Connection();
const felt = new Felt(byId("felt"));
/** @type {any} */ let about = null;
/** @type {any} */ let hand = null;
/** @type {any[]} */ let thoughts = [];
let timerEnd = 0;
let controls = "";

showConnection(connection, byId("notice"));
themeButton(byId("theme"));

/** @param {unknown} error */
function say(error) {
  byId("message").textContent = error ? /** @type {Error} */ (error).message : "";
}

/** @param {string} type @param {Record<string, any>} [fields] */
async function tell(type, fields = {}) {
  try {
    say(null);
    return await connection.ask(type, { table, ...fields });
  } catch (error) {
    say(error);
    return null;
  }
}

const betting = new BetControls(byId("buttons"), byId("sizes"), (action) => {
  if (hand) tell("act", { hand: hand.hand, turn: hand.state.turn, action });
});

// What the server says

connection.addEventListener("open", async () => {
  try {
    await connection.ask("watch", { table });
    const seated = about.seats.some((/** @type {any} */ seat) => seat && seat.player === connection.name);
    if (parameters.has("sit") && !seated) await sit(null);
  } catch (error) {
    say(error);
  }
});

connection.addEventListener("table", (event) => {
  about = detail(event);
  hand = about.running;
  byId("title").textContent = about.title;
  document.title = `Railbird: ${about.title}`;
  byId("game").textContent = about.game;
  if (hand) beginLog(hand);
  thoughts = hand ? hand.decisions : thoughts;
  setTimer(about.time_left);
  show();
});
connection.addEventListener("seats", (event) => {
  about = { ...about, ...detail(event) };
  show();
});
connection.addEventListener("hand", (event) => {
  hand = detail(event);
  thoughts = [];
  hideAdvice();
  beginLog(hand);
  setTimer(hand.time_left);
  show();
});
connection.addEventListener("events", (event) => proceed(detail(event)));
connection.addEventListener("hand-over", (event) => {
  const message = detail(event);
  about.hands = message.hands;
  proceed(message);
  about.seats = message.table_seats;
  if (message.all_cards) hand.cards = message.all_cards;
  if (message.decisions) thoughts = message.decisions;
  setTimer(null);
  show();
  if (portraitsAreShown()) showPortraits();
});
connection.addEventListener("turn", (event) => setTimer(detail(event).time_left));
connection.addEventListener("fault", (event) => addLine({ topic: "fault", text: detail(event).text }));
connection.addEventListener("game-over", (event) => {
  addLine({ topic: "showdown", text: detail(event).why });
});
connection.addEventListener("closed", (event) => {
  byId("notice").textContent = `This table is closed: ${detail(event).why}`;
  about.ending = detail(event).why;
  hand = null;
  show();
});

/** @param {Event} event @returns {any} */
const detail = (event) => /** @type {CustomEvent} */ (event).detail;

/** @param {any} message */
function proceed(message) {
  if (!hand || message.hand !== hand.hand) return;
  Object.assign(hand, { state: message.state, cards: message.cards, made: message.made });
  message.lines.forEach(addLine);
  if (message.decision) thoughts = [...thoughts, message.decision];
  setTimer(message.time_left);
  hideAdvice();
  show();
}

// Showing it

function mySeat() {
  if (!about) return null;
  const seat = about.seats.findIndex((/** @type {any} */ each) => each && each.player === connection.name);
  return seat < 0 ? null : seat;
}

function show() {
  if (!about) return;
  const me = mySeat();
  const state = hand?.state;
  felt.show({
    seats: about.seats.map((/** @type {any} */ seat, /** @type {number} */ number) => seat && seatModel(seat, number)),
    me,
    button: hand ? hand.button : null,
    board: state?.board ?? "",
    pot: state ? state.pot : null,
    pots: state && !state.over ? state.pots : [],
    round: state?.round ?? 0,
    hand: String(hand?.hand ?? ""),
    sit: me === null && connection.open && !about.bots_alone ? (seat) => sit(seat).catch(say) : null,
  });
  const mine = state && !state.over && hand.position !== null && state.actor === hand.position && !about.seats[me ?? 0]?.away;
  byId("made").textContent = hand?.made ? `you have: ${hand.made}` : waitingFor();
  if (mine) betting.show(hand);
  else betting.hide(seatButtons(me));
  showControls();
  showThoughts();
}

function waitingFor() {
  const state = hand?.state;
  if (!about || (state && !state.over)) return state && hand.position === null && mySeat() !== null ? "you are dealt in with the next hand" : "";
  if (about.practice && about.paused) return "nothing is dealt until you start the game";
  const present = about.seats.filter((/** @type {any} */ seat) => seat && !seat.away && seat.stack > 0).length;
  if (present < 2) return "waiting for players";
  return about.kind === "freeze-out" && about.hands === 0 && about.seats.includes(null) ? "the freeze-out begins when every seat is taken" : "";
}

/** @param {any} seat @param {number} number @returns {import("./felt.js").SeatModel} */
function seatModel(seat, number) {
  const position = hand ? hand.seats.indexOf(number) : -1;
  const base = { player: seat.player, stack: seat.stack, bot: Boolean(seat.bot), away: seat.away, note: seat.connected ? "" : "gone" };
  if (position < 0 || hand.players[position] !== seat.player) return base;
  const state = hand.state;
  const won = state.over && Number(state.payoffs[position]) > 0;
  return {
    ...base,
    stack: state.over ? seat.stack : state.stacks[position],
    bet: state.over ? 0 : state.bets[position],
    cards: hand.cards[position],
    inHand: !state.over,
    folded: state.folded[position],
    acts: state.actor === position,
    won,
    note: state.over && won ? `+${chips(state.payoffs[position])}` : !state.over && state.stacks[position] === 0 && !state.folded[position] ? "all-in" : base.note,
  };
}

/** Buttons while it is not the player's turn. @param {number|null} me */
function seatButtons(me) {
  if (!about || about.ending) return [];
  if (me === null) return [];
  const seat = about.seats[me];
  const buttons = [];
  if (seat.stack === 0 && about.kind === "cash" && (!hand || hand.state.over)) buttons.push(button("Buy chips", () => tell("rebuy")));
  if (seat.away) buttons.push(button("I am back", () => tell("sit-in"), true));
  if (hand?.state.over) buttons.push(button("Next hand", () => tell("ready"), true, "N"));
  return buttons;
}

/** @param {string} text @param {() => void} act @param {boolean} [main] @param {string} [key] */
function button(text, act, main = false, key = "") {
  return make("button", { class: main ? "main" : "", onclick: act }, text, key && make("kbd", {}, key));
}

function showControls() {
  const me = about.ending ? null : mySeat();
  const parts = [];
  if (about.owner === connection.name && connection.name && !about.ending) parts.push(button("Close table", () => tell("close")));
  if (about.bots_alone && about.owner === connection.name && connection.name) {
    parts.push(
      button(about.paused ? "Go on" : "Pause", () => tell("control", { paused: !about.paused })),
      make("button", { disabled: !about.paused, onclick: () => tell("control", { step: true }) }, "Step"),
      speedChoice(),
    );
  }
  if (me !== null) {
    const seat = about.seats[me];
    if (!seat.away) parts.push(button("Sit out", () => tell("sit-out")));
    parts.push(button("Leave", leave));
  }
  if (about.hands > 0) parts.push(make("a", { class: "button", href: `replay.html?session=${table}&hand=${about.hands}` }, "Replay"));
  const signature = JSON.stringify([parts.map((part) => part.outerHTML), about.speed, about.paused]);
  if (signature !== controls) byId("controls").replaceChildren(...parts); // otherwise the focus stays where it is
  controls = signature;
  byId("practice").hidden = !about.practice;
  byId("restart").textContent = about.paused ? "Start game" : "Reload game";
  byId("reveal").setAttribute("aria-pressed", String(about.revealed));
  byId("tab-portraits").hidden = me === null || !(about.glass_box || about.practice);
}

function speedChoice() {
  const select = make("select", { "aria-label": "speed", onchange: (/** @type {any} */ event) => tell("control", { speed: Number(event.target.value) }) });
  for (const speed of [0.5, 1, 2, 5, 20, 100]) select.append(make("option", { value: speed, selected: speed === about.speed }, `${speed}×`));
  return select;
}

async function leave() {
  if (await tell("leave")) location.href = "index.html";
}

/** @param {number|null} seat */
async function sit(seat) {
  await needName(connection);
  await connection.ask("unwatch", { table });
  try {
    await connection.ask("sit", seat === null ? { table } : { table, seat });
  } finally {
    await connection.ask("watch", { table });
  }
}

// The hand in words

/** @param {any} begun */
function beginLog(begun) {
  byId("log").replaceChildren();
  addLine({ topic: "street", text: `hand ${chips(begun.hand)}` });
  const cards = begun.position === null ? null : begun.cards[begun.position];
  if (cards) addLine({ topic: "cards", text: `you are dealt ${spokenCards(cards)}` });
  begun.lines.forEach(addLine);
}

/** @param {any} line */
function addLine(line) {
  const log = byId("log");
  log.append(make("li", { class: line.topic }, line.text));
  log.scrollTop = log.scrollHeight;
  byId("spoken").textContent = line.text;
}

// Time

/** @param {any} left */
function setTimer(left) {
  const timer = byId("timer");
  timer.hidden = !left;
  if (!left) return;
  timerEnd = performance.now() + 1000 * left.with_bank;
  const bar = /** @type {HTMLElement} */ (timer.firstElementChild);
  bar.getAnimations().forEach((animation) => animation.cancel());
  bar.classList.toggle("bank", left.seconds <= 0);
  const seconds = left.seconds > 0 ? left.seconds : left.with_bank;
  bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: 1000 * seconds, fill: "forwards" }).onfinish = () => {
    if (left.seconds > 0 && performance.now() < timerEnd) setTimer({ seconds: 0, with_bank: (timerEnd - performance.now()) / 1000 });
  };
}

// Advice

function hideAdvice() {
  byId("advice").hidden = true;
}

async function hint() {
  const answer = await tell("hint");
  if (!answer) return;
  const lines = [];
  if (answer.odds) {
    lines.push(make("p", {}, `${chips(answer.odds.to_call)} to win ${chips(answer.odds.pot)}: a call pays if you win ${percent(answer.odds.needed)} of the time or more`));
  }
  if (answer.equity) {
    lines.push(make("p", {}, `your equity: ${percent(answer.equity.estimated)} against their estimated ranges (${percent(answer.equity.random)} against random hands)`));
  }
  byId("advice").replaceChildren(make("h2", {}, "Hint"), ...lines, thoughtPart(answer.explanation, { own: true }));
  byId("advice").hidden = false;
}
betting.hint = hint;

// The glass box

function showThoughts() {
  const box = byId("console");
  if (byId("console-panel").hidden) return;
  const parts = thoughts.map((thought) => thoughtPart(thought)).reverse();
  box.replaceChildren(...(parts.length ? parts : [make("p", { class: "dim" }, about.glass_box || about.practice ? "You see what the bots held and thought when the hand is over." : about.bots_alone ? "Nobody has acted yet." : "This table was opened without a glass box: you see public facts only.")]));
}

const portraitsAreShown = () => !byId("portraits-panel").hidden;

async function showPortraits() {
  const answer = await tell("portraits");
  if (!answer) return;
  const parts = answer.portraits.map((/** @type {any} */ each) =>
    make(
      "section",
      { class: "thought" },
      make("h3", {}, each.bot),
      make("p", {}, each.words),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, ...["when", "fold", "call", "raise", "seen"].map((text, index) => make("th", { class: index ? "number" : "" }, text)))),
        make(
          "tbody",
          {},
          ...each.frequencies.map((/** @type {any} */ row) =>
            make("tr", {}, make("td", {}, `${row.round}${row.faced ? ", facing a bet" : ""}`), ...[row.fold, row.call, row.raise_].map((share) => make("td", { class: "number" }, percent(share))), make("td", { class: "number" }, withSign(row.seen).replace("+", ""))),
          ),
        ),
      ),
    ),
  );
  byId("portraits").replaceChildren(...(parts.length ? parts : [make("p", { class: "dim" }, "No bot here has learned anything about you yet.")]));
}

const TABS = ["log", "console", "portraits"];
/** @param {string} chosen */
function chooseTab(chosen) {
  for (const name of TABS) {
    byId(`${name}-panel`).hidden = name !== chosen;
    byId(`tab-${name}`).setAttribute("aria-selected", String(name === chosen));
  }
  if (chosen === "console") showThoughts();
  if (chosen === "portraits") showPortraits();
}
TABS.forEach((name) => byId(`tab-${name}`).addEventListener("click", () => chooseTab(name)));

// Practice

byId("restart").addEventListener("click", () => tell("practice", { restart: true }));
byId("style").addEventListener("change", () => tell("practice", { style: /** @type {HTMLSelectElement} */ (byId("style")).value }));
byId("reveal").addEventListener("click", () => tell("practice", { reveal: !about.revealed }));

// Keys

const keys = /** @type {HTMLDialogElement} */ (byId("keys-dialog"));
byId("help").addEventListener("click", () => keys.showModal());
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "text")) return;
  if (event.key === "?") keys.showModal();
  else if (betting.key(event.key)) event.preventDefault();
  else if (event.key.toLowerCase() === "n" && hand?.state.over) tell("ready");
  else if (event.key.toLowerCase() === "g") chooseTab("console");
  else if (event.key.toLowerCase() === "l") chooseTab("log");
  else if (about?.bots_alone && event.key === " " && target === document.body) {
    event.preventDefault();
    tell("control", { paused: !about.paused });
  } else if (about?.bots_alone && event.key.toLowerCase() === "s") tell("control", { step: true });
});
