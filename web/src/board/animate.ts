/**
 * What happened, shown: pieces slide, captures fade, shots fly, dice tumble. Made from the events of the engine, on the
 * board that still shows the position before; when the promise resolves, the position after may be drawn.
 *
 * Only transform and opacity are animated, by the browser itself (Web Animations), so that a busy page drops no frame.
 */
import type { GameEvent } from "../model";
import { lotFace, rollDie } from "./dice";
import type { Picture, Point } from "./geometry";

const SVG = "http://www.w3.org/2000/svg";

export interface Motion {
  /** Ends everything at once: the next position is drawn without waiting. */
  skip: () => void;
  done: Promise<void>;
}

export const wantsMotion = (setting: boolean): boolean =>
  setting && typeof matchMedia === "function" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

class Stage {
  readonly points: Map<string, Point>;
  readonly effects: SVGGElement;
  skipped = false;
  private running = new Set<Animation>();
  private holding: Animation[] = [];
  /** Pieces by where they stand now, the uppermost last. */
  private standing = new Map<string, SVGGElement[]>();

  constructor(
    readonly svg: SVGSVGElement,
    readonly picture: Picture,
    /** The token that was played: of chance, the face of a die, or else the side whose lot was drawn. */
    readonly token: string | undefined,
  ) {
    this.points = new Map(picture.points.map((point) => [point.name, point]));
    this.effects = svg.querySelector(".effects") as SVGGElement;
    svg.querySelectorAll<SVGGElement>(".piece").forEach((piece) => this.stand(piece, piece.dataset.at ?? ""));
  }

  stand(piece: SVGGElement, at: string): void {
    this.standing.set(at, [...(this.standing.get(at) ?? []), piece]);
  }

  /** The piece of a side that stands there; taken off the list. The name of a side that leads two armies has both letters. */
  take(at: string | undefined, side: string): SVGGElement | undefined {
    const here = this.standing.get(at ?? "") ?? [];
    const index = here.findIndex((piece) => side.includes(piece.dataset.side ?? "?"));
    const found = here[index < 0 ? here.length - 1 : index];
    if (found) this.standing.set(at ?? "", here.filter((piece) => piece !== found));
    return found;
  }

  async play(element: Element, frames: Keyframe[], duration: number, options: KeyframeAnimationOptions = {}): Promise<void> {
    if (this.skipped) return;
    const animation = element.animate(frames, { duration, easing: "cubic-bezier(.3,.1,.2,1)", fill: "forwards", ...options });
    this.running.add(animation);
    this.holding.push(animation);
    await animation.finished.catch(() => undefined);
    this.running.delete(animation);
  }

  async wait(duration: number): Promise<void> {
    await this.play(this.effects, [{ opacity: 1 }, { opacity: 1 }], duration);
  }

  add(name: string, attributes: Record<string, string | number>, inside: Element = this.effects): SVGElement {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    inside.append(element);
    return element;
  }

  skip(): void {
    this.skipped = true;
    for (const animation of this.running) animation.finish();
  }

  clear(): void {
    for (const animation of this.holding) animation.cancel();
    this.effects.replaceChildren();
  }
}

export const put = (point: Point, more = ""): string => `translate(${point.x}px, ${point.y}px)${more}`;

/* ---- One event each ------------------------------------------------------------------------------------------------- */

