/** A game of this device is played in one tab at a time: in the one where it was opened last. */

/** Says that a game is open here, and calls when it is opened elsewhere; what it returns stops listening. */
export type Tabs = (game: string, elsewhere: () => void) => () => void;

/** Null where there is no page, and so no other tab. */
export function pageTabs(): Tabs | null {
  if (typeof document === "undefined" || typeof BroadcastChannel === "undefined") return null;
  return (game, elsewhere) => {
    const channel = new BroadcastChannel(`bivouac.game.${game}`);
    channel.onmessage = elsewhere;
    channel.postMessage("here");
    return () => channel.close();
  };
}
