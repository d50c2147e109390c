// Three nodes of one server on a PostgreSQL: what a player does on one of them holds on all.
//
//     node --test tests/server/cluster_test.mjs
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openCluster, until } from "../launch.mjs";
import { Guest, openServer, program } from "./client.mjs";
import { granted, member, refusal, settle } from "./members.mjs";
import { password } from "./people.mjs";

let cluster;
let nodes = [];
let a, b, c; // where they are

const options = ["requests-per-second=1000", "changes-per-hour=10000", "failed-logins-per-hour=6", "connections-per-player=5", "local-limit-factor=1", "connections-per-address=60", "metrics=127.0.0.1:0"];

const openNode = () =>
  openServer(program, { options: ["--store", cluster.url, ...options.flatMap((option) => ["--config-set", option])] });

before(async () => {
  cluster = openCluster("fsync=off");
  // At once, on an empty database: they must agree on its tables and on the secret of the server.
  nodes = await Promise.all([openNode(), openNode(), openNode()]);
  [a, b, c] = nodes.map((node) => node.url);
});

after(async () => {
  const ends = [];
  for (const node of nodes) ends.push(await node.close());
  cluster.close();
  for (const { code, errors } of ends) assert.equal(code, 0, errors);
});

const health = async (url) => (await fetch(`${url}/healthz`)).json();

/** `bivouac admin` on the machine of a node. */
const admin = (node, ...words) =>
  execFileSync(program, ["admin", "--data", node.folder, "--store", cluster.url, ...words], {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });

/** The same person, in the same session, at another node. */
function sameAt(url, guest) {
  const same = new Guest(url, guest.name);
  return Object.assign(same, { cookie: guest.cookie, person: guest.person });
}

const isClosed = (guest, code) => until(() => guest.closed === code, `${guest.name} is closed with ${code}, not ${guest.closed}`);

test("each node knows how many there are, and one leads", async () => {
  await until(async () => (await health(a)).nodes === 3, "three nodes");
  await until(async () => {
    const all = await Promise.all([a, b, c].map(health));
    return all.filter(({ leads }) => leads).length === 1 && all.every((one) => one.nodes === 3);
  }, "one leads");
  const names = (await Promise.all([a, b, c].map(health))).map(({ node }) => node);
  assert.equal(new Set(names).size, 3);
  const figures = await (await fetch(nodes[0].metrics)).text();
  assert.match(figures, /^bivouac_nodes 3$/m);
  assert.match(figures, new RegExp(`^bivouac_node_info{node="${names[0]}"} 1$`, "m"));
});

test("a guest of one node is known at the others", async () => {
  const guest = await Guest.arrive(a, "Everywhere");
  for (const url of [a, b, c]) assert.equal((await granted(sameAt(url, guest), "GET", "/me")).person.id, guest.person);
});

test("an account made on one node logs in on another, and a session that is ended closes its socket there", async () => {
  const ada = await member(a, "Ada");
  const elsewhere = new Guest(b, "Ada");
  assert.equal((await granted(elsewhere, "POST", "/login", { name: "Ada", password })).person.id, ada.person);
  await elsewhere.connect();
  const third = await sameAt(c, elsewhere).connect();
  const { sessions } = await granted(ada, "GET", "/account");
  assert.equal(sessions.length, 2);
  await granted(ada, "DELETE", `/account/sessions/${sessions.find(({ current }) => !current).id}`);
  await isClosed(elsewhere, 4001);
  await isClosed(third, 4001);
  assert.equal(ada.closed, null);
  assert.equal(await refusal(sameAt(c, elsewhere), "GET", "/account"), "needs-account");
  ada.leave();
});

test("who logs out while a node cannot hear is hung up on there all the same", async () => {
  const dora = await member(a, "Dora");
  const elsewhere = await sameAt(b, dora).connect();
  const { node } = await health(b);
  cluster.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bivouac ${node}' AND query NOT LIKE '%COMMIT%'`);
  await granted(dora, "POST", "/logout");
  await isClosed(elsewhere, 4001);
});

