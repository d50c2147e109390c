// The machinery of api_test.mjs: the documents of the interface read as data, a validator of schemas, and people who hold
// whatever they are told against them. What was met is noted, so that at the end nothing is left out.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Guest, keepCookies, setCookies } from "./client.mjs";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const read = (path) => readFileSync(join(root, path), "utf8");
export const openapi = JSON.parse(read("docs/openapi.json"));
export const page = readPage(read("docs/api.md"));

// ---- The page ------------------------------------------------------------------------------------------------------

/** `a`, `b` → ["a", "b"] of the sentence that begins with these words. */
function listed(text, words) {
  const sentence = text.match(new RegExp(`${words}:\\s([^.]*)\\.`));
  return sentence ? [...sentence[1].matchAll(/`([^`]+)`/g)].map((match) => match[1]) : [];
}

/** All examples of docs/api.md by direction and type, the fields of messages, and the table of refusals. */
function readPage(text) {
  const found = { client: new Map(), server: new Map(), codes: new Map(), kinds: [] };
  for (const section of text.split(/^(?=#{2,4} )/m)) {
    const [, direction, type] = section.match(/^#### (client|server): (\S+)\n/) ?? [];
    if (!direction) continue;
    const block = section.match(/```json\n([^]*?)```/);
    assert.ok(block, `${direction}: ${type} has no example`);
    assert.ok(!found[direction].has(type), `${direction}: ${type} is described twice`);
    found[direction].set(type, {
      example: JSON.parse(block[1]),
      fields: listed(section, "Fields").map((name) => name.replace("?", "")),
      always: listed(section, "Always"),
      sometimes: listed(section, "Sometimes"),
    });
  }
  const [every, any] = [listed(text, "Every event carries"), listed(text, "Any event may carry")];
  for (const name of eventNames())
    if (found.server.has(name)) {
      found.server.get(name).always.unshift(...every);
      found.server.get(name).sometimes.push(...any);
    }
  const between = (from, to) => text.slice(text.indexOf(from), text.indexOf(to));
  for (const [, code, status] of between("## Refusals", "## Limits").matchAll(/^\| `([a-z-]+)` \| (\S+) \|/gm))
    found.codes.set(code, status === "–" ? null : Number(status));
  for (const [, cell] of between("### Events", "## Refusals").matchAll(/^\| (`.*?`) \| /gm))
    found.kinds.push(...[...cell.matchAll(/`([a-z]+)`/g)].map((match) => match[1]));
  return found;
}

// ---- The sources ---------------------------------------------------------------------------------------------------

/** All C files of a folder and of those inside it. */
export function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : entry.name.endsWith(".c") ? [path] : [];
  });
}

export function sources() {
  return ["src/server", "src/table"].flatMap(filesIn).map(read).join("\n");
}

/** Every route of the sources: "GET /api/v1/tables/*". */
export function routes() {
  return filesIn("src/server").flatMap((path) =>
    [...read(path).matchAll(/struct api_route \w+\[\] = \{([^]*?)\n\};/g)].flatMap(([, rows]) =>
      [...rows.matchAll(/\{"([A-Z]+)",\s+"([^"]+)"/g)].map(([, method, route]) => `${method} ${route}`),
    ),
  );
}

/** The rows of a C table: everything between `NAME[…] = {` and `};`. */
export function rowsOf(path, name) {
  return read(path).match(new RegExp(`\\b${name}\\[[^\\]]*\\] = \\{([^]*?)\\n\\};`))[1];
}

export function all(text, pattern) {
  return [...text.matchAll(pattern)].map((match) => match[1]);
}

export function eventNames() {
  return all(rowsOf("src/table/event.c", "verbs"), /= \{"([a-z-]+)"/g);
}

export const events = new Set(eventNames());
export const types = (messages) => messages.map((message) => message.type);
export const sorted = (names) => [...new Set(names)].sort();

// ---- A validator of schemas, as much as docs/openapi.json needs ----------------------------------------------------

export const typeOf = (value) =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

export const pointed = (ref) =>
  ref
    .slice(2)
    .split("/")
    .reduce((node, part) => node[part], openapi);

/** What is wrong with a value; nothing if the list is empty. */
export function wrongs(schema, value, at = "$") {
  if (schema.$ref) return wrongs(pointed(schema.$ref), value, at);
  if (schema.oneOf) {
    const fits = schema.oneOf.filter((one) => !wrongs(one, value, at).length);
    return fits.length === 1 ? [] : [`${at}: fits ${fits.length} of ${schema.oneOf.length} schemas`];
  }
  const known =
    "type properties required additionalProperties items enum const pattern minimum maximum minItems maxItems description default format";
  for (const word of Object.keys(schema))
    assert.ok(known.split(" ").includes(word), `the validator does not know ${word}`);
  if ("const" in schema) return value === schema.const ? [] : [`${at}: ${value} is not ${schema.const}`];
  const type = typeOf(value);
  if (schema.type && ![schema.type].flat().includes(type)) return [`${at}: ${type}, not ${schema.type}`];
  const out = [];
  if (schema.enum && !schema.enum.includes(value)) out.push(`${at}: ${value} is none of ${schema.enum}`);
  if (type === "string" && schema.pattern && !new RegExp(schema.pattern).test(value))
    out.push(`${at}: '${value}' does not look like ${schema.pattern}`);
  if (value < schema.minimum || value > schema.maximum) out.push(`${at}: ${value} is out of range`);
  if (type === "array") {
    if (value.length < schema.minItems || value.length > schema.maxItems) out.push(`${at}: ${value.length} items`);
    value.forEach((item, i) => out.push(...wrongs(schema.items, item, `${at}[${i}]`)));
  }
  if (type === "object") {
    const properties = schema.properties ?? {};
    for (const name of schema.required ?? []) if (!(name in value)) out.push(`${at}: ${name} is missing`);
    for (const [name, item] of Object.entries(value)) {
      const own = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
      if (own === false || own === undefined) out.push(`${at}: ${name} is not documented`);
      else out.push(...wrongs(own, item, `${at}.${name}`));
    }
  }
  return out;
}

export const named = (name) => ({ $ref: `#/components/schemas/${name}` });

