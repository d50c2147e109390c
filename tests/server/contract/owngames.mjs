// Games of one's own devices: kept, found again, forgotten.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Reader, call, openapi } from "../contract.mjs";

const all = "/api/v1/account/games";
const one = "/api/v1/account/games/{id}";
const { record } = openapi.paths[one].put.requestBody.content["application/json"].example;
const MOST = 1000;

export default function ownGames({ server }) {
  const visitor = (name) => new Reader(server().url, name);
  const member = async (name) => {
    const guest = visitor(name);
    await call(guest, "post", "/api/v1/account", { body: { name, password: "four and twenty blackbirds" } });
    return guest;
  };
  const keep = (guest, id, text, status) => call(guest, "put", one, { id, body: { record: text }, status });

  test("own games: a record that the rules can replay is kept once, and is nobody else's", async () => {
    const ida = await member("Ida");
    await keep(ida, "k3v9m2xq7rtd", record);
    await keep(ida, "k3v9m2xq7rtd", record);
    const { games } = (await call(ida, "get", all)).body;
    assert.deepEqual(
      games.map(({ id, game, ended, result, tokens }) => ({ id, game, ended, result, tokens })),
      [{ id: "k3v9m2xq7rtd", game: "chevaliers", ended: "", result: "S 0 O 1 resigned", tokens: 0 }],
    );
    assert.equal((await call(ida, "get", one, { id: "k3v9m2xq7rtd" })).body.record, record);
    const exported = (await call(ida, "get", "/api/v1/account/export")).body.documents.filter(({ kind }) => kind.startsWith("owngame"));
    assert.deepEqual(exported.map(({ kind }) => kind).sort(), ["owngame", "owngame.record"]);

    const jon = await member("Jon");
    await call(jon, "get", one, { id: "k3v9m2xq7rtd", status: 404 });
    await call(jon, "delete", one, { id: "k3v9m2xq7rtd", status: 404 });
    assert.deepEqual((await call(jon, "get", all)).body.games, []);

    await call(ida, "delete", one, { id: "k3v9m2xq7rtd" });
    await call(ida, "get", one, { id: "k3v9m2xq7rtd", status: 404 });
    assert.deepEqual((await call(ida, "get", all)).body.games, []);
  });

  test("own games: what is no finished game is refused, and the line is named", async () => {
    const kim = await member("Kim");
    const refusal = async (text, detail, id = "abcdefgh") => {
      const { body } = await keep(kim, id, text, 400);
      assert.equal(body.code, "bad-record");
      assert.match(body.detail ?? "", detail);
    };
    await refusal(record.replace(/result .*/, "result *"), /not over/);
    await refusal(record.replace("tokens 0", "tokens 1\nS a1-a9"), /^line 5: /);
    await refusal(record.replace("chevaliers", "chess"), /^line 2: /);
    await refusal(record.split("result")[0], /./);
    await refusal(`${record}${record}`, /^line 6: /);
    await refusal("", /./);
    await refusal(record.replace("board 1969", `board 1969\n| ${"x".repeat(66_000)}`).slice(0, 40_000), /./);
    await refusal(undefined, /^$/);
    for (const id of ["short", "CAPITALSNOT", "x".repeat(25), "dots.dots.d"]) await refusal(record, /^$/, id);
    for (const id of ["short", "k3v9m2xq7rtd"]) for (const method of ["get", "delete"]) await call(kim, method, one, { id, status: 404 });
    assert.deepEqual((await call(kim, "get", all)).body.games, []);
  });

  test("own games: guests keep theirs at home", async () => {
    const guest = visitor("guest");
    await call(guest, "post", "/api/v1/guest", { body: { name: "Passing by" } });
    await call(guest, "get", all, { status: 403 });
    await keep(guest, "k3v9m2xq7rtd", record, 403);
    for (const method of ["get", "delete"]) await call(guest, method, one, { id: "k3v9m2xq7rtd", status: 403 });
  });

  test("own games: a thousand at most, listed page by page, and gone with the account", async () => {
    const lee = await member("Lee");
    const names = Array.from({ length: MOST }, (_, i) => `game${String(i).padStart(6, "0")}`);
    for (let i = 0; i < MOST; i += 50) await Promise.all(names.slice(i, i + 50).map((id) => keep(lee, id, record)));
    assert.equal((await keep(lee, "onetoomany", record, 409)).body.code, "too-many-games");
    await keep(lee, names[0], record);
    const found = [];
    for (let page = [{ id: "" }]; page.length; found.push(...page.map(({ id }) => id)))
      page = (await call(lee, "get", all, { query: `after=${found.at(-1) ?? ""}` })).body.games;
    assert.deepEqual(found, names);
    await call(lee, "delete", "/api/v1/account", { body: { password: "four and twenty blackbirds" } });
    await call(lee, "get", all, { status: 403 });
  });
}
