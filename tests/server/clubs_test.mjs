// Clubs: founding, joining, asking, officers, tables for members, and what is left when one is closed.
// runs: sanitizers postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, Guest, program } from "./client.mjs";
import { granted, member, refusal } from "./members.mjs";
import { password } from "./people.mjs";

const data = mkdtempSync(join(tmpdir(), "bivouac-clubs-"));
let server, ada, bob, cleo, guest;
const everybody = () => [ada, bob, cleo, guest];

before(async () => {
  server = await openServer(program, { data });
  ada = await member(server.url, "Ada");
  bob = await member(server.url, "Bob");
  cleo = await member(server.url, "Cléo");
  guest = await (await Guest.arrive(server.url, "Guest")).connect();
});

after(async () => {
  for (const one of everybody()) one?.leave();
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

const found = async (owner, fields) => (await granted(owner, "POST", "/clubs", fields)).club;
const rolesIn = async (reader, id) =>
  Object.fromEntries((await granted(reader, "GET", `/clubs/${id}`)).club.members.map((one) => [one.name, one.role]));

test("an open club is joined at once, and left again", async () => {
  const club = await found(ada, { name: "Les Hussards", about: "Le jeudi soir.", open: true });
  assert.deepEqual([club.owner, club.size, club.role], [ada.person, 1, "owner"]);
  assert.equal((await granted(bob, "POST", `/clubs/${club.id}/join`)).role, "member");
  assert.equal((await granted(bob, "POST", `/clubs/${club.id}/join`)).role, "member", "twice is once");
  assert.deepEqual(await rolesIn(guest, club.id), { Ada: "owner", Bob: "member" });
  assert.deepEqual((await granted(bob, "GET", "/clubs?mine=1")).clubs.map(({ id, role }) => [id, role]), [
    [club.id, "member"],
  ]);
  await granted(bob, "POST", `/clubs/${club.id}/leave`);
  assert.deepEqual((await granted(bob, "GET", "/clubs?mine=1")).clubs, []);
  assert.equal(await refusal(ada, "POST", `/clubs/${club.id}/leave`), "owner-stays");
  assert.equal(await refusal(guest, "POST", `/clubs/${club.id}/join`), "needs-account");
  assert.ok((await granted(guest, "GET", "/clubs")).clubs.some((line) => line.id === club.id));
});

test("no two clubs have names that look alike", async () => {
  const club = await found(ada, { name: "Écuyers du Roi" });
  assert.equal(await refusal(bob, "POST", "/clubs", { name: "ecuyers-du roi" }), "name-taken");
  await granted(ada, "PATCH", `/clubs/${club.id}`, { name: "ÉCUYERS DU ROI", about: "Nous." });
  await granted(ada, "PATCH", `/clubs/${club.id}`, { name: "Pages de la Reine" });
  const other = await found(bob, { name: "Écuyers du roi" });
  assert.equal(await refusal(bob, "PATCH", `/clubs/${other.id}`, { name: "PAGES de la reine" }), "name-taken");
  await granted(ada, "DELETE", `/clubs/${club.id}`);
  await granted(bob, "PATCH", `/clubs/${other.id}`, { name: "Pages de la Reine" });
  await granted(bob, "DELETE", `/clubs/${other.id}`);
});

test("at the door of a closed club one asks, and officers decide", async () => {
  const club = await found(ada, { name: "La Garde" });
  const path = `/clubs/${club.id}`;
  for (const one of [bob, cleo]) assert.equal((await granted(one, "POST", `${path}/join`)).role, "asking");
  assert.deepEqual(await rolesIn(guest, club.id), { Ada: "owner" }, "who asks is the officers' business");
  assert.deepEqual(await rolesIn(bob, club.id), { Ada: "owner", Bob: "asking" });
  assert.equal(await refusal(bob, "PUT", `${path}/members/${bob.person}`, { role: "member" }), "not-owner");
  await granted(ada, "PUT", `${path}/members/${bob.person}`, { role: "officer" });
  await granted(bob, "PUT", `${path}/members/${cleo.person}`, { role: "member" });
  assert.equal(await refusal(bob, "PUT", `${path}/members/${cleo.person}`, { role: "officer" }), "not-owner");
  assert.equal(await refusal(bob, "DELETE", `${path}/members/${ada.person}`), "not-owner");
  await granted(bob, "DELETE", `${path}/members/${cleo.person}`);
  assert.deepEqual(await rolesIn(ada, club.id), { Ada: "owner", Bob: "officer" });
  assert.equal(await refusal(bob, "DELETE", path), "not-owner");
  await granted(ada, "PUT", `${path}/members/${bob.person}`, { role: "owner" });
  assert.deepEqual(await rolesIn(ada, club.id), { Ada: "officer", Bob: "owner" });
  await granted(ada, "POST", `${path}/leave`);
  await granted(bob, "DELETE", path);
  assert.equal(await refusal(bob, "GET", path), "no-such-club");
  assert.deepEqual((await granted(bob, "GET", "/clubs?mine=1")).clubs, []);
});

test("a club's tables are on its page, and only members sit down there", async () => {
  const club = await found(ada, { name: "Les Dragons", open: true });
  await granted(bob, "POST", `/clubs/${club.id}/join`);
  assert.equal(await refusal(cleo, "POST", "/tables", { game: "chars", club: club.id }), "members-only");
  const fields = { game: "chars", club: club.id, occupants: { V: "me" } };
  const { table } = await granted(ada, "POST", "/tables", fields);
  const lobby = async () => (await granted(guest, "GET", "/tables")).tables.map((line) => line.table);
  const shown = async () => (await granted(guest, "GET", `/clubs/${club.id}`)).tables.map((line) => line.table);
  assert.deepEqual([(await lobby()).includes(table), await shown()], [false, [table]]);
  const public_ = (await granted(ada, "POST", "/tables", { ...fields, public: true })).table;
  assert.deepEqual([(await lobby()).includes(public_), await shown()], [true, [public_, table]]);
  for (const one of [cleo, guest])
    assert.equal((await one.ask({ do: "sit", table, seat: "G" })).code, "members-only");
  await guest.will({ do: "subscribe", table });

  await server.kill();
  server = await openServer(program, { data });
  for (const one of everybody()) {
    one.url = server.url;
    await one.connect();
  }
  assert.deepEqual(await shown(), [public_, table]);
  assert.equal((await cleo.ask({ do: "sit", table, seat: "G" })).code, "members-only");
  await bob.will({ do: "sit", table, seat: "G" });
  await ada.will({ do: "start", table });
  await granted(ada, "DELETE", `/clubs/${club.id}`);
  await bob.will({ do: "resign", table });
  const record = (await guest.http("GET", `/api/v1/records/${table}`)).body;
  assert.deepEqual([record.result, record.club], ["V 1 G 0 resigned", club.id], "its games stay");
});

test("tournaments of a club are held by its officers for its members", async () => {
  const club = await found(ada, { name: "Les Lanciers", open: true });
  const fields = { name: "Chez nous", kind: "swiss", game: "chars", time: { seconds: 600 }, pause: 0, club: club.id };
  await granted(bob, "POST", `/clubs/${club.id}/join`);
  assert.equal(await refusal(bob, "POST", "/tournaments", fields), "not-owner");
  const { id } = (await granted(ada, "POST", "/tournaments", fields)).tournament;
  assert.equal(await refusal(cleo, "POST", `/tournaments/${id}/join`), "members-only");
  for (const one of [ada, bob]) await granted(one, "POST", `/tournaments/${id}/join`);
  assert.equal(await refusal(bob, "POST", `/tournaments/${id}/start`), "not-owner");
  await granted(ada, "PUT", `/clubs/${club.id}/members/${bob.person}`, { role: "officer" });
  await granted(bob, "POST", `/tournaments/${id}/start`);
  const lines = async (query) => (await granted(guest, "GET", `/tournaments${query}`)).running.map((line) => line.id);
  assert.deepEqual(await lines(`?club=${club.id}`), [id]);
  assert.deepEqual(await lines("?club=0000000000000000"), []);
  const [{ table }] = (await granted(guest, "GET", `/tournaments/${id}`)).games;
  assert.ok(!(await granted(guest, "GET", "/tables")).tables.some((line) => line.table === table));
  await ada.will({ do: "resign", table });
  let over = [];
  while (!over.length) over = (await granted(guest, "GET", `/tournaments?club=${club.id}`)).over;
  assert.deepEqual(over.map((line) => line.id), [id]);
  await granted(ada, "DELETE", `/clubs/${club.id}`);
});

test("who is forgotten leaves clubs and tournaments, and is named nowhere", async () => {
  const dora = await member(server.url, "Dora");
  const club = await found(dora, { name: "Les Cuirassiers", open: true });
  for (const one of [cleo, bob]) await granted(one, "POST", `/clubs/${club.id}/join`);
  await granted(dora, "PUT", `/clubs/${club.id}/members/${bob.person}`, { role: "officer" });
  const lonely = await found(dora, { name: "Toute seule" });
  const fields = { name: "La dernière", kind: "swiss", game: "chars", time: { seconds: 600 }, pause: 0 };
  const running = (await granted(dora, "POST", "/tournaments", { ...fields, rounds: 3 })).tournament.id;
  const announced = (await granted(dora, "POST", "/tournaments", fields)).tournament.id;
  for (const one of [dora, bob, cleo]) await granted(one, "POST", `/tournaments/${running}/join`);
  await granted(dora, "POST", `/tournaments/${running}/join`);
  await granted(dora, "POST", `/tournaments/${running}/start`);
  await granted(dora, "DELETE", "/account", { password });
  let shown = "";
  for (let i = 0; i < 400 && (i === 0 || shown.includes(dora.person) || shown.includes('"Dora"')); i++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    const paths = [`/clubs/${club.id}`, `/tournaments/${running}`, `/tournaments/${announced}`];
    shown = (await Promise.all(paths.map(async (path) => (await guest.http("GET", `/api/v1${path}`)).text))).join("\n");
  }
  assert.ok(!shown.includes(dora.person) && !shown.includes('"Dora"'), shown);
  assert.deepEqual(await rolesIn(guest, club.id), { Cléo: "member", Bob: "owner" });
  assert.equal(await refusal(guest, "GET", `/clubs/${lonely.id}`), "no-such-club");
  const { tournament, standings } = await granted(guest, "GET", `/tournaments/${running}`);
  assert.equal(tournament.stage, "running");
  assert.deepEqual(standings.filter((line) => line.left).map((line) => line.name), ["?"]);
  assert.equal((await granted(guest, "GET", `/tournaments/${announced}`)).tournament.stage, "cancelled");
  await granted(bob, "DELETE", `/clubs/${club.id}`);
});

test("nobody leads more than five clubs, or holds more than five tournaments at once", async () => {
  const clubs = [];
  const owned = (await granted(cleo, "GET", "/clubs?mine=1")).clubs.length;
  for (let i = owned; i < 5; i++) clubs.push(await found(cleo, { name: `Cercle ${"abcde"[i]}` }));
  assert.equal(await refusal(cleo, "POST", "/clubs", { name: "Cercle z" }), "limit-reached");
  await granted(cleo, "DELETE", `/clubs/${clubs[0].id}`);
  await found(cleo, { name: "Cercle z" });
  const fields = { name: "Encore", kind: "swiss", game: "chars", time: { days: 1 } };
  const tournaments = [];
  for (let i = 0; i < 5; i++) tournaments.push((await granted(cleo, "POST", "/tournaments", fields)).tournament.id);
  assert.equal(await refusal(cleo, "POST", "/tournaments", fields), "limit-reached");
  assert.equal((await granted(cleo, "DELETE", `/tournaments/${tournaments[0]}`)).tournament.stage, "cancelled");
  await granted(cleo, "POST", "/tournaments", fields);
});
