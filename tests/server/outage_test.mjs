// One server of two nodes whose database is away for a while: what they were about goes on when it is back.
// runs: release
import { test, before, after } from "node:test";
import { spawn } from "node:child_process";
import assert from "node:assert/strict";
import { enter, begin } from "./client.mjs";
import { openNodes, until } from "../launch.mjs";

let server, urls;
const here = [];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

before(async () => {
  server = await openNodes(2);
  urls = server.nodes.map((node) => node.url);
});

after(async () => {
  for (const guest of here) guest.leave();
  await server.close(); // they complain of the database, and may
});

async function arrive(node, name) {
  const guest = await enter(urls[node], name);
  here.push(guest);
  return guest;
}

/** Whether a node accepts a new guest. */
async function isWell(url) {
  try {
    (await enter(url, "Somebody")).leave();
    return true;
  } catch {
    return false;
  }
}

test("the computer answers although its answer could not be stored at first", async () => {
  const ada = await arrive(0, "Ada");
  const plays = (table, seat) =>
    Number(server.cluster.sql(`SELECT count(*) FROM events JOIN tables USING (table_key) WHERE id = '${table}' AND line LIKE 'play ${seat} %'`));
  const { table } = await ada.will({ do: "open", game: "chevaliers", occupants: { S: "me", O: "computer:8" }, start: true });
  const thinks = () => server.cluster.sql("SELECT count(*) FROM jobs") === "1";
  let legal = [];
  // Its first answers it knows by heart.
  for (let i = 0; i < 20 && !thinks(); i++) {
    await until(async () => (legal = (await ada.will({ do: "legal", table, seat: "S" })).legal).length, "it is Ada's turn");
    await ada.will({ do: "play", table, seat: "S", token: legal[i % legal.length] });
  }
  ada.leave();
  server.cluster.stop();
  await pause(5000); // it has thought, in vain
  server.cluster.start();
  await until(() => plays(table, "O") === plays(table, "S"), "the computer plays", 20);
  for (const url of urls) await until(() => isWell(url), "the node reads its books again");
});

test("who leaves while the database is away is away for the other nodes too", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await until(() => ada.messages.some((m) => m.table === table && m.type === "presence" && m.people.includes(bob.person)), "Ada sees Bob");
  // No word comes through for so long, which is not long enough to be taken for dead.
  spawn("psql", ["-Xqc", "BEGIN; LOCK TABLE nodes; SELECT pg_sleep(1.8); COMMIT", server.cluster.url], { stdio: "ignore" });
  await pause(1200);
  bob.leave();
  const away = ada.hear((m) => m.table === table && m.type === "presence" && !m.people.includes(bob.person));
  await Promise.race([away, pause(25000).then(() => assert.fail("Ada still sees Bob"))]);
});

test("a table whose events make no sense is refused, and the node lives", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  server.cluster.sql(
    `INSERT INTO events SELECT table_key, max(number) + 1, max(at), 'nonsense', 0 FROM events JOIN tables USING (table_key) WHERE id = '${table}' GROUP BY table_key`,
  );
  assert.equal((await ada.ask({ do: "play", table, seat: "S", token: "a0-a0" })).code, "unreadable");
  const { table: another } = await ada.will({ do: "open", game: "chevaliers" });
  assert.ok(another);
});

test("what is to be on two disks and is on one is not acknowledged", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  server.cluster.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  server.cluster.sql("SELECT pg_reload_conf()");
  await pause(500);
  let answer;
  const said = ada.ask({ do: "say", table, text: "bonsoir" }).then((said) => (answer = said));
  await pause(1000);
  // As when PostgreSQL is stopped at that moment: it keeps what only its own disk has.
  server.cluster.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  await pause(5000);
  assert.equal(answer, undefined);
  server.cluster.sql("ALTER SYSTEM RESET synchronous_standby_names");
  server.cluster.sql("SELECT pg_reload_conf()");
  assert.equal((await said).type, "done");
  assert.equal(server.cluster.sql("SELECT count(*) FROM events WHERE line LIKE '%bonsoir%'"), "1");
});
