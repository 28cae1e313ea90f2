// The replayer: a finished hand step by step, with what each bot thought. Its address names the moment.

import { lineParts } from "./cards.js";
import { byId, make } from "./dom.js";
import { Felt } from "./felt.js";
import { HeatMaps } from "./heat_map.js";
import { icon } from "./icons.js";
import { sayFailure, startPage } from "./page.js";
import { thoughtPart } from "./thoughts.js";
import { chips, gameWords } from "./words.js";

const parameters = new URLSearchParams(location.search);
const connection = startPage();
const felt = new Felt(byId("felt"));
const maps = new HeatMaps();
/** @type {any} */ let hand = null;
let step = Math.max(Math.trunc(Number(parameters.get("step") ?? 0)) || 0, 0);
let view = "all";
/** @type {Set<string>} */ let bots = new Set();

for (const name of ["first", "back", "on", "last"]) byId(name).append(icon(name));

const which = () => ["session", "match", "leg", "hand"].filter((name) => parameters.has(name)).map((name) => `${name}=${parameters.get(name)}`).join("&");

/** @param {unknown} error */
const say = (error) => (byId("problem").textContent = error ? /** @type {Error} */ (error).message : "");

async function load() {
  hand = await connection.get(`/api/replay?${which()}`);
  bots = new Set(hand.bots);
  step = Math.min(step, hand.steps.length - 1);
  byId("title").textContent = `Hand ${chips(hand.hand)} of ${chips(hand.last)}`;
  document.title = `Railbird: hand ${hand.hand}`;
  byId("game").textContent = gameWords(hand.game);
  byId("game").title = hand.game;
  byId("step").setAttribute("max", String(hand.steps.length - 1));
  byId("text").textContent = hand.text;
  showControls();
  showLog();
  show();
}

function showControls() {
  const number = hand.hand;
  const go = (/** @type {number} */ to) => () => {
    parameters.set("hand", String(to));
    step = 0;
    load().catch(say);
  };
  const parts = [
    make("button", { disabled: number <= 1, onclick: go(number - 1) }, "Previous hand"),
    make("button", { disabled: number >= hand.last, onclick: go(number + 1) }, "Next hand"),
  ];
  if (hand.all_cards) {
    const select = make("select", { "aria-label": "whose cards are shown", onchange: (/** @type {any} */ event) => { view = event.target.value; show(); } });
    select.append(make("option", { value: "all" }, "all cards"), ...hand.players.map((/** @type {string} */ player, /** @type {number} */ index) => make("option", { value: index, selected: view === String(index) }, `as ${player}`)));
    parts.push(select);
  }
  byId("controls").replaceChildren(...parts);
}

function show() {
  const { state } = hand.steps[step];
  const equities = hand.equities[step] ?? [];
  const seats = Math.max(...hand.seats) + 1;
  /** @type {any[]} */
  const model = Array(Math.max(seats, 2)).fill(null);
  hand.seats.forEach((/** @type {number} */ seat, /** @type {number} */ position) => {
    const shown = state.over || view === "all" || Number(view) === position;
    const won = state.over && Number(state.payoffs[position]) > 0;
    model[seat] = {
      player: hand.players[position],
      stack: state.stacks[position],
      bet: state.over ? 0 : state.bets[position],
      cards: shown ? hand.cards[position] : null,
      inHand: true,
      folded: state.folded[position],
      acts: state.actor === position,
      equity: view === "all" && !state.over ? equities[position] : null,
      won,
      bot: bots.has(hand.players[position]),
      note: won ? `+${chips(state.payoffs[position])}` : hand.positions[position],
    };
  });
  felt.show({ seats: model, me: hand.position === null ? null : hand.seats[hand.position], button: hand.button, board: state.board, pot: state.pot, pots: state.over ? [] : state.pots, round: state.round, hand: which() });
  const field = /** @type {HTMLInputElement} */ (byId("step"));
  field.value = String(step);
  const lines = hand.steps[step].lines;
  const line = lines.length ? lines[lines.length - 1] : { topic: "", text: "the cards are dealt" };
  byId("now").replaceChildren(...lineParts(line));
  field.setAttribute("aria-valuetext", `step ${step} of ${hand.steps.length - 1}: ${line.text}`);
  markLine();
  showThoughts();
  parameters.set("step", String(step));
  history.replaceState(null, "", `?${parameters}`);
}

function markLine() {
  const log = byId("log");
  for (const line of log.children) {
    const now = Number(line.dataset.step) === step;
    if (now) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
    if (now) log.scrollTop = line.offsetTop - log.clientHeight / 2;
  }
}

function showThoughts() {
  const thought = hand.decisions.find((/** @type {any} */ each) => each.action === step);
  const before = hand.decisions.find((/** @type {any} */ each) => each.action === step - 1);
  const shown = thought ?? before;
  const parts = shown ? [thoughtPart(shown, { maps: maps.begin(), ...(thought ? { doing: "is about to act" } : {}) })] : [make("p", { class: "dim" }, hand.decisions.length || hand.all_cards ? "This decision was not explained." : "No thoughts can be seen here.")];
  byId("thoughts").replaceChildren(...parts);
  byId("opinion").replaceChildren();
  say(null);
  byId("ask").hidden = hand.steps[step].state.over;
}

function showLog() {
  const lines = hand.steps.flatMap((/** @type {any} */ each, /** @type {number} */ number) =>
    each.lines.map((/** @type {any} */ line) =>
      make("li", { class: line.topic, "data-step": number }, make("a", { href: "#", onclick: (/** @type {Event} */ event) => { event.preventDefault(); go(number); } }, ...lineParts(line))),
    ),
  );
  byId("log").replaceChildren(...lines);
}

/** @param {number} to */
function go(to) {
  step = Math.min(Math.max(to, 0), hand.steps.length - 1);
  show();
}

byId("step").addEventListener("input", () => go(Number(/** @type {HTMLInputElement} */ (byId("step")).value)));
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(step - 1));
byId("on").addEventListener("click", () => go(step + 1));
byId("last").addEventListener("click", () => go(hand.steps.length - 1));
document.addEventListener("keydown", (event) => {
  if (!hand || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
  if (event.key === "ArrowLeft") go(step - 1);
  else if (event.key === "ArrowRight") go(step + 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(hand.steps.length - 1);
  else return;
  event.preventDefault();
});
byId("ask").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  try {
    say(null);
    const bot = /** @type {HTMLSelectElement} */ (byId("bot")).value;
    byId("opinion").replaceChildren(make("p", { class: "dim" }, `${bot} is thinking…`));
    const told = await connection.get(`/api/opinion?${which()}&step=${step}&bot=${encodeURIComponent(bot)}`);
    byId("opinion").replaceChildren(thoughtPart(told));
  } catch (error) {
    byId("opinion").replaceChildren();
    say(error);
  }
});
connection.addEventListener("open", async () => {
  try {
    const bots = await connection.get("/api/bots");
    byId("bot").replaceChildren(...bots.map((/** @type {any} */ each) => make("option", { selected: each.bot === "poki" }, each.bot)));
    await load();
  } catch (error) {
    sayFailure(connection, error);
  }
});
