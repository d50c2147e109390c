/** Something the server is asked for when a page opens. */
import { useEffect, useState } from "preact/hooks";
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
  const again = async () => {
    if (path === null) return;
    try {
      setState({ path, value: await request<T>("GET", path), trouble: null });
    } catch (error) {
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
