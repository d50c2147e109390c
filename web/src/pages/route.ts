/** Where one is. The same addresses are known to src/server/main/static_files.c. */
import { signal } from "@preact/signals";
import { inside, outside } from "../base";
import { isGame } from "../games";
import type { GameId } from "../model";

export type Route =
  | { page: "home" | "tables" | "mine" | "account" | "friends" | "clubs" | "tournaments" | "privacy" | "legal" | "not-found" }
  | { page: "box" | "rules" | "lesson" | "print" | "analysis" | "editor"; game: GameId }
  | { page: "new"; game: GameId; to?: string; club?: string }
  | { page: "person"; id: string }
  | { page: "leaders" | "seek"; game?: GameId }
  | { page: "puzzles"; game?: GameId; id?: string }
  | { page: "club" | "tournament"; id: string }
  | { page: "new-tournament"; club?: string }
  | { page: "admin"; tab?: AdminPageId }
  | { page: "play"; id: string }
  | { page: "replay"; id?: string; from?: "server" | "here" | "kept" }
  | { page: "table"; id: string; key?: string; seat?: string };

/** What is kept in order where the server is kept, one page each; the figures come first. */
export const adminPages = ["people", "tables", "reports", "bans", "invitations", "announcement", "audit"] as const;
export type AdminPageId = (typeof adminPages)[number];

const single = ["tables", "seek", "mine", "account", "friends", "leaders", "puzzles", "clubs", "tournaments", "admin", "privacy", "legal"] as const;
const perGame = ["box", "rules", "lesson", "print", "analysis", "editor"] as const;

/** `/replay`, `/replay/ID` of the server, `/replay/here/ID` of this device, `/replay/kept/ID` of one's own games at the server. */
function readReplay(words: string[]): Route {
  const [first = "", second = "", ...rest] = words;
  if (first === "" && words.length === 1) return { page: "replay" };
  if ((first === "here" || first === "kept") && second !== "" && rest.length === 0) return { page: "replay", id: second, from: first };
  return words.length === 1 ? { page: "replay", id: first, from: "server" } : { page: "not-found" };
}

export function readRoute(path: string, search: string): Route {
  const [first = "", second = "", ...rest] = path.split("/").slice(1);
  if (first === "replay") return readReplay([second, ...rest]);
  if (rest.length > 0) return { page: "not-found" };
  if (second === "") {
    if (first === "") return { page: "home" };
    return { page: single.find((one) => one === first) ?? "not-found" };
  }
  const ofGame = perGame.find((one) => one === first);
  if (ofGame && isGame(second)) return { page: ofGame, game: second };
  const orAll = (["leaders", "seek"] as const).find((one) => one === first);
  if (orAll && isGame(second)) return { page: orAll, game: second };
  const query = new URLSearchParams(search);
  if (first === "puzzles" && isGame(second)) return { page: "puzzles", game: second, id: query.get("id") ?? undefined };
  if (first === "new" && isGame(second)) return { page: "new", game: second, to: query.get("to") ?? undefined, club: query.get("club") ?? undefined };
  if (first === "play") return { page: "play", id: second };
  if (first === "people") return { page: "person", id: second };
  if (first === "clubs") return { page: "club", id: second };
  if (first === "tournaments") return second === "new" ? { page: "new-tournament", club: query.get("club") ?? undefined } : { page: "tournament", id: second };
  if (first === "admin") {
    const tab = adminPages.find((one) => one === second);
    return tab ? { page: "admin", tab } : { page: "not-found" };
  }
  if (first !== "t") return { page: "not-found" };
  return { page: "table", id: second, key: query.get("key") ?? undefined, seat: query.get("seat") ?? undefined };
}

export const route = signal<Route>({ page: "home" });

/** How often one has gone somewhere: the page then takes the focus, but not the first page of all. */
export const visits = signal(0);

function arrive(): void {
  route.value = readRoute(inside(location.pathname) ?? "/not-found", location.search);
}

export function go(address: string, instead = false): void {
  if (instead) history.replaceState(null, "", outside(address));
  else history.pushState(null, "", outside(address));
  arrive();
  visits.value++;
  scrollTo(0, 0);
}

/** Links inside the server do not load the page anew; with a modifier they do what they do everywhere. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  const path = inside(link.pathname);
  if (path === null || /^\/(api|docs)(\/|$)/.test(path) || (link.hash && link.pathname === location.pathname)) return;
  event.preventDefault();
  go(path + link.search + link.hash);
}

export function watchAddress(): void {
  arrive();
  addEventListener("popstate", () => {
    arrive();
    visits.value++;
  });
  document.addEventListener("click", follow);
}
