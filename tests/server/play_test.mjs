// Games at the tables of the server: moves, refusals, offers, take-backs, rematches and partners who must agree.
// runs: sanitizers nodes
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openServer, program, enter, caughtUp, begin, chooser, playAny } from "./client.mjs";

const run = promisify(execFile);
let server, ada, bob, cleo, dan;

before(async () => {
  server = await openServer(program);
  [ada, bob, cleo, dan] = await Promise.all(["Ada", "Bob", "Cléo", "Dan"].map((name) => enter(server.url, name)));
});

after(async () => {
  for (const guest of [ada, bob, cleo, dan]) guest?.leave();
  const end = await server.close();
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

async function refused(guest, message, code) {
  const answer = await guest.ask(message);
  assert.equal(answer.type, "refused", JSON.stringify(answer));
  assert.equal(answer.code, code);
  return answer;
}

const about = (table, type) => (m) => m.table === table && m.type === type;
const occupants = (state) =>
  Object.fromEntries(state.occupants.map((c) => [c.seat, c.level ? `level ${c.level}` : c.people.map((p) => p.name).join("+")]));

// ---- Whole games ---------------------------------------------------------------------------------------------------

const games = {
  kriegspiel: { F: "first", A: "second" },
  chevaliers: { S: "first", O: "second" },
  chars: { V: "first", G: "second" },
  paris: { G: "first", B: "second", N: "second" },
  belligerants: { J: "first", R: "second" },
};

/** Who plays at random fights when possible, so that games end. */
function preferred(legal, choose) {
  const fights = legal.filter((token) => token.includes("x") || token.includes("*"));
  const list = fights.length && choose(4) ? fights : legal;
  return list[choose(list.length)];
}

for (const [game, seats] of Object.entries(games))
  test(`a whole game of ${game}, with a watcher`, async (t) => {
    const guests = { first: await enter(server.url, "First"), second: await enter(server.url, "Second") };
    const watcher = await enter(server.url, "Watcher");
    t.after(() => [watcher, guests.first, guests.second].forEach((guest) => guest.leave()));
    const holders = Object.fromEntries(Object.entries(seats).map(([seat, who]) => [seat, guests[who]]));
    const table = await begin(guests.first, { game, public: true }, holders, [watcher]);
    const choose = chooser(7);
    const samples = [];
    let plays = 0;
    for (;;) {
      // A channel does not know which secret choices others still have to make: everybody is asked.
      const acting = [];
      for (const seat of Object.keys(seats)) {
        const { legal } = await holders[seat].will({ do: "legal", table, seat });
        if (legal.length) acting.push([seat, legal]);
      }
      if (!acting.length) break;
      const [seat, legal] = acting[choose(acting.length)];
      await holders[seat].will({ do: "play", table, seat, token: preferred(legal, choose), key: `k${plays}` });
      if (++plays % 40 === 0 || plays < 3) {
        await caughtUp(watcher, guests.first, guests.second);
        const seen = { watcher: watcher.latest(table).position };
        for (const one of ["first", "second"]) {
          const message = guests[one].latest(table);
          seen[message.as] = message.position;
        }
        samples.push({ plays, seen });
      }
      assert.ok(plays < 20000, "the game ends");
    }
    await caughtUp(watcher, guests.first, guests.second);
    const last = watcher.latest(table);
    const state = (await guests.first.http("GET", `/api/v1/tables/${table}`)).body;
    assert.equal(state.stage, "over");
    assert.equal(last.result, state.result);
    assert.match(last.seed, /^[0-9a-f]{64}$/);
    t.diagnostic(`${game}: ${plays} tokens, ${last.result}`);

    // What everybody saw is what the rules let them know, and the channels have no holes.
    const record = (await watcher.http("GET", `/api/v1/records/${table}.record`)).text;
    const { tokens } = (await watcher.http("GET", `/api/v1/records/${table}`)).body;
    const file = join(server.folder, `${game}.record`);
    writeFileSync(file, record);
    const ends = []; // the number of tokens, dice included, up to the end of each play
    for (const [i, [seat]] of tokens.entries())
      if (seat !== "#") ends.push(i + 1);
      else if (ends.length) ends[ends.length - 1] = i + 1;
    const checked = [];
    for (const { plays: number, seen } of samples.slice(0, 12)) {
      if (ends[number - 1] === tokens.length) continue; // over: everybody sees everything
      for (const [as, position] of Object.entries(seen)) {
        const at = String(ends[number - 1]);
        const { stdout } = await run(program, ["show", game, "--record", file, "--at", at, "--seat", as, "--text"]);
        assert.equal(position, stdout.trim(), `${as} after token ${at}`);
        checked.push(position);
      }
    }
    assert.ok(checked.length >= 3);
    for (const guest of [watcher, guests.first, guests.second]) {
      const numbers = guest.messages.filter((m) => m.table === table && m.n !== undefined && m.type !== "table").map((m) => m.n);
      numbers.forEach((n, i) => i && assert.equal(n, numbers[i - 1] + 1));
    }
    const { stdout } = await run(program, ["verify", file]);
    assert.match(stdout, /./);
  });

test("in a secret set-up watchers and opponents see nothing of it, not even how far it is", async () => {
  for (const [game, [one, other]] of Object.entries({ chars: ["V", "G"], belligerants: ["J", "R"] })) {
    const table = await begin(ada, { game }, { [one]: ada, [other]: bob }, [cleo]);
    await caughtUp(ada, cleo);
    const before = [ada.latest(table).position, cleo.latest(table).position];
    const heard = [ada, cleo].map((guest) => guest.messages.length);
    for (let i = 0; i < 5; i++) await playAny(bob, table, other, chooser(i + 1));
    assert.notEqual(bob.latest(table).position, before[0]);
    for (const guest of [ada, cleo]) await guest.will({ do: "subscribe", table });
    await caughtUp(ada, cleo);
    assert.deepEqual([ada.latest(table).position, cleo.latest(table).position], before, game);
    [ada, cleo].forEach((guest, i) => {
      const plays = guest.messages.slice(heard[i]).filter(about(table, "play"));
      assert.deepEqual(plays, [], `${guest.name} in ${game}`);
    });
  }
});

// ---- Moves ----------------------------------------------------------------------------------------------------------

test("a move is refused at the wrong seat, at the wrong turn, and against the rules", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob }, [cleo]);
  const { legal } = await ada.will({ do: "legal", table, seat: "S" });
  await refused(cleo, { do: "play", table, seat: "S", token: legal[0] }, "not-your-seat");
  await refused(cleo, { do: "play", table, token: legal[0] }, "not-your-seat");
  await refused(bob, { do: "play", table, seat: "S", token: legal[0] }, "not-your-seat");
  await refused(bob, { do: "play", table, seat: "O", token: legal[0] }, "not-your-turn");
  for (const token of ["a1-a9", "zz", "", " ", "é", "x".repeat(500)]) {
    const answer = await ada.ask({ do: "play", table, seat: "S", token });
    assert.equal(answer.type, "refused", token);
    assert.ok(answer.code === "illegal" || (answer.code === "bad-message" && token.length > 100), `${token}: ${answer.code}`);
    if (answer.code === "illegal") assert.ok(answer.detail.length > 5, `${token}: the detail helps`);
  }
  await refused(ada, { do: "play", table, seat: "S" }, "bad-message");
  await refused(cleo, { do: "legal", table, seat: "S" }, "not-your-seat");
  await refused(cleo, { do: "resign", table }, "not-your-seat");
  await caughtUp(cleo);
  assert.ok(!cleo.messages.some(about(table, "play")), "nobody heard of what was refused");
  const [played] = await Promise.all([cleo.hear(about(table, "play")), ada.will({ do: "play", table, token: legal[0] })]);
  assert.deepEqual([played.seat, played.token, played.toAct], ["S", legal[0], ["O"]]);
  assert.ok(played.events.length > 0);
});

