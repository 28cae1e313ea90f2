// The table: it shows what the server says, and sends what the player chooses. It knows no rules of poker.

import { BetControls } from "./betting.js";
import { lineParts } from "./cards.js";
import { byId, make } from "./dom.js";
import { Felt } from "./felt.js";
import { HeatMaps } from "./heat_map.js";
import { needName, startPage } from "./page.js";
import { badge } from "./players.js";
import { thoughtPart } from "./thoughts.js";
import { cardsOf, chips, gameWords, percent, spokenCards } from "./words.js";

const parameters = new URLSearchParams(location.search);
const table = Number(parameters.get("table"));
const connection = startPage();
const felt = new Felt(byId("felt"), (seat) => sit(seat).catch(say));
const maps = new HeatMaps();
/** @type {any} */ let about = null;
/** @type {any} */ let hand = null;
/** @type {any[]} */ let thoughts = [];
let timerEnd = 0;
let lastLine = "";

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
    if (/** @type {any} */ (error).code === "no-table") noTable();
    else say(error);
  }
});

connection.addEventListener("table", (event) => {
  about = detail(event);
  hand = about.running;
  if (hand?.all_cards) hand.cards = hand.all_cards;
  byId("title").textContent = about.title;
  document.title = `Railbird: ${about.title}`;
  byId("game").textContent = gameWords(about.game);
  byId("game").title = about.game;
  if (hand) beginLog(hand);
  if (hand) note(hand.events);
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
  note(hand.events);
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
  note(message.events);
  if (message.decision) thoughts = [...thoughts, message.decision];
  setTimer(message.time_left);
  hideAdvice();
  show();
}

/** What each player did last in this betting round; a fold counts to the end. @param {any[]} events */
function note(events) {
  hand.did ??= {};
  for (const event of events) {
    if (event.event === "board-dealt") hand.did = Object.fromEntries(Object.entries(hand.did).filter(([, did]) => did === "fold" || did === "all-in"));
    if (event.event !== "acted") continue;
    hand.did[event.player] = event.all_in ? "all-in" : event.move === "raise" ? `raise to ${chips(event.to)}` : event.move === "bet" || event.move === "call" ? `${event.move} ${chips(event.amount)}` : event.move;
  }
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
    sit: me === null && connection.open && !about.bots_alone && !about.ending,
  });
  const mine = state && !state.over && hand.position !== null && state.actor === hand.position && !about.seats[me ?? 0]?.away;
  byId("made").textContent = state?.over || !hand?.made ? waitingFor() : hand.made;
  if (mine) betting.show(hand);
  else betting.hide((buttons) => replaceIfChanged(buttons, seatButtons(me)));
  showControls();
  showThoughts();
}

function noTable() {
  byId("title").textContent = "No such table";
  byId("made").textContent = "This table was closed, or never opened. Its hands can be replayed from the lobby.";
  byId("buttons").replaceChildren(make("a", { class: "button main", href: "index.html" }, "Back to the lobby"));
}

function waitingFor() {
  const state = hand?.state;
  if (!about || about.ending) return "";
  if (state && !state.over && hand.position === null && mySeat() !== null) return "You are dealt in with the next hand.";
  if (state) return lastLine;
  if (about.practice && about.paused) return "Nothing is dealt until you start the game.";
  if (about.bots_alone) return about.paused ? "The table is paused." : "";
  const present = about.seats.filter((/** @type {any} */ seat) => seat && !seat.away && seat.stack > 0).length;
  if (present < 2) return "Waiting for players.";
  return about.kind === "freeze-out" && about.hands === 0 && about.seats.includes(null) ? "The freeze-out begins when every seat is taken." : "";
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
    did: state.over ? "" : hand.did?.[position] ?? "",
    note: state.over && won ? `+${chips(state.payoffs[position])}` : !state.over && state.stacks[position] === 0 && !state.folded[position] ? "all-in" : base.note,
  };
}

/** Buttons while it is not the player's turn. @param {number|null} me */
function seatButtons(me) {
  if (!about || about.ending) return [];
  if (me === null) return watcherButtons();
  const seat = about.seats[me];
  const buttons = [];
  if (seat.stack === 0 && about.kind === "cash" && (!hand || hand.state.over)) buttons.push(button("Buy chips", () => tell("rebuy")));
  if (about.practice && about.paused) buttons.push(button("Start game", () => tell("practice", { restart: true }), true));
  if (seat.away) buttons.push(button("I am back", () => tell("sit-in"), true));
  if (hand?.state.over) buttons.push(button("Next hand", () => tell("ready"), true, "N"));
  return buttons;
}

