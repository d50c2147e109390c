/** A request that the server may refuse, and the sentence that says why. */
import { useState } from "preact/hooks";
import type { Text } from "../model";
import { request, sentence } from "./api";

interface Attempt {
  trouble: Text | null;
  busy: boolean;
  /** Does it, and then what follows; a refusal is kept to be shown. */
  attempt: (request: () => Promise<unknown>) => Promise<void>;
  /** The same for one request. */
  send: (method: string, path: string, body?: unknown) => Promise<void>;
}

/** `then` runs after every request that was granted: usually it fetches the page again. */
export function useAttempt(then: () => Promise<unknown> = async () => undefined): Attempt {
  const [trouble, setTrouble] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (request: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await request();
      setTrouble(null);
      await then();
    } catch (error) {
      setTrouble(sentence(error));
    }
    setBusy(false);
  };
  return { trouble, busy, attempt, send: (method, path, body) => attempt(() => request(method, path, body ?? (method === "DELETE" ? undefined : {}))) };
}
