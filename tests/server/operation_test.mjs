// How the server is kept: its configuration, its log, its figures, and how it stops and starts again.
// runs: release
// runs with --all: postgres
import { test, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { request } from "node:http";
import net from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer as open, program, enter, begin, playAny } from "./client.mjs";
import { metricsOf as metrics, valueOf } from "./metrics.mjs";

const folders = [];
const servers = [];

function folder() {
  const made = mkdtempSync(join(tmpdir(), "bivouac-kept-"));
  folders.push(made);
  return made;
}

/** Whatever a test leaves open is closed after all of them. */
async function openServer(...settings) {
  const options = settings.flatMap((setting) => (setting.startsWith("--") ? setting.split(" ") : ["--config-set", setting]));
  const server = await open(program, { data: folder(), options });
  servers.push(server);
  return server;
}

after(async () => {
  for (const server of servers) await server.close();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

const run = (...words) => spawnSync(program, ["serve", ...words], { encoding: "utf8", timeout: 20000 });

/** Waits until a condition holds: what is told of it may come a moment later. */
async function until(holds) {
  for (let i = 0; i < 200; i++) {
    const found = await holds();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`waited in vain for ${holds}`);
}

// ---- Configuration -------------------------------------------------------------------------------------------------

test("the printed configuration is good as it stands", () => {
  const data = folder();
  const printed = run("--print-config");
  assert.equal(printed.status, 0);
  writeFileSync(join(data, "bivouac.conf"), printed.stdout);
  const checked = run("--check-config", "--data", data);
  assert.deepEqual([checked.status, checked.stdout, checked.stderr], [0, "good\n", ""]);
});

test("every error is said, with its place, and the server does not open", () => {
  const data = folder();
  writeFileSync(join(data, "bivouac.conf"), "prot = 1\nname = Ici\nport = many\n");
  for (const how of [["--check-config"], []]) {
    const { status, stdout, stderr } = run(...how, "--data", data, "--config-set", "log-level=loud");
    assert.equal(status, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /bivouac\.conf:1: there is no key 'prot'; did you mean 'port'\?/);
    assert.match(stderr, /bivouac\.conf:3: port is a whole number from 0 to 65535, not 'many'/);
    assert.match(stderr, /--config-set: log-level is debug, info, warning or error, not 'loud'/);
    assert.equal(stderr.trim().split("\n").length, 3);
  }
  assert.match(run("--check-config", "--data", folder(), "--config-set", "legal-fr=/nowhere").stderr, /legal-fr: \/nowhere: /);
  assert.match(run("--config", join(data, "other.conf")).stderr, /other\.conf: No such file/);
});

test("options win over --config-set, which wins over the file; the file of --config over that of the folder", async () => {
  const data = folder();
  const other = join(data, "other.conf");
  writeFileSync(join(data, "bivouac.conf"), "name = Folder\nport = 1\nlisten = 192.0.2.1\n");
  const named = async (options) => {
    const server = await open(program, { data, options });
    const { name } = await (await fetch(`${server.url}/api/v1/server`)).json();
    await server.close();
    return name;
  };
  assert.equal(await named(["--listen", "127.0.0.1"]), "Folder");
  assert.equal(await named(["--listen", "127.0.0.1", "--config-set", "name=Word"]), "Word");
  writeFileSync(other, "name = Other\n");
  assert.equal(await named(["--config", other]), "Other");
});

// ---- The log ---------------------------------------------------------------------------------------------------------

const secretive = /bivouac=|cookie|ticket|key=|password|hunter2|Pst/i;

test("the log is quiet unless asked, and holds no secret when it is", async () => {
  for (const format of ["text", "json"]) {
    const server = await openServer("log-level=debug", `log-format=${format}`);
    const ada = await enter(server.url, "Ada");
    const bob = await enter(server.url, "Bob");
    const table = await begin(ada, { game: "chars" }, { V: ada, G: bob });
    await ada.will({ do: "say", table, text: "Pst!" });
    await ada.http("GET", `/api/v1/tables/${table}?key=hunter2`);
    await ada.http("GET", "/nowhere?password=hunter2");
    await ada.ask({ do: "dance", text: "hunter2\n" });
    ada.leave();
    bob.leave();
    await until(() => server.errors().split("\n").filter((line) => line.includes("websocket-closed")).length >= 2);
    const { code, errors } = await server.close();
    assert.equal(code, 0);
    const lines = errors.trim().split("\n");
    assert.doesNotMatch(errors, secretive);
    const events = lines.map((line) => {
      if (format === "json") return JSON.parse(line);
      assert.match(line, /^time=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=[a-z]+ event=[a-z-]+( [a-z-]+=("([^"\\]|\\.)*"|[\w.:/*+@-]+))*$/);
      return Object.fromEntries([...line.matchAll(/([a-z-]+)=("(?:[^"\\]|\\.)*"|\S+)/g)].map(([, name, value]) => [name, value]));
    });
    assert.equal(events[0].event, "started");
    assert.equal(events.at(-1).event, "stopped");
    const routes = events.filter(({ event }) => event === "request").map(({ method, route, status }) => `${method} ${route} ${status}`);
    assert.ok(routes.includes("GET /api/v1/tables/* 200"), `${routes}`);
    assert.ok(routes.includes("POST /api/v1/guest 201"), `${routes}`);
    assert.ok(events.some(({ event, code }) => event === "refused" && code === "unknown-request"));
    assert.ok(events.every(({ event, address }) => event !== "request" || address === "127.0.0.1"));
  }
});

test("at its usual level the log says when the server opens and closes, and little else", async () => {
  const server = await openServer("log-level=info");
  const ada = await enter(server.url, "Ada");
  const table = await begin(ada, { game: "chars" }, { V: ada, G: ada });
  for (let i = 0; i < 20; i++) await ada.will({ do: "say", table, text: "x" });
  await until(() => server.errors().includes("tables-checked"));
  server.child.kill("SIGHUP");
  await until(() => server.errors().includes("configuration-is-read-at-start"));
  ada.leave();
  const { errors } = await server.close();
  const events = errors.trim().split("\n").map((line) => line.match(/event=(\S+)/)[1]);
  assert.deepEqual(events.filter((event) => event !== "slow-iteration"), ["started", "tables-checked", "configuration-is-read-at-start", "stopped"]);
});

// ---- Figures ---------------------------------------------------------------------------------------------------------

test("figures are counted", async () => {
  const server = await openServer("metrics=127.0.0.1:0");
  const before = await metrics(server);
  assert.equal(valueOf(before, "bivouac_websockets"), 0);
  const ada = await enter(server.url, "Ada");
  const table = await begin(ada, { game: "chars" }, { V: ada, G: ada });
  await ada.ask({ do: "dance" });
  await ada.will({ do: "resign", table, seat: "V" });
  const now = await metrics(server);
  const gained = (name, labels) => valueOf(now, name, labels) - valueOf(before, name, labels);
  assert.equal(gained("bivouac_websockets"), 1);
  assert.ok(valueOf(now, "bivouac_connections") >= 2);
  assert.equal(gained("bivouac_tables_opened_total", { game: "chars" }), 1);
  assert.equal(gained("bivouac_tables_finished_total", { game: "chars" }), 1);
  assert.equal(gained("bivouac_tables_opened_total", { game: "paris" }), 0);
  assert.equal(gained("bivouac_refusals_total", { code: "unknown-request" }), 1);
  assert.equal(gained("bivouac_messages_received_total"), 7);
  assert.ok(gained("bivouac_messages_sent_total") >= 7);
  assert.ok(gained("bivouac_events_total") >= 4);
  assert.ok(gained("bivouac_store_changes_total") >= gained("bivouac_events_total"));
  assert.ok(gained("bivouac_store_commit_seconds_count") >= 5);
  assert.equal(gained("bivouac_http_responses_total", { status: "2xx" }), 2, "the guest, and the page before this");
  assert.ok(valueOf(now, "bivouac_event_loop_iteration_seconds_count") > 0);
  assert.equal(valueOf(now, "bivouac_store_failing"), 0);
  assert.ok(valueOf(now, "process_resident_memory_bytes") > 1_000_000);
  assert.ok(Math.abs(valueOf(now, "process_start_time_seconds") - Date.now() / 1000) < 60);
  ada.leave();
  await until(async () => valueOf(await metrics(server), "bivouac_websockets") === 0);
});

test("what the doors refuse by themselves is counted too", async () => {
  const server = await openServer("metrics=127.0.0.1:0");
  const answer = await new Promise((resolve, reject) => {
    const socket = net.connect(server.port, "127.0.0.1", () => socket.write("NOT A REQUEST\r\n\r\n"));
    socket.once("data", (bytes) => (socket.destroy(), resolve(String(bytes)))).on("error", reject);
  });
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.equal(valueOf(await metrics(server), "bivouac_http_responses_total", { status: "4xx" }), 1);
});

/** The status of a request, its path sent as it is written. */
const statusOf = (port, path) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nAccept: text/html\r\n\r\n`));
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes;
      if (!text.includes("\r\n\r\n")) return;
      socket.destroy();
      resolve({ status: Number(text.match(/^HTTP\/1\.1 (\d+)/)[1]), text });
    });
    socket.on("error", reject);
  });

const spellings = ["/metrics", "/metrics/", "//metrics", "/metrics?x", "/%6detrics", "/metrics%2f", "/./metrics", "/METRICS", "/api/v1/metrics"];

test("figures are told to nobody who comes in by the door of the people", async () => {
  for (const settings of [[], ["metrics=127.0.0.1:0"], ["metrics=127.0.0.1:0", "base-url=https://example.org/bivouac"]]) {
    const server = await openServer(...settings);
    for (const path of spellings.flatMap((path) => [path, `/bivouac${path}`])) {
      const { status, text } = await statusOf(server.port, path);
      assert.equal(status, 404, path);
      assert.doesNotMatch(text, /bivouac_(events|tables)/, path);
    }
  }
});

test("on an address of their own there are figures and nothing else", async () => {
  const server = await openServer("metrics=127.0.0.1:0");
  const port = Number(new URL(server.metrics).port);
  assert.notEqual(port, server.port);
  assert.equal((await statusOf(port, "/metrics")).status, 200);
  for (const path of ["/", "/healthz", "/api/v1/server", "/api/v1/tables", "/metrics/", "/t/x"]) assert.equal((await statusOf(port, path)).status, 404, path);
  const socket = { upgrade: "websocket", connection: "Upgrade", "sec-websocket-version": "13", "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==" };
  const answer = await new Promise((resolve, reject) => {
    const asked = request(`http://127.0.0.1:${port}/api/v1/socket`, { headers: socket }, (got) => (got.resume(), resolve(got.statusCode)));
    asked.on("upgrade", () => resolve(101)).on("error", reject).end();
  });
  assert.equal(answer, 404);
});

test("where figures are told must be a place of their own", async () => {
  for (const wrong of ["on", "9464", "localhost:9464", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "::1:9464", "[127.0.0.1]:1"]) {
    const { status, stderr } = run("--check-config", "--data", folder(), "--config-set", `metrics=${wrong}`);
    assert.notEqual(status, 0, wrong);
    assert.match(stderr, /metrics is off, or an address and a port/, wrong);
  }
  const server = await openServer();
  const taken = run("--port", "0", "--data", folder(), "--config-set", `metrics=127.0.0.1:${server.port}`);
  assert.notEqual(taken.status, 0);
  assert.match(taken.stderr, /port \d+ is taken; choose another with metrics/);
});

test("the computer's thinking is counted", async () => {
  const server = await openServer("metrics=127.0.0.1:0");
  const ada = await enter(server.url, "Ada");
  await ada.will({ do: "open", game: "chars", occupants: { V: "computer:1", G: "computer:1" }, start: true });
  await until(async () => valueOf(await metrics(server), "bivouac_computer_thinking_seconds_count") > 3);
  ada.leave();
});

// ---- The pages of the host -----------------------------------------------------------------------------------------

test("the host's own pages stand in place of ours; one language serves both", async () => {
  const texts = folder();
  const file = (name, text) => {
    writeFileSync(join(texts, name), text);
    return join(texts, name);
  };
  const server = await openServer(
    "name=L'auberge", "registration=closed", `privacy-fr=${file("p", "# Vie privée\n\nRien.")}`,
    `legal-fr=${file("fr", "Le « club »\\")}`, `legal-en=${file("en", "The \"club\"\t1\r\n")}`,
  );
  const get = async (path) => (await fetch(server.url + path)).json();
  const facts = await get("/api/v1/server");
  assert.deepEqual([facts.name, facts.registration, facts.announcement, facts.pages], ["L'auberge", "closed", null, ["privacy", "legal"]]);
  assert.deepEqual((await get("/api/v1/server/pages/privacy")).text, { fr: "# Vie privée\n\nRien.", en: "# Vie privée\n\nRien." });
  assert.deepEqual((await get("/api/v1/server/pages/legal")).text, { fr: "Le « club »\\", en: 'The "club"\t1\r\n' });
  const bad = run("--port", "0", "--data", folder(), "--config-set", `legal-fr=${file("latin1", Buffer.from([0xe9]))}`);
  assert.equal(bad.status, 1);
  assert.match(bad.stderr, /latin1: is not a text in UTF-8/);
});

// ---- Stopping and starting again -------------------------------------------------------------------------------------

test("a stop under play: all are told 1001, and whatever was acknowledged is there again", async () => {
  const data = folder();
  const server = await open(program, { data });
  const people = [];
  for (let i = 0; i < 4; i++) people.push(await enter(server.url, `P${i}`));
  const tables = [];
  for (let i = 0; i < 4; i += 2)
    tables.push(await begin(people[i], { game: "chars" }, { V: people[i], G: people[i + 1] }));
  /* Everybody talks as fast as they can until the line is cut. */
  const said = people.map(() => 0);
  const talking = people.map(async (person, i) => {
    try {
      for (;;) {
        await person.will({ do: "say", table: tables[i >> 1], text: `${i}:${said[i]}` });
        said[i]++;
      }
    } catch {
      return; // the server has closed
    }
  });
  await until(() => said.every((count) => count >= 20));
  const end = await server.close();
  await Promise.all(talking);
  assert.deepEqual([end.code, end.by, end.errors], [0, null, ""]);
  assert.deepEqual(people.map(({ closed }) => closed), [1001, 1001, 1001, 1001]);
  const again = await open(program, { data });
  for (const [i, person] of people.entries()) {
    person.url = again.url;
    const messages = await person.history(tables[i >> 1]);
    const texts = messages.filter(({ type }) => type === "say").map(({ text }) => text);
    for (let n = 0; n < said[i]; n++) assert.ok(texts.includes(`${i}:${n}`), `${i}:${n} of ${said[i]} is lost`);
  }
  await again.close();
});

test("a game goes on where it stood after a stop in the middle of a turn", async () => {
  const data = folder();
  const server = await open(program, { data });
  const ada = await enter(server.url, "Ada");
  const table = await begin(ada, { game: "chars" }, { V: ada, G: ada });
  await playAny(ada, table, "V").catch(() => playAny(ada, table, "G"));
  const before = (await ada.http("GET", `/api/v1/tables/${table}`)).body.position;
  ada.leave();
  await server.close();
  const again = await open(program, { data });
  ada.url = again.url;
  assert.equal((await ada.http("GET", `/api/v1/tables/${table}`)).body.position, before);
  await again.close();
});
