/** A list that the server tells page by page, longest ago last; what was read stays. */
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../model";
import { t } from "../words/words";
import { request, sentence } from "./api";
import { Missing, type Fetched } from "./fetched";

export interface Paged<T> extends Fetched<T[]> {
  /** Asks for those that follow; undefined: these are all. */
  more?: () => Promise<void>;
}

type Cursor = "next" | "before" | "after";
type Answer<T> = Record<string, T[]> & { [cursor in Cursor]?: string | null };

/** `fields` of the answer hold the list; the one named `cursor` says how to ask for more: by its own name, and `next` by `after`. */
export function usePaged<T>(path: string, fields: string | string[], cursor: Cursor = "next"): Paged<T> {
  const [items, setItems] = useState<T[] | null>(null);
  const [follow, setFollow] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<{ code: string; text: Text } | null>(null);
  const load = async (from: string | null, before: T[]) => {
    try {
      const answer = await request<Answer<T>>("GET", from ? `${path}${path.includes("?") ? "&" : "?"}${from}` : path);
      const last = answer[cursor];
      setItems([...before, ...[fields].flat().flatMap((field) => answer[field] ?? [])]);
      setFollow(last ? `${cursor === "next" ? "after" : cursor}=${encodeURIComponent(last)}` : null);
      setTrouble(null);
    } catch (error) {
      setTrouble({ code: "", text: sentence(error) });
    }
  };
  const again = () => load(null, []);
  useEffect(() => void again(), [path]);
  return { value: items, trouble, again, more: follow ? () => load(follow, items ?? []) : undefined };
}

/** What stands below such a list, or in its place. */
export function More({ of, none }: { of: Paged<unknown>; none: string }) {
  if (!of.value || of.trouble) return <Missing of={of} />;
  if (of.value.length === 0) return <p class="faded">{none}</p>;
  if (!of.more) return null;
  return (
    <button type="button" class="button second" onClick={() => void of.more?.()}>
      {t("more")}
    </button>
  );
}
