// Clubs and tournaments: every route, for good and in vain.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Reader, call } from "../contract.mjs";

const password = "four and twenty blackbirds";

export default function tournaments({ server }) {
  const register = async (name) => {
    const reader = new Reader(server().url, name);
    reader.person = (await call(reader, "post", "/api/v1/account", { body: { name, password } })).body.person.id;
    return reader.connect();
  };
  const refusal = async (guest, method, path, options, code) =>
    assert.equal((await call(guest, method, path, options)).body.code, code);

  test("clubs: founded, joined, led and closed", async () => {
    const [nora, odin, guest] = [await register("Nora"), await register("Odin"), await Reader.enter(server().url, "Gast")];
    const clubs = "/api/v1/clubs";
    const club = `${clubs}/{id}`;
    const other = `${club}/members/{other}`;
    const none = { id: "none", other: "none" };
    const body = { name: "Les Hussards", about: "Le jeudi soir.", open: false };
    for (const [method, path] of [["post", clubs], ["patch", club], ["delete", club], ["post", `${club}/join`], ["post", `${club}/leave`], ["put", other], ["delete", other]])
      await refusal(guest, method, path, { ...none, body: {}, status: 403 }, "needs-account");
    const nobody = new Reader(server().url, "nobody");
    await call(nobody, "get", clubs, { query: "mine=1", status: 401 });
    await call(nobody, "get", clubs, { query: "before=none", status: 400 });
    for (const wrong of [{}, { name: "" }, { name: "- -" }, { name: "x".repeat(61) }, { name: "Ok", about: 1 }, { name: "Ok", open: 1 }])
      await refusal(nora, "post", clubs, { body: wrong, status: 400 }, "bad-club");
    const { id } = (await call(nora, "post", clubs, { body })).body.club;
    await refusal(odin, "post", clubs, { body: { name: "les HUSSARDS" }, status: 409 }, "name-taken");
    assert.deepEqual((await call(odin, "post", `${club}/join`, { id })).body, { role: "asking" });
    await refusal(odin, "patch", club, { id, body: {}, status: 403 }, "not-owner");
    await call(nora, "patch", club, { id, body: { open: 1 }, status: 400 });
    const second = (await call(odin, "post", clubs, { body: { name: "Dragons" } })).body.club.id;
    await refusal(odin, "patch", club, { id: second, body: { name: "Les hussards" }, status: 409 }, "name-taken");
    await call(nora, "patch", club, { id, body: { open: true } });
    for (const [method, path] of [["get", club], ["patch", club], ["delete", club], ["post", `${club}/join`], ["post", `${club}/leave`], ["put", other], ["delete", other]])
      await refusal(nora, method, path, { ...none, body: method === "get" ? undefined : {}, status: 404 }, "no-such-club");
    await call(nora, "put", other, { id, other: odin.person, body: { role: "guest" }, status: 400 });
    await call(nora, "put", other, { id, other: odin.person, body: { role: "officer" } });
    for (const method of ["put", "delete"])
      await refusal(nora, method, other, { id, other: "none", body: { role: "member" }, status: 404 }, "no-such-member");
    await refusal(odin, "delete", other, { id, other: nora.person, status: 403 }, "not-owner");
    const mine = (await call(odin, "get", clubs, { query: "mine=1" })).body.clubs;
    assert.deepEqual(mine.map(({ name, role }) => [name, role]), [["Les Hussards", "officer"], ["Dragons", "owner"]]);
    assert.equal((await call(nobody, "get", clubs)).body.clubs.length, 2);
    assert.deepEqual((await call(nobody, "get", clubs, { query: `before=${second}` })).body.clubs.map((line) => line.id), [id]);

    const fields = { game: "chars", club: id, public: true };
    await refusal(guest, "post", "/api/v1/tables", { body: fields, status: 403 }, "members-only");
    const { table } = (await call(nora, "post", "/api/v1/tables", { body: fields })).body;
    await guest.refusal({ do: "sit", table, seat: "V" }, "members-only");
    await nora.will({ do: "subscribe", table });
    assert.deepEqual((await call(guest, "get", club, { id })).body.tables.map((line) => line.club), [id]);
    await nora.will({ do: "cancel", table });

    await call(nora, "delete", other, { id, other: odin.person });
    await call(odin, "post", `${club}/join`, { id });
    await call(odin, "post", `${club}/leave`, { id });
    await refusal(nora, "post", `${club}/leave`, { id, status: 409 }, "owner-stays");
    await call(nora, "delete", club, { id });
    for (const person of [nora, odin, guest]) person.leave();
  });

  test("tournaments: announced, joined, played and taken home", async () => {
    const [pia, quin, guest] = [await register("Pia"), await register("Quin"), await Reader.enter(server().url, "Gast")];
    const tournaments = "/api/v1/tournaments";
    const one = `${tournaments}/{id}`;
    const body = { name: "Le jeudi", kind: "round-robin", game: "chars", options: { "own-fire": "on" }, time: { seconds: 600 }, pause: 1 };
    await refusal(guest, "post", tournaments, { body, status: 403 }, "needs-account");
    const wrong = [{ name: "" }, { kind: "cup" }, { game: "go" }, { time: null }, { legs: 3 }, { pause: 601 }, { starts: 1 }, { club: 1 }, { rated: true }];
    wrong.push({ kind: "swiss", rounds: 33 }, { kind: "arena" }, { kind: "arena", minutes: 5, time: { days: 1 } });
    for (const fields of wrong)
      await refusal(pia, "post", tournaments, { body: { ...body, ...fields }, status: 400 }, "bad-tournament");
    await refusal(pia, "post", tournaments, { body: { ...body, club: "none" }, status: 403 }, "not-owner");
    const announce = async (fields) => (await call(pia, "post", tournaments, { body: { ...body, ...fields } })).body.tournament.id;
    const id = await announce();
    const others = [await announce({ kind: "swiss", rounds: 3 }), await announce({ kind: "arena", minutes: 60 })];
    others.push(await announce({ starts: Date.now() + 864e5 }), await announce({ time: { days: 3 }, legs: 2, bots: true }));
    await refusal(pia, "post", tournaments, { body, status: 409 }, "limit-reached");
    const lists = (await call(guest, "get", tournaments)).body;
    assert.equal(lists.announced.length, 5);
    await call(guest, "get", tournaments, { query: "before=none", status: 400 });
    assert.deepEqual((await call(guest, "get", tournaments, { query: "after=zzzz" })).body.announced, []);
    assert.deepEqual((await call(guest, "get", tournaments, { query: "club=none" })).body.announced, []);

    const nobody = new Reader(server().url, "nobody");
    for (const verb of ["join", "leave"]) await refusal(nobody, "post", `${one}/${verb}`, { id, status: 401 }, "needs-name");
    await refusal(guest, "post", `${one}/join`, { id, status: 403 }, "needs-account");
    for (const verb of ["join", "leave", "start"]) await refusal(pia, "post", `${one}/${verb}`, { id: "none", status: 404 }, "no-such-tournament");
    await refusal(pia, "delete", one, { id: "none", status: 404 }, "no-such-tournament");
    for (const path of ["", "/results.json", "/results.csv", "/games"])
      await refusal(guest, "get", one + path, { id: "none", status: 404 }, "no-such-tournament");
    await call(guest, "get", `${one}/games`, { id, query: "from=x", status: 400 });
    for (const method of ["post", "delete"])
      await refusal(quin, method, method === "post" ? `${one}/start` : one, { id, status: 403 }, "not-owner");
    await refusal(pia, "post", `${one}/start`, { id, status: 409 }, "not-now");
    for (const person of [pia, quin]) await call(person, "post", `${one}/join`, { id });
    await call(quin, "post", `${one}/leave`, { id });
    await call(quin, "post", `${one}/join`, { id });

    const bot = new Reader(server().url, "bot");
    const { token } = (await call(pia, "post", "/api/v1/account/bots", { body: { name: "Pion" } })).body;
    const headers = { authorization: `Bearer ${token}` };
    await refusal(bot, "post", `${one}/join`, { id, headers, status: 403 }, "not-for-bots");
    assert.equal((await call(bot, "post", `${one}/join`, { id: others[3], headers })).body.tournament.players, 1);

    await guest.refusal({ do: "tournament", tournament: "none" }, "no-such-tournament");
    await guest.example("tournament", { tournament: id });
    const [next, called, changed] = [quin.hear("tournament-next"), quin.hear("tournament"), guest.hear("tournament-changed")];
    await call(pia, "post", `${one}/start`, { id });
    assert.equal((await next).opponent, "Pia");
    const { table } = await called;
    assert.equal((await changed).tournament, id);
    await refusal(pia, "post", `${one}/start`, { id, status: 409 }, "not-now");
    await quin.will({ do: "subscribe", table });
    await guest.will({ do: "lobby" });
    await quin.refusal({ do: "invite", table }, "tournament-table");
    await quin.will({ do: "resign", table });
    const page = (await call(guest, "get", one, { id })).body;
    assert.deepEqual([page.tournament.stage, page.games.length, page.you], ["over", 1, null]);
    for (const path of ["/results.json", "/results.csv", "/games"]) await call(guest, "get", one + path, { id });
    await guest.example("tournament-leave");
    for (const verb of ["join", "leave"]) await refusal(quin, "post", `${one}/${verb}`, { id, status: 409 }, "not-now");
    await refusal(pia, "delete", one, { id, status: 409 }, "not-now");
    assert.deepEqual((await call(guest, "get", tournaments)).body.over.map((line) => line.id), [id]);
    for (const other of others) await call(pia, "delete", one, { id: other });
    for (const person of [pia, quin, guest]) person.leave();
  });
}
