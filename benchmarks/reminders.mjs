// What reminders cost: the memory of 10,000 devices, and the time of other people's moves while reminders are written and
// sent. Two servers, one without and one with reminders, are under the same load at the same time, several times.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { begin, enter, Guest, openServer, playAny, program } from "../tests/server/client.mjs";
import { openPushService, remind } from "../tests/server/push_service.mjs";

const DEVICES = 10_000;
const MEMORY_MOST = 20; // MB, for all of them
const PAIRS = 50;
const ROUNDS = 3;
const load = ["load", "--tables", "100", "--rate", "400", "--seconds", "6", "--json", "--url"];
const unlimited = ["requests-per-second", "changes-per-hour", "guests-per-hour", "tables-per-hour", "cpu-ms-per-second"].flatMap((key) => ["--config-set", `${key}=0`]);

const service = await openPushService();
const receiver = service.browser();
const rss = (server) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))[1]) / 1024;

async function fill(server) {
  for (let done = 0; done < DEVICES; done += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const guest = await Guest.arrive(server.url, `Guest ${done + i}`);
        await remind(guest, { subscription: { ...receiver.subscription, endpoint: `${receiver.subscription.endpoint}?${done + i}` } });
      }),
    );
}

/** Pairs by correspondence: the second is never at the table, and is reminded of each turn. */
async function correspond(server, reminded) {
  const stop = { now: false };
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async () => {
      const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
      if (reminded) await remind(bob, service.browser());
      const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: bob });
      await bob.will({ do: "leave", table });
      return { ada, bob, table };
    }),
  );
  const playing = pairs.map(async ({ ada, bob, table }) => {
    while (!stop.now) {
      await playAny(ada, table, "S");
      await new Promise((resolve) => setTimeout(resolve, 4000));
      await playAny(bob, table, "O");
    }
    for (const guest of [ada, bob]) guest.leave();
  });
  return async () => {
    stop.now = true;
    await Promise.allSettled(playing);
  };
}

async function open(options) {
  return openServer(program, { inFolder: true, options: [...unlimited, ...options] });
}

const off = await open([]);
const on = await open(["--config-set", "push=on", "--config-set", "push-loopback=on"]);
const empty = rss(on);
await fill(on);
const full = rss(on);
console.log(`${DEVICES} devices: resident memory ${empty.toFixed(1)} MB before, ${full.toFixed(1)} MB after: ${(full - empty).toFixed(1)} MB`);
if (full - empty >= MEMORY_MOST) process.exitCode = 1;
const ends = [await correspond(off, false), await correspond(on, true)];
for (let round = 1; round <= ROUNDS; round++) {
  const moves = async (server) => JSON.parse((await promisify(execFile)(program, [...load, server.url])).stdout).done;
  const [without, reminded] = await Promise.all([moves(off), moves(on)]);
  const say = (one) => `p50 ${one.p50} ms, p99 ${one.p99} ms of ${one.count} moves`;
  console.log(`round ${round}: off ${say(without)}; on ${say(reminded)}`);
}
await Promise.all(ends.map((end) => end()));
console.log(`messages that the push service received: ${service.count()}`);
for (const server of [off, on]) await server.close();
service.close();
