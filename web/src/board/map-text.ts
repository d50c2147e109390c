/**
 * A board file as text that is changed a sign at a time: comments, order and columns stay as they were written, so a board
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

/** The file with another value of a key; a key that the file leaves out comes last. */
export function withValue(file: string, key: string, value: string): string {
  const line = new RegExp(`^(${key}(?=[ \\t]|$)[ \\t]*).*$`, "m");
  if (!line.test(file)) return `${file.replace(/\n*$/, "\n")}${key} ${value}\n`;
  return file.replace(line, (_, head: string) => (head === key ? `${key} ` : head) + value);
}

/** The rows of the block `lines`, each with where it stands in the file; and where the block ends. */
function lineRows(file: string): { rows: Sign[]; end: number } {
  const rows: Sign[] = [];
  let at = 0;
  let end = -1;
  for (const line of file.split("\n")) {
    if (/^lines:\s*$/.test(line)) end = at + line.length + 1;
    else if (end >= 0 && /^\s+\S/.test(line)) {
      rows.push({ text: line.trim().replace(/\s+/g, " "), from: at, to: at + line.length + 1 });
      end = at + line.length + 1;
    } else if (end >= 0 && line.trim() && !line.startsWith("#")) break;
    at += line.length + 1;
  }
  return { rows, end };
}

/** A row is walked from point to point: the walks that are left of it without the line between two points. */
function walksWithout(row: string, one: string, other: string): string[] {
  const walks: string[][] = [[]];
  for (const point of row.split(" ")) {
    const walk = walks.at(-1) as string[];
    const last = walk.at(-1);
    if ((last === one && point === other) || (last === other && point === one)) walks.push([point]);
    else walk.push(point);
  }
  return walks.filter((walk) => walk.length > 1).map((walk) => walk.join(" "));
}

/** The file with a line between two points, or without it where there was one. */
export function withLine(file: string, one: string, other: string): string {
  const { rows, end } = lineRows(file);
  if (end < 0 || one === other) return file;
  const drawn = rows.find(({ text }) => walksWithout(text, one, other).join("/") !== text);
  if (!drawn) return `${file.slice(0, end)}    ${one} ${other}\n${file.slice(end)}`;
  const left = walksWithout(drawn.text, one, other).map((walk) => `    ${walk}\n`);
  return file.slice(0, drawn.from) + left.join("") + file.slice(drawn.to);
}
