// The examples of docs/hosting.md as they stand there: nginx, haproxy and Caddy in front of a server, each with its own TLS where it
// brings one without a network; and the unit for systemd. Only ports, certificates and the path of the program are put in.
// runs with --all: release
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import tls from "node:tls";
import { fileURLToPath } from "node:url";
import { certify } from "../server/certificate.mjs";
import { openServer } from "../launch.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const program = resolve(process.env.BIVOUAC ?? join(root, "build/bivouac"));
const text = readFileSync(join(root, "docs/hosting.md"), "utf8");

/** The block of the document after a line that is this title. */
function example(title) {
  const found = new RegExp(`^${title}\\n+(?:[^\`#]+\\n)?\`\`\`\\w*\\n(.*?)^\`\`\``, "ms").exec(text);
  assert.ok(found, `docs/hosting.md has no example after ${title}`);
  return found[1];
}

/** Replaces what must be there exactly as often. */
function put(block, changes) {
  return changes.reduce((made, [what, by]) => {
    assert.ok(made.includes(what), `the example does not say ${what}`);
    return made.replaceAll(what, by);
  }, block);
}

/** The visitor comes from another address than the proxy, or the server would take both for the proxy. */
const VISITOR = "127.0.0.2";
let folder, server, logged;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bivouac-proxies-"));
  const { key, cert } = certify(folder, "example.org");
  writeFileSync(join(folder, "pem"), readFileSync(cert) + readFileSync(key));
  server = await openServer(program, { options: ["--web", join(root, "web/dist"), "--config-set", "base-url=https://example.org/bivouac", "--config-set", "log-level=debug"] });
  logged = () => server.errors();
});

after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** A request of a visitor of example.org, whose connections come from VISITOR. */
function ask(site, path, { method = "GET", headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const { request } = site.secure ? https : http;
    const asked = request(
      { host: "127.0.0.1", port: site.port, localAddress: VISITOR, servername: "example.org", rejectUnauthorized: false, method, path, headers: { host: "example.org", ...headers }, agent: false },
      (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk)).on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString("latin1") }));
      },
    );
    asked.on("error", reject).end(body);
  });
}

/** A WebSocket written by hand, since the connection must be ours: what comes back to one message. */
function converse(site, cookie) {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port: site.port, localAddress: VISITOR, servername: "example.org", rejectUnauthorized: false };
    const socket = site.secure ? tls.connect(options) : net.connect(options);
    const timer = setTimeout(() => socket.destroy(new Error(`no answer through the WebSocket, but ${JSON.stringify(said)}`)), 10_000);
    let said = "";
    let greeted = false;
    socket.write(`GET /bivouac/api/v1/socket HTTP/1.1\r\nHost: example.org\r\nOrigin: https://example.org\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nCookie: ${cookie}\r\n\r\n`);
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      said += chunk;
      if (!greeted && /"hello"/.test(said)) {
        greeted = true;
        const words = Buffer.from('{"do":"lobby","id":7}');
        socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | words.length, 0, 0, 0, 0]), words])); // masked with nothing
      }
      if (/"re":7/.test(said)) {
        clearTimeout(timer);
        socket.destroy();
        resolve(said);
      }
    });
    socket.on("close", () => reject(new Error(`closed: ${said}`)));
  });
}

