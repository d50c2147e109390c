// What admins do: accounts, tables, bans, reports, announcements, invitations. The first admin is made with the program.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openServer } from "../client.mjs";
import { Reader, call } from "../contract.mjs";

const routes = "/api/v1/admin";
const password = "a password of some length";

export default function admins({ program, server }) {
  const visitor = (name) => new Reader(server().url, name);

  async function account(name) {
    const reader = visitor(name);
    reader.person = (await call(reader, "post", "/api/v1/account", { body: { name, password } })).body.person.id;
    return reader;
  }

  const refusal = async (guest, method, path, options, code) =>
    assert.equal((await call(guest, method, routes + path, options)).body.code, code);

  let admin;

  test("admins: nobody else is let near", async () => {
    admin = await account("Admin One");
    for (const [method, path] of [
      ["get", "/server"],
      ["get", "/people"],
      ["patch", "/people/{id}"],
      ["delete", "/people/{id}"],
      ["get", "/tables"],
      ["delete", "/tables/{id}"],
      ["get", "/bans"],
      ["post", "/bans"],
      ["delete", "/bans/{id}"],
      ["get", "/reports"],
      ["patch", "/reports/{id}"],
      ["put", "/announcement"],
      ["delete", "/announcement"],
      ["get", "/invitations"],
      ["post", "/invitations"],
      ["delete", "/invitations/{id}"],
      ["get", "/audit"],
    ])
      await refusal(admin, method, path, { id: "x", status: 403 }, "not-admin");
    execFileSync(program, ["admin", "--data", server().folder, "user", "admin one", "promote"]);
    assert.equal((await call(admin, "get", "/api/v1/me")).body.person.role, "admin");
    const figures = (await call(admin, "get", `${routes}/server`)).body;
    assert.ok(figures.people.accounts >= 1 && figures.store > 0 && figures.memory > 0);
  });

  test("admins: accounts", async () => {
    const path = `/people/{id}`;
    const jean = await account("Jêan Sammet");
    const { people } = (await call(admin, "get", `${routes}/people`, { query: "name=JEANS" })).body;
    assert.deepEqual(people.map(({ person }) => person.id), [jean.person]);
    const id = jean.person;
    await refusal(admin, "patch", path, { id: "nobody", body: { code: true }, status: 404 }, "no-such-person");
    await refusal(admin, "patch", path, { id, body: {}, status: 400 }, "bad-change");
    await refusal(admin, "patch", path, { id, body: { code: true, role: null }, status: 400 }, "bad-change");
    await refusal(admin, "patch", path, { id: admin.person, body: { role: null }, status: 400 }, "bad-role");
    await refusal(admin, "patch", path, { id, body: { name: "x" }, status: 400 }, "bad-name");
    await refusal(admin, "patch", path, { id, body: { name: "admin-one" }, status: 409 }, "name-taken");
    await call(admin, "patch", routes + path, { id, body: { name: "Ada Brewster" } });
    assert.equal((await call(jean, "get", "/api/v1/me")).body.person.name, "Ada Brewster");
    const { code } = (await call(admin, "patch", routes + path, { id, body: { code: true } })).body;
    await call(visitor("recovered"), "post", "/api/v1/login/code", { body: { name: "Ada Brewster", code, password } });

    await refusal(admin, "patch", path, { id, body: { banned: { reason: "" } }, status: 400 }, "bad-ban");
    await refusal(admin, "patch", path, { id, body: { banned: null }, status: 404 }, "no-such-ban");
    const until = Date.now() + 86400000;
    await call(admin, "patch", routes + path, { id, body: { banned: { until, reason: "Insults" } } });
    const login = { body: { name: "Ada Brewster", password }, status: 403 };
    const refused = (await call(visitor("again"), "post", "/api/v1/login", login)).body;
    assert.equal(refused.code, "banned");
    assert.match(refused.detail, /^\d{4}-\d\d-\d\d \d\d:\d\d UTC: Insults$/);
    const line = (await call(admin, "get", `${routes}/people`, { query: "name=adabrew" })).body.people[0];
    assert.deepEqual(line.banned, { until, reason: "Insults" });
    await call(admin, "patch", routes + path, { id, body: { banned: null } });
    await call(visitor("again"), "post", "/api/v1/login", { body: { name: "Ada Brewster", password } });

    await refusal(admin, "delete", path, { id: "nobody", status: 404 }, "no-such-person");
    await refusal(admin, "delete", path, { id: admin.person, status: 400 }, "bad-change");
    await call(admin, "delete", routes + path, { id });
    await call(visitor("again"), "post", "/api/v1/login", { body: { name: "Ada Brewster", password }, status: 403 });
    assert.deepEqual((await call(admin, "get", `${routes}/people`, { query: "name=adabrew" })).body.people, []);
  });

  test("admins: tables", async () => {
    const ada = await Reader.enter(server().url, "Ada");
    const open = { game: "chars", occupants: { V: "me", G: "me" } };
    const { table } = (await call(ada, "post", "/api/v1/tables", { body: { ...open, start: true } })).body;
    const waiting = (await call(ada, "post", "/api/v1/tables", { body: { ...open, occupants: { V: "me" } } })).body.table;
    await ada.will({ do: "subscribe", table });
    const tables = async (query) =>
      (await call(admin, "get", `${routes}/tables`, { query })).body.tables.map((line) => line.table);
    assert.ok((await tables("stage=playing&game=chars")).includes(table));
    assert.ok((await tables("stage=open")).includes(waiting));
    assert.ok(!(await tables("stage=open")).includes(table));
    await refusal(admin, "get", "/tables", { query: "after=x", status: 400 }, "bad-query");
    await refusal(admin, "delete", "/tables/{id}", { id: "none", status: 404 }, "no-such-table");
    const told = ada.hear("cancel");
    await call(admin, "delete", `${routes}/tables/{id}`, { id: table });
    assert.equal((await told).result, "*");
    assert.ok((await told).position);
    await call(admin, "delete", `${routes}/tables/{id}`, { id: waiting });
    await refusal(admin, "delete", "/tables/{id}", { id: table, status: 409 }, "over");
    assert.deepEqual((await tables("")).filter((id) => id === table || id === waiting), []);
    const found = (await call(ada, "get", "/api/v1/records", { query: "mine=1" })).body.records;
    assert.deepEqual(found, []);
    ada.leave();
  });

  test("admins: bans", async () => {
    const ban = (body, options) => call(admin, "post", `${routes}/bans`, { body, ...options });
    for (const body of [
      { reason: "x" },
      { address: "127.0.0.0/8", reason: "x" },
      { address: "::/0", reason: "x" },
      { address: "10.0.0.0/33", reason: "x" },
      { address: "10.0.0.0/8", reason: "" },
      { address: "10.0.0.0/8", reason: "x", until: 1 },
      { person: "nobody", reason: "x" },
      { person: admin.person, reason: "x" },
    ])
      assert.equal((await ban(body, { status: 400 })).body.code, "bad-ban", JSON.stringify(body));
    assert.equal((await ban({ address: "203.0.113.77/24", reason: "Insults" })).body.id, "203.0.113.0_24");
    const { id } = (await ban({ address: "2001:DB8:0::1", reason: "Insults", until: null })).body;
    assert.equal(id, "2001:db8::1");
    const guest = await Reader.enter(server().url, "Guest");
    await ban({ person: guest.person, reason: "Insults" });
    const { bans } = (await call(admin, "get", `${routes}/bans`)).body;
    assert.deepEqual(bans.map(({ id: one }) => one).sort(), ["2001:db8::1", "203.0.113.0_24", guest.person].sort());
    assert.equal((await call(guest, "patch", "/api/v1/me", { body: { name: "G" }, status: 403 })).body.code, "banned");
    for (const one of bans) await call(admin, "delete", `${routes}/bans/{id}`, { id: encodeURIComponent(one.id) });
    await refusal(admin, "delete", "/bans/{id}", { id: "203.0.113.0_24", status: 404 }, "no-such-ban");
    const many = Array.from({ length: 1000 }, (_, i) => ({ address: `10.0.${i >> 8}.${i & 255}`, reason: "x" }));
    while (many.length) await Promise.all(many.splice(0, 50).map((body) => ban(body)));
    assert.equal((await ban({ address: "10.1.0.0", reason: "x" }, { status: 409 })).body.code, "too-many-bans");
    const first = (await call(admin, "get", `${routes}/bans`)).body;
    const second = (await call(admin, "get", `${routes}/bans`, { query: `after=${first.next}` })).body;
    assert.equal(new Set([...first.bans, ...second.bans].map((one) => one.id)).size, 200);
    const all = first.bans;
    for (let next = first.next; next; ) {
      const page = (await call(admin, "get", `${routes}/bans`, { query: `after=${next}` })).body;
      all.push(...page.bans);
      next = page.next;
    }
    while (all.length)
      await Promise.all(all.splice(0, 50).map((one) => call(admin, "delete", `${routes}/bans/{id}`, { id: one.id })));
    assert.deepEqual((await call(admin, "get", `${routes}/bans`)).body.bans, []);
  });

  test("admins: announcements reach everybody", async () => {
    const watcher = await visitor("watcher").connect();
    const body = { fr: "Tournoi ce soir.", en: "Tournament tonight." };
    for (const wrong of [{ fr: "x" }, { ...body, en: "" }, { ...body, until: 1 }, { ...body, fr: "x".repeat(1001) }])
      await refusal(admin, "put", "/announcement", { body: wrong, status: 400 }, "bad-announcement");
    const told = watcher.hear("announcement");
    await call(admin, "put", `${routes}/announcement`, { body });
    assert.deepEqual((await told).announcement, body);
    assert.deepEqual((await call(watcher, "get", "/api/v1/server")).body.announcement, body);
    const over = watcher.hear("announcement");
    await call(admin, "delete", `${routes}/announcement`);
    assert.equal((await over).announcement, null);
    assert.equal((await call(watcher, "get", "/api/v1/server")).body.announcement, null);
    watcher.leave();
  });

  test("admins: invitations, reports, and what they did", async () => {
    await refusal(admin, "post", "/invitations", { body: { uses: 0 }, status: 400 }, "bad-invitation-fields");
    const { code } = (await call(admin, "post", `${routes}/invitations`, { body: { uses: 2, note: "Club" } })).body;
    const [line] = (await call(admin, "get", `${routes}/invitations`)).body.invitations;
    assert.deepEqual([line.code, line.uses, line.used, line.note], [code, 2, 0, "Club"]);
    await call(admin, "delete", `${routes}/invitations/{id}`, { id: code });
    await refusal(admin, "delete", "/invitations/{id}", { id: code, status: 404 }, "no-such-document");
    const reporter = await Reader.enter(server().url, "Reporter");
    const report = { person: admin.person, reason: "insults", text: "In the chat." };
    await call(reporter, "post", "/api/v1/reports", { body: report });
    const reports = async (state) => (await call(admin, "get", `${routes}/reports`, { query: `state=${state}` })).body.reports;
    const [{ id, ...told }] = await reports("open");
    assert.deepEqual([told.by.name, told.person.id, told.reason, told.text], ["Reporter", admin.person, "insults", "In the chat."]);
    await refusal(admin, "patch", "/reports/{id}", { id, body: { state: "burnt" }, status: 400 }, "bad-report");
    await refusal(admin, "patch", "/reports/{id}", { id: "none", body: { state: "closed" }, status: 404 }, "no-such-document");
    await call(admin, "patch", `${routes}/reports/{id}`, { id, body: { state: "closed", note: "Talked to them." } });
    assert.ok(!(await reports("open")).some((one) => one.id === id));
    assert.equal((await reports("closed")).find((one) => one.id === id).note, "Talked to them.");
    reporter.leave();
    await refusal(admin, "get", "/audit", { query: "after=x", status: 400 }, "bad-query");
    const first = (await call(admin, "get", `${routes}/audit`)).body;
    const { by, what, whom } = first.audit[0];
    assert.deepEqual([by, what, whom], [admin.person, "report", id]);
    const second = (await call(admin, "get", `${routes}/audit`, { query: `after=${first.next}` })).body;
    assert.ok(second.audit.length && second.audit[0].at <= first.audit.at(-1).at);
  });

  test("admins: an invitation lets its number of people in", async () => {
    const closed = await openServer(program, { options: ["--config-set", "registration=invitation"] });
    try {
      const text = execFileSync(program, ["admin", "--data", closed.folder, "--json", "invitations", "new", "1"]);
      const invitation = JSON.parse(text).code;
      const join = (name, status) =>
        call(new Reader(closed.url, name), "post", "/api/v1/account", { body: { name, password, invitation }, status });
      await join("First", 201);
      assert.equal((await join("Second", 403)).body.code, "bad-invitation");
    } finally {
      await closed.close();
    }
  });
}
