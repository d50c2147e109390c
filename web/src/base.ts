/**
 * Where the server stands: at the root of its host, or below a path of another site (`base-url` of the server, which
 * writes it into index.html). The pages write every address from the root of the server, `/t/…`; only here is known what
 * comes before that.
 */
import { options, type VNode } from "preact";

function read(): string {
  if (typeof document === "undefined") return "";
  const content = document.querySelector<HTMLMetaElement>('meta[name="bivouac-base"]')?.content ?? "/";
  return content.replace(/\/$/, "");
}

const base = read();

/** An address of the server as the browser needs it: `/t/…` → `/bivouac/t/…`. */
export function outside(address: string): string {
  return base + address;
}

/** The other way: the path of an address of the browser, seen from the server; null if it is not of the server. */
export function inside(pathname: string): string | null {
  if (!base) return pathname;
  if (pathname === base) return "/";
  return pathname.startsWith(base + "/") ? pathname.slice(base.length) : null;
}

/** An address that can be given to others. */
export function shared(address: string): string {
  return location.origin + outside(address);
}

/** The WebSocket of the server. */
export function socketAddress(): string {
  return `${location.origin.replace(/^http/, "ws")}${outside("/api/v1/socket")}`;
}

/** From now on links of the pages, written as the server sees them, lead where the browser finds them. */
export function rewriteLinks(): void {
  if (!base) return;
  const before = options.vnode;
  options.vnode = (vnode: VNode) => {
    const props = vnode.props as { href?: unknown };
    if (vnode.type === "a" && typeof props.href === "string" && props.href.startsWith("/")) props.href = outside(props.href);
    before?.(vnode);
  };
}
