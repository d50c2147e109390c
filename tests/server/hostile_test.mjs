// Hostile names, words and numbers: what cannot be seen is refused, everything else comes back as it was said and as nothing
// but text; nothing secret and nothing raw is ever in the log.
// runs: release
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, Guest, program, enter, begin, playAny } from "./client.mjs";
import { shout } from "./attacker.mjs";

let server, folder, log;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bivouac-hostile-"));
  server = await openServer(program, { data: folder, options: ["--config-set", "log-level=debug"] });
});

after(async () => {
  const end = await server.close();
  rmSync(folder, { recursive: true, force: true });
  assert.equal(end.code, 0);
});

/** Ugly, but it can be seen: it must come back unchanged. */
const ugly = [
  "<script>alert(1)</script>",
  "</title><img src=x onerror=boo()>",
  "\"};alert(1);//",
  "'; DROP TABLE people; --",
  "=cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd",
  "${7*7}{{7*7}}%s%n%x",
  "../../../etc/passwd",
  "Ada\\\"\\u0022\\n",
  "💣☠️ Ada",
  "عدا",
  "Z͑ͫ̓ͪ̂ͫa̴͜l̸g",
  "-",
  "null",
];

/** What cannot be seen, or would turn what stands around it. */
const unseen = [
  "",
  "   ",
  "\u00a0\u2003\u3000",
  "Ada\n> V resigned",
  "Ada\r\nSet-Cookie: a=b",
  "Ada\tAda",
  "Ada\u0007",
  "\u001b[31mAda\u001b[0m",
  "\u009b31mAda",
  "Ada\u202egnp.exe",
  "\u2066Ada\u2069",
  "A\u200bda",
  "A\u200dda",
  "\ufeffAda",
  "A\u00adda",
  "\u3164",
  "\u2800",
  "Ada\u2028",
  "A\u{e0041}da",
  "\u{f0000}",
  "Ada\uffff",
  "x".repeat(41),
  "é".repeat(21),
];

test("names that cannot be seen are refused; all others are only text", async () => {
  for (const name of unseen) {
    const answer = await new Guest(server.url, "?").http("POST", "/api/v1/guest", { name });
    assert.deepEqual([answer.status, answer.body.code], [400, "bad-name"], JSON.stringify(name));
  }
  for (const name of [7, null, true, ["Ada"], { toString: "Ada" }]) {
    const answer = await new Guest(server.url, "?").http("POST", "/api/v1/guest", { name });
    assert.equal(answer.body.code, "bad-name", JSON.stringify(name));
  }
  for (const name of ugly) {
    const guest = await Guest.arrive(server.url, name);
    const answer = await guest.http("GET", "/api/v1/me");
    assert.equal(answer.body.person.name, name);
    assert.equal(answer.headers.get("content-type"), "application/json");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  }
});

