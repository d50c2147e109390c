/** What the server says of itself, asked once: who may make an account, what is announced, which pages it has. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ServerFacts } from "../protocol";
import { announced } from "../session/announced";
import { request } from "./api";

const server = signal<ServerFacts | null>(null);
let asking = false;

async function ask(): Promise<void> {
  if (server.value || asking || !navigator.onLine) return;
  asking = true;
  try {
    server.value = await request<ServerFacts>("GET", "/server");
    announced.value = server.value.announcement;
  } catch {
    // No page waits for it; a page that needs it asks again.
  }
  asking = false;
}

export function useServer(): ServerFacts | null {
  useEffect(() => void ask(), []);
  return server.value;
}