/** Our JSON is compact; written again it is the same, unless an object has a key twice. */
export const hasKeyTwice = (text) => JSON.stringify(JSON.parse(text)) !== text;

// ---- People who check whatever they are told -----------------------------------------------------------------------

export const heard = new Set(); // types of messages
export const granted = new Set(); // verbs of requests, as the page writes them
export const refused = new Set(); // codes
export const called = new Map(); // "get /api/v1/me" → statuses
export const faults = [];
export const fault = (what, why) => faults.push(`${what}: ${why}`);

/** What is wrong with a message of the server, by the page and by the schemas. */
export function wrongsOf(message) {
  const { type, re, ...rest } = message;
  const entry = page.server.get(type);
  if (!entry) return ["this type is not documented"];
  const muted = type === "say" && message.muted;
  const always = muted ? ["type", "table", "as", "n", "muted"] : entry.always;
  const allowed = muted ? always : [...always, ...entry.sometimes];
  const out = always.filter((name) => !(name in message)).map((name) => `${name} is missing`);
  out.push(
    ...Object.keys(message)
      .filter((name) => !allowed.includes(name))
      .map((name) => `${name} is not listed`),
  );
  if (type === "table") out.push(...wrongs(named("Table"), message));
  else if (type === "lobby") message.tables.forEach((line) => out.push(...wrongs(named("Summary"), line)));
  else if (type === "lobby-table") out.push(...wrongs(named("Summary"), rest));
  else if (type === "refused") out.push(...wrongs(named("Refusal"), rest));
  else if (events.has(type) && !muted) out.push(...wrongs(named("TableEvent"), message));
  return out;
}

