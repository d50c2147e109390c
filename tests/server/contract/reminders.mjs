// Reminders: the devices of a person.
import { test } from "node:test";
import assert from "node:assert/strict";
import { openServer } from "../client.mjs";
import { Reader, call } from "../contract.mjs";
import { openPushService } from "../push_service.mjs";

export default function reminders({ program, server }) {
  test("people: devices with reminders", async () => {
    const service = await openPushService();
    const on = await openServer(program, { inFolder: true, options: ["--config-set", "push=on", "--config-set", "push-loopback=on"] });
    const device = () => ({ ...service.browser().subscription, kinds: ["turn"], offset: 60, quiet: { from: 1320, to: 480 } });
    const put = (guest, body, status) => call(guest, "put", "/api/v1/reminders/devices", { body, status });

    const nobody = new Reader(on.url, "nobody");
    await call(nobody, "get", "/api/v1/reminders", { status: 401 });
    await put(nobody, device(), 401);
    await call(nobody, "delete", "/api/v1/reminders/devices/{id}", { id: "x", status: 401 });

    const grace = await Reader.enter(on.url, "Grace");
    const refusal = async (change, status) => (await put(grace, { ...device(), ...change }, status)).body.code;
    assert.equal(await refusal({ endpoint: "https://example.org/push" }, 400), "bad-endpoint");
    assert.equal(await refusal({ auth: "x" }, 400), "bad-device");
    const { id } = (await put(grace, device())).body;
    const { key, devices } = (await call(grace, "get", "/api/v1/reminders")).body;
    assert.equal(Buffer.from(key, "base64url").length, 65);
    assert.deepEqual(devices.map((one) => [one.id, one.kinds, one.quiet]), [[id, ["turn"], { from: 1320, to: 480 }]]);
    for (let i = 0; i < 9; i++) await put(grace, device());
    assert.equal(await refusal({}, 409), "too-many-devices");
    await call(grace, "delete", "/api/v1/reminders/devices/{id}", { id });
    await call(grace, "delete", "/api/v1/reminders/devices/{id}", { id, status: 404 });
    grace.leave();
    await on.close();

    const off = await Reader.enter(server().url, "Unreminded");
    assert.equal((await put(off, device(), 404)).body.code, "no-reminders");
    off.leave();
    service.close();
  });
}