test("of three who want the same name at the same moment one gets it, and the others hear that it is taken", async () => {
  for (let round = 0; round < 5; round++) {
    const guests = await Promise.all([a, b, c].map((url) => Guest.arrive(url, "Somebody")));
    const answers = await Promise.all(
      guests.map((guest) => guest.http("POST", "/api/v1/account", { name: `Same ${"PQRST"[round]}`, password })),
    );
    assert.deepEqual(answers.map(({ status, body }) => (status === 201 ? "made" : body.code)).sort(), ["made", "name-taken", "name-taken"]);
  }
});

test("an admin's ban acts on all nodes", async () => {
  const eve = await member(b, "Eve");
  const elsewhere = await sameAt(c, eve).connect();
  admin(nodes[0], "user", "Eve", "ban", "1", "enough");
  await Promise.all([isClosed(eve, 1008), isClosed(elsewhere, 1008)]);
  for (const url of [a, b, c]) assert.equal(await refusal(sameAt(url, eve), "POST", "/tables", { game: "chars" }), "banned");
  admin(nodes[2], "user", "Eve", "unban");
  const back = sameAt(b, eve);
  await until(() => back.connect().then(() => true, () => false), "Eve may come in again");
  back.leave();
});

test("an announcement is heard by everybody, once", async () => {
  const guests = await Promise.all([a, b, c].map(async (url, i) => (await Guest.arrive(url, `Hearer ${i}`)).connect()));
  const heard = guests.map((guest) => guest.hear("announcement"));
  admin(nodes[1], "announce", "On ferme.", "We close.");
  for (const message of await Promise.all(heard)) assert.deepEqual(message.announcement, { fr: "On ferme.", en: "We close." });
  for (const url of [a, b, c])
    assert.equal((await (await fetch(`${url}/api/v1/server`)).json()).announcement.en, "We close.");
  const none = guests.map((guest) => guest.hear("announcement"));
  admin(nodes[2], "announce", "off");
  for (const message of await Promise.all(none)) assert.equal(message.announcement, null);
  for (const guest of guests) {
    assert.equal(guest.messages.filter(({ type }) => type === "announcement").length, 2);
    guest.leave();
  }
});

test("a challenge is told to who is connected elsewhere, and can be taken up there", async () => {
  const [fay, gus] = await Promise.all([member(a, "Fay"), member(b, "Gus")]);
  const told = gus.hear("challenge");
  const { table } = await granted(fay, "POST", "/challenges", { to: gus.person, game: "chevaliers" });
  assert.equal((await told).table, table);
  assert.equal((await granted(gus, "GET", "/challenges")).received.length, 1);
  await fay.will({ do: "subscribe", table });
  const begun = Promise.all([fay.hear("start"), fay.hear("challenge-over"), gus.hear("challenge-over")]);
  await granted(gus, "POST", `/challenges/${table}/accept`, {});
  for (const message of await begun) assert.equal(message.table, table);
  fay.leave();
  gus.leave();
});

test("friends see each other online, whichever node they came to", async () => {
  const [hal, ida] = await Promise.all([member(a, "Hal"), member(b, "Ida")]);
  await granted(hal, "PUT", `/friends/${ida.person}`);
  await granted(ida, "PUT", `/friends/${hal.person}`);
  const online = async (who) => (await granted(who, "GET", "/friends")).friends[0].online;
  await until(() => online(hal), "Ida is online");
  await until(() => online(ida), "Hal is online");
  ida.leave();
  await until(async () => !(await online(hal)), "Ida has gone");
  hal.leave();
});