test("the same key twice plays once", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  const { legal } = await ada.will({ do: "legal", table });
  const move = { do: "play", table, seat: "S", token: legal[0], key: "move-1" };
  await Promise.all([ada.will(move), ada.will(move)]);
  await ada.will(move);
  await playAny(bob, table, "O");
  await ada.will(move);
  await caughtUp(bob);
  assert.equal(bob.messages.filter(about(table, "play")).length, 2);
  assert.deepEqual(bob.latest(table).toAct, ["S"]);
});

// A node that was frozen reads it long after the player has sent it again to another, and has gone on.
test("a move that comes very late is not played again", async () => {
  const table = await begin(ada, { game: "kriegspiel" }, { F: ada, A: bob });
  await caughtUp(ada);
  const [first] = ada.latest(table).toAct;
  const mover = first === "F" ? ada : bob;
  const played = [];
  while (ada.latest(table).toAct.includes(first)) {
    const { legal } = await mover.will({ do: "legal", table, seat: first });
    played.push({ do: "play", table, seat: first, token: legal[0], key: `early-${played.length}` });
    await mover.will(played.at(-1));
    await caughtUp(ada);
  }
  for (const move of played) await mover.will(move);
  await caughtUp(ada);
  assert.equal(ada.messages.filter(about(table, "play")).length, played.length);
});

