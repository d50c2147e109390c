/** Random numbers and ids that cannot be predicted. */
import type { Outcome } from "../engine/engine";

/** A number from 0 to 1, 1 left out. */
export type Lot = () => number;

export const fairLot: Lot = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
};

export function drawOutcome(outcomes: Outcome[], lot: Lot): string {
  let left = lot() * outcomes.reduce((sum, { weight }) => sum + weight, 0);
  for (const { token, weight } of outcomes) {
    left -= weight;
    if (left < 0) return token;
  }
  return outcomes[outcomes.length - 1]?.token ?? "";
}

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** A short name that no other has: of a local game, of a move. */
export function newName(length = 12): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => LETTERS[byte & 31]).join("");
}
