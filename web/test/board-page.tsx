/** Boards alone on a page, for test/draw-boards.mjs: a position as it stands, or a game on this device. */
import { render } from "preact";
import { Board } from "../src/board/Board";
import { Choices } from "../src/board/Choices";
import { GameBoard } from "../src/board/GameBoard";
import { pictureOf } from "../src/board/games";
import { useBoard } from "../src/board/useBoard";
import { RequestHandler } from "../src/engine/requests";
import { Engine, type Line } from "../src/engine/engine";
import { Module } from "../src/engine/module";
import type { Scene } from "../src/model";
import { newLocalGame, openLocalGame, type LocalChoice } from "../src/session/local";
import type { LocalSession } from "../src/session/local-session";
import { memoryGames } from "./world-games";

declare global {
  interface Window {
    showBoard: (scene: Scene, last: string[]) => void;
    openGame: (wasm: string, choice: LocalChoice) => Promise<void>;
    session: LocalSession | null;
  }
}

const root = (): HTMLElement => document.getElementById("root") as HTMLElement;

function Page({ scene, last }: { scene: Scene; last: string[] }) {
  const picture = pictureOf(scene, scene.position);
  const hands = useBoard({ scene, picture, language: "fr", awake: true, choose: () => undefined, help: { idle: () => undefined, ask: () => undefined } });
  return (
    <main>
      <Board picture={picture} language="fr" last={{ ways: [], hits: [], points: last }} {...hands} />
      <Choices choices={hands.choices} language="fr" holding={hands.holding} cancel={hands.cancel} />
    </main>
  );
}

window.showBoard = (scene, last) => {
  render(null, root());
  render(<Page scene={scene} last={last} />, root());
};

/** The engine in this very thread: a page of its own has nothing else to do. */
function lineTo(compiled: Promise<WebAssembly.Module>): Line {
  const handler = compiled.then(Module.from).then((module) => new RequestHandler(module));
  let listen: Parameters<Line["hear"]>[0] = () => undefined;
  return {
    send: (question) => void handler.then((ready) => listen(ready.answer(question))),
    hear: (listener) => (listen = listener),
    end: () => undefined,
  };
}

window.session = null;
window.openGame = async (wasm, choice) => {
  const compiled = WebAssembly.compile(Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)));
  const world = { engine: new Engine(() => lineTo(compiled)), savedGames: memoryGames(), nodes: 200, lot: () => 0.4 };
  const session = await openLocalGame(await newLocalGame(choice, world), world);
  if (!session) throw new Error("no game");
  window.session = session;
  render(null, root());
  render(
    <main>
      <GameBoard session={session} language="fr" motion={true} />
    </main>,
    root(),
  );
};
