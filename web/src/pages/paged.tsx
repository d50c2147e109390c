/** A list that the house tells page by page, longest ago last; what was read stays. */
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../model";
import { t } from "../words/words";
import { request, sentence } from "./api";
import { Missing, type Fetched } from "./fetched";

export interface Paged<T> extends Fetched<T[]> {
  /** Asks for those that follow; undefined: these are all. */
  more?: () => Promise<void>;
}

type Answer<T> = Record<string, T[]> & { next?: string | null; before?: string | null };

/** `field` of the answer holds the list; `next` or `before` says how to ask for more. */
export function usePaged<T>(path: string, field: string): Paged<T> {
  const [items, setItems] = useState<T[] | null>(null);
  const [follow, setFollow] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<{ code: string; text: Text } | null>(null);
  const load = async (from: string | null, before: T[]) => {
    try {
      const answer = await request<Answer<T>>("GET", from ? `${path}${path.includes("?") ? "&" : "?"}${from}` : path);
      setItems([...before, ...(answer[field] ?? [])]);
      setFollow(answer.next ? `after=${encodeURIComponent(answer.next)}` : answer.before ? `before=${encodeURIComponent(answer.before)}` : null);
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
