/**
 * The service worker: the server when the network is away. It stands in dist/service.js, at the root of the server, and knows
 * every file of its version (build.mjs writes the list).
 *
 *   shell   what every page begins with: kept before the worker is ready
 *   rest    the games, books, lessons, puzzles, the other pages: fetched when a page says that it has nothing else to do
 *
 * Names of files carry their hashes, so all versions share one cache and nothing is fetched twice. A new version waits until
 * the pages of the old one are gone, or until the player asks for it. Files of older versions stay until the only page that
 * is open is of this version: a page of an older version can still load all its parts.
 *
 * The documentation (`/docs…`) is not part of a version: whatever of it was read stays readable.
 *
 * What the server is asked for (`/api/…`) never comes by here.
 */
import { engineModules } from "../engine-modules";
import type { FromPage, FromWorker } from "./messages";
import { showReminders } from "./push";

/* Set by the bundler. Paths as the server sees them. */
declare const VERSION: string;
declare const SHELL: string[];
declare const REST: string[];

const scope = self as unknown as ServiceWorkerGlobalScope;
const CACHE = "bivouac";
const LIBRARY = "bivouac-docs";
/** A network that does not answer is as good as none. */
const TIMEOUT = 4000;

/** The server may stand below a path: `/bivouac/service.js` serves `/bivouac/`. */
const base = new URL(".", scope.location.href).pathname;
const outside = (path: string): string => base + path.slice(1);
/** Each version has its own front page; all other names differ by themselves. */
const page = `${outside("/index.html")}?${VERSION}`;
const shell = new Set(SHELL.map(outside));
const files = new Set([...shell, ...[...Object.values(engineModules()), ...REST].map(outside)]);

const isHashed = (path: string): boolean => /-[A-Z0-9]{8}\.\w+$/.test(path);

/** The front page carries its version: while the server is being replaced it may be newer than this worker, and one that
 *  asks for files that this worker does not know would be a server that does not start. The newer worker will keep it. */
async function keepPage(cache: Cache): Promise<void> {
  const answer = await fetch(base, { cache: "no-cache" });
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(`name="bivouac-version" content="${VERSION}"`)) throw new Error(`${base}: not of version ${VERSION}`);
  await cache.put(page, answer);
}

async function keep(cache: Cache, path: string): Promise<void> {
  // What carries no hash may have changed since the browser last saw it.
  const answer = await fetch(path, { cache: isHashed(path) ? "default" : "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const missing = [...shell].filter((path) => !isHashed(path));
  for (const path of shell) if (isHashed(path) && !(await cache.match(path))) missing.push(path);
  await Promise.all([keepPage(cache), ...missing.map((path) => keep(cache, path))]);
}

/** One after the other, so that whatever else is fetched meanwhile comes first. What fails is tried at another visit. */
async function keepRest(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const path of files) if (!(await cache.match(path))) await keep(cache, path).catch(() => undefined);
}

async function forgetOthers(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (pathname + search !== page && !files.has(pathname + search)) await cache.delete(url);
  }
}

async function settle(sender: Client, version: string): Promise<void> {
  if (version !== VERSION) return;
  await keepRest();
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const ours = windows.filter(({ url }) => new URL(url).pathname.startsWith(base));
  if (ours.every(({ id }) => id === sender.id)) await forgetOthers();
}

/** The newest page where there is a network; else the one that is kept. */
async function navigate(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(page);
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), TIMEOUT));
  const fresh = fetch(request).then(
    (answer) => (answer.status >= 500 ? kept : answer),
    () => kept,
  );
  return Promise.race([fresh, late]);
}

/** A document, its looks or its search: as it is now where there is a network; else as it was when it was last read. */
async function read(request: Request): Promise<Response> {
  const library = await caches.open(LIBRARY);
  const key = new URL(request.url).pathname;
  const answer = await fetch(request).catch(() => undefined);
  if (answer?.ok) await library.put(key, answer.clone());
  if (answer) return answer;
  return (await library.match(key)) ?? (request.mode === "navigate" ? navigate(request) : Response.error());
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}

showReminders(scope, outside);

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== scope.location.origin || pathname.startsWith(outside("/api/"))) return;
  if (pathname === outside("/docs") || pathname.startsWith(outside("/docs/"))) event.respondWith(read(request));
  else if (request.mode === "navigate") event.respondWith(navigate(request));
  else if (files.has(pathname) || isHashed(pathname)) event.respondWith(file(request));
});

scope.addEventListener("message", (event) => {
  const { ask, version } = event.data as FromPage;
  const sender = event.source as Client;
  const say = (answer: FromWorker) => sender.postMessage(answer);
  if (ask === "settle") event.waitUntil(settle(sender, version));
  // A page that came from the network is of the new version already: no notice is needed.
  else if (ask === "replace" || version === VERSION) void scope.skipWaiting();
  else say({ ready: VERSION });
});
