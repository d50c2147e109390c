// Finding an opponent: what is sent, told and shown.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Reader, call } from "../contract.mjs";

export default function seeks({ server }) {
  test("seeks: who looks for an opponent, and who has found one", async () => {
    const [ada, bob] = [await Reader.enter(server().url, "Seeker"), await Reader.enter(server().url, "Found")];
    const told = [ada.hear("paired"), bob.hear("paired")];
    await ada.example("seek");
    await ada.example("seek-leave");
    await ada.example("seek");
    await call(ada, "get", "/api/v1/seeks");
    await call(ada, "get", "/api/v1/seeks", { as: "delete", status: 405 });
    await bob.example("seek");
    const [one, two] = await Promise.all(told);
    assert.equal(one.table, two.table);
    const same = new Reader(server().url, "Seeker");
    Object.assign(same, { cookie: ada.cookie, person: ada.person });
    await same.connect();
    await ada.example("seek", { game: "paris" });
    const over = ada.hear("seek-over");
    await same.example("seek", { game: "paris" });
    await over;
    for (const reader of [ada, bob, same]) reader.leave();
  });
}
