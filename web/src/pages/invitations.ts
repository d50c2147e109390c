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

export function invitation(table: string, seat: string, key?: string): string {
  const query = key ? `?seat=${encodeURIComponent(seat)}&key=${encodeURIComponent(key)}` : "";
  return shared(`/t/${table}${query}`);
}
