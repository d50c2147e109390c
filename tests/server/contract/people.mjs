// People among themselves: rated games, profiles, leaders, friends, blocks, reports, challenges.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Reader, call } from "../contract.mjs";
import { register } from "../people.mjs";
import { playAny } from "../client.mjs";

export default function people({ server }) {
  let ada, bob, guest;
  const nobody = () => new Reader(server().url, "nobody");
  const of = (path, who, fields = {}) => [path, { id: who.person, ...fields }];

  test("people: profiles, and finding them", async () => {
    ada = await register(await Reader.enter(server().url, "Hortense"));
    bob = await register(await Reader.enter(server().url, "Anatole"));
    guest = await Reader.enter(server().url, "Passante");
    const seen = (await call(ada, "get", ...of("/api/v1/people/{id}", bob))).body;
    assert.equal(seen.person.name, "Anatole");
    assert.deepEqual((await call(ada, "get", ...of("/api/v1/people/{id}", guest))).body.ratings, []);
    await call(ada, "get", "/api/v1/people/{id}", { id: "none", status: 404 });
    assert.equal((await call(guest, "get", "/api/v1/people", { query: "name=horten" })).body.people[0].id, ada.person);
    await call(guest, "get", "/api/v1/people", { status: 400 });
  });

  test("people: friends and blocks", async () => {
    await call(nobody(), "get", "/api/v1/friends", { status: 401 });
    await call(guest, "get", "/api/v1/friends", { status: 403 });
    for (const [method, path] of [
      ["put", "/api/v1/friends/{id}"],
      ["delete", "/api/v1/friends/{id}"],
      ["put", "/api/v1/blocks/{id}"],
      ["delete", "/api/v1/blocks/{id}"],
    ]) {
      await call(nobody(), method, ...of(path, ada, { status: 401 }));
      await call(ada, method, path, { id: "none", status: 404 });
      await call(ada, method, ...of(path, ada, { status: 400 }));
    }
    assert.equal((await call(ada, "put", ...of("/api/v1/friends/{id}", bob))).body.relation.asked, true);
    assert.equal((await call(bob, "put", ...of("/api/v1/friends/{id}", ada))).body.relation.friend, true);
    assert.equal((await call(ada, "get", "/api/v1/friends")).body.friends[0].online, true);
    await call(ada, "delete", ...of("/api/v1/friends/{id}", bob));
    await call(ada, "put", ...of("/api/v1/blocks/{id}", bob));
    assert.equal((await call(ada, "get", "/api/v1/friends")).body.blocked[0].id, bob.person);
    await call(bob, "put", ...of("/api/v1/friends/{id}", ada, { status: 403 }));
    const { table } = await ada.will({ do: "open", game: "chars" });
    await bob.refusal({ do: "sit", table, seat: "G" }, "blocked");
    await call(ada, "delete", ...of("/api/v1/blocks/{id}", bob));
  });

  test("people: reports", async () => {
    const path = "/api/v1/reports";
    const report = { person: bob.person, table: "4fgdw71j1engcnj7", reason: "insults", text: "He called me a pawn." };
    await call(nobody(), "post", path, { body: report, status: 401 });
    await call(guest, "post", path, { body: { ...report, person: "none" }, status: 404 });
    await call(guest, "post", path, { body: { ...report, reason: "boring" }, status: 400 });
    for (let i = 0; i < 10; i++) await call(guest, "post", path, { body: report });
    await call(guest, "post", path, { body: report, status: 429 });
  });

  test("people: challenges", async () => {
    const [all, one] = ["/api/v1/challenges", "/api/v1/challenges/{id}"];
    const body = { to: bob.person, seat: "S", game: "chevaliers", rated: true, time: { seconds: 600, increment: 5 } };
    await call(nobody(), "get", all, { status: 401 });
    await call(guest, "get", all, { status: 403 });
    await call(nobody(), "post", all, { body, status: 401 });
    await call(guest, "post", all, { body, status: 403 });
    await call(ada, "post", all, { body: { ...body, to: "none" }, status: 404 });
    await call(ada, "post", all, { body: { ...body, time: null }, status: 400 });
    for (const [method, path] of [
      ["post", `${one}/accept`],
      ["delete", one],
    ]) {
      await call(nobody(), method, path, { id: "none", body: {}, status: 401 });
      await call(ada, method, path, { id: "none", body: {}, status: 404 });
    }
    const declined = (await call(ada, "post", all, { body })).body.table;
    assert.equal((await call(bob, "get", all)).body.received[0].table, declined);
    await call(bob, "delete", one, { id: declined });
    const { table } = (await call(ada, "post", all, { body })).body;
    assert.equal((await call(bob, "post", `${one}/accept`, { id: table, body: {} })).body.table, table);
    await Promise.all([ada, bob].map((who) => who.will({ do: "subscribe", table })));
    assert.deepEqual(
      bob.take("challenge-over").map((over) => over.accepted),
      [false, true],
    );
    await playAny(ada, table, "S");
    await ada.refusal({ do: "ask", table }, "rated");
    while (ada.latest(table).toAct.includes("S")) await playAny(ada, table, "S");
    await playAny(bob, table, "O");
    const rated = ada.hear("rated");
    await bob.will({ do: "resign", table });
    assert.ok((await rated).ratings.S.after > 1500);
    const seen = (await call(guest, "get", ...of("/api/v1/people/{id}", ada))).body;
    assert.deepEqual([seen.ratings[0].won, seen.tallies[0].won], [1, 1]);
  });

  test("people: leaders", async () => {
    const path = "/api/v1/leaders";
    assert.equal((await call(ada, "get", path, { query: "game=chevaliers" })).body.me.games, 1);
    assert.equal((await call(guest, "get", path, { query: "game=chevaliers" })).body.me, undefined);
    await call(guest, "get", path, { query: "game=go", status: 400 });
  });

  test("people: what cannot be rated", async () => {
    const fields = { game: "chars", rated: true, time: { seconds: 600 } };
    await guest.refusal({ do: "open", ...fields, occupants: { V: "me" } }, "needs-account");
    await ada.refusal({ do: "open", ...fields, options: { "own-fire": "on" } }, "not-rated");
    await call(ada, "get", "/api/v1/records", { query: `person=${ada.person}&rated=yes` });
    for (const one of [ada, bob, guest]) one.leave();
  });
}
