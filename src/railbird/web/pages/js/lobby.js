// The lobby: games to begin at once, tables to join or watch, tables to open, and hands to replay.

import { byId, draw, make } from "./dom.js";
import { needName, sayFailure, startPage } from "./page.js";
import { badge, colourOf } from "./players.js";
import { chips, counted, gameWords } from "./words.js";

const POLL = 2000;
const SUGGESTED = [
  { title: "Three opponents", words: "Limit hold'em against poki, rezai and magpie: a good place to begin.", setup: { game: "limit(players=4, stack=100bb, rules=casino)", bots: ["poki", "rezai", "magpie"], glass_box: true } },
  { title: "No-limit, six seats", words: "Against newbot, poki, magpie, simple and jag, with 100 big blinds.", setup: { game: "nolimit(players=6, stack=100bb, rules=casino)", bots: ["newbot", "poki", "magpie", "simple", "jag"], glass_box: true } },
  { title: "Heads-up against an equilibrium", words: "Limit hold'em against kestrel, which you can hardly exploit.", setup: { game: "limit(stack=100bb, rules=casino)", bots: ["kestrel"], glass_box: true } },
  { title: "A freeze-out", words: "No-limit with 50 big blinds and three bots, until one has it all.", setup: { game: "nolimit(players=4, stack=50bb, rules=casino)", kind: "freeze-out", bots: ["poki", "magpie", "simple"], glass_box: true } },
  { title: "Practice with RezAI", words: "Choose its style, reveal its cards, and read its reasons.", setup: { game: "rezai", kind: "freeze-out", bots: ["rezai"], practice: true, pace: 0.4 } },
  { title: "Watch bots", words: "Four bots alone: you see all cards, and everything they think.", setup: { game: "limit(players=4, stack=100bb, rules=casino)", bots: ["poki", "lain", "magpie", "simple"] }, watch: true },
];

const connection = startPage();
/** @type {any[]} */
let gallery = [];

/** @param {unknown} error */
const say = (error) => sayFailure(connection, error);

/** A small table with a mark for each seat. @param {{player: string, bot: boolean}[]} players @param {number} seats */
function smallTable(players, seats) {
  const marks = Array.from({ length: seats }, (_, number) => {
    const angle = Math.PI / 2 + (2 * Math.PI * number) / seats;
    const [x, y] = [48 + 38 * Math.cos(angle), 31 + 24 * Math.sin(angle)];
    const player = players[number];
    const look = player ? { fill: colourOf(player.player), stroke: "var(--card)", "stroke-width": 2 } : { fill: "var(--card)", stroke: "var(--dim)", "stroke-dasharray": "2.5 2", "stroke-width": 1.3 };
    return player?.bot ? draw("rect", { x: x - 6, y: y - 6, width: 12, height: 12, rx: 3.5, ...look }) : draw("circle", { cx: x, cy: y, r: player ? 7 : 6, ...look });
  });
  return draw("svg", { class: "small-table", viewBox: "0 0 96 62", "aria-hidden": "true" }, draw("rect", { x: 12, y: 9, width: 72, height: 44, rx: 22, fill: "var(--felt)", stroke: "var(--rail-light)", "stroke-width": 4 }), ...marks);
}

/** @param {any} table */
function playerList(table) {
  const taken = table.seats.filter(Boolean);
  const free = table.seats.length - taken.length;
  return make(
    "ul",
    { class: "players" },
    ...taken.map((/** @type {any} */ seat) => make("li", { title: seat.bot ? "bot" : "person" }, badge(seat.player, Boolean(seat.bot)), seat.player)),
    free > 0 && make("li", { class: "dim" }, counted(free, "free seat")),
  );
}

/** @param {any} table */
function tableCard(table) {
  const free = table.seats.some((/** @type {any} */ seat) => seat === null);
  const mine = table.seats.some((/** @type {any} */ seat) => seat && seat.player === connection.name);
  const address = `table.html?table=${table.table}`;
  const tags = [table.practice ? "practice" : table.kind === "freeze-out" ? "freeze-out" : "cash game", table.glass_box && "glass box", table.bots_alone && "bots alone"].filter(Boolean);
  const facts = [...tags, table.hands > 0 && counted(table.hands, "hand"), table.watchers > 0 && `${chips(table.watchers)} watching`].filter(Boolean);
  return make(
    "article",
    { class: "panel" },
    smallTable(table.seats.map((/** @type {any} */ seat) => seat && { player: seat.player, bot: Boolean(seat.bot) }), table.seats.length),
    make("div", { class: "what" }, make("h3", {}, table.title), make("p", { class: "dim", title: table.game }, gameWords(table.game)), make("p", { class: "dim" }, facts.join(" · "))),
    playerList(table),
    make(
      "div",
      { class: "row" },
      mine && make("a", { class: "button main", href: address }, "Back to your seat"),
      !mine && free && make("a", { class: "button main", href: `${address}&sit=1` }, "Sit down"),
      !mine && make("a", { class: "button", href: address }, "Watch"),
    ),
  );
}

let shown = "";

async function showTables() {
  if (!connection.open) return;
  const { tables } = await connection.ask("tables");
  const now = JSON.stringify([tables, connection.name]);
  if (now === shown) return; // so that the focus stays where it is
  shown = now;
  byId("tables").replaceChildren(...tables.map(tableCard));
  byId("none").hidden = tables.length > 0;
  byId("who").replaceChildren(...(connection.name ? [badge(connection.name, false), connection.name] : []));
}

/** @param {string} name @param {Node[]} rows */
function fillTable(name, rows) {
  const body = byId(name);
  body.replaceChildren(...rows);
  body.closest("table").hidden = rows.length === 0;
  byId(`no-${name}`).hidden = rows.length > 0;
}

