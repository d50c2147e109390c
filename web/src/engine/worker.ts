/** The Worker: gets the address of the module first, then questions. */
import { Desk, type Question } from "./requests";
import { Module } from "./module";

async function furnish(address: string): Promise<Desk> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Desk(await Module.from(await answer.arrayBuffer()));
}

let address = "";
let desk: Promise<Desk> | null = null;

self.onmessage = async ({ data }: MessageEvent<string | Question>) => {
  if (typeof data === "string") {
    address = data;
    desk = furnish(address);
    return;
  }
  try {
    desk ??= furnish(address);
    self.postMessage((await desk).answer(data));
  } catch (error) {
    // The network was away, perhaps: the next question tries again.
    desk = null;
    self.postMessage({ id: data.id, error: String(error) });
  }
};