test("wrong passwords are counted together, and a device that is known to one node is known to all", async () => {
  const owner = await member(a, "Victim");
  for (let i = 0; i < 6; i++) {
    const code = await refusal(new Guest([a, b, c][i % 3], "x"), "POST", "/login", { name: "Victim", password: `guess ${i}` });
    assert.equal(code, "wrong-password");
  }
  for (const url of [a, b, c])
    await until(
      async () => (await new Guest(url, "x").http("POST", "/api/v1/login", { name: "Victim", password: "guess" })).body.code === "too-many",
      "strangers from there are shut out",
    );
  await granted(owner, "POST", "/logout");
  for (const url of [a, b, c]) assert.equal((await granted(sameAt(url, owner), "POST", "/login", { name: "Victim", password })).person.id, owner.person);
});

test("connections are counted together", async () => {
  const jo = await Guest.arrive(a, "Jo");
  const sockets = [];
  for (let i = 0; i < 4; i++) sockets.push(await sameAt([a, b, c][i % 3], jo).connect());
  const one = await sameAt(b, jo).connect();
  sockets.push(one);
  await until(async () => {
    const more = sameAt(a, jo);
    const let_in = await more.connect().then(() => true, () => false);
    if (let_in) more.leave();
    return !let_in;
  }, "a sixth is turned away");
  one.leave();
  await until(() => sameAt(c, jo).connect().then((guest) => sockets.push(guest), () => false), "one may come for one that has gone");
  for (const guest of sockets) guest.leave();
});

test("a guest who logs in takes the games along, from any node to any node", async () => {
  for (const url of [a, b, c]) {
    const name = `Owner ${[a, b, c].indexOf(url)}`;
    const owner = await member(a, name);
    const guest = await (await Guest.arrive(b, "Passer-by")).connect();
    const { table } = await guest.will({ do: "open", game: "chars", occupants: { V: "me" } });
    const newcomer = Object.assign(sameAt(url, guest), { name });
    const { person } = await granted(newcomer, "POST", "/login", { name, password });
    assert.equal(person.id, owner.person);
    await isClosed(guest, 4001);
    for (const seen of [a, b, c])
      await until(async () => {
        const { body } = await sameAt(seen, newcomer).http("GET", `/api/v1/tables/${table}`);
        return body.occupants.some(({ people }) => people.some((one) => one.person === owner.person));
      }, "the seat is the account's");
    owner.leave();
  }
});

test("a tournament goes on when the node that conducts it is killed", async () => {
  const names = ["Kim", "Lou", "Mia", "Ned", "Ola", "Pam", "Quy", "Rex"];
  const people = [];
  for (const [i, name] of names.entries()) people.push(await member(nodes[i % 3].url, name));
  const [kim] = people;
  const { tournament } = await granted(kim, "POST", "/tournaments", {
    name: "Le jeudi", game: "chars", time: { seconds: 600 }, kind: "round-robin", legs: 2, pause: 1,
  });
  for (const { url } of nodes)
    await until(async () => (await (await fetch(`${url}/api/v1/tournaments`)).json()).announced.some(({ id }) => id === tournament.id), "listed");
  for (const guest of people) await granted(guest, "POST", `/tournaments/${tournament.id}/join`);
  const called = people.map((guest) => guest.hear("tournament"));
  await granted(kim, "POST", `/tournaments/${tournament.id}/start`);
  await Promise.all(called);

  const page = () => granted(people.at(-1), "GET", `/tournaments/${tournament.id}`);
  const open = async () => (await page()).games.filter(({ outcome }) => outcome === "open");
  /** Everybody plays the games of this round when its tables open, and the next one is paired. */
  async function playRound() {
    await until(async () => (await open()).every(({ table }) => table), "the tables open", 30);
    const games = await open();
    const byName = (own, other) => (own < other ? "win" : "lose");
    // All at once, so that nodes overtake each other with the results.
    await Promise.all(
      games.flatMap((game) =>
        people.filter(({ person }) => [game.a, game.b].includes(person)).map((guest) => settle(guest, game.table, byName)),
      ),
    );
    await until(async () => {
      const now = await page();
      return now.tournament.stage === "over" || now.games.some(({ outcome, table }) => outcome === "open" && !games.some((one) => one.table === table));
    }, "the next round is paired", 30);
  }

  for (let round = 0; round < 14; round++) {
    await playRound();
    if (nodes.length < 3) nodes.push(await openNode());
    if (round % 3 !== 1 || round === 13) continue;
    // Now, or a moment ago, the players were told of their next opponents, and their tables are not open.
    assert.equal((await page()).tournament.stage, "running");
    const all = await Promise.all(nodes.map(({ url }) => health(url)));
    const [dead] = nodes.splice(all.findIndex(({ leads }) => leads), 1);
    await dead.kill();
    for (const guest of people) {
      if (guest.url !== dead.url) continue;
      guest.url = nodes[0].url;
      await guest.connect();
    }
  }
  const { tournament: over, games, standings } = await page();
  assert.equal(over.stage, "over");
  const tables = games.flatMap(({ table }) => table ?? []);
  assert.equal(tables.length, 56, "everybody has met everybody twice");
  assert.equal(new Set(tables).size, 56, "no table serves twice");
  assert.deepEqual(standings.map(({ name }) => name), names);
  for (const { url } of nodes)
    await until(async () => (await (await fetch(`${url}/api/v1/tournaments/${tournament.id}`)).json()).tournament.stage === "over", "over everywhere");
  for (const guest of people) guest.leave();
});

