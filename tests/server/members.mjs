// People with accounts for tests, and players who go wherever a tournament calls them.
import assert from "node:assert/strict";
import { Guest } from "./client.mjs";
import { register } from "./people.mjs";

/** A player with an account who is connected. */
export async function member(url, name) {
  return (await register(await Guest.arrive(url, name))).connect();
}

/** The answer of a request that must be granted. */
export async function granted(guest, method, path, body) {
  const answer = await guest.http(method, `/api/v1${path}`, body);
  assert.ok(answer.status < 300, `${guest.name}: ${method} ${path} ${JSON.stringify(body)} → ${answer.text}`);
  return answer.body;
}

export async function refusal(guest, method, path, body) {
  const answer = await guest.http(method, `/api/v1${path}`, body);
  assert.ok(answer.status >= 400, `${guest.name}: ${method} ${path} ${JSON.stringify(body)} → ${answer.text}`);
  return answer.body.code;
}

/** Plays every game of tournaments as `plan(own name, other's name)` says: "win" waits, "lose" resigns, "draw" offers. */
export function attendTournaments(guest, plan) {
  const receive = guest.receive.bind(guest);
  guest.receive = (text) => {
    const message = JSON.parse(text);
    if (message.type === "tournament") settle(guest, message.table, plan).catch(() => {});
    receive(text);
  };
  return guest;
}

/** Takes a seat's part in one game, also again after a restart. */
export async function settle(guest, table, plan) {
  const { occupants, stage } = (await guest.http("GET", `/api/v1/tables/${table}`)).body;
  await guest.will({ do: "subscribe", table });
  const other = occupants.flatMap((occupant) => occupant.people).find((person) => person.person !== guest.person);
  const command = plan(guest.name, other.name);
  if (stage === "playing" && command !== "win") await guest.ask({ do: command === "lose" ? "resign" : "offer", table });
}
