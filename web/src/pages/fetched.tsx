/** Something the server is asked for when a page opens. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Text } from "../model";
import { say, t } from "../words/words";
import { Refused, request, sentence } from "./api";

export interface Fetched<T> {
  value: T | null;
  trouble: { code: string; text: Text } | null;
  again: () => Promise<void>;
}

/** Asks again when the path changes, or when it is told to; what was there stays until a good answer comes. Null: nothing is wanted. */
export function useFetched<T>(path: string | null): Fetched<T> {
  const [state, setState] = useState<{ path: string | null; value: T | null; trouble: Fetched<T>["trouble"] }>({ path, value: null, trouble: null });
  // An answer that comes late, after another was asked for, hides nothing.
  const asked = useRef(0);
  const again = async () => {
    const mine = ++asked.current;
    if (path === null) return;
    try {
      const value = await request<T>("GET", path);
      if (mine === asked.current) setState({ path, value, trouble: null });
    } catch (error) {
      if (mine !== asked.current) return;
      const trouble = { code: error instanceof Refused ? error.code : "", text: sentence(error) };
      setState((before) => ({ path, value: before.path === path ? before.value : null, trouble }));
    }
  };
  useEffect(() => void again(), [path]);
  const mine = state.path === path;
  return { value: mine ? state.value : null, trouble: mine ? state.trouble : null, again };
}

/** While there is nothing to show yet, or what stands in the way. */
export function Missing({ of }: { of: Fetched<unknown> }) {
  if (!of.trouble) return <p class="waiting">{t("fetch.waiting")}</p>;
  return (
    <div class="notice" role="alert">
      <p>{say(of.trouble.text)}</p>
      <button type="button" class="button second" onClick={() => void of.again()}>
        {t("again")}
      </button>
    </div>
  );
}
