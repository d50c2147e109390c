/** A deed that the server may refuse: what it has against it, for where it was asked for. */
import { useState } from "preact/hooks";
import type { Text } from "../model";
import { request, sentence } from "./api";

interface Attempt {
  trouble: Text | null;
  busy: boolean;
  /** Does it, and then what follows; a refusal is kept to be shown. */
  attempt: (deed: () => Promise<unknown>) => Promise<void>;
  /** The same for one request. */
  send: (method: string, path: string, body?: unknown) => Promise<void>;
}

/** `then` follows every deed that was granted: usually the page is asked for again. */
export function useAttempt(then: () => Promise<unknown> = async () => undefined): Attempt {
  const [trouble, setTrouble] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await deed();
      setTrouble(null);
      await then();
    } catch (error) {
      setTrouble(sentence(error));
    }
    setBusy(false);
  };
  return { trouble, busy, attempt, send: (method, path, body) => attempt(() => request(method, path, body ?? (method === "DELETE" ? undefined : {}))) };
}
