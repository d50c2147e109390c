import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OnlineSession } from "../src/session/online";
import { openServer, type Server } from "../../tests/launch.mjs";
import { chooser, program, testEngine } from "./world";
import { until, Visitor } from "./visitor";

const engine = testEngine();
let server: Server;
const sessions: OnlineSession[] = [];

before(async () => {
  server = await openServer(program);
});
after(async () => {
  for (const session of sessions) session.close();
  await server.close();
});

async function arrive(name: string): Promise<Visitor> {
  const visitor = new Visitor(server.url, name, engine);
  await visitor.http("POST", "/guest", { name });
  return visitor;
}

async function sitAt(visitor: Visitor, table: string): Promise<OnlineSession> {
  const session = await visitor.open(table);
  sessions.push(session);
  await until("it is here", () => session.connection.value === "here");
  return session;
}

async function newTable(owner: Visitor, fields: Record<string, unknown>): Promise<string> {
  return (JSON.parse(await owner.http("POST", "/tables", { public: true, ...fields })) as { table: string }).table;
}

const choices = (session: OnlineSession) => Object.entries(session.scene.value.legal).filter(([, list]) => list.length);

/** One choice of a session that has one; whether there was any. */
async function act(session: OnlineSession, below: (bound: number) => number): Promise<boolean> {
  if (session.scene.value.complete) {
    await session.confirm();
    return true;
  }
  const [seat, tokens] = choices(session)[0] ?? ["", []];
  if (!tokens.length) return false;
  const last = session.scene.value;
  await session.choose(seat, tokens[below(tokens.length)] ?? "");
  await until("the choice has an effect", () => session.scene.value !== last);
  return true;
}

test("two people play chevaliers; a guest is made when one sits down", async () => {
  const ada = await arrive("Ada");
  const bob = new Visitor(server.url, "Bob", engine);
  const table = await newTable(ada, { game: "chevaliers", occupants: { S: "me", O: "open" } });
  const first = await sitAt(ada, table);
  const second = await sitAt(bob, table);
  assert.equal(second.scene.value.as, "watcher");
  assert.deepEqual(await second.command("sit", { seat: "O" }), { granted: true, key: undefined });
  await until("Bob sits", () => second.table.value.mine.includes("O") && second.scene.value.as === "O");
  await until("Ada sees him", () => first.table.value.occupants[1]?.people[0]?.name === "Bob");
  await first.command("start");
  const below = chooser(3);
  for (let moves = 0; moves < 20; moves++) {
    const session = moves % 2 ? second : first;
    await until("there is a choice", () => choices(session).length > 0);
    const before = session.log.value.length;
    await act(session, below);
    await until("it was played", () => first.log.value.length > before && second.log.value.length > before);
  }
  assert.equal(first.scene.value.position, second.scene.value.position);
  assert.ok(first.log.value.every(({ said, events }) => said.length === events.length && said[0]?.fr));
  const drawn = first.scene.value;
  await second.command("say", { to: "table", text: "Bien joué !" });
  await until("Ada hears it", () => first.table.value.chat[0]?.text === "Bien joué !");
  assert.equal(first.table.value.chat[0]?.name, "Bob");
  assert.equal(first.scene.value, drawn, "the board need not be drawn again for it");
  await first.command("ask");
  await until("Bob is asked", () => second.table.value.ask.includes("S"));
  await second.command("grant");
  await until("it is taken back", () => first.log.value.length < 20 && choices(first).length > 0);
  await second.command("resign");
  await until("it is over", () => first.table.value.stage === "over");
  assert.match(first.table.value.result ?? "", /S 1 O 0 resigned/);
  assert.match(await first.record(), /^bivouac record 1\n/);
  assert.equal(first.trouble.value, null);
});

