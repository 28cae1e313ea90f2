// A player in JavaScript, without Railbird, in the JSON messages of the table protocol: it calls when the call costs
// less than a third of the pot, raises with an ace or a pair pre-flop, and folds otherwise.
//
//   railbird match "process(node examples/odds.mjs)" simple

import { createInterface } from "node:readline";

const say = (message) => console.log(JSON.stringify(message));
let mine = "";

function act(state) {
  const { fold, call, raise } = state.legal;
  const strong = mine.includes("A") || mine[0] === mine[2];
  if (raise && strong && state.street === "preflop") return `r${raise[0]}`;
  if (!fold || call === 0 || strong || 3 * call <= state.pot + call) return "c";
  return "f";
}

let state = null;
say({ type: "hello", protocol: 1, name: "odds" });
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hand") mine = message.cards[message.position];
  if (message.state) state = message.state;
  if (message.type === "turn") {
    say({ type: "act", table: message.table, hand: message.hand, turn: message.turn, action: act(state) });
  }
}
