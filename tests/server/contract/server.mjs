// What the server says of itself: its name, its pages and its health.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Reader, call } from "../contract.mjs";

export default function admin({ server }) {
  test("the server: its name, its pages, its health", async () => {
    const nobody = new Reader(server().url, "nobody");
    const facts = (await call(nobody, "get", "/api/v1/server")).body;
    assert.deepEqual([facts.name, facts.registration, facts.pages], ["Bivouac", "open", ["privacy"]]);
    for (const id of facts.pages) {
      const { text } = (await call(nobody, "get", "/api/v1/server/pages/{id}", { id })).body;
      assert.match(text.fr, /^# /);
      assert.match(text.en, /^# /);
    }
    await call(nobody, "get", "/api/v1/server/pages/{id}", { id: "legal", status: 404 });
    const health = (await call(nobody, "get", "/healthz")).body;
    assert.equal(health.version, facts.version);
    await call(nobody, "get", "/api/v1/server", { as: "delete", status: 405 });
  });
}
