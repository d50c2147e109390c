/** Parts of the pages alone in a browser, for test/browser/faults.test.mjs. */
import { options, render, type ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Board } from "../src/board/Board";
import { pictureOf } from "../src/board/games";
import { Tray } from "../src/board/Tray";
import { useLine, type WorkLine } from "../src/board/useLine";
import { RequestHandler } from "../src/engine/requests";
import { Engine, type Line } from "../src/engine/engine";
import { Module } from "../src/engine/module";
import { Boundary, Failure, watchFailures } from "../src/pages/failure";
import { useFetched, type Fetched } from "../src/pages/fetched";
import { useExercise } from "../src/pages/learn/use-exercise";
import { TableView } from "../src/pages/table-view";
import { toast, Toasts } from "../src/pages/toasts";
import { Voice } from "../src/pages/voice";
import { newLocalGame, openLocalGame, type LocalChoice } from "../src/session/local";
import type { LocalSession } from "../src/session/local-session";
import { memoryGames } from "./world-games";

interface Faults {
  drawn: number;
  session: LocalSession;
  line: WorkLine;
  fetched: Fetched<string>;
  put: string[];
  openTable: (wasm: string, choice: LocalChoice) => Promise<void>;
  say: (text: string) => void;
  offer: (sides: string[]) => void;
  tell: (text: string) => void;
  fetchFrom: (path: string) => void;
  showLine: () => void;
  showTray: () => void;
  breakPage: () => void;
  failExercise: () => void;
  go: () => void;
}

declare global {
  interface Window {
    faults: Faults;
  }
}

const page = ((window as Partial<Window>).faults = { drawn: 0, put: [] as string[] } as unknown as Faults);
watchFailures();

// Counts how often a board is drawn.
const before = options.diffed;
options.diffed = (vnode) => {
  if (vnode.type === Board) page.drawn++;
  before?.(vnode);
};

const root = (): HTMLElement => document.getElementById("root") as HTMLElement;

function show(children: ComponentChildren, visit = 0): void {
  render(
    <>
      <main>
        <Boundary visit={visit}>{children}</Boundary>
      </main>
      <Failure />
      <Toasts />
      <Voice />
    </>,
    root(),
  );
}

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

page.openTable = async (wasm, choice) => {
  const compiled = WebAssembly.compile(Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)));
  const world = { engine: new Engine(() => lineTo(compiled)), savedGames: memoryGames(), nodes: 200, lot: () => 0.4 };
  const session = await openLocalGame(await newLocalGame(choice, world), world);
  if (!session) throw new Error("no game");
  page.session = session;
  render(null, root());
  show(<TableView session={session} home="t" />);
};

page.say = (text) => {
  const { table } = page.session;
  table.value = { ...table.value, chat: [...table.value.chat, { to: "table", person: "bob", name: "Bob", text, at: 0 }] };
};

page.offer = (sides) => {
  const { table } = page.session;
  table.value = { ...table.value, mine: table.value.mine.slice(0, 1), offer: sides };
};

page.tell = (text) => toast(text);

function Fetching({ path }: { path: string }) {
  page.fetched = useFetched<string>(path);
  return <p id="fetched">{page.fetched.value}</p>;
}

page.fetchFrom = (path) => show(<Fetching path={path} />);

function Working() {
  const [done, setDone] = useState(0);
  const scene = { draft: [], legal: {} };
  const handler = { scene: { value: scene }, choose: async () => undefined, undo: async () => undefined };
  page.line = useLine(handler as never, "S", () => undefined);
  return (
    <button type="button" id="work" disabled={page.line.busy} onClick={() => page.line.soon(async () => setDone(done + 1))}>
      {done}
    </button>
  );
}

page.showLine = () => show(<Working />);

function Placing() {
  const svg = useRef<SVGSVGElement>(null);
  const scene = { terms: { game: "chars" as const, seats: 2, options: { "own-fire": "off" } }, as: "V" };
  const picture = pictureOf(scene, `${Array(10).fill("..........").join("/")} V setup`);
  const thing = { thing: "A", kind: "tank", letter: { fr: "A", en: "A" }, title: { fr: "Char", en: "Tank" } };
  return (
    <>
      <Board picture={picture} language="en" svg={svg} />
      <Tray picture={picture} things={[thing]} arrangement={[null]} current={0} side="V" language="en" svg={svg} places={picture.points.map(({ name }) => name)} take={() => undefined} put={(_, point) => page.put.push(point)} />
    </>
  );
}

page.showTray = () => show(<Placing />);

function Broken(): never {
  throw new Error("broken on purpose");
}

function Exercise() {
  const of = useRef({});
  // There is no engine on this page: the board cannot be opened.
  useExercise(of.current, () => ({ terms: { game: "chars", seats: 2, options: {} } }), () => undefined);
  return <p>waiting</p>;
}

page.failExercise = () => show(<Exercise />);
page.breakPage = () => show(<Broken />);
page.go = () => show(<p id="whole">whole</p>, 1);
