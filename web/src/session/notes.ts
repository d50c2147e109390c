/** Comments and variations, kept on this device by the game they are about, and sent as a file together with it. */
import { isEmpty, noNotes, type Branch, type Notes } from "./lines";

const FORMAT = "bivouac notes 1";
export const COMMENT_MAX = 2000;
const NOTES_MAX = 2000; // comments and variations of one game

/** The record of a game and the notes about it. */
export interface NotedRecord {
  record: string;
  notes: Notes;
}

export function writeNoted({ record, notes }: NotedRecord): string {
  return JSON.stringify({ format: FORMAT, record, notes }, null, 1) + "\n";
}

class NotNotes extends Error {}

function wanted<Value>(value: unknown, holds: (value: unknown) => value is Value, what: string): Value {
  if (holds(value)) return value;
  throw new NotNotes(what);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** Notes from outside: what does not have their form is dropped. */
function notesFrom(value: unknown, left: { many: number }): Notes {
  const { comments, lines } = wanted(value, isObject, "notes");
  const said: Record<number, string> = {};
  for (const [at, text] of Object.entries(wanted(comments, isObject, "comments"))) {
    if (!/^(0|[1-9]\d{0,6})$/.test(at)) throw new NotNotes("comments");
    said[Number(at)] = wanted(text, isText, "comments").slice(0, COMMENT_MAX);
    if (left.many-- <= 0) throw new NotNotes("too many");
  }
  return { comments: said, lines: wanted(lines, isList, "lines").map((line) => branchFrom(line, left)) };
}

function branchFrom(value: unknown, left: { many: number }): Branch {
  const line = wanted(value, isObject, "line");
  if (left.many-- <= 0) throw new NotNotes("too many");
  const steps = wanted(line.steps, isList, "steps").map((step) => {
    const { seat, token } = wanted(step, isObject, "step");
    return { seat: wanted(seat, isText, "seat"), token: wanted(token, isText, "token") };
  });
  return { after: wanted(line.after, isCount, "after"), steps, ...notesFrom(line, left) };
}

/** A text from outside: a record, or a record with notes. The reader of records says what is wrong with it. */
export function readNoted(text: string): NotedRecord {
  if (!text.trimStart().startsWith("{")) return { record: text, notes: noNotes() };
  try {
    const { format, record, notes } = wanted(JSON.parse(text), isObject, "file");
    if (format !== FORMAT) throw new NotNotes("format");
    return { record: wanted(record, isText, "record"), notes: notesFrom(notes, { many: NOTES_MAX }) };
  } catch {
    return { record: text, notes: noNotes() };
  }
}

// ---- Kept on this device ----------------------------------------------------------------------------------------------

export interface SavedNotes {
  get(game: string): Promise<Notes>;
  put(game: string, notes: Notes): Promise<void>;
}

function promised<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the store failed"));
  });
}

async function openStore(factory: IDBFactory): Promise<(mode: IDBTransactionMode) => IDBObjectStore> {
  const opening = factory.open("bivouac-notes", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("notes");
  const database = await promised(opening);
  return (mode) => database.transaction("notes", mode).objectStore("notes");
}

export function indexedNotes(factory: IDBFactory): SavedNotes {
  const store = openStore(factory);
  return {
    get: async (game) => ((await promised((await store)("readonly").get(game))) as Notes | undefined) ?? noNotes(),
    async put(game, notes) {
      const notebook = (await store)("readwrite");
      if (isEmpty(notes)) await promised(notebook.delete(game));
      else await promised(notebook.put(notes, game));
    },
  };
}

let shared: SavedNotes | null = null;

export function savedNotes(): SavedNotes {
  shared ??= indexedNotes(indexedDB);
  return shared;
}