test("people of a node that has died are not online any more", async () => {
  const [uma, vic] = [await member(nodes[0].url, "Uma"), await member(nodes[1].url, "Vic")];
  await granted(uma, "PUT", `/friends/${vic.person}`);
  await granted(vic, "PUT", `/friends/${uma.person}`);
  const online = async () => (await granted(uma, "GET", "/friends")).friends[0].online;
  await until(online, "Vic is online");
  const [dead] = nodes.splice(1, 1);
  await dead.kill();
  await until(async () => !(await online()), "Vic is not");
  nodes.push(await openNode());
  vic.url = nodes.at(-1).url;
  await vic.connect();
  await until(online, "Vic is back");
  for (const guest of [uma, vic]) guest.leave();
});

test("who watches a tournament, and who waits in an arena, is seen from every node", async () => {
  const [ros, sam] = [await member(nodes[0].url, "Ros"), await member(nodes[1].url, "Sam")];
  const tim = await (await Guest.arrive(nodes[2].url, "Tim")).connect();
  const { tournament } = await granted(ros, "POST", "/tournaments", {
    name: "L'arène", game: "chars", time: { seconds: 600 }, kind: "arena", minutes: 1,
  });
  await until(async () => (await tim.ask({ do: "tournament", tournament: tournament.id })).type === "done", "it is known there");
  const changed = tim.hear("tournament-changed");
  for (const guest of [ros, sam]) await granted(guest, "POST", `/tournaments/${tournament.id}/join`);
  await changed;
  const called = Promise.all([ros.hear("tournament"), sam.hear("tournament")]);
  await granted(ros, "POST", `/tournaments/${tournament.id}/start`);
  const [one, other] = await called;
  assert.equal(one.table, other.table);
  for (const guest of [ros, sam, tim]) guest.leave();
});

test("everything goes on when the database was away", async () => {
  const [pat, quin] = await Promise.all([member(nodes[0].url, "Pat"), member(nodes[1].url, "Quin")]);
  cluster.stop();
  cluster.start();
  await until(async () => (await health(nodes[1].url)).nodes === 3 && (await health(nodes[1].url)).status === "good", "the nodes are back");
  await until(async () => (await pat.http("POST", "/api/v1/tables", { game: "chars" })).status === 201, "something can be stored");
  const heard = quin.hear("announcement");
  await until(() => {
    try {
      admin(nodes[0], "announce", "Nous revoilà.", "Here we are again.");
      return true;
    } catch {
      return false;
    }
  }, "announced");
  assert.equal((await heard).announcement.en, "Here we are again.");
  const elsewhere = await sameAt(nodes[1].url, pat).connect();
  await granted(pat, "POST", "/logout");
  await isClosed(elsewhere, 4001);
  quin.leave();
});