test("resigning gives the game to the other side", async () => {
  const table = await begin(ada, { game: "chars" }, { V: ada, G: bob }, [cleo]);
  await playAny(bob, table, "G");
  const [end] = await Promise.all([cleo.hear(about(table, "resign")), ada.will({ do: "resign", table })]);
  assert.deepEqual([end.side, end.result], ["V", "V 0 G 1 resigned"]);
  await refused(bob, { do: "play", table, seat: "G", token: "A=51" }, "over");
  await refused(bob, { do: "resign", table }, "over");
  await refused(bob, { do: "offer", table }, "over");
  await cleo.will({ do: "subscribe", table });
  await caughtUp(cleo);
  assert.equal(cleo.latest(table).stage, "over");
  assert.match(cleo.latest(table).position, /[A-Za-z]/, "after the end watchers see everything");
});

// ---- Offers -----------------------------------------------------------------------------------------------------------

test("a draw is offered, declined, offered again and accepted", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await refused(bob, { do: "accept", table }, "no-offer");
  await Promise.all([bob.hear(about(table, "offer")), ada.will({ do: "offer", table })]);
  await refused(ada, { do: "accept", table }, "no-offer");
  assert.deepEqual((await bob.http("GET", `/api/v1/tables/${table}`)).body.offer, ["S"]);
  await Promise.all([ada.hear(about(table, "decline")), bob.will({ do: "decline", table })]);
  await refused(bob, { do: "accept", table }, "no-offer");
  await ada.will({ do: "offer", table });
  await playAny(ada, table, "S");
  await refused(bob, { do: "accept", table }, "no-offer"); // a move ends the offer
  await bob.will({ do: "offer", table });
  const [end] = await Promise.all([bob.hear(about(table, "accept")), ada.will({ do: "accept", table })]);
  assert.equal(end.result, "S 1/2 O 1/2 agreed");
});

test("who offers a draw that the other offers already accepts it", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await bob.will({ do: "offer", table });
  const [end] = await Promise.all([bob.hear(about(table, "accept")), ada.will({ do: "offer", table })]);
  assert.equal(end.result, "S 1/2 O 1/2 agreed");
});

test("the computer declines a draw", async () => {
  const { table } = await ada.will({ do: "open", game: "chevaliers", occupants: { S: "me", O: "computer:1" }, start: true });
  await ada.will({ do: "subscribe", table });
  const [answer] = await Promise.all([ada.hear(about(table, "decline")), ada.will({ do: "offer", table })]);
  assert.equal(answer.side, "O");
});

// ---- Taking back ---------------------------------------------------------------------------------------------------------

test("a take-back is asked, refused, asked again and granted", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob }, [cleo]);
  await caughtUp(ada);
  const start = ada.latest(table).position;
  await refused(ada, { do: "ask", table }, "cannot-take-back");
  await playAny(ada, table, "S");
  await playAny(bob, table, "O");
  await refused(bob, { do: "grant", table }, "no-ask");
  await Promise.all([bob.hear(about(table, "ask")), ada.will({ do: "ask", table })]);
  await refused(ada, { do: "grant", table }, "no-ask");
  assert.deepEqual((await cleo.http("GET", `/api/v1/tables/${table}`)).body.ask, ["S"]);
  await Promise.all([ada.hear(about(table, "refuse")), bob.will({ do: "refuse", table })]);
  await ada.will({ do: "ask", table });
  const [back] = await Promise.all([cleo.hear(about(table, "take-back")), bob.will({ do: "grant", table })]);
  assert.deepEqual([back.position, back.toAct], [start, ["S"]]);
  await playAny(ada, table, "S", () => 3);
  await ada.will({ do: "ask", table }); // before the answer
  await bob.will({ do: "grant", table });
  await caughtUp(ada);
  assert.equal(ada.latest(table).position, start);
});

