/** A server behind TLS and below a path, as hosts set it up: the terminal sits down there, and trusts nobody it should not. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { certify } from "../server/certificate.mjs";
import { openSite } from "../server/proxy.mjs";
import { Server } from "./server.mjs";
import { Terminal, program } from "./terminal.mjs";

async function openSecretly(t, ...names) {
  const folder = mkdtempSync(join(tmpdir(), "bivouac-tls-"));
  const { key, cert } = certify(folder, ...names);
  const server = await new Server().open();
  const site = await openSite("/bivouac", { strip: true, tls: { key: readFileSync(key), cert: readFileSync(cert) } });
  site.lead(server.port);
  t.after(async () => {
    site.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { server, site, cert, table: await server.table("chevaliers") };
}

async function sit(t, url, table, name, cert) {
  const terminal = new Terminal({ environment: cert ? { SSL_CERT_FILE: cert } : {} });
  t.after(() => terminal.close());
  return terminal.run("play", "--server", url, table, "--name", name, "--lang", "en");
}

test("two terminals play through TLS, below a path, and come back when the server does", { timeout: 120_000 }, async (t) => {
  const { server, site, cert, table } = await openSecretly(t, "localhost", "127.0.0.1");
  const ada = await sit(t, site.url, table, "Ada", cert); // by its address,
  await ada.until(/S Ada +O …/);
  const bob = await sit(t, site.url.replace("127.0.0.1", "localhost") + "/", table, "Bob", cert); // and by its name
  await bob.until("All players are there: F5 to start");
  await bob.keys("F5");
  await ada.until("Your move: Silver");
  await ada.type("d2~f2");
  await bob.until(/S d2~f2[^]*Your move: Gold/);
  const { port } = server;
  await server.kill();
  await bob.until("connection is lost");
  await server.open(port);
  await bob.until(/The connection is back[^]*Your move: Gold/);
  await bob.type("d13~f13");
  await ada.until(/O d13~f13[^]*Your move: Silver/);
});

test("a certificate of an unknown authority, or of another server, is refused before anything is sent", { timeout: 60_000 }, async (t) => {
  const { site, cert, table } = await openSecretly(t, "example.org");
  const ada = await sit(t, site.url, table, "Ada");
  await ada.until("No secure connection to this server: its certificate is not trusted.");
  const bob = await sit(t, site.url.replace("127.0.0.1", "localhost"), table, "Bob", cert);
  await bob.until(/its certificate belongs to another\s+server/);
  const cem = await sit(t, site.url, table, "Cem", cert);
  await cem.until(/its certificate belongs to another\s+server/);
  assert.equal(site.asked(), 0);
});

test("a server that does not speak TLS is reported", { timeout: 60_000 }, async (t) => {
  const server = await new Server().open();
  t.after(() => server.close());
  const ada = await sit(t, server.url.replace("http:", "https:"), await server.table("chevaliers"), "Ada");
  await ada.until("No secure connection to this server: it does not speak TLS.");
});

test("a load goes through TLS as it goes without", { timeout: 60_000 }, async (t) => {
  const tables = 10;
  const { site, cert } = await openSecretly(t, "localhost", "127.0.0.1");
  const { stdout } = await promisify(execFile)(program, ["load", "--url", site.url, "--tables", String(tables), "--seconds", "2", "--json"], { env: { ...process.env, SSL_CERT_FILE: cert } });
  const told = JSON.parse(stdout.trim().split("\n").at(-1));
  t.diagnostic(`${told.moves} moves`);
  assert.ok(told.moves > 100);
  assert.equal(told.done.count, told.moves);
  // When counting begins and ends, one move of each table may be under way, told to the players but not yet answered or the reverse.
  assert.ok(Math.abs(told.told.count - told.moves) <= tables, `${told.told.count} told, ${told.moves} moves`);
});
