// Accounts: made, logged in to, changed and deleted; and bots.
import { test } from "node:test";
import assert from "node:assert/strict";
import { openServer } from "../client.mjs";
import { Reader, call } from "../contract.mjs";

const password = "four and twenty blackbirds";

export default function accounts({ program, server }) {
  const visitor = (name) => new Reader(server().url, name);
  const refusal = async (guest, path, body, status, code) =>
    assert.equal((await call(guest, "post", path, { body, status })).body.code, code);

  test("people: accounts are made, and logged in to", async () => {
    const grace = visitor("grace");
    const register = "/api/v1/account";
    await refusal(grace, register, { name: "G", password }, 400, "bad-name");
    await refusal(grace, register, { name: "Grace", password: "short" }, 400, "weak-password");
    const made = (await call(grace, "post", register, { body: { name: "Grace", password } })).body;
    assert.equal(made.person.account, true);
    await refusal(grace, register, { name: "Other", password }, 409, "has-account");
    await refusal(visitor("thief"), register, { name: "gràce", password }, 409, "name-taken");
    await refusal(visitor("thief"), "/api/v1/guest", { name: "G.race" }, 409, "name-taken");
    await call(grace, "patch", "/api/v1/me", { body: { name: "Gracie" }, status: 409 });

    const elsewhere = visitor("elsewhere");
    await refusal(elsewhere, "/api/v1/login", { name: "Grace", password: "x" }, 403, "wrong-password");
    const again = (await call(elsewhere, "post", "/api/v1/login", { body: { name: "grace", password } })).body;
    assert.deepEqual(again.person, made.person);
    await call(elsewhere, "post", "/api/v1/logout");
    assert.equal((await call(elsewhere, "get", "/api/v1/me")).body.person, null);
    await call(elsewhere, "post", "/api/v1/guest", { body: { name: "Elsewhere" } });
    await refusal(elsewhere, "/api/v1/logout", undefined, 403, "needs-account");
  });

  test("people: what one does with an account", async () => {
    const linus = visitor("linus");
    for (const [method, path] of [["get", ""], ["patch", ""], ["post", "/codes"], ["delete", "/sessions"], ["delete", "/sessions/{id}"], ["post", "/bots"], ["post", "/bots/{id}/token"], ["delete", "/bots/{id}"], ["delete", ""], ["get", "/export"]])
      assert.equal((await call(linus, method, `/api/v1/account${path}`, { id: "x", status: 403 })).body.code, "needs-account");
    const { codes } = (await call(linus, "post", "/api/v1/account", { body: { name: "Linus", password } })).body;
    await call(linus, "patch", "/api/v1/account", { body: { about: "x".repeat(501) }, status: 400 });
    await call(linus, "patch", "/api/v1/account", { body: { about: "Plays on Sundays." } });
    await call(linus, "patch", "/api/v1/account", { body: { password: "wrong", newPassword: `${password}!` }, status: 403 });
    await call(linus, "patch", "/api/v1/account", { body: { password, newPassword: `${password}!` } });
    const mine = (await call(linus, "get", "/api/v1/account")).body;
    assert.equal(mine.about, "Plays on Sundays.");
    assert.equal(mine.codesLeft, 8);

    const other = visitor("other");
    const login = "/api/v1/login/code";
    await refusal(other, login, { name: "Linus", code: codes[0], password: "linus" }, 400, "weak-password");
    await refusal(other, login, { name: "Linus", code: "0000-0000-0000", password }, 403, "bad-code");
    await call(other, "post", login, { body: { name: "Linus", code: codes[0].toUpperCase(), password } });
    await refusal(other, login, { name: "Linus", code: codes[0], password }, 403, "bad-code");
    assert.equal((await call(linus, "get", "/api/v1/me")).body.person, null);

    await call(linus, "post", "/api/v1/login", { body: { name: "Linus", password } });
    await call(linus, "post", "/api/v1/account/codes", { body: { password: "wrong" }, status: 403 });
    const fresh = (await call(linus, "post", "/api/v1/account/codes", { body: { password } })).body.codes;
    await refusal(visitor("late"), login, { name: "Linus", code: codes[1], password }, 403, "bad-code");
    assert.equal(new Set([...codes, ...fresh]).size, 16);
    await call(linus, "delete", "/api/v1/account/sessions/{id}", { id: "none", status: 404 });
    const [session] = (await call(linus, "get", "/api/v1/account")).body.sessions.filter(({ current }) => !current);
    await call(linus, "delete", "/api/v1/account/sessions/{id}", { id: session.id });
    await call(linus, "delete", "/api/v1/account/sessions");

    const { table } = (await call(linus, "post", "/api/v1/tables", { body: { game: "chevaliers", public: true, occupants: { S: "me", O: "computer:1" }, start: true } })).body;
    const { body } = await call(linus, "get", "/api/v1/account/export");
    assert.deepEqual(body.tables.map((one) => one.table), [table]);
    await call(linus, "delete", "/api/v1/account", { body: { password: "wrong" }, status: 403 });
    await call(linus, "delete", "/api/v1/account", { body: { password } });
  });

  test("people: bots", async () => {
    const owner = visitor("owner");
    await call(owner, "post", "/api/v1/account", { body: { name: "Owner", password } });
    const bots = "/api/v1/account/bots";
    await refusal(owner, bots, { name: "" }, 400, "bad-name");
    await refusal(owner, bots, { name: "owner" }, 409, "name-taken");
    const { bot, token } = (await call(owner, "post", bots, { body: { name: "Owner's engine" } })).body;
    assert.deepEqual(bot, { id: bot.id, name: "Owner's engine", account: false, bot: true });
    const headers = { authorization: `Bearer ${token}` };
    const program = visitor("program");
    assert.deepEqual((await call(program, "get", "/api/v1/me", { headers })).body.person, bot);
    for (const path of ["/api/v1/account", "/api/v1/login", "/api/v1/login/code"])
      assert.equal((await call(program, "post", path, { headers, body: { name: "Owner", password, code: "x" }, status: 403 })).body.code, "not-for-bots");
    await call(owner, "post", `${bots}/{id}/token`, { id: "bot_none", status: 404 });
    await call(owner, "post", `${bots}/{id}/token`, { id: bot.id });
    assert.equal((await call(program, "get", "/api/v1/me", { headers })).body.person, null);
    await call(owner, "delete", `${bots}/{id}`, { id: "bot_none", status: 404 });
    await call(owner, "delete", `${bots}/{id}`, { id: bot.id });
    for (const name of ["B1", "B2", "B3", "B4", "B5"]) await call(owner, "post", bots, { body: { name } });
    await refusal(owner, bots, { name: "B6" }, 409, "too-many-bots");
  });

  for (const [kept, code] of [["closed", "registration-closed"], ["invitation", "bad-invitation"]])
    test(`people: a server where registration is ${kept}`, async () => {
      const other = await openServer(program, { options: ["--config-set", `registration=${kept}`] });
      try {
        await refusal(new Reader(other.url, "x"), "/api/v1/account", { name: "Grace", password, invitation: "x" }, 403, code);
      } finally {
        await other.close();
      }
    });
}
