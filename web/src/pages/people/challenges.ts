/** The challenges that wait for an answer: ours and those of others. notifications.tsx keeps them up to date. */
import { signal } from "@preact/signals";
import type { Challenge } from "../../protocol";
import { request } from "../api";
import { diceWord } from "../dice-word";
import { go } from "../route";

export interface Challenges {
  received: Challenge[];
  sent: Challenge[];
}

export const challenges = signal<Challenges | null>(null);

export async function loadChallenges(): Promise<void> {
  challenges.value = await request<Challenges>("GET", "/challenges");
}

const none: Challenges = { received: [], sent: [] };
const without = (list: Challenge[], table: string) => list.filter((one) => one.table !== table);

/** A new challenge, from this player or to this player: the server sends it to both. */
export function begun(one: Challenge, ours: boolean): void {
  const { received, sent } = challenges.value ?? none;
  if (ours) challenges.value = { received, sent: [...without(sent, one.table), one] };
  else challenges.value = { received: [...without(received, one.table), one], sent };
}

/** Accepted, declined or withdrawn; what it was, if it was known. */
export function over(table: string): Challenge | undefined {
  const { received, sent } = challenges.value ?? none;
  challenges.value = { received: without(received, table), sent: without(sent, table) };
  return [...received, ...sent].find((one) => one.table === table);
}

/** Takes it up, and goes to the table. */
export async function accept(one: Challenge): Promise<void> {
  await request("POST", `/challenges/${one.table}/accept`, { word: diceWord() });
  over(one.table);
  go(`/t/${one.table}`);
}

/** Declines one that was received, or takes back one that was sent. */
export async function decline(one: Challenge): Promise<void> {
  await request("DELETE", `/challenges/${one.table}`);
  over(one.table);
}
