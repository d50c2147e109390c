// Guests: a name and a cookie, and a ticket to carry it elsewhere.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Reader, call } from "../contract.mjs";

export default function guests({ server }) {
  test("people: guests, names, tickets", async () => {
    const guest = new Reader(server().url, "guest");
    await call(guest, "post", "/api/v1/guest", { body: { name: "" }, status: 400 });
    await call(guest, "post", "/api/v1/guest", { text: "[]", status: 400 });
    await call(guest, "patch", "/api/v1/me", { body: { name: "X" }, status: 401 });
    await call(guest, "post", "/api/v1/me/ticket", { status: 401 });
    assert.equal((await call(guest, "get", "/api/v1/me")).body.person, null);
    const me = await call(guest, "post", "/api/v1/guest", { body: { name: "Guest" } });
    await call(guest, "patch", "/api/v1/me", { body: { name: "" }, status: 400 });
    assert.equal((await call(guest, "patch", "/api/v1/me", { body: { name: "Gast" } })).body.person.name, "Gast");
    const { ticket } = (await call(guest, "post", "/api/v1/me/ticket")).body;
    const other = new Reader(server().url, "other");
    await call(other, "post", "/api/v1/resume", { body: { ticket: "x" }, status: 403 });
    assert.deepEqual((await call(other, "post", "/api/v1/resume", { body: { ticket } })).body, {
      person: { id: me.body.person.id, name: "Gast", account: false },
    });
  });
}
