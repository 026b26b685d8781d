// A bot for crazyeights in JavaScript: it counts the suits that were played, and goes where the others have least.
//
//     crazyeights --ai "exec:node examples/bots/counter.js"
//     crazyeights --ai "exec:caution=3:node examples/bots/counter.js"

const readline = require("node:readline");

let caution = 1; // how much it minds the suits that others may hold
let seat = 0;
let cards = new Map(); // what each card does, by its notation
let unseen = {}; // how many cards of each suit nobody has shown

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const suitOf = (card) => card.slice(-1);

function see(list) {
  for (const card of list ?? []) {
    if (card && suitOf(card) in unseen) unseen[suitOf(card)] -= 1;
  }
}

function beginRound(message) {
  seat = message.seat;
  cards = new Map(message.cards.map((entry) => [entry.card, entry]));
  unseen = Object.fromEntries(message.suits.map((suit) => [suit, 0]));
  for (const card of cards.keys()) {
    if (suitOf(card) in unseen) unseen[suitOf(card)] += message.copies;
  }
  see(message.hand);
  see([message.starter]);
}

// How good a move is. Moves other than cards ("draw", "pass", "done" and so on) are the last resort.
function value(move, view) {
  const [, text, , called] = move.match(/^([^=@!]*)(=(\w+))?/);
  const card = cards.get(text);
  if (!card) return -1000;
  const suit = called ?? suitOf(text);
  const mine = view.hand.filter((held) => held !== text && suitOf(held) === suit).length;
  return (card.wild ? -100 : 0) + 2 * mine - caution * (unseen[suit] ?? 0) / 4 + (card.draw || card.skip ? 3 : 0);
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      caution = message.parameters.caution ?? caution;
      if (typeof caution !== "number") {
        say({ type: "error", message: "caution is a number" });
        break;
      }
      say({ type: "hello", protocol: 1, name: "counter", version: "1.0", parameters: { caution } });
      break;
    case "round":
      beginRound(message);
      break;
    case "event":
      // Its own cards it saw when it got them.
      if (message.event === "drew") see(message.cards);
      if (message.event === "played" && message.seat !== seat) see([message.card]);
      break;
    case "choose": {
      const best = message.moves.reduce((a, b) => (value(b, message.view) > value(a, message.view) ? b : a));
      say({ type: "move", id: message.id, move: best });
      break;
    }
    case "quit":
      process.exit(0);
  }
});
