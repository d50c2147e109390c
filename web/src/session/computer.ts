/** The opponents of a game on this device: one mind for each side that the computer plays a part of. */
import type { Engine, Step, Thinker, Thought } from "../engine/engine";
import type { LocalGame } from "./saved-games";

export class Computer {
  private readonly thinkers = new Map<string, Thinker>();

  constructor(
    private readonly engine: Engine,
    /** For tests: nodes instead of time. */
    private readonly nodes?: number,
  ) {}

  /** What the computer does on those of its seats that are to act; null if none is. */
  async move(game: LocalGame, toAct: string[]): Promise<Step | null> {
    const occupant = game.occupants.find(({ level, seat }) => level > 0 && toAct.includes(seat));
    if (!occupant) return null;
    const seats = game.occupants.filter(({ side, level }) => side === occupant.side && level === occupant.level);
    return this.think(game, game.steps, seats.map(({ seat }) => seat), occupant.level, false);
  }

  /** What a good player would do on these seats. */
  hint(game: LocalGame, steps: Step[], seats: string[]): Promise<Thought | null> {
    return this.think(game, steps, seats, HINT_LEVEL, true);
  }

  stop(): void {
    for (const thinker of this.thinkers.values()) thinker.stop();
  }

  private think(game: LocalGame, past: Step[], seats: string[], level: number, explain: boolean) {
    const who = `${explain} ${seats.join()} ${level}`;
    const thinker = this.thinkers.get(who) ?? this.engine.thinker();
    this.thinkers.set(who, thinker);
    const { terms, start, seed } = game;
    return thinker.think({ terms, start, past, seats, level, seed, explain, lines: explain, nodes: this.nodes });
  }
}

const HINT_LEVEL = 7;
