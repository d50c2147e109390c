/** Keys of seats one keeps for friends. The server tells them once, so they stay on this device. */
import { shared } from "../base";
import { recall, remember } from "./settings";

export function keysOf(table: string): Record<string, string> {
  try {
    return JSON.parse(recall(`keys.${table}`) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function rememberKeys(table: string, keys: Record<string, string>): void {
  if (Object.keys(keys).length > 0) remember(`keys.${table}`, JSON.stringify({ ...keysOf(table), ...keys }));
}

/** A link to the table; with the keys of seats it brings its reader there. */
export function invitation(table: string, keys: Record<string, string> = {}): string {
  const list = (texts: string[]) => texts.map(encodeURIComponent).join(",");
  const query = Object.keys(keys).length > 0 ? `?seat=${list(Object.keys(keys))}&key=${list(Object.values(keys))}` : "";
  return shared(`/t/${table}${query}`);
}

/** The seats and keys of such a link. */
export function invitedBy(seats = "", keys = ""): Record<string, string> {
  const key = keys.split(",");
  return Object.fromEntries(seats.split(",").flatMap((seat, i) => (seat && key[i] ? [[seat, key[i]]] : [])));
}
