// A whole game of chars between two browsers. Before the end neither page nor its memory nor its traffic holds what the
// other side keeps secret: its set-up until both are done, its ranks until they are announced, its mines, its shots.
import assert from "node:assert/strict";
import { browser, server, TIMEOUT, timed } from "./server.mjs";
import { begin, comeBy, linksOf, openTable } from "./friends.mjs";
import { resign, touch, turnsOf } from "./play.mjs";

const at = await server();
const launched = await browser();
const enemyOf = { V: "G", G: "V" };
const inCamp = (side, square) => (side === "V") === Number(square) <= 50;

/** All that comes to a context over the wire, and all it sends, in the order of time. */
function listen({ context, page }) {
  const heard = { received: [], sent: [] };
  const listenTo = (one) =>
    one.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => heard.received.push(String(payload)));
      socket.on("framesent", ({ payload }) => heard.sent.push(String(payload)));
    });
  listenTo(page);
  context.on("page", listenTo);
  context.on("response", async (response) => {
    if (/\/api\//.test(response.url())) heard.received.push(await response.text().catch(() => ""));
  });
  return heard;
}

/** The other side's secrets in the text of a position. */
function secretsInPosition(text, side) {
  const enemy = enemyOf[side];
  const found = text.match(new RegExp(`${enemy}[1-6](?!!)`, "g")) ?? [];
  const list = (name) => new RegExp(` ${name}=([\\d,]+)`).exec(text)?.[1].split(",") ?? [];
  found.push(...list("mines").filter((square) => inCamp(enemy, square)).map((square) => `mine on ${square}`));
  const [, mover, phase] = text.split(" ");
  if (phase === "setup") found.push(...(text.split(" ")[0].match(/[ABCo]/g) ?? []).filter(() => campHolds(text, enemy)).map(() => "set-up"));
  if (mover === side && ["plot", "move"].includes(phase)) found.push(...[...list("red"), ...list("white")].map((square) => `shot on ${square}`));
  return found;
}

/** Whether anything stands in a camp: Green's are the five ranks below. */
function campHolds(text, side) {
  const rows = text.split(" ")[0].split("/");
  return (side === "V" ? rows.slice(5) : rows.slice(0, 5)).some((row) => /[^.]/.test(row));
}

/** The other side's secrets in anything a side was told; positions are found wherever they stand in it. */
function secretsIn(told, side) {
  const found = [];
  for (const text of told) {
    for (const [position] of text.matchAll(/(?:[.oABCabcVG1-6?!+]{10,40}\/){9}[.oABCabcVG1-6?!+]{10,40} [VG] (?:setup|plot|move|fight|roll)[^"]*/g))
      found.push(...secretsInPosition(position, side));
    for (const message of messagesIn(text)) {
      if (message.seat !== enemyOf[side] || message.result) continue;
      if (/^([ABCGM1-6]=|[!?])\d+$/.test(message.token ?? "")) found.push(`token ${message.token}`);
      for (const event of message.events ?? [])
        if (event.kind === "plotted" || (event.kind === "placed" && / setup/.test(message.position))) found.push(`event ${JSON.stringify(event)}`);
    }
  }
  return found;
}

function messagesIn(text) {
  try {
    const whole = JSON.parse(text);
    return [whole, ...(whole.messages ?? [])];
  } catch {
    return [];
  }
}

/** Everything the page shows, says to screen readers, keeps on the device and has in its heap. */
async function memoryOf({ context, page }) {
  const kept = await page.evaluate(async () => {
    const stores = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = reject;
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        stores.push(JSON.stringify(all.result));
      }
      database.close();
    }
    return stores;
  });
  const session = await context.newCDPSession(page);
  const chunks = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return [...kept, ...JSON.parse(chunks.join("")).strings];
}

/** What is drawn, or read aloud, of the enemy's ranks and mines. When the game is over there are no secrets. */
const drawn = (page, enemy) =>
  page.evaluate((side) => {
    if (document.querySelector(".ending")) return [];
    const army = side === "V" ? "Green" : "Grey";
    const labels = [...document.querySelectorAll("[data-point]")].map((point) => ({ at: Number(point.dataset.point), label: point.getAttribute("aria-label") }));
    const ranks = labels.filter(({ label }) => new RegExp(`${army}[^,]*tank, rank [1-6]`).test(label) && !label.includes("announced"));
    const mines = labels.filter(({ at, label }) => /, mine(,|$)/.test(label) && (side === "V") === at <= 50);
    return [...ranks, ...mines].map(({ at, label }) => `${at}: ${label}`);
  }, enemy);

timed("chars: a whole game between two browsers (resigned after a minute), and neither learns the other's secrets", async () => {
  const ears = {};
  const ada = await openTable(launched, at, "chars", "Ada", { seed: 3 });
  ears.V = listen(ada);
  await ada.page.reload(); // what came before nobody listened is told again
  const [link] = await linksOf(ada.page, 1);
  const bob = await comeBy(launched, at, link, "Bob", { seed: 4, listen: (one) => void (ears.G = listen(one)) });
  await begin(ada, bob);

  const players = { V: ada, G: bob };
  const seen = { V: [], G: [] };
  let looks = 0;
  /** Plays one side to the end and looks around now and then; what the page says of the end. */
  const play = async (side) => {
    const { page } = players[side];
    const end = Date.now() + TIMEOUT;
    for (let touches = 1; ; touches++) {
      const step = await touch(page, { forward: true });
      if (step.over) return step.over;
      if (side === "V" && looks === 2 && Date.now() > end) await resign(page);
      if (touches % 10 === 0) seen[side].push(...(await drawn(page, enemyOf[side])));
      if (touches === 60) seen[side].push(...secretsIn(await memoryOf(players[side]), side));
      if (touches === 60) looks++;
    }
  };
  const [over] = await Promise.all([play("V"), play("G")]);
  assert.equal(looks, 2, "the memory of both pages was searched in the middle of the game");

  for (const side of ["V", "G"]) {
    const { received, sent } = ears[side];
    const end = received.findIndex((text) => messagesIn(text).some((message) => message.result));
    const before = received.slice(0, end);
    const placed = sent.map((text) => JSON.parse(text)).filter(({ token }) => /^[ABCGM1-6]=\d+$/.test(token ?? ""));
    assert.equal(placed.length, 16, `${side} placed 16 things`);
    assert.ok(end > 0 && before.length > 60, `${side} heard ${before.length} things before the end`);
    assert.deepEqual(secretsIn(before, side), [], `what ${side} was told`);
    assert.deepEqual(seen[side], [], `what ${side} saw and kept`);
    // The same eyes find plenty in what the owner of the secrets was told: they are not blind.
    assert.ok(secretsIn(before, enemyOf[side]).length > 50, "the search finds what is there");
  }
  for (const side of ["V", "G"]) assert.deepEqual(players[side].faults, []);
  const told = `${await turnsOf(ada.page)} turns, ${ears.V.received.length} and ${ears.G.received.length} messages, “${over}”`;
  await ada.leave();
  await bob.leave();
  return told;
});
