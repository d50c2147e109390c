// People with accounts, for tests.
import assert from "node:assert/strict";

/** Gives a guest an account, under the name they have. */
export async function register(guest) {
  const answer = await guest.http("POST", "/api/v1/account", { name: guest.name, password: "correct horse battery" });
  assert.equal(answer.status, 201, answer.text);
  return guest;
}
