// What nodes tell each other, with two and three of them on a private PostgreSQL: build/check/tests/peers_probe is a node in
// small. PROBE names it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { after, afterEach, before, test } from "node:test";
import { openCluster } from "../launch.mjs";

const program = process.env.PROBE ?? "build/check/tests/peers_probe";
let cluster;
let opened = [];

class Node {
  lines = [];

  static async open(where = cluster.url, environment = {}) {
    const node = new Node();
    node.child = spawn(program, [where], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...environment } });
    node.ended = once(node.child, "exit");
    opened.push(node);
    let rest = "";
    node.child.stdout.setEncoding("utf8").on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      node.lines.push(...lines);
    });
    const first = await node.line((line) => /^(node|error) /.test(line));
    node.name = first.split(" ")[1];
    if (first.startsWith("error")) throw new Error(first);
    return node;
  }

  do(line) {
    this.child.stdin.write(`${line}\n`);
  }

  /** The first line, of those not yet taken, that will do; it is awaited, and taken. */
  async line(fits, seconds = 20) {
    for (let i = 0; i < seconds * 50; i++) {
      const at = this.lines.findIndex(fits);
      if (at >= 0) return this.lines.splice(at, 1)[0];
      await pause(20);
    }
    throw new Error(`no such line: ${fits}; there are: ${this.lines.join(" | ")}`);
  }

  async state() {
    this.do("state");
    const words = (await this.line((line) => line.startsWith("state "))).split(" ").slice(1);
    return Object.fromEntries(words.map((word) => [word.split("=")[0], Number(word.split("=")[1])]));
  }

  /** Asks until it is so. */
  async until(fits, seconds = 20) {
    let state;
    for (let i = 0; i < seconds * 20; i++) {
      state = await this.state();
      if (fits(state)) return state;
      await pause(50);
    }
    throw new Error(`it did not become so: ${fits}; ${JSON.stringify(state)}`);
  }

  heard(what, text) {
    return this.line((line) => {
      const [verb, , said, , ...rest] = line.split(" ");
      return verb === "heard" && said === what && (text === undefined || rest.join(" ") === text);
    });
  }

  async close(how) {
    if (how) this.child.kill(how);
    else this.do("close");
    await this.ended;
  }
}

/** How many of the nodes lead right now. */
const leaders = async (nodes) => (await Promise.all(nodes.map((node) => node.state()))).filter(({ leads }) => leads).length;

async function untilOneLeads(nodes) {
  for (let i = 0; i < 400; i++) {
    const now = await leaders(nodes);
    assert.ok(now <= 1);
    if (now === 1) break;
    await pause(50);
  }
  const leading = [];
  for (const node of nodes) if ((await node.state()).leads) leading.push(node);
  assert.equal(leading.length, 1);
  return leading[0];
}

/** Ends the connection of a node as the database sees it. */
const cutOff = (node) =>
  cluster.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bivouac ${node.name}'`);

before(async () => {
  cluster = openCluster();
  cluster.sql(`CREATE TABLE nodes (node text PRIMARY KEY, heartbeat timestamptz NOT NULL DEFAULT clock_timestamp(), address text NOT NULL DEFAULT '');
    CREATE TABLE settings (name text PRIMARY KEY, value text NOT NULL, checksum bigint NOT NULL);
    CREATE FUNCTION row_checksum(bigint, text, text) RETURNS bigint LANGUAGE sql AS 'SELECT 0::bigint'`);
});

/** Whatever a test has left behind. */
afterEach(async () => {
  for (const node of opened) {
    node.child.kill("SIGKILL");
    await node.ended;
  }
  opened = [];
  cluster.sql("UPDATE nodes SET heartbeat = heartbeat - interval '3 seconds'");
});

after(() => cluster.close());

test("nodes hear each other and not themselves", async () => {
  const a = await Node.open();
  const b = await Node.open();
  a.do("say person ada hello");
  assert.match(await b.heard("person", "ada hello"), new RegExp(`^heard ${a.name} person 9 `));
  const c = await Node.open();
  b.do("say first 1");
  b.do("say second 2");
  for (const node of [a, c]) {
    await node.heard("first", "1");
    await node.heard("second", "2");
  }
  await a.until(({ count }) => count === 3);
  for (const [node, own] of [[a, "person"], [b, "first"]])
    assert.deepEqual(node.lines.filter((line) => line.startsWith("heard") && line.includes(` ${own} `)), []);
  a.do(`alive ${c.name}`);
  assert.equal(await a.line((line) => line.startsWith("alive")), "alive 1");
  await c.close();
  await a.until(({ count }) => count === 2);
  a.do(`alive ${c.name}`);
  assert.equal(await a.line((line) => line.startsWith("alive")), "alive 0");
  await Promise.all([a.close(), b.close()]);
});

test("the same word twice is heard twice, and a long text whole", async () => {
  const [a, b] = await Promise.all([Node.open(), Node.open()]);
  for (let i = 0; i < 5; i++) a.do("say again same");
  for (let i = 0; i < 5; i++) await b.heard("again", "same");
  for (const length of [7800, 7900, 8200, 100000, 262144]) {
    a.do(`long novel ${length}`);
    assert.match(await b.heard("novel"), new RegExp(` novel ${length} éé`));
  }
  a.do("say empty");
  await b.heard("empty", "");
  await Promise.all([a.close(), b.close()]);
});

