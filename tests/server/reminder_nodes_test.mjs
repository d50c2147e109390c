// Reminders of a server of three nodes: one is sent, not three; and a node that dies while it sends loses none.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { setTimeout as pass } from "node:timers/promises";
import { begin, enter, playAny } from "./client.mjs";
import { metricsOf, valueOf, withMetrics } from "./metrics.mjs";
import { openPushService, remind } from "./push_service.mjs";
import { openNodes, until } from "../launch.mjs";

let server, service;
const here = [];

before(async () => {
  service = await openPushService();
  const options = ["push=on", "push-loopback=on"].flatMap((pair) => ["--config-set", pair]);
  server = await openNodes(3, [...options, ...withMetrics]);
});

after(async () => {
  for (const guest of here) guest.leave();
  const errors = (await server.close()).replace(/^.*\bevent=push-to-loopback-is-allowed\b.*\n/gm, "");
  assert.equal(errors, "");
  service.close();
});

async function arrive(node, name) {
  const guest = await enter(server.nodes[node].url, name);
  here.push(guest);
  return guest;
}

const leads = async (node) => valueOf(await metricsOf(node), "bivouac_node_is_leader") === 1;

/** Ada sits at one node, Bob at another, where his browser asks for reminders; he then leaves the table. */
async function correspondence(first, second) {
  const [ada, bob] = [await arrive(first, "Ada"), await arrive(second, "Bob")];
  const browser = service.browser();
  await remind(bob, browser);
  const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: bob });
  // Ada's node knows that Bob has left when Ada is told; of his browser it has heard before.
  const gone = ada.hear((m) => m.type === "presence" && m.table === table && !m.people.includes(bob.person));
  await bob.will({ do: "leave", table });
  await gone;
  return { ada, bob, browser, table };
}

test("one reminder from three nodes, whichever the players use", async () => {
  for (const [first, second] of [[0, 1], [1, 2], [2, 0]]) {
    const { ada, browser, table } = await correspondence(first, second);
    await playAny(ada, table, "S");
    await browser.receives(1);
    await pass(4500);
    assert.equal(browser.asked, 1);
  }
});

test("the leader is killed while it sends: another node sends", async () => {
  let leader = -1;
  await until(async () => {
    for (let i = 0; i < 3; i++) if (await leads(server.nodes[i])) leader = i;
    return leader >= 0;
  }, "a node leads");
  const { ada, browser, table } = await correspondence((leader + 1) % 3, (leader + 2) % 3);
  browser.answers.push({ wait: true });
  await playAny(ada, table, "S");
  await until(() => browser.held.length === 1, "it is being sent");
  await server.nodes[leader].kill();
  const told = await browser.receives(1);
  assert.deepEqual([told.what, told.topic], ["turn", table]);
  await pass(4500);
  assert.equal(browser.asked, 2, "once by the node that died, once by the next");
});
