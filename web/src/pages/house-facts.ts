/** What the house says of itself, asked once: who may make an account, what is announced, which pages it has. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Text } from "../model";
import { announced } from "../session/announced";
import { request } from "./api";

export interface House {
  registration: "open" | "invitation" | "closed";
  announcement: Text | null;
  pages: ("privacy" | "legal")[];
}

const house = signal<House | null>(null);
let asking = false;

async function ask(): Promise<void> {
  if (house.value || asking || !navigator.onLine) return;
  asking = true;
  try {
    house.value = await request<House>("GET", "/house");
    announced.value = house.value.announcement;
  } catch {
    // Nobody waits for it; whoever needs it asks again.
  }
  asking = false;
}

export function useHouse(): House | null {
  useEffect(() => void ask(), []);
  return house.value;
}
