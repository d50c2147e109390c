// Games by correspondence: notes and vacations over HTTP, prepared replies.
import { test } from "node:test";
import assert from "node:assert/strict";
import { begin } from "../client.mjs";
import { Reader, call } from "../contract.mjs";

const note = "/api/v1/tables/{id}/note";

export default function correspondence({ server }) {
  test("correspondence: prepared replies", async () => {
    const [ada, bob] = [await Reader.enter(server().url, "Ada P."), await Reader.enter(server().url, "Bob P.")];
    const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: bob });
    await ada.refusal({ do: "prepare", table, replies: ["a12-a13 a3~a5"] }, "bad-replies");
    await ada.will({ do: "play", table, seat: "S", token: "d2~f2" });
    await ada.example("prepare", { table });
    await ada.will({ do: "subscribe", table });
    assert.deepEqual(ada.latest(table).replies, ["a12-a13 a3~a5", "a12~a10 c4-d5"]);
    const answer = bob.hear((message) => message.type === "play" && message.table === table && message.seat === "S");
    await bob.will({ do: "play", table, seat: "O", token: "a12-a13" });
    assert.equal((await answer).token, "a3~a5");
    const live = await begin(ada, { game: "chevaliers", time: { seconds: 600 } }, { S: ada, O: bob });
    await bob.refusal({ do: "prepare", table: live, replies: [] }, "no-replies");
    for (const guest of [ada, bob]) guest.leave();
  });

  test("correspondence: a note", async () => {
    const [ada, bob] = [await Reader.enter(server().url, "Ada N."), await Reader.enter(server().url, "Bob N.")];
    const nobody = new Reader(server().url, "nobody");
    const id = await begin(ada, { game: "chevaliers" }, { S: ada, O: ada });
    assert.equal((await call(ada, "get", note, { id })).body.text, "");
    await call(ada, "put", note, { id, body: { text: "Ada's left wing is weak.\nPush g4 next." } });
    assert.equal((await call(ada, "get", note, { id })).body.text, "Ada's left wing is weak.\nPush g4 next.");
    for (const text of ["x".repeat(2001), "\u202ehidden", " \n ", 7]) assert.equal((await call(ada, "put", note, { id, body: { text }, status: 400 })).body.code, "bad-note");
    for (const [guest, status] of [[bob, 403], [nobody, 401]]) {
      await call(guest, "get", note, { id, status });
      await call(guest, "put", note, { id, body: { text: "x" }, status });
    }
    await call(ada, "get", note, { id: "none", status: 404 });
    await call(ada, "put", note, { id: "none", body: { text: "x" }, status: 404 });
    await call(ada, "put", note, { id, body: { text: "" } });
    assert.equal((await call(ada, "get", note, { id })).body.text, "");
    for (const guest of [ada, bob]) guest.leave();
  });

  test("correspondence: a vacation in all games", async () => {
    const [ada, bob] = [await Reader.enter(server().url, "Ada V."), await Reader.enter(server().url, "Bob V.")];
    const take = (guest, days, status) => call(guest, "post", "/api/v1/me/vacation", { body: { days }, status });
    await take(new Reader(server().url, "nobody"), 3, 401);
    for (const days of [0, 61, "x"]) assert.equal((await take(ada, days, 400)).body.code, "no-vacation");
    const days = async (vacation) => begin(ada, { game: "chevaliers", time: { days: 3, vacation } }, { S: ada, O: bob });
    const [long, short, none] = [await days(14), await days(2), await days(0)];
    const untimed = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
    assert.deepEqual((await take(ada, 5)).body, { tables: 2 });
    const own = Object.fromEntries((await call(ada, "get", "/api/v1/me")).body.tables.map((one) => [one.table, one]));
    assert.deepEqual([long, short, none, untimed].map((table) => own[table].vacation), [9, 0, 0, undefined]);
    assert.ok(own[long].awayUntil > Date.now() + 4 * 86_400_000 && own[short].awayUntil < Date.now() + 3 * 86_400_000);
    assert.equal(own[none].awayUntil, undefined);
    const his = (await call(bob, "get", "/api/v1/me")).body.tables.find((one) => one.table === long);
    assert.deepEqual([his.vacation, his.awayUntil], [14, undefined]);
    for (const guest of [ada, bob]) guest.leave();
  });
}
