/** What one channel of a table has told: where the game stands for it, and what happened. Numbers tell what was missed. */
import type { GameEvent, Happening, Text } from "../model";
import type { Message } from "./link";

export class Channel {
  /** The number of the last message. */
  last = 0;
  position = "";
  toAct: string[] = [];
  log: Happening[] = [];

  constructor(readonly as: string) {}

  /** Whether an event is the next one; a gap means that something was missed. */
  expects(message: Message): "next" | "known" | "gap" {
    const number = Number(message.n);
    if (number <= this.last) return "known";
    return number === this.last + 1 ? "next" : "gap";
  }

  show(message: Message): void {
    this.last = Number(message.n);
    this.position = String(message.position);
    this.toAct = message.toAct as string[];
  }

  /** `said` are the words of its events; `drafted`: it was on the board already. */
  take(message: Message, said: Text[], drafted: boolean): void {
    this.last = Number(message.n);
    if (typeof message.position !== "string") {
      if (message.result !== undefined) this.toAct = [];
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
          seat: message.type === "roll" ? "#" : String(message.seat),
          token: message.token as string | undefined,
          events: message.events as GameEvent[],
          said,
          drafted,
        },
      ];
    if (message.type === "take-back") this.forgetSince(after);
    this.position = after;
    this.toAct = message.toAct as string[];
  }

  private forgetSince(position: string): void {
    const at = this.log.map(({ before }) => before).lastIndexOf(position);
    if (at >= 0) this.log = this.log.slice(0, at);
  }
}
