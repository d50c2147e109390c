// A reminder that a turn's time is running out: 70 hours pass at once.
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { until } from "../launch.mjs";
import { begin, enter, openServer, playAny, program } from "./client.mjs";
import { metricsOf, valueOf, withMetrics } from "./metrics.mjs";
import { openPushService, remind } from "./push_service.mjs";
import { wallClock } from "./wall_clock.mjs";

test("a turn whose time is running out is told of once more", async (t) => {
  const service = await openPushService();
  t.after(() => service.close());
  const folder = mkdtempSync(join(tmpdir(), "bivouac-push-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const options = ["push=on", "push-loopback=on", "confirm-jump-seconds=0"].flatMap((pair) => ["--config-set", pair]);
  const clock = wallClock(t, { really: true });
  const open = async () => {
    const server = await openServer(program, { data: folder, inFolder: true, env: clock.env, options: [...options, ...withMetrics] });
    t.after(() => server.close());
    return server;
  };
  let other = await open();
  const [ada, bob] = [await enter(other.url, "Ada"), await enter(other.url, "Bob")];
  const browser = service.browser();
  await remind(bob, browser);
  const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: bob });
  await bob.will({ do: "leave", table });
  await playAny(ada, table, "S");
  assert.equal((await browser.receives(1)).what, "turn");
  // A server that closes before it has noted the answer would send this one again.
  await until(async () => valueOf(await metricsOf(other), "bivouac_reminders_total", { result: "sent" }) === 1, "it is noted");
  for (const guest of [ada, bob]) guest.leave();
  await other.close();
  service.hoursAhead = 70; // of 72
  clock.set(70 * 3600);
  other = await open();
  const told = await browser.receives(2);
  assert.deepEqual([told.what, told.title, told.urgency], ["late", "Your time is running out", "high"]);
  assert.equal(told.body, "Échec aux Chevaliers against Ada, 1 hour");
  await pass(2000);
  assert.equal(browser.received.length, 2);
  await other.close();
});
