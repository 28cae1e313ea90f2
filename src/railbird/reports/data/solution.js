// The walk through a solved spot: a grid and a table of the node that was chosen. Plain JavaScript, no network.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("solution-data").textContent);
  const root = document.getElementById("solution-walk");
  const state = { node: 0, view: "strategy", sort: "ev", down: true, hand: null, all: false };
  const FIRST_ROWS = 40;

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === "onclick") element.onclick = value;
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const percent = (share, digits = 0) => (share === null ? "–" : `${(100 * share).toFixed(digits)} %`);
  const chips = (value) => (value === null ? "–" : value.toFixed(2));
  const go = (change) => {
    Object.assign(state, change);
    draw();
  };

  // The nodes from the start to the one shown, with the action that led to each.
  const path = () => {
    const before = new Map();
    data.nodes.forEach((node, index) =>
      node.actions.forEach((action) => action.next !== undefined && before.set(action.next, [index, action])));
    const steps = [];
    for (let at = state.node; before.has(at); at = before.get(at)[0]) steps.unshift([at, before.get(at)[1].name]);
    return [[0, data.nodes[0].line ? `after ${data.nodes[0].line}` : "start"], ...steps];
  };

  // What each class of a player's hands does: the fraction that is here, and means over its hands.
  const byClass = (node, player) => {
    const acts = player === node.player;
    const cells = data.names.map((name) => ({ name, weight: 0, chance: 0, shares: node.actions.map(() => 0), value: 0 }));
    data.classes[player].forEach((index, hand) => {
      const cell = cells[index];
      cell.weight += node.reach[player][hand] / 1000;
      if (!acts || node.values[hand] === null) return;
      const chance = node.chances[hand];
      cell.chance += chance;
      cell.value += chance * node.values[hand];
      node.strategy.forEach((column, action) => (cell.shares[action] += chance * column[hand] / 1000));
    });
    cells.forEach((cell, index) => {
      cell.fraction = data.possible[index] ? Math.min(1, cell.weight / data.possible[index]) : 0;
      if (cell.chance) {
        cell.shares = cell.shares.map((share) => share / cell.chance);
        cell.value /= cell.chance;
      }
    });
    return cells;
  };

  const stripes = (cell, node, lowest, highest) => {
    if (state.view === "value") {
      const much = highest > lowest ? (cell.value - lowest) / (highest - lowest) : 1;
      return `color-mix(in srgb, var(--high) ${Math.round(100 * much)}%, var(--low))`;
    }
    if (state.view !== "strategy") return "var(--range)";
    let start = 0;
    const stops = cell.shares.map((share, action) => {
      const end = start + 100 * share;
      const stop = `${node.actions[action].colour} ${start.toFixed(1)}% ${end.toFixed(1)}%`;
      start = end;
      return stop;
    });
    return `linear-gradient(90deg, ${stops.join(", ")})`;
  };

  const below = (cell, node) => {
    if (state.view === "value") return cell.value.toFixed(Math.abs(cell.value) < 100 ? 1 : 0);
    if (state.view !== "strategy") return Math.round(100 * cell.fraction);
    const most = cell.shares.indexOf(Math.max(...cell.shares));
    return `${node.actions[most].letter} ${Math.round(100 * cell.shares[most])}`;
  };

  const grid = (node) => {
    const player = { first: 0, second: 1 }[state.view] ?? node.player;
    const cells = byClass(node, player);
    const acts = player === node.player && !["first", "second"].includes(state.view);
    const shown = cells.filter((cell, index) => data.names.length > 13 || data.possible[index]);
    const known = cells.filter((cell) => cell.chance).map((cell) => cell.value);
    const [lowest, highest] = [Math.min(...known), Math.max(...known)];
    const element = make("div", { class: "hand-grid", style: `--columns: ${Math.min(13, shown.length)}` });
    for (const cell of shown) {
      const there = acts ? cell.chance > 0 && cell.weight > 0 : cell.weight > 0;
      const tall = there ? (100 * cell.fraction).toFixed(0) : 0;
      const shares = cell.shares.map((share, action) => `${node.actions[action].name} ${percent(share)}`).join(", ");
      const title = `${cell.name}: ${percent(cell.fraction)} of the class${acts && there ? `; ${shares}; EV ${chips(cell.value)}` : ""}`;
      const button = make("button", {
        type: "button", title, "aria-label": title, "aria-pressed": state.hand === cell.name, class: there ? "in" : "out",
        style: there ? `--bar: ${stripes(cell, node, lowest, highest)}; --tall: ${tall}%` : null,
        onclick: () => go({ hand: state.hand === cell.name ? null : cell.name }),
      }, make("b", {}, cell.name), there ? make("small", {}, String(below(cell, node))) : null);
      element.append(button);
    }
    return element;
  };

  const choices = (node) => make("div", { class: "choices" }, ...node.actions.map((action) => {
    const leads = action.next !== undefined;
    const after = action.end || (leads ? null : "not on this page");
    return make("button", {
      type: "button", disabled: leads ? null : "", onclick: () => go({ node: action.next, hand: null, all: false, view: "strategy" }),
    }, make("i", { style: `background: ${action.colour}` }), make("b", {}, `${action.letter} `), `${action.name} `,
    make("span", {}, percent(action.share, 1)), after ? make("small", {}, after) : null);
  }));

  const views = (node) => make("div", { class: "views", role: "group", "aria-label": "what the grid shows" },
    ...[["strategy", `strategy of player ${node.player + 1}`], ["value", "expected value"], ["first", "range of player 1"],
      ["second", "range of player 2"]].map(([view, name]) =>
      make("button", { type: "button", "aria-pressed": state.view === view, onclick: () => go({ view }) }, name)));

  const columns = (node) => [
    ["hand", "hand", (hand) => data.hands[node.player][hand], null],
    ["share", "share of the range", (hand) => node.chances[hand], (hand, total) => percent(node.chances[hand] / total, 2)],
    ["ev", "EV", (hand) => node.values[hand], (hand) => chips(node.values[hand])],
    ...(node.equities ? [["equity", "equity", (hand) => node.equities[hand],
      (hand) => percent(node.equities[hand] === null ? null : node.equities[hand] / 1000, 1)]] : []),
    ...node.actions.map((action, number) => [`a${number}`, `${action.letter} ${action.name}`,
      (hand) => node.strategy[number][hand], (hand) => percent(node.strategy[number][hand] / 1000, 1)]),
  ];

  const table = (node) => {
    const listed = columns(node);
    const total = node.chances.reduce((sum, chance) => sum + chance, 0);
    const [, , key] = listed.find(([name]) => name === state.sort) || listed[2];
    let hands = node.chances.map((_, hand) => hand).filter((hand) => node.chances[hand] > 0);
    if (state.hand) hands = hands.filter((hand) => data.names[data.classes[node.player][hand]] === state.hand);
    const order = state.down ? -1 : 1;
    hands.sort((one, other) => {
      const [first, second] = [key(one), key(other)];
      return first === second ? one - other : first === null ? 1 : second === null ? -1 : order * (first < second ? -1 : 1);
    });
    const head = make("tr", {}, ...listed.map(([name, title]) => make("th",
      { "aria-sort": state.sort === name ? (state.down ? "descending" : "ascending") : null },
      make("button", { type: "button", onclick: () => go({ sort: name, down: state.sort === name ? !state.down : name !== "hand" }) },
        title, state.sort === name ? (state.down ? " ↓" : " ↑") : ""))));
    const rows = (state.all ? hands : hands.slice(0, FIRST_ROWS)).map((hand) => make("tr", {},
      make("td", {}, ...data.hands[node.player][hand].match(/../g).map((card) => make("span", { class: `suit-${card[1]}` }, card))),
      ...listed.slice(1).map(([, , , text]) => make("td", {}, text(hand, total)))));
    const more = hands.length > FIRST_ROWS && !state.all
      ? make("button", { type: "button", class: "more", onclick: () => go({ all: true }) }, `all ${hands.length} hands`) : null;
    const what = state.hand ? `Hands of ${state.hand}` : `Hands of player ${node.player + 1}`;
    return make("div", {}, make("h3", {}, what), make("div", { class: "wide" }, make("table", {}, head, ...rows)), more);
  };

  const draw = () => {
    const node = data.nodes[state.node];
    const crumbs = path();
    const trail = make("nav", { class: "trail", "aria-label": "line" }, ...crumbs.map(([at, name], number) =>
      make("button", { type: "button", disabled: number === crumbs.length - 1 ? "" : null,
        onclick: () => go({ node: at, hand: null, all: false, view: "strategy" }) }, number ? `› ${name}` : name)));
    const equity = node.equity ? `; equity ${percent(node.equity[0], 1)} and ${percent(node.equity[1], 1)}` : "";
    const facts = `Player ${node.player + 1} decides. Pot ${node.pot.toLocaleString("en")}; ` +
      `expected values from here on ${chips(node.value[0])} and ${chips(node.value[1])}${equity}.`;
    const line = node.line ? make("p", { class: "note" }, "Line: ", make("code", {}, node.line)) : null;
    root.replaceChildren(...[trail, make("p", { class: "note" }, facts), line, choices(node), views(node), grid(node),
      make("p", { class: "note" }, "A bar is as high as the part of the class that gets here. Choose a class to see its hands."),
      table(node)].filter((child) => child !== null));
  };
  draw();
})();
