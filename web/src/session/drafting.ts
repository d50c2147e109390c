/**
 * Making up a turn, on this device as at a table of the server: tokens are tried out, undone, and played when they have to
 * be. The sessions say what they look at, and how a turn is played.
 */
import { signal, type Signal } from "@preact/signals";
import type { Engine, Step } from "../engine/engine";
import type { Scene, Text } from "../model";
import { Queue } from "../queue";
import { attemptSteps, draftScene, mustPlay, offersSame, type Outlook } from "./draft";
import { refusedByRules, said } from "./words";

export abstract class Drafting {
  abstract readonly scene: Signal<Scene>;
  readonly trouble = signal<Text | null>(null);
  protected readonly queue = new Queue();
  protected closed = false;

  constructor(protected readonly engine: Engine) {}

  /** The drafts of all sides. */
  protected abstract get drafts(): Record<string, Step[]>;
  protected abstract sideOf(seat: string): string;
  /** What is looked at now; null while nothing may be chosen. */
  protected abstract outlook(): Outlook | null;
  /** Whether every token of a side is a turn of its own. */
  protected abstract isSingle(side: string): boolean;
  /** Plays steps for good; `shown`: how many of them were on the board already. */
  protected abstract playTurn(side: string, steps: Step[], shown: number): Promise<void>;
  /** The draft is another: it is shown and kept. */
  protected abstract redraw(): Promise<void>;

  choose(seat: string, token: string): Promise<void> {
    const seen = this.scene.value;
    return this.inTurn(async () => {
      const outlook = this.outlook();
      if (!outlook) return;
      // A side whose secrets are covered does not play.
      if (!outlook.hands.includes(seat)) {
        this.trouble.value = said.notHere;
        return;
      }
      if (!offersSame(seen, this.scene.value, seat)) return;
      const side = this.sideOf(seat);
      const steps = [...(this.drafts[side] ?? []), { seat, token }];
      const attempt = await attemptSteps(this.engine, outlook, steps);
      if (this.isSingle(side) || mustPlay(attempt, steps, outlook)) return this.playDraft(side, steps);
      this.drafts[side] = steps;
      await this.redraw();
    });
  }

  undo(): Promise<void> {
    return this.inTurn(async () => {
      this.drafts[this.sideOf(this.scene.value.draft[0]?.seat ?? "")]?.pop();
      await this.redraw();
    });
  }

  confirm(): Promise<void> {
    return this.inTurn(async () => {
      const { draft, complete } = this.scene.value;
      if (complete && this.outlook()) await this.playDraft(this.sideOf(draft[0]?.seat ?? ""), draft);
    });
  }

  dismissTrouble(): void {
    this.trouble.value = null;
  }

  /** One thing at a time, and none once it is closed; what is refused is said, not thrown. */
  protected inTurn(action: () => Promise<void>): Promise<void> {
    return this.queue.add(async () => {
      if (!this.closed) await action();
    }).catch((error: unknown) => this.tell(error));
  }

  protected async tell(error: unknown): Promise<void> {
    const words = await refusedByRules(error);
    if (!this.closed) this.trouble.value = words;
  }

  /** The scene of a side that makes up its turn. A draft that no longer fits is dropped. `toAct`: as all players know it. */
  protected async sceneOf(outlook: Outlook, toAct: string[]): Promise<Scene> {
    const side = this.sideOf(outlook.hands.find((seat) => this.drafts[this.sideOf(seat)]?.length) ?? "");
    const steps = [...(this.drafts[side] ?? [])];
    try {
      return draftScene(outlook, steps, await attemptSteps(this.engine, outlook, steps), toAct);
    } catch (error) {
      if (!steps.length) throw error;
      delete this.drafts[side];
      this.trouble.value = said.draftGone;
      return this.sceneOf(outlook, toAct);
    }
  }

  private async playDraft(side: string, steps: Step[]): Promise<void> {
    const shown = this.drafts[side]?.length ?? 0;
    delete this.drafts[side];
    await this.playTurn(side, steps, shown);
  }
}