export class Reader extends Guest {
  receive(text) {
    const message = JSON.parse(text);
    heard.add(message.type);
    if (message.type === "refused") refused.add(message.code);
    if (hasKeyTwice(text)) fault(text, "a key stands there twice");
    for (const wrong of wrongsOf(message)) fault(text, wrong);
    super.receive(text);
  }

  static async enter(url, name) {
    const reader = new Reader(url, name);
    const answer = await call(reader, "post", "/api/v1/guest", { body: { name } });
    reader.person = answer.body.person.id;
    return reader.connect();
  }

  /** The example of the page with other values in its fields, which must be granted. */
  async example(verb, fields = {}) {
    const { id, ...example } = page.client.get(verb).example;
    assert.equal(example.do, verb);
    assert.ok(Number.isInteger(id));
    for (const name of Object.keys(fields)) assert.ok(name in example, `${verb}: the example shows no ${name}`);
    const answer = await this.will({ ...example, ...fields });
    granted.add(verb);
    return answer;
  }

  async refusal(message, code) {
    const answer = await this.ask(message);
    assert.equal(answer.code, code, `${JSON.stringify(message)} → ${JSON.stringify(answer)}`);
    assert.equal(answer.type, "refused");
  }

  /** What was told of a type since this was last asked. */
  take(type) {
    const found = this.messages.filter((message) => message.type === type);
    this.messages = [];
    return found;
  }

  async legal(table, seat) {
    return (await this.example("legal", { table, seat })).legal;
  }
}

/** Calls a route of docs/openapi.json (`as`: with another method) and reads the answer with its schema. */
export async function call(guest, method, path, { id, other, query = "", body, text, headers = {}, status, as } = {}) {
  const operation = openapi.paths[path][method];
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await fetch(guest.url + path.replace("{id}", id).replace("{other}", other) + (query && `?${query}`), {
    method: (as ?? method).toUpperCase(),
    headers: { ...(guest.cookie ? { cookie: guest.cookie } : {}), ...headers },
    body: sent,
  });
  const got = await answer.text();
  // What depends on who asks is kept by nobody on the way; pictures of finished games alone are the same for everybody.
  const cache = answer.headers.get("cache-control");
  const shared = answer.ok && path.includes("/picture.");
  assert.equal(cache, shared ? "public, max-age=86400" : "no-store", `${method} ${path} ${answer.status}: Cache-Control`);
  const label = `${method} ${path} ${query} ${sent ?? ""} → ${answer.status} ${got.slice(0, 200)}`;
  guest.cookie = keepCookies(guest.cookie, setCookies(answer));
  if (!called.has(`${method} ${path}`)) called.set(`${method} ${path}`, new Set());
  called.get(`${method} ${path}`).add(answer.status);
  if (status) assert.equal(answer.status, status, label);
  else assert.ok(answer.ok, label);
  const good = operation.requestBody?.content["application/json"].schema;
  if (good && answer.ok) assert.deepEqual(wrongs(good, body), [], `the request of ${label}`);
  let response = operation.responses[answer.status] ?? operation.responses.default;
  if (response.$ref) response = pointed(response.$ref);
  const type = answer.headers.get("content-type").split(";")[0];
  assert.ok(response.content[type], `${label}: ${type} is not documented`);
  if (response.headers?.["Set-Cookie"]) assert.match(answer.headers.get("set-cookie"), /^bivouac=[^;]*; Path=\//);
  if (type === "application/json" && hasKeyTwice(got)) fault(label, "a key stands there twice");
  const value = type === "application/json" ? JSON.parse(got) : got;
  for (const wrong of wrongs(response.content[type].schema, value)) fault(label, wrong);
  if (!answer.ok && value.code) {
    refused.add(value.code);
    if (page.codes.get(value.code) !== answer.status)
      fault(label, `the table of refusals says ${page.codes.get(value.code)}`);
  }
  return { status: answer.status, body: value };
}
