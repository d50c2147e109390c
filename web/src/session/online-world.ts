/** What a table of the server needs of the world; tests bring their own. */
import { outside } from "../base";
import type { Engine } from "../engine/engine";
import type { Text } from "../model";
import { ServerRefusal, pageLinkWorld, type LinkWorld } from "./link";

export interface OnlineWorld {
  engine: Engine;
  link: LinkWorld;
  /** A request to the server, below /api/v1: the text of its answer. Refusals are thrown. */
  http(method: string, path: string, body?: unknown): Promise<string>;
  /** The name under which the player sits down. */
  name(): string;
  /** Whether the server still serves the page that is open. */
  isCurrent(): Promise<boolean>;
  /** Where drafts are kept while the page is closed. */
  items: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const unreachable: Text = { fr: "Le serveur ne répond pas.", en: "The server does not answer." };

export async function pageHttp(method: string, path: string, body?: unknown): Promise<string> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await fetch(outside("/api/v1" + path), { method, body: sent }).catch(() => null);
  const text = (await answer?.text().catch(() => "")) ?? "";
  if (answer?.ok) return text;
  let refusal: { code?: string; text?: Text } = {};
  try {
    refusal = JSON.parse(text) as typeof refusal;
  } catch {
    // Not from the server itself: what stands between says nothing that people could read.
  }
  throw new ServerRefusal(refusal.code ?? "unreachable", refusal.text ?? unreachable);
}

export function pageWorld(engine: Engine, name: () => string): OnlineWorld {
  return { engine, link: pageLinkWorld(), http: pageHttp, name, isCurrent, items: localStorage };
}

/** The script's name carries a hash: another name is another version. */
async function isCurrent(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]");
  const page = await fetch(outside("/"), { cache: "no-store" }).then((answer) => (answer.ok ? answer.text() : null));
  return !script || page === null || page.includes(new URL(script.src).pathname);
}
