/** Requests to the server. Whatever goes wrong comes back as a sentence. */
import { outside } from "../base";
import type { Text } from "../protocol";
import { bothOf } from "../words/words";

export type { Person, Summary } from "../protocol";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly text: Text,
  ) {
    super(code);
  }
}

/** The server does not answer: either it is away, or the network is. */
const unreachable = () => bothOf(navigator.onLine ? "unreachable" : "offline");

/** What the server says, and when it would say something else. */
function refusal(text: Text, wait: number): Text {
  if (!wait) return text;
  const when = wait < 100 ? bothOf("wait.seconds", { n: wait }) : bothOf("wait.minutes", { n: Math.ceil(wait / 60) });
  return { fr: `${text.fr} ${when.fr}`, en: `${text.en} ${when.en}` };
}

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(outside("/api/v1" + path), { method, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused("unreachable", unreachable());
  }
  const read = (await answer.json().catch(() => null)) as (T & { code?: string; text?: Text; wait?: number }) | null;
  if (answer.ok && read) return read;
  throw new Refused(read?.code ?? "unreachable", read?.text ? refusal(read.text, read.wait ?? 0) : unreachable());
}

export function sentence(error: unknown): Text {
  return error instanceof Refused ? error.text : unreachable();
}
