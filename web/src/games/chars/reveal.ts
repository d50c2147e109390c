/** Shots that are revealed fall on their squares. */
import { burst, put, reveal as usual, type Stage } from "../../board/animate";
import type { GameEvent } from "../../model";

/** The shots by their numbers among the game's pieces. */
const shots: Record<number, string> = { 7: "red", 8: "white" };

async function fall(stage: Stage, event: GameEvent, colour: string): Promise<void> {
  const point = stage.points.get(event.to ?? "");
  if (!point || stage.skipped) return;
  const shell = stage.add("circle", { class: `shell ${colour}`, r: 11 });
  const frames = [{ transform: put(point, " translateY(-160px) scale(1.8)"), opacity: 0 }, { transform: put(point), opacity: 1 }];
  await stage.play(shell, frames, 380, { easing: "ease-in" });
  await burst(stage, event.to, "smoke");
}

export async function reveal(stage: Stage, event: GameEvent): Promise<void> {
  const colour = shots[event.piece];
  if (colour) await fall(stage, event, colour);
  else await usual(stage, event);
}