/** Starts a proxy and waits until it answers. */
async function front(t, site, command, words, options = {}) {
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = once(child, "exit");
  t.after(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  for (let tries = 0; ; tries++) {
    const there = await ask(site, "/bivouac/healthz").catch(() => undefined);
    if (there) return;
    assert.ok(tries < 100 && child.exitCode === null, `${command} does not answer: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What must hold behind every proxy. */
async function holds(site) {
  const page = await ask(site, "/bivouac/");
  assert.equal(page.status, 200);
  assert.match(page.text, /content="\/bivouac\/"/, "the page knows where the server stands");
  assert.equal((await ask(site, "/bivouac")).headers.location, "/bivouac/");
  const docs = await ask(site, "/bivouac/docs/hosting", { headers: { "accept-encoding": "br" } });
  assert.deepEqual([docs.status, docs.headers["content-encoding"]], [200, "br"]);
  for (const path of ["/bivouac/metrics", "/bivouac/metrics/", "/bivouac//metrics", "/bivouac/metrics?x", "/bivouac/%6detrics"])
    assert.equal((await ask(site, path)).status, 404, `${path} is not for everybody`);
  const post = (origin) => ask(site, "/bivouac/api/v1/guest", { method: "POST", headers: { origin, "content-type": "application/json" }, body: '{"name":"Ada"}' });
  assert.equal((await post("https://example.com")).status, 403, "another site's page changes nothing");
  const guest = await post("https://example.org");
  assert.equal(guest.status, 201);
  const [cookie] = guest.headers["set-cookie"];
  assert.match(cookie, /; Path=\/bivouac; .*Secure/);
  assert.match(await converse(site, cookie.split(";")[0]), /^HTTP\/1\.1 101 /);
  const lines = () => logged().split("\n").filter((one) => /event=request\b.*\/api\/v1\/games\b/.test(one));
  const before = lines().length;
  await ask(site, "/bivouac/api/v1/games", { headers: { "x-forwarded-for": "203.0.113.9" } });
  while (lines().length === before) await new Promise((resolve) => setTimeout(resolve, 20)); // the log comes by another way
  assert.match(lines().at(-1), new RegExp(`address=${VISITOR.replaceAll(".", "\\.")}\\b`), "the server sees who asks, whatever they claim");
}

test("nginx", { timeout: 60_000 }, async (t) => {
  const site = { port: await freePort(), secure: true };
  const block = put(example("nginx:"), [
    ["listen 443 ssl", `listen 127.0.0.1:${site.port} ssl`],
    ["/etc/ssl/example.org.pem", join(folder, "example.org.cert")],
    ["/etc/ssl/example.org.key", join(folder, "example.org.key")],
    ["127.0.0.1:8080", `127.0.0.1:${server.port}`],
  ]);
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((one) => `${one}_temp_path ${folder}/${one};`).join("\n");
  writeFileSync(join(folder, "nginx.conf"), `user root;\ndaemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${own}\n${block}\n}\n`.replace(process.getuid() === 0 ? "" : "user root;\n", ""));
  await front(t, site, "/usr/sbin/nginx", ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")]);
  await holds(site);
});

test("haproxy", { timeout: 60_000 }, async (t) => {
  const site = { port: await freePort(), secure: true };
  const block = put(example("haproxy:"), [
    ["bind :443", `bind 127.0.0.1:${site.port}`],
    ["/etc/haproxy/example.org.pem", join(folder, "pem")],
    ["127.0.0.1:8080", `127.0.0.1:${server.port}`],
  ]);
  writeFileSync(join(folder, "haproxy.cfg"), block);
  const checked = spawnSync("/usr/sbin/haproxy", ["-c", "-f", join(folder, "haproxy.cfg")], { encoding: "utf8" });
  assert.doesNotMatch(checked.stdout + checked.stderr, /WARNING|ALERT/);
  await front(t, site, "/usr/sbin/haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);
  await holds(site);
});

test("Caddy, without its TLS, for which it would ask the network", { timeout: 60_000 }, async (t) => {
  const site = { port: await freePort(), secure: false };
  const block = put(example("Caddy:"), [
    ["example.org {", `http://example.org:${site.port} {`],
    ["127.0.0.1:8080", `127.0.0.1:${server.port}`],
  ]);
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n}\n${block}`);
  await front(t, site, "/usr/bin/caddy", ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")], { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
  await holds(site);
});

test("the unit for systemd is one", () => {
  const unit = join(folder, "bivouac-server.service");
  const source = readFileSync(join(root, "packaging/bivouac-server.service.in"), "utf8");
  writeFileSync(unit, put(source, [["@CMAKE_INSTALL_FULL_BINDIR@/bivouac", program], ["@CMAKE_INSTALL_FULL_SYSCONFDIR@", folder]]));
  const checked = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" });
  assert.deepEqual([checked.status, checked.stderr], [0, ""]);
});
