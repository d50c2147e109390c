/** The Worker: gets the address of the module first, then questions. */
import { Desk, type Question } from "./desk";
import { Module } from "./module";

async function compile(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

let desk: Promise<Desk> | null = null;

self.onmessage = async ({ data }: MessageEvent<string | Question>) => {
  if (typeof data === "string") {
    desk = compile(data).then(Module.from).then((module) => new Desk(module));
    return;
  }
  try {
    if (desk) self.postMessage((await desk).answer(data));
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
};
