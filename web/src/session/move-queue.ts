/**
 * Moves on their way to the server, one after the other: each has a key of its own, so that one whose answer was lost is
 * simply sent again.
 */
import type { Step } from "../engine/engine";
import { ServerRefusal, ConnectionLost } from "./link";
import { newName } from "./random";

interface Sent extends Step {
  key: string;
  /** It was on the board before it was sent. */
  shown: boolean;
  /** The server has told of it; the answer may still be on its way. */
  heard: boolean;
}

export class MoveQueue {
  private sent: Sent[] = [];

  constructor(
    /** Sends when there is a line, and waits until there is. */
    private readonly send: (fields: Record<string, unknown>) => Promise<unknown>,
  ) {}

  get busy(): boolean {
    return this.sent.length > 0;
  }

  /** What is not on the board of the server yet. */
  get ahead(): Step[] {
    return this.sent.filter(({ heard }) => !heard).map(({ seat, token }) => ({ seat, token }));
  }

  /** The server tells of a move: whether it is ours, and whether it was on the board already. */
  hear(seat: string, token: string | undefined): { ours: boolean; shown: boolean } {
    const first = this.sent.find(({ heard }) => !heard);
    if (!first || first.seat !== seat || first.token !== token) return { ours: false, shown: false };
    first.heard = true;
    return { ours: true, shown: first.shown };
  }

  /** Sends all; the refusal of one is the refusal of those behind it. */
  async play(steps: Step[], shown: number): Promise<ServerRefusal | null> {
    this.sent = steps.map((step, i) => ({ ...step, key: newName(16), shown: i < shown, heard: false }));
    try {
      for (let first = this.sent[0]; first; first = this.sent[0]) {
        const { seat, token, key } = first;
        try {
          await this.send({ do: "play", seat, token, key });
        } catch (error) {
          if (error instanceof ConnectionLost) continue;
          if (error instanceof ServerRefusal) return error;
          throw error;
        }
        this.sent.shift();
      }
      return null;
    } finally {
      this.sent = [];
    }
  }
}
