/** Tables of a server: two terminals on a real server, which is killed and opened again in between. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { Server } from "./server.mjs";
import { Terminal, bivouac, pause } from "./terminal.mjs";

async function come(t, state, ...words) {
  const terminal = new Terminal({ state });
  t.after(() => terminal.close());
  return terminal.run("play", "--lang", "en", ...words);
}

const sit = (t, server, table, name, state, ...words) => come(t, state, "--server", server.url, table, "--name", name, ...words);

test("two terminals play at a table, talk, and come back to it", { timeout: 120_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const table = await server.table("chevaliers");
  const ada = await sit(t, server, table, "Ada");
  await ada.until(/S Ada +O …[^]*Waiting for the other players/);
  const bob = await sit(t, server, table, "Bob");
  await bob.until(/S Ada +O Bob[^]*All players are there: F5 to start/);
  await ada.until("All players are there");
  await ada.keys("F5");
  await ada.until("Your move: Silver");
  await bob.until("The other side is playing");

  // Moves and words reach the other.
  await ada.type("d2~f2");
  await bob.until(/S d2~f2[^]*Your move: Gold/);
  await bob.type('say "Bonsoir", Ada \\ été');
  await ada.until('Bob: "Bonsoir", Ada \\ été');
  await bob.type("d13-d2");
  await bob.until("is not legal here");
  await bob.keys("Escape");
  await bob.type("d13~f13");
  await ada.until(/O d13~f13[^]*Your move: Silver/);

  // Questions: a draw that is declined, a take-back that is granted.
  await ada.type("draw");
  await bob.until("Silver offers a draw. F9: accept");
  await bob.type("decline");
  await ada.until("Gold declines the draw.");
  await ada.type("takeback");
  await bob.until("asks to take back");
  await bob.keys("F2");
  await ada.until(/grants the take-back/);
  await ada.until((screen) => /^ +2 {2}· {2}· {2}♟ {2}♞/m.test(screen.replaceAll("•", " ")) && screen.includes("Your move: Silver"));

  // The server is killed and opened again: both say so, and come back by themselves.
  const { port } = server;
  await server.kill();
  await ada.until("connection is lost");
  await server.open(port);
  await ada.until(/The connection is back[^]*Your move: Silver/);
  await ada.type("c2-b2");
  await bob.until(/S c2-b2/);

  // A player whose program was killed comes back to the same seat, and sees what happened.
  await bob.signal("SIGKILL");
  await bob.until("ended with 137");
  const again = await sit(t, server, table, "Bob", bob.state);
  const screen = await again.until("Your move: Gold");
  assert.match(screen, /S c2-b2/);

  // A third one only watches.
  const watcher = await sit(t, server, table, "Cem");
  await watcher.until("You are watching.");

  await again.keys("F8");
  await again.until("Resign the game?");
  await again.keys("Down", "Enter");
  await again.until("Victory, Silver: resignation.");
  await ada.until("Victory, Silver: resignation.");
  await watcher.until("Victory, Silver: resignation.");
});

test("a turn of several tokens is taken back freely until it is complete, and then sent", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const table = await server.table("kriegspiel");
  const ada = await sit(t, server, table, "Ada", undefined, "--side", "F");
  await ada.until("Waiting for the other players");
  const bob = await sit(t, server, table, "Bob", undefined, "--side", "A");
  await bob.until("All players are there");
  await bob.keys("F5");
  await ada.until(/Your move|The other side is playing/);
  // The lots decide who begins.
  const begins = (await ada.screen()).includes("Your move") ? ada : bob;
  const waits = begins === ada ? bob : ada;
  const lots = begins === ada ? "#F" : "#A";
  const [first, second] = bivouac("legal", "kriegspiel", lots).trim().split("\n").map((line) => line.split(" ")[1]).filter((token) => token.includes("^"));
  await begins.type(first);
  await begins.until(/Your turn is not complete: F2 takes back, F5 sends/);
  await begins.keys("F2");
  await begins.until((screen) => screen.includes("Taken back.") && !screen.includes(` ${first}`));
  await begins.type(second);
  await begins.until(second);
  await begins.type(".");
  await begins.until("Your turn is not complete");
  await pause(200);
  assert.ok(!(await waits.screen()).includes(second), "it was told before it was sent");
  // It outlives a lost connection, since nothing else has happened.
  const { port } = server;
  await server.kill();
  await begins.until("connection is lost");
  await server.open(port);
  await begins.until("The connection is back.");
  await begins.type(".");
  await waits.until((screen) => screen.includes(second) && screen.includes("Your move"));
  assert.ok(!(await waits.screen()).includes(` ${first}`));
  const sent = await begins.until("The other side is playing");
  assert.equal(sent.split(second).length, 2, "it stands in the log once");
});

test("secrets stay with their side, and simultaneous seats do not wait", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const table = await server.table("chars");
  const green = await sit(t, server, table, "Ada", undefined, "--side", "V");
  await green.until("Waiting for the other players");
  const grey = await sit(t, server, table, "Bob", undefined, "--side", "G");
  await grey.until("All players are there");
  await grey.keys("F5");
  await green.until("Your move: Green");
  await green.type("A=45");
  await green.until("V A=45");
  await grey.until("Your move: Grey");
  await grey.type("A=78");
  const screen = await grey.until("G A=78");
  await pause(300);
  assert.doesNotMatch(await grey.screen(), /A=45|V A=/);
  assert.doesNotMatch(await green.screen(), /A=78/);
  assert.match(screen.replace(/.*│/g, "").replace(/\s+/g, " "), /Grey: headquarters placed on 78/);
});

test("a link as the pages write it leads to its table, and to the seat that is kept", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const { table, keys } = await server.invite("chevaliers", { O: "invite" });
  const ada = await come(t, undefined, "--name", "Ada", "--server", `${server.url}/t/${table}?seat=O&key=${keys.O}`);
  await ada.until(/S … +O Ada/);
  const bob = await come(t, undefined, "--name", "Bob", "--server", `${server.url}/t/${table}`);
  await bob.until(/S Bob +O Ada/);
});

test("who would share a seat asks those who hold it", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const { table, keys } = await server.invite("chevaliers", { O: "invite" });
  const link = `${server.url}/t/${table}?seat=O&key=${keys.O}`;
  const ada = await come(t, undefined, "--name", "Ada", "--server", link);
  await ada.until(/S … +O Ada/);
  const bob = await come(t, undefined, "--name", "Bob", "--server", `${server.url}/t/${table}`);
  await bob.until(/S Bob +O Ada/);
  await bob.keys("F5");
  await bob.until("Your move: Silver");
  const eve = await come(t, undefined, "--name", "Eve", "--server", link);
  await eve.until("You are watching");
  await eve.type("admit");
  await eve.until("There is no request to answer");
  await eve.type("join O");
  await ada.until("Eve asks to share seat O. 'admit' or 'decline'.");
  await ada.type("admit");
  await eve.until("The other side is playing");
  await bob.type("d2~f2");
  await eve.until("Your move: Gold");
  const dan = await come(t, undefined, "--name", "Dan", "--server", link);
  await dan.until("You are watching");
  await dan.type("join O");
  await eve.until("Dan asks to share seat O.");
  await eve.type("decline");
  await dan.until("Dan is not admitted to seat O.");
});

test("what cannot be is said", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const lost = await sit(t, server, "nosuchtable", "Ada");
  await lost.until(/no such table|There is no/i);
  await lost.keys("F10");
  await lost.until("ended with 0");
  const strange = new Terminal();
  t.after(() => strange.close());
  await strange.run("play", "--server", "ftp://example.org", "x", "--lang", "en");
  await strange.until(/begin with http:/);
  await strange.until("ended with 2");
  assert.throws(() => bivouac("play", "--server", server.url, "x"), /needs a full-screen terminal/);
});

test("a server that does not answer says why and what to do, within three seconds", { timeout: 60_000 }, async (t) => {
  // Nobody listens there.
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address();
  free.close();
  const refused = await come(t, undefined, "--server", `http://127.0.0.1:${port}`, "x");
  const screen = await refused.until(/does not answer: connection refused/, 3);
  assert.match(screen.replace(/\s+/g, " "), /Check the address, and that the server runs\./);
  await refused.keys("F10");
  await refused.until("ended with 0");
  // Somebody listens and never says a word.
  const mute = createServer().listen(0, "127.0.0.1");
  t.after(() => mute.close());
  await once(mute, "listening");
  const silent = await come(t, undefined, "--server", `http://127.0.0.1:${mute.address().port}`, "x");
  await silent.until(/does not answer: no answer/, 3);
  await silent.keys("F10");
  await silent.until("ended with 0");
});

test("--name renames, and --side takes all seats it names", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const both = await server.table("paris");
  const ada = await sit(t, server, both, "Ada", undefined, "--side", "BN");
  await ada.until(/G … +B Ada +N Ada/);
  const one = await server.table("paris");
  const bea = await sit(t, server, one, "Bea", ada.state, "--side", "N");
  await bea.until(/G … +B … +N Bea/);
  const four = (await server.invite("chevaliers", {}, 4)).table;
  const cem = await sit(t, server, four, "Cem", undefined, "--side", "S.men,O.knights");
  await cem.until(/S\.knights … +S\.men Cem +O\.knights Cem/);
  const dan = await sit(t, server, four, "Dan", undefined, "--side", "Q");
  await dan.until((screen) => screen.replace(/\s+/g, " ").includes("with commas: S O S.knights S.men O.knights O.men, not 'Q'"));
});

test("after the end a rematch is asked for, and both go to its table", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const table = await server.table("chevaliers");
  const ada = await sit(t, server, table, "Ada");
  await ada.until("Waiting for the other players");
  const bob = await sit(t, server, table, "Bob");
  await bob.until("All players are there");
  await bob.keys("F5");
  await ada.until("Your move: Silver");
  await ada.keys("F8");
  await ada.until("Resign the game?");
  await ada.keys("Down", "Enter");
  await ada.until(/The game is over[^]*Ask for a rematch/);
  await bob.until(/Victory, Gold: resignation[^]*Ask for a rematch|Ask for a rematch[^]*Victory, Gold: resignation/);
  await ada.keys("Enter");
  await ada.until("Rematch requested");
  await bob.keys("Enter");
  await ada.until((screen) => !screen.includes("resignation") && /S Bob +O Ada/.test(screen));
  await bob.until((screen) => !screen.includes("resignation") && /S Bob +O Ada/.test(screen));
});

test("who holds both sides of a game with secrets sees and plays one of them alone", { timeout: 120_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const { table, cookie } = await server.invite("belligerants", { J: "me", R: "me" });
  const place = new Terminal();
  mkdirSync(path.join(place.state, "bivouac", "servers"), { recursive: true });
  writeFileSync(path.join(place.state, "bivouac", "servers", `127.0.0.1:${server.port}`), `${cookie.split("=")[1]}\n`);
  const both = await sit(t, server, table, "Host", place.state);
  await both.until("All players are there");
  await both.keys("F5");
  const [, own] = /Your move: (Yellow|Pink)/.exec(await both.until("Your move"));
  const [seat, alien] = own === "Yellow" ? ["J", "R EM=a13"] : ["R", "J EM=m1"];
  await both.type(alien);
  await both.until(`'${alien}' is not legal here`);
  await both.keys("Escape");
  for (let i = 0; i < 4; i++) await both.keys("Tab", "Enter");
  await both.until(new RegExp(`${seat} [A-Z]+=[^]*Your move: ${own}`));
  // The connection is lost and comes back: it is still that side.
  const { port } = server;
  await server.kill();
  await both.until("connection is lost");
  await server.open(port);
  await both.until(new RegExp(`The connection is back[^]*Your move: ${own}`));
});