test("who came too late with a key asks to share the seat, and is admitted", async () => {
  const [ada, bob, eve, dan] = [await arrive("Ada"), await arrive("Bob"), await arrive("Eve"), await arrive("Dan")];
  const table = await newTable(ada, { game: "chars", occupants: { V: "me", G: "open" } });
  const [owner, holder, guest, late] = [await sitAt(ada, table), await sitAt(bob, table), await sitAt(eve, table), await sitAt(dan, table)];
  const seat = (session: OnlineSession) => session.table.value.occupants.find((one) => one.seat === "G");
  await holder.command("sit", { seat: "G" });
  const { key } = await holder.command("invite", { seat: "G" });
  await until("one is invited", () => seat(owner)?.invited === 1 && seat(owner)?.reserved === true);
  await guest.command("sit", { seat: "G", key });
  await until("the invitation is used", () => seat(owner)?.invited === 0 && seat(owner)?.people.length === 2);
  assert.equal((await late.command("sit", { seat: "G", key })).granted, false);
  assert.match(late.trouble.value?.en ?? "", /has not been used/);
  await owner.command("start");
  await late.command("join", { seat: "G" });
  await until("they are asked", () => guest.table.value.joining?.[0]?.name === "Dan" && late.table.value.joining?.length === 1);
  await guest.command("admit", { seat: "G", person: late.table.value.joining?.[0]?.person });
  await until("he sits there", () => late.table.value.mine.includes("G") && late.scene.value.as === "G");
  await until("nobody waits", () => [owner, holder, guest, late].every((one) => one.table.value.joining?.length === 0));
  await holder.command("resign");
});

test("a whole game of kriegspiel at one table: drafts, dice, confirmation", async () => {
  const ada = await arrive("Ada");
  const bob = await arrive("Bob");
  const table = await newTable(ada, { game: "kriegspiel", occupants: { F: "me", A: "open" } });
  const players = [await sitAt(ada, table), await sitAt(bob, table)];
  await players[1]?.command("sit", { seat: "A" });
  await players[0]?.command("start");
  const below = chooser(11);
  let drafted = 0;
  for (let choice = 0; choice < 300; choice++) {
    const ready = () => players.find((one) => one.scene.value.complete || choices(one).length > 0);
    await until("somebody may act", () => !!ready() || players[0]?.table.value.stage === "over");
    const player = ready();
    if (!player) break;
    drafted = Math.max(drafted, player.scene.value.draft.length);
    await act(player, below);
    assert.equal(player.trouble.value, null);
  }
  assert.ok(drafted > 1, "nothing was ever drafted");
  const rolled = players[0]?.log.value.filter(({ seat }) => seat === "#") ?? [];
  assert.ok(rolled.length > 0, "no die was thrown");
});

test("secrets of chars stay with their side, and a set-up can be undone until it is confirmed", async () => {
  const ada = await arrive("Ada");
  const bob = await arrive("Bob");
  const table = await newTable(ada, { game: "chars", occupants: { V: "me", G: "open" } });
  const first = await sitAt(ada, table);
  const second = await sitAt(bob, table);
  await second.command("sit", { seat: "G" });
  await first.command("start");
  const below = chooser(5);
  await until("they may place", () => choices(first).length > 0 && choices(second).length > 0);
  const empty = first.scene.value.position;
  while (!first.scene.value.complete) await act(first, below);
  const whole = first.scene.value.draft.length;
  assert.ok(whole > 10);
  assert.equal(first.log.value.length, 0, "something was sent");
  await first.undo();
  assert.equal(first.scene.value.draft.length, whole - 1);
  assert.equal(first.scene.value.complete, false);
  await act(first, below);
  // The page is closed and opened again: the set-up is still there.
  first.close();
  const again = await sitAt(ada, table);
  assert.equal(again.scene.value.draft.length, whole);
  assert.equal(again.scene.value.complete, true);
  await again.confirm();
  await until("it is sent", () => again.log.value.length === whole && !choices(again).length);
  assert.equal(second.scene.value.position, empty.replace(" V ", " V "));
  assert.equal(second.log.value.length, 0);
  while (!second.scene.value.complete) await act(second, below);
  await second.confirm();
  await until("the war begins", () => !/ setup/.test(again.scene.value.position));
  assert.doesNotMatch(again.scene.value.position, /G[1-6]/);
  assert.doesNotMatch(second.scene.value.position, /V[1-6]/);
  for (let choice = 0; choice < 60; choice++) {
    const players = [again, second];
    await until("somebody may act", () => players.some((one) => one.scene.value.complete || choices(one).length > 0));
    const player = players.find((one) => one.scene.value.complete || choices(one).length > 0);
    if (player) await act(player, below);
    assert.equal(player?.trouble.value, null);
  }
});

