/** A real terminal (tmux) with the program in it: keys are pressed, and the screen is read. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const execute = promisify(execFile);
export const program = path.resolve(process.env.BIVOUAC ?? "build/bivouac");
const socket = `bivouac-test-${process.pid}`;
let number = 0;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function tmux(...words) {
  const { stdout } = await execute("tmux", ["-u", "-L", socket, "-f", "/dev/null", ...words], { maxBuffer: 1 << 22 });
  return stdout;
}

/** Everything is gone with the test. */
process.on("exit", () => {
  try {
    execFileSync("tmux", ["-L", socket, "kill-server"], { stdio: "ignore" });
  } catch {
    // There was none.
  }
});

export class Terminal {
  constructor({ columns = 80, rows = 24, environment = {}, state } = {}) {
    this.name = `t${++number}`;
    this.columns = columns;
    this.rows = rows;
    this.state = state ?? mkdtempSync(path.join(tmpdir(), "bivouac-tui-"));
    this.environment = { LC_ALL: "C.UTF-8", TERM: "tmux-256color", XDG_STATE_HOME: this.state, NO_COLOR: "", ...environment };
  }

  /** Runs `bivouac WORDS…`; when it ends its exit status is shown, and the terminal's modes. */
  async run(...words) {
    const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
    const settings = Object.entries(this.environment).map(([name, value]) => `${name}='${value}'`);
    const command = `env -u LANG -u LINES -u COLUMNS ${settings.join(" ")} '${program}' ${quoted}; printf '\\r\\nended with %s\\r\\n' $?; stty -a | tr ';' '\\n' | grep -c -- '-icanon' | sed 's/^/raw modes: /'; sleep 1000`;
    await tmux("new-session", "-d", "-x", String(this.columns), "-y", String(this.rows), "-s", this.name, command);
    return this;
  }

  /** A shell that can put its jobs aside. */
  async shell() {
    await tmux("new-session", "-d", "-x", String(this.columns), "-y", String(this.rows), "-s", this.name, "env LC_ALL=C.UTF-8 TERM=tmux-256color bash --norc -i");
  }

  /** Keys by their names: Enter, Tab, Up, F1, Escape. */
  keys(...names) {
    return tmux("send-keys", "-t", this.name, ...names);
  }

  /** A line, and Enter. */
  type(text) {
    return tmux("send-keys", "-t", this.name, "-l", "--", text, ";", "send-keys", "-t", this.name, "Enter");
  }

  text(text) {
    return tmux("send-keys", "-t", this.name, "-l", "--", text);
  }

  /** A click, counted from nought, as terminals of xterm's kind tell it. */
  click(x, y) {
    return this.text(`\x1b[<0;${x + 1};${y + 1}M\x1b[<0;${x + 1};${y + 1}m`);
  }

  async screen() {
    return tmux("capture-pane", "-p", "-t", this.name);
  }

  /** With the escape sequences of colours. */
  async colours() {
    return tmux("capture-pane", "-e", "-p", "-t", this.name);
  }

  /**
   * Waits until the screen shows this (a text, an expression or a test) and returns the screen. tmux reads what the program writes in
   * pieces, so that one look may see half a frame: a screen is returned when the next look sees the same, or no longer what is wanted.
   */
  async until(wanted, seconds = 30) {
    const shows = typeof wanted === "function" ? wanted : (screen) => (wanted instanceof RegExp ? wanted.test(screen) : screen.includes(wanted));
    let screen = "";
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(30)) {
      screen = await this.screen();
      if (!shows(screen)) continue;
      for (let looks = 0; looks < 20; looks++) {
        await pause(15);
        const next = await this.screen();
        if (next === screen || !shows(next)) break;
        screen = next;
      }
      return screen;
    }
    throw new Error(`waited in vain for ${wanted}; the screen shows:\n${screen}`);
  }

  async resize(columns, rows) {
    await tmux("resize-window", "-t", this.name, "-x", String(columns), "-y", String(rows));
  }

  /** The process in the terminal whose name is bivouac. */
  async process() {
    const shell = (await tmux("display-message", "-p", "-t", this.name, "#{pane_pid}")).trim();
    const { stdout } = await execute("ps", ["-o", "pid=,comm=", "--ppid", shell]);
    return Number(/(\d+) bivouac/.exec(stdout)?.[1]);
  }

  async signal(name) {
    process.kill(await this.process(), name);
  }

  /** The records that were kept, the unfinished or the finished. */
  kept(folder = "games") {
    const place = path.join(this.state, "bivouac", folder);
    return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".record")).map((name) => path.join(place, name)) : [];
  }

  /** The tokens of the unfinished game, as `SEAT:TOKEN`; none before somebody has played: then it is not kept. */
  tokens() {
    const [file] = this.kept();
    return file ? readRecord(file).tokens : [];
  }

  async close({ keep = false } = {}) {
    await tmux("kill-session", "-t", this.name).catch(() => {});
    if (!keep) rmSync(this.state, { recursive: true, force: true });
  }
}

/* ---- Records ---------------------------------------------------------------------------------------------------- */

/** A game that is over is moved to the finished ones in its own time: what is not there any more is an empty record. */
function readLines(file) {
  try {
    return readFileSync(file, "utf8").trimEnd().split("\n");
  } catch {
    return ["game ?", "tokens 0", "result *"];
  }
}

/** What a record holds: its tokens as `SEAT:TOKEN`, and its result. */
export function readRecord(file) {
  const lines = readLines(file);
  const begins = lines.findIndex((line) => line.startsWith("tokens "));
  return {
    game: lines.find((line) => line.startsWith("game ")).slice(5),
    tokens: lines.slice(begins + 1, -1).map((line) => line.replace(" ", ":")),
    result: lines.at(-1).slice("result ".length),
  };
}

export const bivouac = (...words) => execFileSync(program, words, { encoding: "utf8", env: { ...process.env, LC_ALL: "C" }, maxBuffer: 1 << 24 });

/** The lines of the board of a record, as a seat sees it, without the facts beside or below it. */
export function boardLines(record, width, ...words) {
  const lines = bivouac("show", "--record", record, "--ascii", ...words).trimEnd().split("\n").slice(0, -1);
  return lines.map((line) => line.slice(0, width).trimEnd());
}

/* ---- A player --------------------------------------------------------------------------------------------------- */

/** Our own engine, asked for moves of the game that a record tells. */
export class Adviser {
  constructor(terms) {
    this.process = spawn(program, ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.process.stdin.write(`bivouac 1\nsetoption name Level value 6\nnewgame ${terms}\n`);
  }

  async move(seat, tokens, nodes) {
    this.process.stdin.write(`position tokens ${tokens.join(" ")}\ngo seats ${seat} nodes ${nodes}\n`);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error("the engine is gone");
      if (value.startsWith("error")) throw new Error(value);
      if (value.startsWith("bestmove")) return value.split(" ")[2];
    }
  }

  close() {
    this.process.stdin.end("quit\n");
  }
}
