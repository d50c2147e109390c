// People with accounts, and their bots, for tests.
import assert from "node:assert/strict";
import { Guest } from "./client.mjs";

export const password = "correct horse battery";

/** Gives a guest an account, under the name they have. */
export async function register(guest) {
  const answer = await guest.http("POST", "/api/v1/account", { name: guest.name, password });
  assert.equal(answer.status, 201, answer.text);
  return guest;
}

/** A bot of an account, known by its token alone. */
export class Bot extends Guest {
  constructor(url, bot, token) {
    super(url, bot.name);
    this.person = bot.id;
    this.authorization = `Bearer ${token}`;
  }
}
