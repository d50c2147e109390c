/**
 * A rule book: headings, paragraphs and lists, each with the clauses it covers, and diagrams by name. The text is a small
 * part of Markdown, read strictly: what is not understood is an error with its line.
 *
 *     # Title            once, at the head        Text with *stress*, **weight** and `tokens`. [E5 E6]
 *     ## Chapter  ### Section                     - an item of a list [E7]        1. of a numbered one
 *     ![[diagram]]       alone on its line
 */
export type Inline = { kind: "text" | "em" | "strong" | "code"; text: string };

export interface Passage {
  clauses: string[];
  inline: Inline[];
}

export type Block =
  | { kind: "heading"; depth: 2 | 3; id: string; text: string }
  | ({ kind: "paragraph" } & Passage)
  | { kind: "list"; numbered: boolean; items: Passage[] }
  | { kind: "diagram"; name: string };

export interface Book {
  title: string;
  blocks: Block[];
}

export class BookError extends Error {}

const MARKS: [RegExp, Inline["kind"]][] = [
  [/^\*\*(\S(?:[^*]*\S)?)\*\*/, "strong"],
  [/^\*(\S(?:[^*]*\S)?)\*/, "em"],
  [/^`([^`]+)`/, "code"],
];

export function readInline(text: string): Inline[] {
  const found: Inline[] = [];
  let plain = "";
  const flush = () => {
    if (plain) found.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let rest = text; rest; ) {
    const mark = MARKS.map(([pattern, kind]) => ({ kind, match: pattern.exec(rest) })).find(({ match }) => match);
    if (mark?.match) {
      flush();
      found.push({ kind: mark.kind, text: mark.match[1] ?? "" });
      rest = rest.slice(mark.match[0].length);
    } else {
      plain += rest[0];
      rest = rest.slice(1);
    }
  }
  flush();
  return found;
}

export function readPassage(text: string): Passage {
  const clauses = /\s*\[([A-Z]\d+b?(?: [A-Z]\d+b?)*)\]$/.exec(text);
  return {
    clauses: clauses?.[1]?.split(" ") ?? [],
    inline: readInline(clauses ? text.slice(0, clauses.index) : text),
  };
}

/** A name for links: letters and figures, the rest as hyphens. */
export function anchorOf(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** Lines that belong together, with the number of the first. */
function groups(text: string): { line: number; lines: string[] }[] {
  const found: { line: number; lines: string[] }[] = [];
  let open = false;
  text.split("\n").forEach((line, i) => {
    if (!line.trim()) open = false;
    else if (open && !/^#/.test(line)) found[found.length - 1]?.lines.push(line);
    else found.push({ line: i + 1, lines: [line] });
    if (line.trim()) open = !/^#|^!\[\[/.test(line);
  });
  return found;
}

const ITEM = /^(?:(-)|\d+\.) (.*)$/;

/** Items of a list; lines that begin with two blanks go on with the item before. */
function readList(lines: string[], fail: (why: string) => never): Block {
  const items: string[] = [];
  const numbered = !lines[0]?.startsWith("-");
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item && (item[1] === undefined) !== numbered) fail("a list is numbered or it is not");
    if (item) items.push(item[2] ?? "");
    else if (/^ {2,}\S/.test(line) && items.length) items.push(`${items.pop() ?? ""} ${line.trim()}`);
    else fail("a list goes on with '- ', a number or two blanks");
  }
  return { kind: "list", numbered, items: items.map(readPassage) };
}

function readBlock(lines: string[], fail: (why: string) => never): Block {
  const first = lines[0] ?? "";
  const heading = /^(#{2,3}) (.+)$/.exec(first);
  if (heading) {
    const text = heading[2] ?? "";
    return { kind: "heading", depth: heading[1] === "##" ? 2 : 3, id: anchorOf(text), text };
  }
  if (first.startsWith("#")) fail("a heading has two or three '#' and a blank");
  const diagram = /^!\[\[([a-z0-9-]+)\]\]$/.exec(first);
  if (diagram) return { kind: "diagram", name: diagram[1] ?? "" };
  if (first.startsWith("![")) fail("a diagram is ![[name]], alone on its line");
  if (ITEM.test(first)) return readList(lines, fail);
  return { kind: "paragraph", ...readPassage(lines.map((line) => line.trim()).join(" ")) };
}

export function readBook(text: string, file = "book"): Book {
  const [head, ...rest] = groups(text);
  const title = /^# (.+)$/.exec(head?.lines[0] ?? "")?.[1];
  if (!title) throw new BookError(`${file}:1: a book begins with '# ' and its title`);
  const blocks = rest.map(({ line, lines }) =>
    readBlock(lines, (why) => {
      throw new BookError(`${file}:${line}: ${why}`);
    }),
  );
  return { title, blocks };
}

/** All clauses that a book covers. */
export function clausesOf(book: Book): Set<string> {
  const passages = book.blocks.flatMap((block) =>
    block.kind === "paragraph" ? [block] : block.kind === "list" ? block.items : [],
  );
  return new Set(passages.flatMap((passage) => passage.clauses));
}

export function diagramsOf(book: Book): string[] {
  return book.blocks.flatMap((block) => (block.kind === "diagram" ? [block.name] : []));
}
