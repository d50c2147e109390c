/** Who pressed *Join* somewhere else (in a list, before saying a name) sits down as soon as the table is open. Kept for this tab. */
const KEY = "bivouac.join";

export function joinSoon(table: string): void {
  sessionStorage.setItem(KEY, table);
}

/** Whether that was so; asked once. */
export function joinsNow(table: string): boolean {
  const wanted = sessionStorage.getItem(KEY) === table;
  if (wanted) sessionStorage.removeItem(KEY);
  return wanted;
}
