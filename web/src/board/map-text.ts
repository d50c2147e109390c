/**
 * A board file as text that is changed a sign at a time: comments, order and columns stay as somebody wrote them, so a board
 * that is not painted on is the same to the byte.
 */

interface Sign {
  text: string;
  from: number;
  to: number;
}

/** The signs of the map, with where each stands in the file. */
function signsOf(file: string): Sign[][] {
  const rows: Sign[][] = [];
  let at = 0;
  let inside = false;
  for (const line of file.split("\n")) {
    if (/^map:\s*$/.test(line)) inside = true;
    else if (inside && /^\s+\S/.test(line)) {
      const start = at;
      rows.push([...line.matchAll(/\S+/g)].map((one) => ({ text: one[0], from: start + one.index, to: start + one.index + one[0].length })));
    } else if (inside && line.trim() && !line.startsWith("#")) inside = false;
    at += line.length + 1;
  }
  return rows;
}

export function mapOf(file: string): string[][] {
  return signsOf(file).map((row) => row.map(({ text }) => text));
}

/** The file with another sign at a place of its map; what follows on the line keeps its column where there is room. */
export function painted(file: string, row: number, index: number, text: string): string {
  const line = signsOf(file)[row];
  const sign = line?.[index];
  if (!sign) return file;
  const last = line.length === index + 1;
  const room = /^ */.exec(file.slice(sign.to))?.[0].length ?? 0;
  const blanks = last ? "" : " ".repeat(Math.max(1, sign.to + room - sign.from - text.length));
  return file.slice(0, sign.from) + text + blanks + file.slice(last ? sign.to : sign.to + room);
}

/** The value of a key that stands on one line. */
export function valueOf(file: string, key: string): string {
  return new RegExp(`^${key}[ \\t]+(.*?)[ \\t]*$`, "m").exec(file)?.[1] ?? "";
}

export function withValue(file: string, key: string, value: string): string {
  return file.replace(new RegExp(`^(${key}[ \\t]+).*$`, "m"), (_, head: string) => head + value);
}
