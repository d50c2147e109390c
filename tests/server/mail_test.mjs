// Reminders by e-mail: an address is confirmed first, a player who is away is told, and every message has a way to end them.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { setTimeout as pass } from "node:timers/promises";
import { begin, enter, openServer, playAny, program } from "./client.mjs";
import { granted, member, refusal } from "./members.mjs";
import { openMailServer } from "./mail_server.mjs";

const settings = (...pairs) => pairs.flatMap((pair) => ["--config-set", pair]);
const site = "https://bivouac.example.org/games";
const wishes = { kinds: ["turn"], offset: 0, language: "en" };
let server, mails;

before(async () => {
  mails = await openMailServer();
  server = await openServer(program, { inFolder: true, options: settings(`smtp=${mails.address}`, "smtp-from=bivouac@example.org", `base-url=${site}`) });
  server.base = `${server.url}/games`;
});

after(async () => {
  const { errors } = await server.close();
  assert.equal(errors.replace(/^.*\bevent=reminder-given-up\b.*\n/gm, ""), "");
  mails.close();
});

const mailOf = async (guest) => (await granted(guest, "GET", "/reminders")).mail;
const tokenIn = ({ text }, name) => text.match(new RegExp(`${site}/mine\\?${name}=(\\S+)`))[1];

/** A member with an address that is confirmed. */
async function reminded(name, address, more = {}) {
  const guest = await member(server.base, name);
  await granted(guest, "PUT", "/reminders/mail", { address, ...wishes, ...more });
  const first = await mails.receives(mails.received.length + 1, "the message to confirm the address");
  await granted(guest, "POST", "/mail-confirm", { token: tokenIn(first, "confirm-mail") });
  return { guest, first };
}

async function turnOf(guest) {
  const ada = await enter(server.base, "Ada");
  const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: guest });
  await guest.will({ do: "leave", table });
  await playAny(ada, table, "S");
  ada.leave();
  return table;
}

test("nothing goes to an address before it is confirmed; then a turn does", async () => {
  const bob = await member(server.base, "Bob");
  assert.deepEqual(await mailOf(bob), { address: null, confirmed: false, kinds: [], quiet: null });
  assert.deepEqual(await granted(bob, "PUT", "/reminders/mail", { address: "bob@example.org", ...wishes }), { confirmed: false });
  const first = await mails.receives(1);
  assert.deepEqual(first.envelope, { from: "bivouac@example.org", to: "bob@example.org" });
  assert.equal(first.from, "Bivouac <bivouac@example.org>");
  assert.equal(first.subject, "Confirm your address");
  await turnOf(bob);
  await pass(4500);
  assert.equal(mails.received.length, 1);
  assert.equal(await refusal(bob, "POST", "/mail-confirm", { token: tokenIn(first, "mail-off") }), "bad-ticket");
  await granted(bob, "POST", "/mail-confirm", { token: tokenIn(first, "confirm-mail") });
  assert.equal((await mailOf(bob)).confirmed, true);
  const table = await turnOf(bob);
  const told = await mails.receives(2);
  assert.equal(told.subject, "Your turn: Échec aux Chevaliers against Ada");
  assert.match(told.text, new RegExp(`^Échec aux Chevaliers against Ada\r\n\r\n${site}/t/${table}\r\n`));
  assert.equal(told["auto-submitted"], "auto-generated");
  assert.match(told["message-id"], /^<turn\..*@example\.org>$/);
  await pass(4500);
  assert.equal(mails.received.length, 2, "one message for a turn");
  bob.leave();
});

test("in French, with one click to end them for whoever has the link", async () => {
  const { guest, first } = await reminded("Zoé", "zoe@example.org", { language: "fr" });
  assert.equal(first.subject, "Confirmez votre adresse");
  const before = mails.received.length;
  await turnOf(guest);
  const told = await mails.receives(before + 1);
  assert.equal(told.subject, "À vous de jouer : Échec aux Chevaliers contre Ada");
  assert.equal(told["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
  const [, link] = told["list-unsubscribe"].match(/^<(https:.*)>$/);
  assert.ok(link.startsWith(`${site}/api/v1/mail-off/`));
  // As a mail program does it: a form, no cookie.
  const click = () => fetch(link.replace(site, server.base), { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  assert.equal((await fetch(`${server.base}/api/v1/mail-off/${guest.person}.${"0".repeat(32)}`, { method: "POST" })).status, 200);
  assert.equal((await mailOf(guest)).address, "zoe@example.org", "a link that the server did not make ends nothing");
  assert.equal((await click()).status, 200);
  assert.equal((await mailOf(guest)).address, null);
  assert.equal((await click()).status, 200);
  await turnOf(guest);
  await pass(4500);
  assert.equal(mails.received.length, before + 1);
  guest.leave();
});

test("a mail server that fails is asked again; one that refuses is not", async () => {
  const { guest } = await reminded("Carl", "carl@example.org");
  const before = mails.received.length;
  mails.answers.push("451 later");
  await turnOf(guest);
  await mails.receives(before + 1);
  const asked = mails.asked;
  mails.answers.push("550 no such mailbox");
  await turnOf(guest);
  await pass(7000);
  assert.equal(mails.asked, asked + 1);
  assert.equal((await mailOf(guest)).address, "carl@example.org");
  guest.leave();
});

test("what is refused: no account, no address, a second message at once, an address with a line of its own", async () => {
  const guest = await enter(server.base, "Guest");
  assert.equal(await refusal(guest, "PUT", "/reminders/mail", { address: "a@example.org", ...wishes }), "needs-account");
  guest.leave();
  const dora = await member(server.base, "Dora");
  const ask = (address) => refusal(dora, "PUT", "/reminders/mail", { address, ...wishes });
  for (const address of ["", "dora", "@example.org", "dora@", "a@b@c", "a b@example.org", "a@example.org\r\nBcc: x@example.org", "<a@example.org>", "a@[127.0.0.1]", `${"a".repeat(250)}@example.org`])
    assert.equal(await ask(address), "bad-address", address);
  const before = mails.received.length;
  await granted(dora, "PUT", "/reminders/mail", { address: "dora@example.org", ...wishes });
  assert.equal(await ask("other@example.org"), "too-many");
  await granted(dora, "DELETE", "/reminders/mail");
  assert.equal(await ask("other@example.org"), "too-many");
  await pass(4500);
  assert.equal(mails.received.length, before, "it was taken back before it was sent");
  dora.leave();
});

test("an address is exported with the account", async () => {
  const { guest } = await reminded("Emil", "emil@example.org");
  const exported = JSON.stringify((await granted(guest, "GET", "/account/export")).documents);
  assert.match(exported, /emil@example\.org/);
  guest.leave();
});
