/** Looking for an opponent over a line of its own, which goes on while one visits other pages, and ends with the tab. */
import "../../words/online";
import { signal } from "@preact/signals";
import type { Text } from "../../model";
import type { Message, Seeks } from "../../protocol";
import { Link, pageLinkWorld, ServerRefusal } from "../../session/link";
import { t } from "../../words/words";
import { request } from "../api";
import { looking, type Seek } from "../looking";
import { go } from "../route";
import { sounds } from "../sound";
import { toast } from "../toasts";

/** Who looks, as the server last said. */
export const seeks = signal<Seeks | null>(null);
export const seekTrouble = signal<Text | null>(null);

let link: Link | null = null;

export function stopLooking(): void {
  link?.close();
  link = null;
  looking.value = null;
}

/** The opponent's clock runs too: one is taken to the table wherever one is. */
function found(table: string): void {
  stopLooking();
  toast(t("seek.found"));
  sounds("bell");
  go(`/t/${table}`);
}

function hear(message: Message): void {
  if (message.type === "seeks") seeks.value = message;
  else if (message.type === "paired") found(message.table);
  else if (message.type === "seek-over") {
    stopLooking();
    toast(t("seek.elsewhere"));
  }
}

export function lookFor(seek: Seek): void {
  stopLooking();
  seekTrouble.value = null;
  looking.value = { seek, since: Date.now() };
  let again = false;
  const { game, ...fields } = seek;
  const ask = () =>
    link?.request({ do: "seek", ...fields, ...(game ? { game } : {}), again }).then(
      () => {
        again = true;
        link?.resetBackoff();
      },
      (error: unknown) => {
        if (!(error instanceof ServerRefusal)) return; // the line is lost, and comes back
        seekTrouble.value = error.text;
        stopLooking();
      },
    );
  link = new Link(pageLinkWorld(), { arrived: () => void ask(), heard: hear, lost: () => {} });
}

/** For those who do not look yet. */
export async function loadSeeks(): Promise<void> {
  if (!link) seeks.value = await request<Seeks>("GET", "/seeks");
}