test("nothing is taken back across dice", async () => {
  const table = await begin(ada, { game: "kriegspiel" }, { F: ada, A: bob });
  const seats = { F: ada, A: bob };
  const choose = chooser(3);
  await caughtUp(ada);
  const rolls = () => ada.messages.filter(about(table, "roll")).length;
  const before = rolls();
  let mover;
  for (let i = 0; rolls() === before && i < 3000; i++) {
    [mover] = ada.latest(table).toAct;
    const { legal } = await seats[mover].will({ do: "legal", table, seat: mover });
    await seats[mover].will({ do: "play", table, seat: mover, token: preferred(legal, choose) });
    await caughtUp(ada);
  }
  assert.ok(rolls() > before, "dice were thrown");
  await refused(ada, { do: "ask", table }, "cannot-take-back");
  await refused(bob, { do: "ask", table }, "cannot-take-back");
});

test("nothing is taken back where there are secrets", async () => {
  const table = await begin(ada, { game: "chars" }, { V: ada, G: bob });
  await playAny(ada, table, "V");
  await refused(ada, { do: "ask", table }, "cannot-take-back");
});

test("the computer grants a take-back, also while it thinks", async () => {
  for (const [level, waits] of [[1, true], [8, false]]) {
    const fields = { game: "chevaliers", occupants: { S: "me", O: `computer:${level}` }, start: true };
    const { table } = await ada.will({ do: "open", ...fields });
    await ada.will({ do: "subscribe", table });
    await caughtUp(ada);
    const start = ada.latest(table).position;
    const answered = ada.hear((m) => about(table, "play")(m) && m.seat === "O");
    if (!waits) answered.catch(() => {});
    await playAny(ada, table, "S");
    if (waits) await answered;
    const [back] = await Promise.all([ada.hear(about(table, "take-back")), ada.will({ do: "ask", table })]);
    assert.deepEqual([back.position, back.toAct], [start, ["S"]]);
    const again = ada.hear((m) => about(table, "play")(m) && m.seat === "O");
    await playAny(ada, table, "S", () => 5);
    await again;
    assert.deepEqual(ada.latest(table).toAct, ["S"]);
  }
});

// ---- Again ---------------------------------------------------------------------------------------------------------------------

async function again(table, ...people) {
  const heard = people[0].hear(about(table, "next"));
  for (const guest of people) await guest.will({ do: "rematch", table });
  const { next } = await heard;
  for (const guest of people) await guest.will({ do: "subscribe", table: next });
  return (await people[0].http("GET", `/api/v1/tables/${next}`)).body;
}

test("E21 in a rematch the sides are exchanged", async () => {
  const fields = { game: "chevaliers", options: { "men-capture": "no-retreat" }, public: true };
  const table = await begin(ada, fields, { S: ada, O: bob });
  await refused(ada, { do: "rematch", table }, "begun");
  await ada.will({ do: "resign", table });
  await refused(cleo, { do: "rematch", table }, "not-your-seat");
  await Promise.all([bob.hear(about(table, "rematch")), ada.will({ do: "rematch", table })]);
  assert.deepEqual((await bob.http("GET", `/api/v1/tables/${table}`)).body.rematch, ["S"]);
  const next = await again(table, bob);
  assert.equal(next.stage, "playing");
  assert.equal(next.options["men-capture"], "no-retreat");
  assert.equal(next.public, true);
  assert.deepEqual(occupants(next), { S: "Bob", O: "Ada" });
  await playAny(bob, next.table, "S");
  assert.equal((await ada.http("GET", `/api/v1/tables/${table}`)).body.next, next.table);
});

test("E21 three around Paris: the garrison becomes both armies, and these the garrison", async () => {
  const table = await begin(ada, { game: "paris", seats: 3 }, { G: ada, B: bob, N: cleo });
  await ada.will({ do: "resign", table });
  const next = await again(table, ada, cleo);
  assert.deepEqual(occupants(next), { G: "Bob+Cléo", B: "Ada", N: "Ada" });
  await bob.will({ do: "subscribe", table: next.table });
  await playAny(cleo, next.table, "G");
});