async function slide(stage: Stage, event: GameEvent): Promise<void> {
  const [from, to] = [stage.points.get(event.from ?? ""), stage.points.get(event.to ?? "")];
  const piece = stage.take(event.from, event.side);
  if (!piece || !from || !to) return;
  piece.parentNode?.append(piece);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const middle = { ...from, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const frames = [{ transform: put(from) }, { transform: put(middle, " scale(1.12)") }, { transform: put(to) }];
  stage.stand(piece, event.to ?? "");
  await stage.play(piece, frames, 160 + Math.min(420, length * 1.6));
}

async function fade(stage: Stage, event: GameEvent, turn: number): Promise<void> {
  const point = stage.points.get(event.to ?? "");
  const piece = stage.take(event.to, event.side);
  if (!piece || !point) return;
  const frames = [{ transform: put(point), opacity: 1 }, { transform: put(point, ` rotate(${turn}deg) scale(0.3)`), opacity: 0 }];
  await stage.play(piece, frames, 320);
}

export async function burst(stage: Stage, at: string | undefined, look: string): Promise<void> {
  const point = stage.points.get(at ?? "");
  if (!point || stage.skipped) return;
  const rays = Array.from({ length: 10 }, (_, i) => {
    const angle = (Math.PI * 2 * i) / 10;
    return `M${6 * Math.cos(angle)},${6 * Math.sin(angle)}L${22 * Math.cos(angle)},${22 * Math.sin(angle)}`;
  }).join("");
  const flash = stage.add("g", { class: `burst ${look}` });
  stage.add("circle", { r: 13 }, flash);
  stage.add("path", { d: rays }, flash);
  const frames = [{ transform: put(point, " scale(0.2)"), opacity: 1 }, { transform: put(point, " scale(1.1)"), opacity: 1, offset: 0.4 }, { transform: put(point, " scale(1.5)"), opacity: 0 }];
  await stage.play(flash, frames, 420);
  flash.remove();
}

async function fly(stage: Stage, event: GameEvent): Promise<void> {
  const [from, to] = [stage.points.get(event.from ?? ""), stage.points.get(event.to ?? "")];
  if (!from || !to || stage.skipped) return;
  const ball = stage.add("circle", { class: "ball", r: 5 });
  await stage.play(ball, [{ transform: put(from) }, { transform: put(to) }], 120 + Math.hypot(to.x - from.x, to.y - from.y) * 1.8, { easing: "linear" });
  ball.remove();
  await burst(stage, event.to, "smoke");
}

async function shake(stage: Stage, at: string | undefined): Promise<void> {
  const point = stage.points.get(at ?? "");
  const piece = stage.svg.querySelector(`.piece[data-at="${at}"]`);
  if (!point || !piece) return;
  const frames = [0, -4, 4, -3, 3, 0].map((dx) => ({ transform: `translate(${point.x + dx}px, ${point.y}px)` }));
  await stage.play(piece, frames, 300, { fill: "none" });
}

async function clash(stage: Stage, event: GameEvent): Promise<void> {
  const [from, to] = [stage.points.get(event.from ?? ""), stage.points.get(event.to ?? "")];
  const piece = stage.svg.querySelector(`.piece[data-at="${event.from}"]`);
  if (!from || !to || !piece) return;
  const near = { ...from, x: from.x + (to.x - from.x) * 0.4, y: from.y + (to.y - from.y) * 0.4 };
  await stage.play(piece, [{ transform: put(from) }, { transform: put(near) }, { transform: put(from) }], 320, { fill: "none" });
  await burst(stage, event.to, "spark");
}

async function give(stage: Stage, event: GameEvent): Promise<void> {
  const [from, to] = [stage.points.get(event.from ?? ""), stage.points.get(event.to ?? "")];
  if (!from || !to || stage.skipped) return;
  const walkers = Array.from({ length: event.amount }, () => stage.add("circle", { class: "walker", r: 4.5 }));
  await Promise.all(walkers.map((walker, i) => stage.play(walker, [{ transform: put(from) }, { transform: put(to) }], 380, { delay: 70 * i })));
  walkers.forEach((walker) => walker.remove());
}

async function flash(stage: Stage, at: string | undefined, look: string): Promise<void> {
  const point = stage.points.get(at ?? "");
  if (!point || stage.skipped) return;
  const outline = stage.add("path", { class: `flash ${look}`, d: point.outline });
  const frames = [0, 1, 0.2, 1, 0].map((opacity) => ({ transform: put(point), opacity }));
  await stage.play(outline, frames, 650);
  outline.remove();
}

/** A rank that is announced. */
async function announce(stage: Stage, event: GameEvent): Promise<void> {
  const point = stage.points.get(event.to ?? "");
  if (!point || stage.skipped) return;
  const sign = stage.add("g", { class: "rank" });
  stage.add("circle", { r: 20 }, sign);
  stage.add("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 28 }, sign).textContent = String(event.amount);
  const frames = [0.2, 1.25, 1, 1].map((scale) => ({ transform: put(point, ` scale(${scale})`), opacity: 1 }));
  await stage.play(sign, frames, 900);
  sign.remove();
}

export async function reveal(stage: Stage, event: GameEvent): Promise<void> {
  if (event.amount > 0) await announce(stage, event);
  else await flash(stage, event.to, "bright");
}

async function roll(stage: Stage, event: GameEvent): Promise<void> {
  const { dice } = stage.picture.game;
  if (stage.token !== undefined) await rollDie(stage, stage.picture, dice?.faces[stage.token.slice(1)] ?? lotFace(event.side));
}

export type Act = (stage: Stage, event: GameEvent) => Promise<void>;

const usualActs: Record<string, Act> = {
  placed: (stage, event) => flash(stage, event.to, "soft"),
  moved: slide,
  turned: (stage, event) => flash(stage, event.to, "soft"),
  transferred: give,
  fired: fly,
  rolled: roll,
  lost: (stage, event) => shake(stage, event.to),
  taken: (stage, event) => fade(stage, event, 25),
  destroyed: async (stage, event) => {
    await Promise.all([burst(stage, event.to, "blast"), fade(stage, event, 90)]);
  },
  changed: (stage, event) => flash(stage, event.to, "bright"),
  shown: reveal,
  missed: (stage, event) => flash(stage, event.to, "soft"),
  fought: clash,
  summoned: (stage, event) => flash(stage, event.to, "alarm"),
};

/** Whether anything of this can be seen; a plotted shot or a turn that begins cannot. */
export const isSeen = (events: GameEvent[]): boolean => events.some((event) => event.kind in usualActs);

/** What is revealed at one moment is shown at one moment; all else one after another. */
function together(events: GameEvent[]): GameEvent[][] {
  const groups: GameEvent[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && event.kind === "shown" && last[0]?.kind === "shown") last.push(event);
    else groups.push([event]);
  }
  return groups;
}

export function animate(svg: SVGSVGElement, picture: Picture, events: GameEvent[], token?: string): Motion {
  const stage = new Stage(svg, picture, token);
  const acts: Record<string, Act> = { ...usualActs, ...picture.game.acts };
  const run = async (): Promise<void> => {
    // A whole set-up that is shown at once appears at once.
    const crowd = events.filter((event) => event.kind === "placed").length > 3;
    for (const group of together(events.filter((event) => !(crowd && event.kind === "placed")))) {
      if (stage.skipped) break;
      await Promise.all(group.flatMap((event) => acts[event.kind]?.(stage, event) ?? []));
    }
  };
  const done = run().finally(() => stage.clear());
  return { skip: () => stage.skip(), done };
}

export type { Stage };
