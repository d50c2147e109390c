// Plays one game of Bivouac and says how it ended; docs/api.md explains every message.
//   node bot.mjs [NAME [URL [GAME]]]                  against the computer
//   node bot.mjs NAME URL table:ID[/SEAT[/KEY]]       at somebody's table
// Node 22 has a WebSocket that can set headers; for older ones `npm ci` here brings the package `ws`, which can too.
const [name = "Robot", server = "http://127.0.0.1:8080", where = "chevaliers"] = process.argv.slice(2);
const WebSocket = globalThis.WebSocket ?? (await import("ws")).WebSocket;

// Be somebody: a guest is a name and a cookie. A bot of an account has a token instead: BIVOUAC_TOKEN=… node bot.mjs …
const bearer = process.env.BIVOUAC_TOKEN;
const guest = !bearer && (await fetch(`${server}/api/v1/guest`, { method: "POST", body: JSON.stringify({ name }) }));
const headers = guest ? { cookie: guest.headers.get("set-cookie").split(";")[0] } : { authorization: `Bearer ${bearer}` };

// Talk: every request has a number, and its answer names that number.
const socket = new WebSocket(`${server.replace(/^http/, "ws")}/api/v1/socket`, { headers });
const asked = [];
const ask = (request) =>
  new Promise((resolve, reject) => {
    socket.send(JSON.stringify({ ...request, id: asked.length }));
    asked.push({ resolve, reject });
  });
let table, seat, latest; // where we play, and the latest message that shows how the game stands
const finish = (result, code) => (console.log(`${name} (${seat}): ${result}`), process.exit(code));
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "done") asked[message.re].resolve(message);
  if (message.type === "refused") asked[message.re].reject(new Error(message.text.en));
  if (message.toAct) latest = message;
  if (message.result) finish(message.result, 0);
  else if (message.toAct && seat) think();
};
socket.onclose = () => finish("the connection is lost", 1);
await new Promise((resolve) => (socket.onopen = resolve));

// Sit down: at a free seat of the table that was named, or at a new table against the computer.
if (where.startsWith("table:")) {
  const [id, wanted, key] = where.slice(6).split("/");
  await ask({ do: "subscribe", table: (table = id) });
  seat = wanted ?? latest.occupants.find((occupant) => !occupant.kept && !occupant.level && !occupant.people.length).seat;
  await ask({ do: "sit", table, seat, key });
  await ask({ do: "start", table }).catch(() => {}); // somebody is missing, or it has started already
} else {
  const { games } = await (await fetch(`${server}/api/v1/games`)).json();
  const seats = games.find((game) => game.id === where).forms[0].seat.map((one) => one.seat);
  const occupants = Object.fromEntries(seats.map((each, i) => [each, i ? "computer:1" : "me"]));
  [seat, { table }] = [seats[0], await ask({ do: "open", game: where, occupants, start: true })];
  await ask({ do: "subscribe", table });
}

async function think() {
  if (think.busy) return;
  for (think.busy = true; latest.toAct.includes(seat); ) {
    const { legal } = await ask({ do: "legal", table, seat });
    const captures = legal.filter((token) => token.includes("x")); // the one thing this bot knows about war
    const choice = captures.length ? captures : legal;
    const token = choice[Math.floor(Math.random() * choice.length)];
    if (token) await ask({ do: "play", table, seat, token, key: Math.random().toString(36).slice(2) });
    else break; // our secret set-up is done, the other side's is not
  }
  think.busy = false;
}
