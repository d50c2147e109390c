/** What one channel of a table has told: where the game stands for it, and what happened. Numbers tell what was missed. */
import type { Happening, Text } from "../model";
import type { MutedSayMessage, TableEvent, TableMessage } from "../protocol";

/** A message with a number of its channel. */
export type Numbered = TableEvent | MutedSayMessage;

export class Channel {
  /** The number of the last message. */
  last = 0;
  position = "";
  toAct: string[] = [];
  log: Happening[] = [];

  constructor(readonly as: string) {}

  /** Whether an event is the next one; a gap means that something was missed. */
  expects({ n }: Numbered): "next" | "known" | "gap" {
    if (n <= this.last) return "known";
    return n === this.last + 1 ? "next" : "gap";
  }

  show({ n, position, toAct }: TableMessage): void {
    this.last = n;
    this.position = position;
    this.toAct = toAct;
  }

  /** `said` are the words of its events; `drafted`: it was on the board already. */
  take(message: Numbered, said: Text[], drafted: boolean): void {
    this.last = message.n;
    if (!("position" in message) || message.position === undefined) {
      if ("result" in message && message.result !== undefined) this.toAct = [];
      return;
    }
    const before = this.position;
    const after = message.position;
    if (message.type === "play" || message.type === "roll")
      this.log = [
        ...this.log,
        {
          before,
          after,
          seat: message.type === "roll" ? "#" : message.seat,
          token: message.token,
          events: message.events,
          said,
          drafted,
        },
      ];
    if (message.type === "take-back") this.forgetSince(after);
    this.position = after;
    this.toAct = message.toAct ?? [];
  }

  private forgetSince(position: string): void {
    const at = this.log.map(({ before }) => before).lastIndexOf(position);
    if (at >= 0) this.log = this.log.slice(0, at);
  }
}