test("E21 partners of the computer keep their seat in a rematch", async () => {
  for (const [person, computer] of [["B", "N"], ["N", "B"]]) {
    const open = { game: "paris", seats: 3, occupants: { [computer]: "computer:1" } };
    const table = await begin(ada, open, { G: ada, [person]: bob });
    await ada.will({ do: "resign", table });
    const next = await again(table, ada, bob);
    assert.equal(occupants(next).G, "Bob", `the computer was ${computer}`);
    assert.deepEqual([occupants(next).B, occupants(next).N], ["Ada", "Ada"]);
  }
});

test("the computer plays again when asked", async () => {
  const fields = { game: "chevaliers", occupants: { S: "me", O: "computer:2" }, start: true };
  const { table } = await ada.will({ do: "open", ...fields });
  await ada.will({ do: "subscribe", table });
  await ada.will({ do: "resign", table });
  const next = await again(table, ada);
  assert.deepEqual(occupants(next), { S: "level 2", O: "Ada" });
  if (!next.toAct.includes("O")) await ada.hear((m) => about(next.table, "play")(m) && m.seat === "S");
  await playAny(ada, next.table, "O");
});

// ---- Partners who must agree ---------------------------------------------------------------------------------------------------

test("a partner's move counts when the other agrees", async () => {
  const holders = { G: ada, B: bob, N: cleo };
  const table = await begin(ada, { game: "paris", seats: 3, agreement: true }, holders, [dan]);
  await caughtUp(ada);
  while (ada.latest(table).toAct[0] === "G") {
    await playAny(ada, table, "G"); // who is alone needs nobody's consent
    await caughtUp(ada);
  }
  const [seat] = ada.latest(table).toAct;
  const [mover, partner] = seat === "B" ? [bob, cleo] : [cleo, bob];
  const { legal } = await mover.will({ do: "legal", table, seat });
  await refused(partner, { do: "agree", table }, "no-proposal");
  const proposed = partner.hear(about(table, "propose"));
  await mover.will({ do: "play", table, seat, token: legal[0], key: "p1" });
  assert.deepEqual([(await proposed).token, (await proposed).seat], [legal[0], seat]);
  await refused(mover, { do: "agree", table }, "own-proposal");
  await refused(ada, { do: "agree", table }, "no-proposal");
  const shown = (await partner.http("GET", `/api/v1/tables/${table}`)).body.proposal;
  assert.deepEqual([shown.token, shown.person], [legal[0], mover.person]);
  for (const guest of [ada, dan]) assert.equal((await guest.http("GET", `/api/v1/tables/${table}`)).body.proposal, undefined);
  await Promise.all([mover.hear(about(table, "object")), partner.will({ do: "object", table })]);
  await refused(partner, { do: "agree", table }, "no-proposal");
  await mover.will({ do: "play", table, seat, token: legal[1 % legal.length], key: "p2" });
  const [played] = await Promise.all([dan.hear(about(table, "play")), partner.will({ do: "agree", table })]);
  assert.deepEqual([played.seat, played.token], [seat, legal[1 % legal.length]]);
  await caughtUp(ada, dan);
  for (const guest of [ada, dan])
    assert.ok(!guest.messages.some((m) => m.table === table && ["propose", "agree", "object"].includes(m.type)), guest.name);
});

test("what partners consider is not swept away by a secret move of the others", async () => {
  const { table } = await ada.will({ do: "open", game: "chars", agreement: true, occupants: { V: "me" } });
  const { key } = await ada.will({ do: "invite", table, seat: "V" });
  await dan.will({ do: "sit", table, seat: "V", key });
  await bob.will({ do: "sit", table, seat: "G" });
  await ada.will({ do: "start", table });
  const { legal } = await ada.will({ do: "legal", table, seat: "V" });
  await ada.will({ do: "play", table, seat: "V", token: legal[0] });
  await ada.will({ do: "offer", table });
  await playAny(bob, table, "G");
  const state = (await dan.http("GET", `/api/v1/tables/${table}`)).body;
  assert.equal(state.proposal?.token, legal[0], "else it tells that the other side has moved");
  assert.deepEqual(state.offer, ["V"], "else it tells that the other side has moved");
  await dan.will({ do: "agree", table });
});
