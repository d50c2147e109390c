// How games began: counted over the public games on the usual terms.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Reader, call } from "../contract.mjs";
import { playAny } from "../client.mjs";

export default function openings({ server }) {
  const path = "/api/v1/openings";

  /** A game of one person against themselves: these tokens, then a side resigns. */
  async function finish(guest, fields, tokens, loser) {
    const { table } = await guest.will({ do: "open", public: true, occupants: { S: "me", O: "me" }, start: true, ...fields });
    for (const [seat, token] of tokens) await guest.will({ do: "play", table, seat, token });
    await guest.will({ do: "resign", table, seat: loser });
  }

  test("openings: every first line is counted, with who won", async () => {
    const guest = await Reader.enter(server().url, "Caïssa");
    const ask = async (line, game = "chevaliers") => (await call(guest, "get", path, { query: `game=${game}${line && `&line=${encodeURIComponent(line)}`}` })).body;
    const known = await ask("");
    const { table } = await guest.will({ do: "open", game: "chevaliers", occupants: { S: "me", O: "me" }, start: true });
    const legal = async (seat) => (await guest.will({ do: "legal", table, seat })).legal;
    const [first, other] = await legal("S");
    await guest.will({ do: "play", table, seat: "S", token: first });
    const [reply] = await legal("O");
    await guest.will({ do: "resign", table, seat: "S" });
    assert.deepEqual(await ask(""), known, "a private game is not counted");

    const usual = { game: "chevaliers" };
    await finish(guest, usual, [["S", first], ["O", reply]], "O");
    await finish(guest, usual, [["S", first]], "S");
    await finish(guest, usual, [["S", other]], "O");
    const { games, moves } = await ask("");
    assert.equal(games, known.games + 3);
    const was = (token) => known.moves.find((move) => move.token === token)?.games ?? 0;
    assert.equal(moves.find((move) => move.token === first).games, was(first) + 2);
    assert.equal(moves.find((move) => move.token === other).games, was(other) + 1);
    for (let i = 1; i < moves.length; i++) assert.ok(moves[i - 1].games >= moves[i].games, "the most played first");
    for (const move of moves) assert.equal(Object.values(move.won).reduce((a, b) => a + b, move.drawn), move.games);
    const after = await ask(`S:${first}`);
    assert.ok(after.moves.some(({ seat, token, won }) => seat === "O" && token === reply && won.S >= 1));
    assert.deepEqual(await ask(`S:${first},O:nowhere`), { games: 0, moves: [] });
    assert.deepEqual(await ask(`O:${first}`), { games: 0, moves: [] });

    const option = (await call(guest, "get", "/api/v1/games")).body.games.find((one) => one.id === "chevaliers").options.find((one) => one.values.length > 1);
    await finish(guest, { ...usual, options: { [option.name]: option.values[1].name } }, [], "O");
    assert.equal((await ask("")).games, games, "other terms are another game");
  });

  test("openings: dice and secret set-ups are tokens like others; a line has its end", async () => {
    const guest = await Reader.enter(server().url, "Philidor");
    const { table } = await guest.will({ do: "open", game: "chars", public: true, occupants: { V: "me", G: "me" }, start: true });
    for (let i = 0; i < 20; i++) await playAny(guest, table, i < 16 ? "V" : "G");
    await guest.will({ do: "resign", table, seat: "V" });
    const { tokens } = (await call(guest, "get", "/api/v1/records/{id}", { id: table })).body;
    const line = (count) => encodeURIComponent(tokens.slice(0, count).map((step) => step.join(":")).join(","));
    const found = await call(guest, "get", path, { query: `game=chars&line=${line(15)}` });
    assert.deepEqual(found.body, { games: 1, moves: [{ seat: tokens[15][0], token: tokens[15][1], games: 1, won: { G: 1 }, drawn: 0 }] });
    assert.equal((await call(guest, "get", path, { query: `game=chars&line=${line(16)}` })).body.games, 0);
    for (const query of ["", "game=chess", "game=chars&line=x", "game=chars&line=V:", `game=chars&line=${line(17)}`])
      await call(guest, "get", path, { query, status: 400 });
  });
}
