/**
 * Échec aux Chevaliers: seven files by fourteen ranks, ponds and castles.
 * Tokens: `d2-d1`, `d2~f4`, `b6xb8xd8`, `d2~d4xd6`, `!`, `.`.
 */
import type { Text } from "../../model";
import { choice, touch, type Step } from "../../board/gesture";
import { latticeCentre, latticeMargin, squareName, squareOutline, CELL } from "../../board/geometry";
import type { BoardText, Lattice, Drawing, Piece, Point, PositionText } from "../../board/geometry";
import { say } from "../../words/text";
import type { Game } from "../game";

const grounds: Record<string, { terrain: string; title: Text }> = {
  "~": { terrain: "pond", title: say("plan d'eau", "pond") },
  C: { terrain: "castle-S", title: say("château des Argentés", "Silver's castle") },
  c: { terrain: "castle-O", title: say("château des Dorés", "Gold's castle") },
};

const pieces: Record<string, Omit<Piece, "at" | "marks">> = {
  K: { side: "S", kind: "knight", letter: say("C", "K"), title: say("Chevalier argenté", "Silver Knight") },
  M: { side: "S", kind: "man", letter: say("H", "M"), title: say("Homme d'Armes argenté", "Silver Man-at-Arms") },
  k: { side: "O", kind: "knight", letter: say("C", "K"), title: say("Chevalier doré", "Gold Knight") },
  m: { side: "O", kind: "man", letter: say("H", "M"), title: say("Homme d'Armes doré", "Gold Man-at-Arms") },
};

function picture(board: BoardText, position: PositionText, side: string): Drawing {
  const map = board.block("map").map((row) => row.split(/\s+/));
  const lattice: Lattice = { files: map[0]?.length ?? 0, ranks: map.length, turned: side === "O", margin: 24 };
  const points: Point[] = [];
  const list: Piece[] = [];
  map.forEach((row, down) =>
    row.forEach((sign, file) => {
      const rank = lattice.ranks - 1 - down;
      const name = squareName(file, rank);
      const ground = grounds[sign];
      points.push({
        name,
        ...latticeCentre(lattice, file, rank),
        outline: squareOutline(),
        terrain: ground?.terrain ?? ((file + rank) % 2 ? "light" : "plain"),
        title: ground?.title ?? null,
        row: lattice.turned ? rank : down,
      });
      const piece = pieces[position.rows[down]?.[file] ?? "."];
      if (piece) list.push({ ...piece, at: name, marks: [] });
    }),
  );
  return {
    side: lattice.turned ? "O" : "S",
    width: lattice.files * CELL + 2 * lattice.margin,
    height: lattice.ranks * CELL + 2 * lattice.margin,
    points,
    pieces: list,
    marks: [],
    margin: latticeMargin(lattice),
    scenery: [],
  };
}

function steps(token: string): Step[] {
  if (token === "." || token === "!") return [choice(token)];
  return [...token.matchAll(/([-~x]?)([a-z]\d+)/g)].map(([, way = "", point = ""]) => touch(point, way));
}

const labels: Record<string, Text> = {
  ".": say("Passer", "Pass"),
  "!": say("Signaler la faute", "Call the fault"),
  "~": say("Galoper", "Canter"),
  x: say("Prendre", "Capture"),
  "": say("S'arrêter ici", "Stop here"),
};

export const board = {
  picture,
  steps,
  effect: (token) => token,
  label: (way) => labels[way] ?? say(way, way),
  rare: ["!"],
  follow: () => undefined,
} satisfies Partial<Game>;
