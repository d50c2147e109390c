// Games by correspondence: replies that were prepared are played while their player is away, and stay the player's secret;
// notes go with their player.
// runs: sanitizers nodes
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { begin, enter, openServer, program } from "./client.mjs";
import { granted, member } from "./members.mjs";
import { password } from "./people.mjs";
import { openPushService, remind } from "./push_service.mjs";
import { nodeCount, until } from "../launch.mjs";

const settings = (...pairs) => pairs.flatMap((pair) => ["--config-set", pair]);
const days = { game: "chevaliers", time: { days: 3 } };
const tableOf = async (guest, table) => granted(guest, "GET", `/tables/${table}`);
const historyOf = async (guest, table, as) => JSON.stringify((await granted(guest, "GET", `/tables/${table}/history?as=${as}`)).messages);

test("a prepared reply survives a restart and is played for a player who is away", async () => {
  const data = mkdtempSync(join(tmpdir(), "bivouac-replies-"));
  let server = await openServer(program, { data });
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const table = await begin(ada, days, { S: ada, O: bob });
  await bob.will({ do: "prepare", table, replies: ["d2~f2 d13~f13 a4~a2 f13-f14", "a4-a5 a12-a13"] });
  for (const guest of [ada, bob]) guest.leave();
  assert.equal((await server.close()).errors, "");

  server = await openServer(program, { data });
  for (const guest of [ada, bob]) guest.url = server.url;
  await ada.connect();
  assert.deepEqual((await tableOf(bob, table)).replies, ["d2~f2 d13~f13 a4~a2 f13-f14", "a4-a5 a12-a13"]);
  assert.equal((await tableOf(ada, table)).replies, undefined);
  await ada.will({ do: "play", table, token: "d2~f2" });
  const after = await tableOf(ada, table);
  assert.deepEqual(after.toAct, ["S"], "Bob's reply is played in the same moment");
  assert.deepEqual((await tableOf(bob, table)).replies, ["a4~a2 f13-f14"]);
  await ada.will({ do: "play", table, token: "a4-a5" });
  assert.deepEqual((await tableOf(ada, table)).toAct, ["O"], "for that Bob had prepared nothing");
  assert.equal((await tableOf(bob, table)).replies, undefined);

  await bob.connect();
  await bob.will({ do: "resign", table });
  assert.match(await historyOf(bob, table, "O"), /"type":"prepare"/);
  for (const as of ["O", "S", "watcher"]) assert.doesNotMatch(await historyOf(ada, table, as), /prepare|replies/, as);
  for (const guest of [ada, bob]) guest.leave();
  assert.equal((await server.close()).errors, "");
  rmSync(data, { recursive: true, force: true });
});

test("two players at different nodes: the reply comes at once, wherever it was prepared", { skip: nodeCount < 2 }, async () => {
  const server = await openServer(program, {});
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const table = await begin(ada, days, { S: ada, O: bob });
  await bob.will({ do: "prepare", table, replies: ["d2~f2 d13~f13"] });
  const answer = ada.hear((message) => message.type === "play" && message.table === table && message.seat === "O");
  await ada.will({ do: "play", table, token: "d2~f2" });
  assert.equal((await answer).token, "d13~f13");
  for (const guest of [ada, bob]) guest.leave();
  assert.equal((await server.close()).errors, "");
});

test("who has replied already is not reminded; who is to move next is", async () => {
  const service = await openPushService();
  const server = await openServer(program, { options: settings("push=on", "push-loopback=on") });
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const browsers = [service.browser(), service.browser()];
  for (const [i, guest] of [ada, bob].entries()) await remind(guest, browsers[i]);
  await pass(nodeCount > 1 ? 1500 : 0); // all nodes know the devices
  const table = await begin(ada, days, { S: ada, O: bob });
  await bob.will({ do: "prepare", table, replies: ["d2~f2 d13~f13"] });
  for (const guest of [ada, bob]) await guest.will({ do: "leave", table }); // who is at the table is not reminded at once
  await ada.will({ do: "play", table, token: "d2~f2" });
  for (const guest of [ada, bob]) guest.leave();
  assert.equal((await browsers[0].receives(1)).what, "turn");
  await pass(2000);
  assert.equal(browsers[1].asked, 0);
  service.close();
  await server.close();
});

test("the note of a guest goes into the account, and out with the export", async () => {
  const server = await openServer(program, {});
  const account = await member(server.url, "Marie");
  account.leave();
  const [guest, bob] = [await enter(server.url, "Stranger"), await enter(server.url, "Bob")];
  const table = await begin(guest, days, { S: guest, O: bob });
  await granted(guest, "PUT", `/tables/${table}/note`, { text: "la gauche\nest faible" });
  await granted(bob, "PUT", `/tables/${table}/note`, { text: "mine" });
  await granted(guest, "POST", "/login", { name: "Marie", password });
  const read = async () => (await guest.http("GET", `/api/v1/tables/${table}/note`)).body.text;
  await until(async () => (await read()) === "la gauche\nest faible", "the note has moved");
  assert.equal((await granted(bob, "GET", `/tables/${table}/note`)).text, "mine");
  const { documents } = await granted(guest, "GET", "/account/export");
  assert.deepEqual(documents.filter(({ kind }) => kind === "note").map(({ document }) => document?.text), ["la gauche\nest faible"]);
  for (const one of [guest, bob]) one.leave();
  assert.equal((await server.close()).errors, "");
});