function watcherButtons() {
  if (about.bots_alone) {
    if (about.owner !== connection.name || !connection.name) return [];
    return [
      button(about.paused ? "Go on" : "Pause", () => tell("control", { paused: !about.paused }), about.paused, "Space"),
      make("button", { disabled: !about.paused, onclick: () => tell("control", { step: true }) }, "Step", make("kbd", {}, "S")),
      make("label", { class: "line" }, "Speed", speedChoice()),
    ];
  }
  return about.seats.includes(null) ? [button("Sit down", () => sit(null).catch(say), true)] : [];
}

/** @param {string} text @param {() => void} act @param {boolean} [main] @param {string} [key] */
function button(text, act, main = false, key = "") {
  return make("button", { class: main ? "main" : "", onclick: act }, text, key && make("kbd", {}, key));
}

function showControls() {
  const me = about.ending ? null : mySeat();
  const parts = [];
  if (me !== null) {
    const seat = about.seats[me];
    if (!seat.away) parts.push(button("Sit out", () => tell("sit-out")));
    parts.push(button("Leave", leave));
  }
  if (about.hands > 0) parts.unshift(make("a", { class: "button", href: `replay.html?session=${table}&hand=${about.hands}` }, "Replay"));
  if (about.owner === connection.name && connection.name && !about.ending) parts.push(button("Close table", () => tell("close")));
  replaceIfChanged(byId("controls"), parts);
  byId("practice").hidden = !about.practice;
  byId("restart").textContent = about.paused ? "Start game" : "Reload game";
  byId("reveal").setAttribute("aria-pressed", String(about.revealed));
  byId("tab-portraits").hidden = me === null || !(about.glass_box || about.practice);
}

/** Nothing is replaced by the same: the focus stays where it is. @param {HTMLElement} element @param {HTMLElement[]} parts */
function replaceIfChanged(element, parts) {
  const wanted = parts.map((part) => part.outerHTML).join("");
  if (element.dataset.shown !== wanted) element.replaceChildren(...parts);
  element.dataset.shown = wanted;
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
  addLine({ topic: "hand", text: `hand ${chips(begun.hand)}` });
  const cards = begun.position === null ? null : begun.cards[begun.position];
  if (cards) addLine({ topic: "cards", text: `you are dealt ${cardsOf(cards).join(" ")}`, spoken: `you are dealt ${spokenCards(cards)}` });
  begun.lines.forEach(addLine);
}

/** @param {any} line */
function addLine(line) {
  const log = byId("log");
  log.append(make("li", { class: line.topic }, ...lineParts(line)));
  log.scrollTop = log.scrollHeight;
  byId("spoken").textContent = line.spoken ?? line.text;
  lastLine = line.topic === "hand" ? "" : line.text;
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
    lines.push(make("p", {}, `You pay ${chips(answer.odds.to_call)} to win ${chips(answer.odds.pot)}: a call pays if you win at least ${percent(answer.odds.needed)} of the time.`));
  }
  if (answer.equity) {
    lines.push(make("p", {}, `Your equity is ${percent(answer.equity.estimated)} against their estimated ranges, and ${percent(answer.equity.random)} against random hands.`));
  }
  byId("advice").replaceChildren(make("h2", {}, "Hint"), ...lines, thoughtPart(answer.explanation, { own: true }));
  byId("advice").hidden = false;
  byId("advice").scrollIntoView({ block: "nearest" }); // on a phone it is below the table
}
betting.hint = hint;

// The glass box

function showThoughts() {
  const box = byId("console");
  if (byId("console-panel").hidden) return;
  maps.begin();
  const parts = [...thoughts].reverse().map((thought) => thoughtPart(thought, { maps }));
  box.replaceChildren(...(parts.length ? parts : [make("p", { class: "dim" }, noThoughts())]));
}

function noThoughts() {
  if (about.glass_box || about.practice) return "When the hand is over, you see here what the bots held and thought.";
  return about.bots_alone ? "Nobody has acted yet." : "This table was opened without a glass box: you see public facts only.";
}

const portraitsAreShown = () => !byId("portraits-panel").hidden;

async function showPortraits() {
  const answer = await tell("portraits");
  if (!answer) return;
  const parts = answer.portraits.map((/** @type {any} */ each) =>
    make(
      "section",
      { class: "thought" },
      make("h3", {}, badge(each.bot, true), make("span", {}, each.bot)),
      make("p", {}, each.words),
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, ...["when", "fold", "call", "raise", "times"].map((text, index) => make("th", { class: index ? "number" : "" }, text)))),
        make(
          "tbody",
          {},
          ...each.frequencies.map((/** @type {any} */ row) =>
            make("tr", {}, make("td", {}, `${row.round}${row.faced ? ", facing a bet" : ""}`), ...[row.fold, row.call, row.raise_].map((share) => make("td", { class: "number" }, percent(share))), make("td", { class: "number" }, chips(Math.round(row.seen)))),
          ),
        ),
      ),
    ),
  );
  byId("portraits").replaceChildren(...(parts.length ? parts : [make("p", { class: "dim" }, "No bot here has learned anything about you yet. Bots that learn say here how they think you play.")]));
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