test("a zero byte is in no text, and what is not UTF-8 is no text", async () => {
  const name = async (bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"Ada'), Buffer.from(bytes), Buffer.from('"}')]);
    const head = `POST /api/v1/guest HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    const answer = await shout(server, Buffer.concat([Buffer.from(head), body]), "127.0.0.1");
    return [Number(answer.slice(9, 12)), answer.split("\r\n\r\n")[1]];
  };
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x1b]]) {
    const [status, text] = await name(bytes);
    assert.equal(status, 400, Buffer.from(bytes).toString("hex"));
    JSON.parse(text);
  }
  const [status, text] = await name(Buffer.from("\\u0000<b>"));
  assert.deepEqual([status, JSON.parse(text).code], [400, "bad-body"]);
  const [lone] = await name(Buffer.from("\\ud800"));
  assert.equal(lone, 400);
});

test("what is echoed in a refusal is valid JSON in valid UTF-8", async () => {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const guest = await Guest.arrive(server.url, "Ada");
  const bad = Buffer.from([0x22, 0x1b, 0xff, 0xfe, 0xc3, 0x28, 0x3c, 0x62, 0x3e]).toString("latin1").slice(1);
  for (const fields of [`"game":"${bad}"`, `"game":"chars","position":"${bad}"`, `"game":"chars","board":"${bad}"`, `"game":"chars","options":{"${bad}":"${bad}"}`, `"game":"chars","occupants":{"${bad}":"me"}`]) {
    const body = Buffer.from(`{${fields}}`, "latin1");
    const answer = await fetch(`${server.url}/api/v1/tables`, { method: "POST", headers: { cookie: guest.cookie }, body });
    const text = strict.decode(await answer.arrayBuffer());
    assert.equal(answer.status, 400, text);
    assert.doesNotMatch(text, /[\u0000-\u0008\u001b\u009b]/);
    JSON.parse(text);
  }
  const long = "é".repeat(1000) + "<b>";
  for (const fields of [{ game: long }, { game: `x${long}` }, { game: "chars", position: long }, { game: "chars", board: long }, { game: "chars", options: { [long]: long } }, { game: "chars", occupants: { [long]: "me" } }, { game: "chars", seats: long, time: long }]) {
    const answer = await fetch(`${server.url}/api/v1/tables`, { method: "POST", headers: { cookie: guest.cookie }, body: JSON.stringify(fields) });
    JSON.parse(strict.decode(await answer.arrayBuffer()));
    assert.equal(answer.status, 400);
  }
  for (const query of ["game=%ff%fe", "player=%1b%5b31m", "from=%00", "result=%c3%28", "game=%3Cscript%3E"]) {
    const answer = await fetch(`${server.url}/api/v1/records?${query}`);
    JSON.parse(strict.decode(await answer.arrayBuffer()));
  }
});

test("a table of hostile people is told, listed, kept and read again as they are called", async () => {
  const names = [ugly[0], ugly[2]];
  const [ada, bob] = [await enter(server.url, names[0]), await enter(server.url, names[1])];
  const table = await begin(ada, { game: "chevaliers", public: true }, { S: ada, O: bob }, []);
  const said = [];
  for (const text of ugly.slice(0, 8)) {
    const heard = bob.hear((message) => message.type === "say");
    await ada.will({ do: "say", table, text });
    said.push((await heard).text);
  }
  assert.deepEqual(said, ugly.slice(0, 8));
  for (const text of ["\u001b]0;owned\u0007", "\u202e", "a\nb", "", "x".repeat(501)])
    assert.equal((await ada.ask({ do: "say", table, text })).type, "refused", JSON.stringify(text));
  const line = (await ada.http("GET", "/api/v1/tables")).body.tables.find((one) => one.table === table);
  assert.match(JSON.stringify(line), /<script>/);
  await playAny(ada, table, "S").catch(() => playAny(bob, table, "O"));
  await ada.will({ do: "resign", table, seat: "S" });
  const record = await ada.http("GET", `/api/v1/records/${table}.record`);
  assert.match(record.headers.get("content-type"), /^text\/plain/);
  assert.ok(record.text.includes(`player S ${names[0]}\n`), record.text);
  const file = join(folder, "game.record");
  writeFileSync(file, record.text);
  const replayed = spawnSync(program, ["replay", "--check", file], { encoding: "utf8" });
  assert.equal(replayed.status, 0, replayed.stderr);
  assert.match((await ada.http("GET", `/api/v1/records?player=${encodeURIComponent(names[0])}`)).text, new RegExp(table));
  for (const one of [ada, bob]) one.leave();
});

test("records from elsewhere cannot write to a terminal", () => {
  const game = spawnSync(program, ["transcript", "chevaliers", "--seed", "1"], { encoding: "utf8" }).stdout;
  const header = game.split("\n")[0];
  for (const line of ["player S \u001b[2J", `title \u001b]0;x\u0007`, "> \u001b[31m", "\u001b[2J"]) {
    const file = join(folder, "bad.record");
    writeFileSync(file, `bivouac record 1\n${header}\n${line}\n`);
    for (const words of [["replay", "--check", file], ["verify", file]]) {
      const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
      assert.notEqual(status, 0);
      assert.doesNotMatch(stdout + stderr, /[\u001b\u0007\u009b]/, JSON.stringify(line));
    }
  }
});

test("JSON is read whole: nothing behind it, and no text that a zero byte would cut", async () => {
  const send = (path, body) => fetch(server.url + path, { method: "POST", body });
  const bad = [
    '{"name":"Ada\\u0000Lovelace"}', '{"name":"Ada\\\\\\u0000"}', '{"na\\u0000me":"x","name":"Ada"}', '{"name":"Ada\u0000"}', '{"name":"Ada"}\u0000',
    '{"name":"Ada"}x', '{"name":"Ada"} {"name":"Bob"}', '{"name":"Ada"}}', '{"name":"Ada"},', '{"name":"Ada"}]', "x{}",
  ];
  for (const body of bad) {
    const answer = await send("/api/v1/guest", body);
    assert.deepEqual([answer.status, (await answer.json()).code], [400, "bad-body"], body);
  }
  for (const body of ['{"name":"Ada"}', ' {"name":"Ada"} \r\n\t', '{"name":"a\\\\u0000b"}', '{"name":"\\u0041da"}'])
    assert.equal((await send("/api/v1/guest", body)).status, 201, body);

  const ada = await enter(server.url, "Ada");
  const say = async (text) => {
    const heard = ada.hear((message) => message.type === "refused" || message.type === "done");
    ada.sendFrame(1, Buffer.from(text));
    return heard;
  };
  for (const text of ['{"do":"lobby-leave","id":7}x', '{"do":"lobby-leave","id":7}{}', '{"do":"lobby-leave\\u0000","id":7}', '{"do":"lobby-leave","id":7,"x":"\u0000"}'])
    assert.deepEqual([(await say(text)).code, text], ["bad-message", text]);
  assert.equal((await say(' {"do":"lobby-leave","id":7}\n')).type, "done");
  ada.leave();
});

test("the log holds no secret and nothing raw, whatever is asked", async () => {
  const secret = "Zx9SecretKeyZx9";
  const ada = await enter(server.url, "Ada \u2603");
  const { ticket } = (await ada.http("POST", "/api/v1/me/ticket", {})).body;
  await ada.http("POST", "/api/v1/resume", { ticket });
  await ada.http("POST", "/api/v1/resume", { ticket: `${secret}.1.${secret}` });
  await ada.http("POST", "/api/v1/login", { name: "Ada", password: secret });
  await ada.http("GET", `/t/table?key=${secret}`);
  await ada.http("GET", `/api/v1/records/${secret}?key=${secret}`);
  await ada.http("GET", `/nothing/%1b%5b31m${secret}?${secret}`);
  await ada.will({ do: "open", game: "chars", occupants: { G: "invite" } });
  await ada.ask({ do: "sit", table: secret, key: secret, text: secret });
  await fetch(`${server.url}/api/v1/me`, { headers: { cookie: `bivouac=${secret}.${secret}`, authorization: `Bearer ${secret}`, referer: `http://x/?${secret}`, "user-agent": `${secret}` } });
  const opened = await ada.will({ do: "open", game: "chars", occupants: { V: "me", G: "invite" } });
  await shout(server, `GET /${secret}\u0007 HTTP/1.1\r\nHost: here\r\n\r\n`, "127.0.0.1");
  log = server.errors();
  assert.match(log, /./, "at level debug something is logged");
  const cookie = ada.cookie.replace("bivouac=", "");
  for (const word of [secret, ticket, cookie, cookie.split(".")[1], opened.keys.G]) assert.ok(!log.includes(word), `${word} is in the log`);
  assert.doesNotMatch(log, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  ada.leave();
});