test("what a store announces is heard as it is", async () => {
  const a = await Node.open();
  cluster.sql("SELECT pg_notify('bivouac', 'otherotherot tables 12:5 7:0')");
  assert.equal(await a.heard("tables"), "heard otherotherot tables 8 12:5 7:0");
  cluster.sql("SELECT pg_notify('bivouac', 'nonsense'), pg_notify('bivouac', ''), pg_notify('bivouac', 'a b'), pg_notify('bivouac', 'x # ')");
  a.do("state");
  await a.line((line) => line.startsWith("state"));
  await a.close();
});

test("a connection that is cut leads to missed, and on", async () => {
  const [a, b] = await Promise.all([Node.open(), Node.open()]);
  for (let round = 0; round < 3; round++) {
    assert.equal(cutOff(b), "t");
    await b.heard("missed");
    a.do(`say after ${round}`);
    await b.heard("after", String(round));
    b.do(`say back ${round}`);
    await a.heard("back", String(round));
  }
  assert.equal(a.lines.filter((line) => line.includes(" missed ")).length, 0);
  await Promise.all([a.close(), b.close()]);
});

test("a server that is restarted leads to missed, and on", async () => {
  const [a, b] = await Promise.all([Node.open(), Node.open()]);
  cluster.stop();
  await a.until(({ leads }) => !leads);
  a.do("say lost in the dark");
  await pause(300);
  cluster.start();
  await Promise.all([a.heard("missed"), b.heard("missed")]);
  a.do("say light again");
  await b.heard("light", "again");
  assert.equal(b.lines.filter((line) => line.includes("dark")).length, 0);
  await untilOneLeads([a, b]);
  await Promise.all([a.close(), b.close()]);
});

test("one node leads, and another when that one dies, freezes or is cut off", async () => {
  const nodes = await Promise.all([Node.open(), Node.open(), Node.open(), Node.open()]);
  const without = (node) => nodes.splice(nodes.indexOf(node), 1)[0];
  const cut = await untilOneLeads(nodes);
  cutOff(cut);
  await cut.heard("missed");
  const killed = without(await untilOneLeads(nodes));
  await killed.close("SIGKILL");
  const frozen = without(await untilOneLeads(nodes));
  frozen.child.kill("SIGSTOP");
  const next = await untilOneLeads(nodes);
  frozen.child.kill("SIGCONT");
  assert.equal((await frozen.state()).leads, 0); // not even for a moment
  await frozen.heard("missed");
  nodes.push(frozen);
  await next.close();
  without(next);
  await untilOneLeads(nodes);
  await Promise.all(nodes.map((node) => node.close()));
});

test("clocks that are minutes apart agree with the database's", async () => {
  const preload = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
  const faked = (shift) =>
    Node.open(cluster.url, { LD_PRELOAD: preload, FAKETIME: shift, ASAN_OPTIONS: "verify_asan_link_order=0:detect_leaks=0" });
  const [right, early, late] = await Promise.all([Node.open(), faked("-300s"), faked("+420s")]);
  for (const [node, offset] of [[right, 0], [early, 300000], [late, -420000]]) {
    const state = await node.state();
    assert.ok(Math.abs(state.offset - offset) < 100, `${state.offset} instead of ${offset}`);
  }
  await right.until(({ count }) => count === 3);
  await Promise.all([right, early, late].map((node) => node.close()));
});

test("game time goes on while some node lives, and only then", async () => {
  const a = await Node.open();
  const b = await Node.open();
  await pause(2500); // that the nodes of the test before are dead shows with the second beat
  const begun = await a.state();
  assert.ok(Math.abs(Date.now() - begun.wall) < 5000);
  await a.close();
  await pause(2500);
  const later = await b.state();
  const behind = (state) => state.wall - state.game;
  assert.equal(later.opened, begun.opened);
  assert.ok(Math.abs(behind(later) - behind(begun)) < 100, `${behind(later) - behind(begun)} ms were not counted`);
  // A node that is cut off does not know how it goes on.
  b.child.kill("SIGSTOP");
  await pause(4000);
  const c = await Node.open();
  const again = await c.state();
  assert.ok(again.opened > begun.opened);
  assert.ok(Math.abs(behind(again) - behind(later) - 4000) < 1500, `${behind(again) - behind(later)} ms were not counted`);
  b.child.kill("SIGCONT");
  await b.until((state) => state.known && Math.abs(behind(state) - behind(again)) < 100);
  await Promise.all([b.close(), c.close()]);
});

test("a database that is not there is an error at once, and so is one without the tables of the server", async () => {
  await assert.rejects(Node.open("postgresql://bivouac@127.0.0.1:1/bivouac"), /error postgresql:.*cannot be reached.*refused/);
  await assert.rejects(Node.open(cluster.url.replace("/bivouac?", "/template1?")), /error postgresql:.*(settings|nodes)/);
});

test("of several hosts the one that may be written to is found", async () => {
  const [, place, port] = /host=(.*)&port=(.*)$/.exec(cluster.url);
  const url = `postgresql://bivouac@/bivouac?host=127.0.0.1,${place}&port=1,${port}&target_session_attrs=read-write`;
  const node = await Node.open(url);
  await node.close();
});