async function showPlayed() {
  const [sessions, matches] = await Promise.all([connection.get("/api/sessions"), connection.get("/api/matches")]);
  fillTable(
    "sessions",
    sessions.map((/** @type {any} */ each) =>
      make(
        "tr",
        {},
        make("td", {}, each.title),
        make("td", { class: "dim" }, gameWords(each.game)),
        make("td", { class: "number" }, chips(each.hands)),
        make("td", {}, make("a", { href: `replay.html?session=${each.session}&hand=${each.hands}` }, "replay")),
      ),
    ),
  );
  fillTable(
    "matches",
    matches.map((/** @type {any} */ each) =>
      make(
        "tr",
        {},
        make("td", {}, each.players.join(", ")),
        make("td", { class: "number" }, chips(each.hands)),
        make(
          "td",
          { class: "links" },
          each.hands > 0 && make("a", { href: `replay.html?match=${each.match}&leg=1&hand=1` }, "replay"),
          each.hands > 0 && make("a", { href: `report/${each.match}`, onclick: (/** @type {Event} */ event) => showReport(event, each.match) }, "report"),
        ),
      ),
    ),
  );
}

/** @param {Event} event @param {number} match */
function showReport(event, match) {
  if (!connection.access) return;
  event.preventDefault();
  connection.show(`report/${match}`).catch(say);
}

/** @param {any} setup @param {boolean} watch */
async function open(setup, watch) {
  await needName(connection);
  const { table } = await connection.ask("open", { setup });
  location.href = `table.html?table=${table}${watch ? "" : "&sit=1"}`;
}

function showSuggestions() {
  byId("suggestions").replaceChildren(
    ...SUGGESTED.map((each) => {
      const bots = each.setup.bots.map((bot) => ({ player: bot, bot: true }));
      const seats = bots.length + (each.watch ? 0 : 1);
      return make(
        "button",
        { onclick: () => open({ title: each.title, ...each.setup }, Boolean(each.watch)).catch(say) },
        smallTable(each.watch ? bots : [{ player: connection.name ?? "you", bot: false }, ...bots], seats),
        make("span", {}, make("b", {}, each.title), make("span", { class: "dim" }, each.words)),
      );
    }),
  );
}

// Opening a table

/** @type {string[]} */
let chosen = [];
const dialog = /** @type {HTMLDialogElement} */ (byId("open-dialog"));
const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
/** @param {string} name @returns {any} */
const field = (name) => form.elements.namedItem(name);

/** @param {any} bot @param {string} betting @param {number} seats */
function plays(bot, betting, seats) {
  return bot.plays.some((/** @type {string} */ game) => {
    const match = /^(\w+) \((\d+)(?: to (\d+))? players\)$/.exec(game) ?? /^(\w+)$/.exec(game);
    if (!match || match[1] !== betting) return false;
    const least = Number(match[2] ?? 2);
    return seats >= least && seats <= Number(match[3] ?? match[2] ?? 2);
  });
}

function showBots() {
  const seats = Number(field("seats").value);
  const able = gallery.filter((bot) => plays(bot, field("betting").value, seats));
  chosen = chosen.filter((name) => able.some((bot) => bot.bot === name)).slice(0, seats);
  const focused = document.activeElement?.getAttribute("data-bot");
  const tell = (/** @type {any} */ bot) => () => (byId("bot-what").textContent = `${bot.bot}: ${bot.what}`);
  byId("bot-choices").replaceChildren(
    ...able.map((bot) =>
      make(
        "button",
        { type: "button", "data-bot": bot.bot, "aria-pressed": String(chosen.includes(bot.bot)), title: bot.what, disabled: !chosen.includes(bot.bot) && chosen.length >= seats, onclick: () => toggle(bot.bot), onfocus: tell(bot), onpointerenter: tell(bot) },
        badge(bot.bot, true),
        bot.bot,
      ),
    ),
  );
  if (focused) /** @type {HTMLElement|null} */ (byId("bot-choices").querySelector(`[data-bot="${focused}"]`))?.focus();
  const left = seats - chosen.length;
  byId("bot-words").textContent = left ? `and ${counted(left, "seat")} for people` : "alone: you watch";
}

/** @param {string} name */
function toggle(name) {
  chosen = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name];
  showBots();
}

async function prepare() {
  field("seats").replaceChildren(...Array.from({ length: 9 }, (_, index) => make("option", { value: index + 2, selected: index === 2 }, String(index + 2))));
  gallery = await connection.get("/api/bots");
  chosen = ["poki", "magpie", "simple"];
  field("seats").addEventListener("change", showBots);
  field("betting").addEventListener("change", showBots);
  showBots();
}

byId("new").addEventListener("click", () => dialog.showModal());
form.addEventListener("submit", async (event) => {
  if (/** @type {any} */ (event.submitter)?.value !== "open") return;
  event.preventDefault();
  const problem = /** @type {HTMLElement} */ (form.querySelector("[role=alert]"));
  try {
    const game = `${field("betting").value}(players=${field("seats").value}, stack=${field("stack").value}, rules=casino)`;
    dialog.close();
    await open(
      { title: field("title").value || "a table", game, kind: field("kind").value, bots: chosen, glass_box: field("glass_box").checked },
      chosen.length === Number(field("seats").value),
    );
  } catch (error) {
    dialog.showModal();
    problem.textContent = /** @type {Error} */ (error).message;
  }
});

showSuggestions();
connection.addEventListener("open", () => {
  showTables().catch(say);
  showPlayed().catch(say);
  if (!gallery.length) prepare().catch(say);
});
setInterval(() => showTables().catch(() => undefined), POLL);
