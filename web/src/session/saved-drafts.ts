/** Drafts at a table of the server, for each side, kept while the page is closed. */
import type { Step } from "../engine/engine";
import type { OnlineWorld } from "./online-world";

export class KeptDrafts {
  readonly drafts: Record<string, Step[]> = {};
  private readonly name: string;

  constructor(
    table: string,
    private readonly items: OnlineWorld["items"],
  ) {
    this.name = `bivouac.draft.${table}`;
    try {
      Object.assign(this.drafts, JSON.parse(items.getItem(this.name) ?? "{}"));
    } catch {
      // Not ours, or not readable: there is no draft.
    }
  }

  keep(): void {
    const some = Object.values(this.drafts).some((steps) => steps.length);
    try {
      if (some) this.items.setItem(this.name, JSON.stringify(this.drafts));
      else this.items.removeItem(this.name);
    } catch {
      // A browser that keeps nothing: the draft lives as long as the page.
    }
  }
}
