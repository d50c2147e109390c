// Draws every board at its start and in mid-game, light and dark, on a phone and on a desk: node test/draw-boards.mjs [FOLDER] [NAME…]
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stylesOfBoards } from "./board-styles.mjs";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder = "/tmp/boards", ...wanted] = process.argv.slice(2);
const bivouac = (args, input) => execFileSync(join(web, "../build/bivouac"), args, { encoding: "utf8", input, maxBuffer: 1 << 26 });

const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A scene some way into a game played at random, as one seat sees it. */
function sceneOf({ game, as, part = 0, seed = 3, options = {}, until, tap, eager }) {
  const sets = Object.entries(options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const lines = bivouac(["transcript", game, "--seed", String(seed), ...(eager ? ["--eager"] : []), ...sets]).split("\n");
  const played = lines.flatMap((line, i) => (line.startsWith("> ") ? [i] : []));
  let end = Math.floor(played.length * part);
  const legalAt = (index) => {
    const from = index === 0 ? 0 : played[index - 1];
    return lines.slice(from + 1, played[index]).filter((line) => line.startsWith(`? ${as} `)).join(" ");
  };
  while (until && end < played.length && !until.test(legalAt(end))) end++;
  const tokens = played.slice(0, end).map((i) => lines[i].slice(2).replace(/^# /, "").replace(" ", ":"));
  const position = bivouac(["show", game, "--text", "--seat", as, ...sets, "-"], tokens.join("\n") + "\n").trim();
  const legal = legalAt(end).split(" ").slice(3);
  const last = [...(tokens.at(-1) ?? "").replace(/^.*:/, "").matchAll(/[a-z]\d+|\b\d{1,3}\b|[NSEW]+/g)].map(([name]) => name);
  return { scene: { terms: { game, seats: 2, options }, as, position, toAct: [as], legal: legal.length ? { [as]: legal } : {}, draft: [], complete: false }, last, tap };
}

const scenes = {
  "chevaliers-start": { game: "chevaliers", as: "S", tap: "d2" },
  "chevaliers-mid": { game: "chevaliers", as: "O", part: 0.25, until: /x/, tap: /^(\w+)[^ ]*x/ },
  "kriegspiel-start": { game: "kriegspiel", as: "F", part: 0.001, until: /\^/, tap: "c2" },
  "kriegspiel-mid": { game: "kriegspiel", as: "A", part: 0.3, until: />.*-/, tap: /^(\w+)-/ },
  "kriegspiel-fire": { game: "kriegspiel", as: "F", part: 0.2, until: /\*/, tap: /^(\w+)\*/ },
  "kriegspiel-long": { game: "kriegspiel", as: "F", part: 0.2, options: { field: "long" }, until: />/, tap: /^(\w+)-/ },
  "chars-start": { game: "chars", as: "V", part: 0 },
  "chars-plot": { game: "chars", as: "G", part: 0.3, until: /\?/ },
  "chars-mid": { game: "chars", as: "V", part: 0.25, until: /\d-\d/, tap: /^(\d+)-/ },
  "paris-start": { game: "paris", as: "G", part: 0.001, until: /S-/, tap: "S" },
  "paris-mid": { game: "paris", as: "B", part: 0.3, until: /[a-l]\d+-/, tap: /^(l\d+|[a-k]\d+)-/ },
  "paris-black": { game: "paris", as: "N", part: 0.15, until: /!/ },
  "belligerants-start": { game: "belligerants", as: "J", part: 0.06, until: /=/ },
  "belligerants-mid": { game: "belligerants", as: "R", part: 0.45, seed: 5, eager: true, options: { armistice: "off" }, until: /[a-m]\d+-[a-m]\d+-/, tap: /^(\w+)-\w+-/ },
  "belligerants-take": { game: "belligerants", as: "J", part: 0.4, seed: 5, options: { armistice: "off" }, until: /[a-m]\d+x/, tap: /^(\w+)[^ ]*x/ },
  "belligerants-price": { game: "belligerants", as: "R", part: 0.2, seed: 5, until: / A=100 / },
  "belligerants-plaine": { game: "belligerants", as: "J", part: 0.5, options: { board: "plaine", armistice: "off" }, until: /[a-m]\d+-/, tap: /^(\w+)-/ },
};

/** Set-ups are drawn in a game of their own: placed at random, or half placed. */
const people = (...seats) => Object.fromEntries(seats.map((seat) => [seat, { name: "Moi" }]));
const setups = {
  "chars-setup": { choice: { terms: { game: "chars", seats: 2, options: { "own-fire": "off" } }, occupants: people("V") }, place: 7 },
  "chars-shots": { choice: { terms: { game: "chars", seats: 2, options: { "own-fire": "off" } }, occupants: people("V", "G") }, shots: ["47", "57", "66", "35"] },
  "belligerants-setup": { choice: { terms: { game: "belligerants", seats: 2, options: { armistice: "on", board: "riviere", compulsion: "forfeit" } }, occupants: people("R") }, place: 6 },
  "paris-setup": { choice: { terms: { game: "paris", seats: 2, options: { diagonals: "any", protection: "orthogonal", sortie: "board", summons: "any" } }, occupants: people("G") }, place: 1 },
};
const wasm = readFileSync(join(web, "../build/wasm/bivouac.wasm")).toString("base64");

async function arrange(page, { choice, place = 0, shots }) {
  await page.evaluate(([w, c]) => window.openGame(w, c), [wasm, choice]);
  await page.waitForSelector(".dot.target");
  for (let i = 0; i < place; i++) {
    const targets = await page.$$eval("[data-point].target", (list) => list.map((one) => one.dataset.point));
    await page.click(`[data-point="${targets[Math.floor(targets.length * 0.37)]}"]`);
    await page.waitForTimeout(150);
  }
  if (!shots) return;
  // Both sides set up and make their first, blank move; then shots are plotted.
  await page.evaluate(async () => {
    const { session } = window;
    for (let i = 0; i < 200; i++) {
      const { legal, complete, position } = session.scene.value;
      if (position.includes(" plot") && legal[session.scene.value.as]?.length) return;
      const [seat] = Object.keys(legal);
      if (complete) await session.confirm();
      else if (seat) await session.choose(seat, legal[seat].includes(".") ? "." : legal[seat][Math.floor(legal[seat].length / 3)]);
      else session.lookAs(session.scene.value.toAct[0]);
      await session.settled();
    }
  });
  await page.waitForTimeout(300);
  for (const point of shots) {
    if (point === "66") await page.click("text=Tirs blancs");
    await page.click(`[data-point="${point}"]`);
    await page.waitForTimeout(100);
  }
}

mkdirSync(folder, { recursive: true });
const bundle = await build({ entryPoints: [join(web, "test/board-page.tsx")], bundle: true, write: false, format: "iife", jsx: "automatic", jsxImportSource: "preact", logLevel: "warning" });
const styles = stylesOfBoards();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
try {
  for (const [device, viewport, scale] of [["phone", { width: 390, height: 844 }, 2], ["desk", { width: 1100, height: 900 }, 1]]) {
    for (const theme of ["light", "dark", "contrast"]) {
      const page = await browser.newPage({ viewport, deviceScaleFactor: scale });
      page.on("pageerror", (error) => console.error(error.message));
      await page.setContent(`<!doctype html><html data-theme="${theme}"><style>${styles} body{margin:0;background:var(--paper);color:var(--ink)} main{padding:4px}</style><div id="root"></div></html>`);
      await page.addScriptTag({ content: bundle.outputFiles[0].text });
      for (const [name, spec] of Object.entries(scenes)) {
        if (wanted.length && !wanted.some((one) => `${name}-${theme}-${device}`.includes(one))) continue;
        const { scene, last, tap } = sceneOf(spec);
        await page.evaluate(([s, l]) => window.showBoard(s, l), [scene, last]);
        const point = tap instanceof RegExp ? Object.values(scene.legal).flat().map((token) => tap.exec(token)?.[1]).find(Boolean) : tap;
        if (point) await page.click(`[data-point="${point}"]`);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${device}.png`) });
      }
      for (const [name, spec] of Object.entries(setups)) {
        if (wanted.length && !wanted.some((one) => `${name}-${theme}-${device}`.includes(one))) continue;
        await arrange(page, spec);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${device}.png`), fullPage: true });
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
}
