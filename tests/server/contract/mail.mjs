// Reminders by e-mail.
import { test } from "node:test";
import assert from "node:assert/strict";
import { openServer } from "../client.mjs";
import { Reader, call } from "../contract.mjs";
import { openMailServer } from "../mail_server.mjs";

export default function mail({ program, server }) {
  test("people: reminders by e-mail", async () => {
    const mails = await openMailServer();
    const settings = [`smtp=${mails.address}`, "smtp-from=bivouac@example.org", "base-url=http://bivouac.example.org"];
    const on = await openServer(program, { inFolder: true, options: settings.flatMap((one) => ["--config-set", one]) });
    const body = { address: "grete@example.org", kinds: ["turn"], offset: 60 };
    const put = (guest, change, status) => call(guest, "put", "/api/v1/reminders/mail", { body: { ...body, ...change }, status });
    const guest = await Reader.enter(on.url, "Guest");
    await put(guest, {}, 403);
    await call(guest, "delete", "/api/v1/reminders/mail", { status: 403 });
    guest.leave();

    const grete = new Reader(on.url, "Grete");
    await call(grete, "post", "/api/v1/account", { body: { name: "Grete", password: "four and twenty blackbirds" } });
    assert.equal((await put(grete, { address: "grete" }, 400)).body.code, "bad-address");
    assert.equal((await put(grete, { kinds: [] }, 400)).body.code, "bad-device");
    await call(grete, "delete", "/api/v1/reminders/mail", { status: 404 });
    await put(grete, {});
    assert.equal((await put(grete, { address: "other@example.org" }, 429)).body.code, "too-many");
    const { text } = await mails.receives(1);
    const token = text.match(/confirm-mail=(\S+)/)[1];
    await call(grete, "post", "/api/v1/mail-confirm", { body: { token: "x" }, status: 403 });
    await call(grete, "post", "/api/v1/mail-confirm", { body: { token } });
    assert.deepEqual((await call(grete, "get", "/api/v1/reminders")).body.mail, { address: "grete@example.org", confirmed: true, kinds: ["turn"], quiet: null });
    await call(grete, "post", "/api/v1/mail-off/{id}", { id: text.match(/mail-off=(\S+)/)[1] });
    assert.equal((await call(grete, "get", "/api/v1/reminders")).body.mail.address, null);
    await call(grete, "post", "/api/v1/mail-off/{id}", { id: "x", status: 403 });
    await put(grete, {}, 429);
    const hans = new Reader(on.url, "Hans");
    await call(hans, "post", "/api/v1/account", { body: { name: "Hans", password: "four and twenty blackbirds" } });
    await put(hans, { address: "hans@example.org" });
    await call(hans, "delete", "/api/v1/reminders/mail");
    await on.close();

    const off = new Reader(server().url, "Unmailed");
    await call(off, "post", "/api/v1/account", { body: { name: "Unmailed", password: "four and twenty blackbirds" } });
    assert.equal((await put(off, {}, 404)).body.code, "no-reminders");
    mails.close();
  });
}