test("a move that comes after the end of the game is no fault of its player", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const table = await newTable(ada, { game: "chevaliers", occupants: { S: "me", O: "open" } });
  const [first, second] = [await sitAt(ada, table), await sitAt(bob, table)];
  await second.command("sit", { seat: "O" });
  await first.command("start");
  await until("Ada may move", () => choices(first).length > 0);
  let release = () => {};
  ada.held = new Promise((resolve) => (release = resolve));
  const refused: string[] = [];
  ada.lose = (text) => {
    if (/"refused"/.test(text)) refused.push(text);
    return false;
  };
  await act(first, chooser(1));
  await second.command("resign");
  release();
  await until("the move is refused", () => refused.length > 0);
  await until("the end is told", () => first.table.value.stage === "over" && !first.scene.value.draft.length);
  assert.equal(first.trouble.value, null);
});

test("a server that is killed, and the move on its way", async () => {
  const ada = await arrive("Ada");
  const table = await newTable(ada, { game: "chevaliers", occupants: { S: "me", O: "computer:1" }, start: true });
  const session = await sitAt(ada, table);
  const below = chooser(9);
  for (let moves = 0; moves < 3; moves++) {
    await until("it is my turn", () => choices(session).length > 0);
    await act(session, below);
  }
  await until("it is my turn", () => choices(session).length > 0);
  const before = session.log.value.length;
  const { port, folder } = server;
  const chosen = act(session, below);
  await server.kill();
  await chosen;
  await until("the loss is seen", () => session.connection.value === "lost");
  server = await openServer(program, { data: folder, port });
  session.dismissTrouble();
  await until("it is here again", () => session.connection.value === "here");
  await until("the move was played once", () => session.log.value.length >= before + 2 && choices(session).length > 0, 60);
  const own = session.log.value.slice(before).filter(({ seat }) => seat === "S");
  assert.equal(own.length, 1);
  assert.equal(session.trouble.value, null);
});

test("lines that break, tabs beside each other, and what is said meanwhile", async () => {
  const ada = await arrive("Ada");
  const bob = await arrive("Bob");
  const table = await newTable(ada, { game: "chars", occupants: { V: "me", G: "open" } });
  const tabs = [await sitAt(ada, table), await sitAt(ada, table)];
  const other = await sitAt(bob, table);
  await other.command("sit", { seat: "G" });
  await tabs[0]?.command("start");
  const [first, second] = tabs as [OnlineSession, OnlineSession];
  await until("both tabs may act", () => choices(first).length > 0 && choices(second).length > 0);
  const below = chooser(2);
  const before = first.log.value.length;
  await act(first, below);
  await act(second, below);
  assert.equal(second.scene.value.draft.length, 1);
  while (!first.scene.value.complete) await act(first, below);
  await first.confirm();
  await until("it is played", () => first.log.value.length > before && !first.scene.value.draft.length);
  await until("both tabs show it", () => second.log.value.length === first.log.value.length);
  await until("the draft of the other tab is gone", () => second.scene.value.draft.length === 0);
  ada.offline = true;
  ada.cut();
  await until("the loss is seen", () => first.connection.value === "lost");
  const saying = first.command("say", { to: "table", text: "je reviens" });
  await other.command("say", { to: "table", text: "prends ton temps" });
  ada.offline = false;
  ada.wake();
  assert.equal((await saying).granted, true);
  await until("all is heard", () => [first, second, other].every((one) => one.table.value.chat.length === 2));
  assert.equal(first.table.value.presence?.people.length, 2);
});

