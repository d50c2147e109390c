/** What the server says of itself, asked once: who may make an account, what is announced, which pages it has. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Text } from "../model";
import { announced } from "../session/announced";
import { request } from "./api";

export interface Server {
  registration: "open" | "invitation" | "closed";
  announcement: Text | null;
  pages: ("privacy" | "legal")[];
}

const server = signal<Server | null>(null);
let asking = false;

async function ask(): Promise<void> {
  if (server.value || asking || !navigator.onLine) return;
  asking = true;
  try {
    server.value = await request<Server>("GET", "/server");
    announced.value = server.value.announcement;
  } catch {
    // Nobody waits for it; whoever needs it asks again.
  }
  asking = false;
}

export function useServer(): Server | null {
  useEffect(() => void ask(), []);
  return server.value;
}
