// A private PostgreSQL cluster for a test: it lives in a folder of its own, listens on this machine alone and goes with
// the test. tests/cluster.mjs is for tests in Node.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import { once } from "node:events";
import { join } from "node:path";

const bin = (name) => {
  const root = "/usr/lib/postgresql";
  const version = readdirSync(root).sort((a, b) => b - a)[0];
  return join(root, version, "bin", name);
};

/** PostgreSQL does not run as root; where the test does, it runs as its own user. */
const asServer = (program, ...words) => {
  const root = process.getuid() === 0;
  const [command, ...rest] = root ? ["runuser", "-u", "postgres", "--", program, ...words] : [program, ...words];
  return execFileSync(command, rest, { cwd: "/", stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
};

async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export async function openCluster({ settings = {} } = {}) {
  const folder = mkdtempSync("/tmp/bivouac-cluster-");
  chmodSync(folder, 0o777);
  const data = join(folder, "data");
  const port = await freePort();
  asServer(bin("initdb"), "-D", data, "-U", "bivouac", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
  const all = { listen_addresses: "127.0.0.1", port, unix_socket_directories: folder, fsync: "off", ...settings };
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  const control = (...words) => asServer(bin("pg_ctl"), "-D", data, "-w", "-l", join(folder, "log"), "-o", options, ...words);
  control("start");
  const url = `postgresql://bivouac@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    sql: (text) => asServer(bin("psql"), "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", text, url).trim(),
    start: () => control("start"),
    stop: (how = "immediate") => control("-m", how, "stop"),
    close() {
      try {
        control("-m", "immediate", "stop");
      } catch {
        // stopped already
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