test("who comes late is told all that happened; there is no table without a name", async () => {
  const ada = await arrive("Ada");
  const table = await newTable(ada, { game: "paris", occupants: { G: "computer:1", B: "computer:1", N: "computer:1" }, start: true });
  const session = await sitAt(ada, table);
  await until("some moves were made", () => session.log.value.length > 8, 30);
  const late = await sitAt(new Visitor(server.url, "Zoé", engine), table);
  await until("all is known", () => late.log.value.length >= 8);
  assert.deepEqual(
    late.log.value.slice(0, 8).map(({ token }) => token),
    session.log.value.slice(0, 8).map(({ token }) => token),
  );
  await assert.rejects(ada.open("nosuchtable00000"), /there is no table/);
});

test("a long history is read page by page, to its end", async () => {
  const ada = await arrive("Ada");
  const table = await newTable(ada, { game: "chevaliers", occupants: { S: "me", O: "me" }, start: true });
  const session = await sitAt(ada, table);
  // Three pages of words, and the moves behind them.
  for (let i = 0; i < 300; i++) assert.ok((await session.command("say", { to: "table", text: "x".repeat(500) })).granted);
  for (let moves = 0; moves < 4; moves++) {
    await until("there is a choice", () => choices(session).length > 0);
    const before = session.log.value.length;
    await act(session, chooser(moves + 1));
    await until("it was played", () => session.log.value.length > before);
  }
  const late = await sitAt(new Visitor(server.url, "Zoé", engine), table);
  await until("all is known", () => late.log.value.length === session.log.value.length);
  assert.deepEqual(
    late.log.value.map(({ token }) => token),
    session.log.value.map(({ token }) => token),
  );
});

test("a hint at a table of the server, from what one knows", async () => {
  const ada = await arrive("Ada");
  const table = await newTable(ada, { game: "chars", occupants: { V: "me", G: "computer:1" }, start: true });
  const session = await sitAt(ada, table);
  await until("there is a choice", () => choices(session).length > 0);
  const hint = await session.hint();
  assert.ok(hint && session.scene.value.legal[hint.seat]?.includes(hint.token));
  assert.ok(hint.why.fr && hint.why.en);
});

test("one person on both sides: each side's secrets in its own channel", async () => {
  const ada = await arrive("Ada");
  const table = await newTable(ada, { game: "chars", occupants: { V: "me", G: "me" }, start: true });
  const session = await sitAt(ada, table);
  const below = chooser(12);
  for (const seat of ["V", "G"]) {
    session.lookAs(seat);
    await until(`${seat} looks`, () => session.scene.value.as === seat);
    while (!session.scene.value.complete) await act(session, below);
    await session.confirm();
    await until("it is sent", () => !session.scene.value.draft.length);
  }
  await until("the war begins", () => !/ setup/.test(session.scene.value.position));
  assert.doesNotMatch(session.scene.value.position, /V[1-6]/);
  session.lookAs("V");
  await until("Green looks", () => session.scene.value.as === "V");
  assert.doesNotMatch(session.scene.value.position, /G[1-6]/);
  await session.command("say", { to: "table", text: "seule" });
  await until("it is said once", () => session.table.value.chat.length === 1);
  assert.equal(session.trouble.value, null);
});

test("a message that is missing is asked for; a line that died in its sleep is replaced", async () => {
  const ada = await arrive("Ada");
  const table = await newTable(ada, { game: "chevaliers", occupants: { S: "me", O: "computer:1" }, start: true });
  const session = await sitAt(ada, table);
  await until("it is my turn", () => choices(session).length > 0);
  let lost = 0;
  ada.lose = (text) => text.includes('"type":"play"') && text.includes('"seat":"O"') && lost++ === 0;
  const below = chooser(4);
  await act(session, below);
  await until("the answer was lost", () => lost > 0);
  await session.command("say", { to: "table", text: "alors ?" });
  await until("it is known all the same", () => session.log.value.length === 2 && choices(session).length > 0);
  assert.equal(session.table.value.chat.length, 1);
  const lines = ada.sockets.length;
  const dead = ada.sockets[lines - 1];
  ada.lose = () => ada.sockets[ada.sockets.length - 1] === dead;
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  ada.wake();
  await until("another line is had", () => ada.sockets.length > lines && session.connection.value === "here");
  await act(session, below);
  await until("the game goes on", () => session.log.value.length === 4);
});
