/** Boards alone on a page, for test/draw-boards.mjs and the browser tests of the board. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { Board } from "../src/board/Board";
import { Choices } from "../src/board/Choices";
import { pictureOf } from "../src/board/games";
import { useBoard } from "../src/board/useBoard";
import type { Scene } from "../src/model";

declare global {
  interface Window {
    showBoard: (scene: Scene, last: string[]) => void;
    chosen: string[];
  }
}

function Page({ scene, last }: { scene: Scene; last: string[] }) {
  const [picture] = useState(() => pictureOf(scene, scene.position));
  const hands = useBoard({ scene, picture, language: "fr", awake: true, choose: (_seat, token) => window.chosen.push(token) });
  return (
    <main>
      <Board picture={picture} language="fr" last={last} {...hands} />
      <Choices choices={hands.choices} language="fr" holding={hands.holding} cancel={hands.cancel} />
    </main>
  );
}

window.chosen = [];
window.showBoard = (scene, last) => {
  const root = document.getElementById("root") as HTMLElement;
  render(null, root);
  render(<Page scene={scene} last={last} />, root);
};
