// Finding an opponent where three nodes serve: a node is killed while people wait.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { enter, Guest } from "./client.mjs";
import { openNodes, until } from "../launch.mjs";

let server;
const here = [];

before(async () => {
  server = await openNodes(3);
});

after(async () => {
  for (const guest of here) guest.leave();
  assert.equal(await server.close(), "");
});

async function arrive(node, name) {
  const guest = await enter(node.url, name);
  here.push(guest);
  return guest;
}

/** The same person at another node. */
async function again(guest, node) {
  const same = new Guest(node.url, guest.name);
  Object.assign(same, { cookie: guest.cookie, person: guest.person });
  here.push(same);
  return same.connect();
}

const health = async (node) => (await fetch(`${node.url}/healthz`)).json();
const seeks = async (node) => (await fetch(`${node.url}/api/v1/seeks`)).json();

async function leader() {
  for (const node of server.nodes) if ((await health(node)).leads) return node;
  return null;
}

test("people who wait at different nodes meet", async () => {
  const [one, two] = [await arrive(server.nodes[0], "Ada"), await arrive(server.nodes[1], "Bob")];
  const told = [one.hear("paired"), two.hear("paired")];
  await one.will({ do: "seek", game: "chars", pace: "live" });
  await two.will({ do: "seek", game: "chars", pace: "live" });
  const [first, second] = await Promise.all(told);
  assert.equal(first.table, second.table);
});

test("the leader is killed while people wait: they meet when they come back, each of them once", async () => {
  const lost = await leader();
  const others = server.nodes.filter((node) => node !== lost);
  // Six at the node that dies, each for something else; their opponents come later to the others.
  const wishes = ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"].map((game) => ({ game, pace: "live" }));
  const waiting = [];
  for (const [i, wish] of wishes.entries()) {
    const guest = await arrive(i % 2 ? lost : others[0], `Guest ${i}`);
    await guest.will({ do: "seek", ...wish });
    waiting.push(guest);
  }
  await until(async () => (await seeks(others[1])).people.length === wishes.length, "all nodes know who waits");
  const since = new Map((await seeks(others[1])).people.map((one) => [one.person, one.since]));
  await lost.kill();
  const back = [];
  for (const [i, guest] of waiting.entries()) {
    const same = i % 2 ? await again(guest, others[1]) : guest;
    if (i % 2) await same.will({ do: "seek", ...wishes[i], again: true });
    back.push(same);
  }
  await until(async () => (await seeks(others[0])).people.length === wishes.length, "they are found again", 30);
  for (const one of (await seeks(others[0])).people) assert.equal(one.since, since.get(one.person), "in their old place");
  const told = [];
  for (const [i, wish] of wishes.entries()) {
    const rival = await arrive(others[i % 2], `Rival ${i}`);
    told.push(Promise.all([back[i].hear("paired", 30), rival.hear("paired", 30)]));
    await rival.will({ do: "seek", ...wish });
  }
  const tables = (await Promise.all(told)).map(([one, two]) => {
    assert.equal(one.table, two.table);
    return one.table;
  });
  assert.equal(new Set(tables).size, wishes.length);
  for (const guest of back) {
    const { body } = await guest.http("GET", "/api/v1/me");
    assert.equal(body.tables.length, 1, `${guest.name} plays one game`);
  }
});
