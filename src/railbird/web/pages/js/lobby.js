// The lobby: tables to join or watch, tables to open, and hands to replay.

import { Connection, needName, showConnection } from "./connection.js";
import { byId, chips, make, themeButton } from "./words.js";

const POLL = 2000;
const SUGGESTED = [
  { title: "Three opponents", words: "limit, with poki, rezai and magpie", setup: { game: "limit(players=4, stack=100bb, rules=casino)", bots: ["poki", "rezai", "magpie"], glass_box: true } },
  { title: "No-limit, six seats", words: "with newbot, poki, magpie, simple and jag", setup: { game: "nolimit(players=6, stack=100bb, rules=casino)", bots: ["newbot", "poki", "magpie", "simple", "jag"], glass_box: true } },
  { title: "Heads-up against an equilibrium", words: "limit, against kestrel", setup: { game: "limit(stack=100bb, rules=casino)", bots: ["kestrel"], glass_box: true } },
  { title: "A freeze-out", words: "no-limit with 50 big blinds, four players", setup: { game: "nolimit(players=4, stack=50bb, rules=casino)", kind: "freeze-out", bots: ["poki", "magpie", "simple"], glass_box: true } },
  { title: "Practice with RezAI", words: "choose its style, reveal its cards, read its reasons", setup: { game: "rezai", kind: "freeze-out", bots: ["rezai"], practice: true, pace: 0.4 } },
  { title: "Watch bots", words: "four bots alone, with everything they think", setup: { game: "limit(players=4, stack=100bb, rules=casino)", bots: ["poki", "lain", "magpie", "simple"] }, watch: true },
];

const connection = new Connection();
showConnection(connection, byId("notice"));
themeButton(byId("theme"));
/** @type {any[]} */
let gallery = [];

/** @param {unknown} error */
const say = (error) => (byId("notice").textContent = /** @type {Error} */ (error).message);

/** @param {any} table */
function seatList(table) {
  return make(
    "ul",
    { class: "chips" },
    ...table.seats.map((/** @type {any} */ seat) =>
      seat ? make("li", { class: seat.bot ? "" : "person", title: seat.bot ? "bot" : "person" }, seat.player) : make("li", { class: "free" }, "free"),
    ),
  );
}

/** @param {any} table */
function tableCard(table) {
  const free = table.seats.some((/** @type {any} */ seat) => seat === null);
  const mine = table.seats.some((/** @type {any} */ seat) => seat && seat.player === connection.name);
  const address = `table.html?table=${table.table}`;
  const tags = [table.kind, table.glass_box && "glass box", table.practice && "practice", table.bots_alone && "bots alone"].filter(Boolean);
  return make(
    "article",
    { class: "panel" },
    make("h3", {}, table.title),
    make("p", { class: "dim" }, table.game),
    make("p", {}, ...tags.flatMap((tag) => [make("span", { class: "tag" }, tag), " "])),
    seatList(table),
    make("p", { class: "dim" }, `${chips(table.hands)} hands, ${table.watchers} watching`),
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
  byId("who").textContent = connection.name ? `you are ${connection.name}` : "";
}

async function showPlayed() {
  const [sessions, matches] = await Promise.all([connection.get("/api/sessions"), connection.get("/api/matches")]);
  byId("sessions").replaceChildren(
    ...sessions.map((/** @type {any} */ each) =>
      make(
        "tr",
        {},
        make("td", {}, each.title),
        make("td", { class: "dim" }, each.game),
        make("td", { class: "number" }, chips(each.hands)),
        make("td", {}, make("a", { href: `replay.html?session=${each.session}&hand=${each.hands}` }, "replay")),
      ),
    ),
  );
  byId("no-sessions").hidden = sessions.length > 0;
  byId("matches").replaceChildren(
    ...matches.map((/** @type {any} */ each) =>
      make(
        "tr",
        {},
        make("td", {}, each.players.join(", ")),
        make("td", { class: "number" }, chips(each.hands)),
        make(
          "td",
          {},
          each.hands > 0 && make("a", { href: `replay.html?match=${each.match}&leg=1&hand=1` }, "replay"),
          " ",
          each.hands > 0 && make("a", { href: `report/${each.match}`, onclick: (/** @type {Event} */ event) => showReport(event, each.match) }, "report"),
        ),
      ),
    ),
  );
  byId("no-matches").hidden = matches.length > 0;
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
    ...SUGGESTED.map((each) =>
      make(
        "button",
        { onclick: () => open({ title: each.title, ...each.setup }, Boolean(each.watch)).catch(say) },
        make("b", {}, each.title),
        make("span", {}, each.words),
      ),
    ),
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
  byId("bot-choices").replaceChildren(
    ...able.map((bot) =>
      make(
        "button",
        { type: "button", "aria-pressed": String(chosen.includes(bot.bot)), title: bot.what, disabled: !chosen.includes(bot.bot) && chosen.length >= seats, onclick: () => toggle(bot.bot) },
        bot.bot,
      ),
    ),
  );
  const left = seats - chosen.length;
  byId("bot-words").textContent = left ? `${left} ${left === 1 ? "seat" : "seats"} for people` : "bots alone: you watch";
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
